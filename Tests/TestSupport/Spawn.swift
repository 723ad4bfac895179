#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Synchronization

/// The result of a child process.
package struct SpawnResult: Sendable {
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
  }
  package var stdout: [UInt8]
  package var stderr: [UInt8]
  package var ending: Ending

  /// Standard output as text.
  package var output: String { String(decoding: stdout, as: UTF8.self) }
  /// Standard error as text.
  package var errors: String { String(decoding: stderr, as: UTF8.self) }
  /// The exit status, or 128 and the signal as a shell says it.
  package var exitCode: Int32 {
    switch ending {
    case .exited(let code): code
    case .signalled(let signal): 128 + signal
    }
  }
}

/// The error of a child process that could not be started.
package struct SpawnError: Error {
  package var call: String
  package var code: Int32
}

/// Returns the path of a program that the package builds, beside the test bundle.
package func builtProgram(_ name: String) -> String {
  let bundle = CommandLine.arguments.first ?? ""
  guard let slash = bundle.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name }
  return String(bundle[...slash]) + name
}

/// Returns the path of a program on PATH, or nil.
package func findProgram(_ name: String) -> String? {
  guard let path = unsafe getenv("PATH") else { return nil }
  for folder in unsafe String(cString: path).split(separator: ":") {
    let candidate = "\(folder)/\(name)"
    if unsafe access(candidate, X_OK) == 0 { return candidate }
  }
  return nil
}

/// Runs a program to its end and returns all that it wrote.
///
/// - Parameters:
///   - input: what standard input holds; nil closes it at once.
///   - directory: the working directory; nil is that of the tests.
///   - environment: the whole environment; nil is that of the tests.
///   - closesOutputAfter: closes the reading end of standard output after so many bytes, as `head`
///     does.
///   - timeout: seconds after which the child is killed, times `Patience.factor`.
package func run(
  _ executable: String, _ arguments: [String] = [], input: [UInt8]? = nil,
  directory: String? = nil, environment: [String: String]? = nil,
  closesOutputAfter: Int? = nil, timeout: Int = 60
) throws -> SpawnResult {
  // A child that ends without reading its input must not end the tests too.
  signal(SIGPIPE, SIG_IGN)
  var words = [executable] + arguments
  if let directory {
    // The call that sets a directory is not in the headers that Swift sees.
    words = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", directory] + words
  }
  let (child, pipes) = try spawning.withLock { [words] _ in
    try start(words, environment: environment)
  }
  var talk = Conversation(pipes: pipes, input: input ?? [], limit: closesOutputAfter)
  let isDone = talk.hold(timeout: timeout * Patience.factor)
  if !isDone { kill(child, SIGKILL) }
  var status: Int32 = 0
  while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
  let number = status & 0x7F
  return SpawnResult(
    stdout: talk.stdout, stderr: talk.stderr,
    ending: number == 0 ? .exited(status >> 8 & 0xFF) : .signalled(number))
}

/// The lock by which children start one after the other: between `pipe` and `fcntl` a second child
/// would inherit the descriptors of the first, and keep its pipes open.
private let spawning = Mutex(())

private struct Pipes {
  var input: Int32
  var output: Int32
  var errors: Int32
}

private func start(
  _ command: [String], environment: [String: String]?
) throws -> (pid_t, Pipes) {
  let input = try makePipe()
  let output = try makePipe()
  let errors = try makePipe()
  // C structures with pointers: made and destroyed here, never copied.
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  unsafe posix_spawn_file_actions_adddup2(&actions, input.reader, 0)
  unsafe posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
  unsafe posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
  // The child shall meet signals as any program does, whatever the tests block or ignore.
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
    unsafe sigaddset(&signals, number)
  }
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

  var words = unsafe command.map { unsafe strdup($0) } + [nil]
  var settings = unsafe (environment ?? [:]).sorted { $0.key < $1.key }.map {
    unsafe strdup("\($0.key)=\($0.value)")
  }
  unsafe settings.append(nil)
  defer { unsafe (words + settings).forEach { unsafe free($0) } }
  var child: pid_t = 0
  let code =
    environment == nil
    ? unsafe posix_spawn(&child, command[0], &actions, &attributes, &words, environ)
    : unsafe posix_spawn(&child, command[0], &actions, &attributes, &words, &settings)
  for descriptor in [input.reader, output.writer, errors.writer] { close(descriptor) }
  guard code == 0 else {
    for descriptor in [input.writer, output.reader, errors.reader] { close(descriptor) }
    throw SpawnError(call: "posix_spawn \(command[0])", code: code)
  }
  return (child, Pipes(input: input.writer, output: output.reader, errors: errors.reader))
}

private func makePipe() throws -> (reader: Int32, writer: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { throw SpawnError(call: "pipe", code: errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// The talk with a child, fed and heard at the same time, so that no side waits for a full pipe.
private struct Conversation {
  private var pipes: Pipes
  private let input: [UInt8]
  private var written = 0
  private let limit: Int?
  private(set) var stdout: [UInt8] = []
  private(set) var stderr: [UInt8] = []

  init(pipes: Pipes, input: [UInt8], limit: Int?) {
    self.pipes = pipes
    self.input = input
    self.limit = limit
    _ = fcntl(pipes.input, F_SETFL, O_NONBLOCK)
  }

  /// Talks to the end; returns false where the time ran out.
  mutating func hold(timeout: Int) -> Bool {
    defer {
      finish(&pipes.input)
      finish(&pipes.output)
      finish(&pipes.errors)
    }
    let deadline = ContinuousClock.now + .seconds(timeout)
    if input.isEmpty { finish(&pipes.input) }
    while pipes.output >= 0 || pipes.errors >= 0 || pipes.input >= 0 {
      // A negative descriptor is one that poll passes over.
      var states = [
        pollfd(fd: pipes.input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipes.errors, events: Int16(POLLIN), revents: 0),
      ]
      let ready = unsafe poll(&states, 3, 100)
      if ContinuousClock.now > deadline { return false }
      if ready <= 0 { continue }
      if states[0].revents != 0 { feed() }
      if states[1].revents != 0 { Self.listen(to: &pipes.output, &stdout) }
      if states[2].revents != 0 { Self.listen(to: &pipes.errors, &stderr) }
      if let limit, stdout.count >= limit { finish(&pipes.output) }
    }
    return true
  }

  private mutating func feed() {
    let rest = input[written...]
    let count = unsafe rest.withUnsafeBytes { unsafe write(pipes.input, $0.baseAddress, $0.count) }
    if count > 0 { written += count }
    let isOver = count < 0 && errno != EAGAIN && errno != EINTR
    if isOver || written == input.count { finish(&pipes.input) }
  }

  private static func listen(to descriptor: inout Int32, _ bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes.append(contentsOf: buffer[..<count])
    } else if count == 0 || errno != EINTR {
      close(descriptor)
      descriptor = -1
    }
  }

  private func finish(_ descriptor: inout Int32) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
