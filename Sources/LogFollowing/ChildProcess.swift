internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A command that a shell runs, with what it prints and says in two pipes.
final class ChildProcess {
  /// The reading ends, which whoever takes them over closes.
  let output: Int32
  let errors: Int32
  private let id: pid_t
  private var isReaped = false

  /// Starts a command in a group of its own, so that control-C reaches it by way of this program alone.
  init(shell command: String) throws(InputError) {
    let output = try Self.pipe(command)
    let errors: (reader: Int32, writer: Int32)
    do throws(InputError) {
      errors = try Self.pipe(command)
    } catch {
      for end in [output.reader, output.writer] { _ = close(end) }
      throw error
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    // SAFETY: both structures are made here, used by one call and destroyed; texts are read during calls.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let texts = ["/bin/sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    unsafe words.append(nil)
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, environ)
    unsafe words.forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    for end in [output.writer, errors.writer] { _ = close(end) }
    guard code == 0 else {
      for end in [output.reader, errors.reader] { _ = close(end) }
      throw InputError(path: command, errorNumber: code)
    }
    _ = fcntl(errors.reader, F_SETFL, O_NONBLOCK)
    id = child
    self.output = output.reader
    self.errors = errors.reader
  }

  deinit { end() }

  /// Asks the command and all that it started to end, and waits for it; one that does not is killed.
  func end() {
    guard !isReaped else { return }
    _ = kill(-id, SIGTERM)
    for _ in 0..<50 {
      if reap() != nil { return }
      var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
      // SAFETY: nanosleep(2) reads the time on the stack.
      _ = unsafe nanosleep(&pause, nil)
    }
    _ = kill(-id, SIGKILL)
    var status: Int32 = 0
    // SAFETY: waitpid(2) fills the number on the stack.
    _ = unsafe waitpid(id, &status, 0)
    isReaped = true
  }

  /// Returns how the command ended; nil while it runs.
  func reap() -> String? {
    var status: Int32 = 0
    // SAFETY: waitpid(2) fills the number on the stack.
    guard !isReaped, unsafe waitpid(id, &status, WNOHANG) == id else { return nil }
    isReaped = true
    // What it started may go on and hold nothing of ours.
    _ = kill(-id, SIGTERM)
    let signal = status & 0x7F
    return signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
  }

  private static func pipe(
    _ command: String
  ) throws(InputError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // SAFETY: the call fills the two numbers.
      let code = unsafe Glibc.pipe(&ends)
    #else
      let code = unsafe Darwin.pipe(&ends)
    #endif
    guard code == 0 else { throw InputError(path: command, errorNumber: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
