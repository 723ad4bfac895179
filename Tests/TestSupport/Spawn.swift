#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a program printed, and how it ended.
package struct SpawnResult: Sendable {
  package var stdout: [UInt8]
  package var stderr: [UInt8]
  /// The exit status, or 128 plus the number of the signal that ended it.
  package var status: Int32
  package var output: String { String(decoding: stdout, as: UTF8.self) }
  package var errors: String { String(decoding: stderr, as: UTF8.self) }
}

package struct SpawnError: Error {
  package var call: String
  package var code: Int32
}

/// Runs a program to its end; without input its standard input is `/dev/null`, else a pipe.
package func run(
  _ executable: String, _ arguments: [String], input: [UInt8]? = nil, directory: String? = nil,
  environment: [String: String] = [:]
) throws(SpawnError) -> SpawnResult {
  let output = try TemporaryFile()
  let errors = try TemporaryFile()
  var inputPipe: [Int32] = [-1, -1]
  if input != nil {
    try check(
      "pipe", unsafe inputPipe.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) })
    // Only the child's copy of the reading end may be left when it starts.
    _ = fcntl(inputPipe[1], F_SETFD, FD_CLOEXEC)
  }

  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
  if input != nil {
    unsafe posix_spawn_file_actions_adddup2(&actions, inputPipe[0], 0)
    unsafe posix_spawn_file_actions_addclose(&actions, inputPipe[0])
  } else {
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  unsafe posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
  unsafe posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)

  var child = pid_t()
  // The call that changes the child's directory is not in every C library; the shell's is.
  let change = directory.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
  let words = CStrings(change + [executable] + arguments)
  let settings = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
  let spawned = unsafe posix_spawn(
    &child, change.first ?? executable, &actions, nil, words.pointers, settings.pointers)
  if input != nil { _ = close(inputPipe[0]) }
  if let input {
    if spawned == 0 { writeAll(input, to: inputPipe[1]) }
    _ = close(inputPipe[1])
  }
  try check("posix_spawn", spawned)

  var status: Int32 = 0
  while unsafe waitpid(child, &status, 0) < 0 {
    guard errno == EINTR else { throw SpawnError(call: "waitpid", code: errno) }
  }
  let signal = status & 0x7F
  return SpawnResult(
    stdout: output.contents(), stderr: errors.contents(),
    status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
}

/// Writes until the program has taken it all, or does not want any more.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
  // A program that ends without reading must not end the tests too.
  _ = signal(SIGPIPE, SIG_IGN)
  unsafe bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
      let written = unsafe write(descriptor, rest.baseAddress, rest.count)
      guard written > 0 else { return }
      offset += written
    }
  }
}

private func check(_ call: String, _ code: Int32) throws(SpawnError) {
  guard code == 0 else { throw SpawnError(call: call, code: code) }
}

/// A file without a name that takes a program's output, however long.
private struct TemporaryFile: ~Copyable {
  let descriptor: Int32

  init() throws(SpawnError) {
    var path = Array("/tmp/dnplog-test-XXXXXX".utf8CString)
    let descriptor = unsafe path.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.map { unsafe mkstemp($0) } ?? -1
    }
    guard descriptor >= 0 else { throw SpawnError(call: "mkstemp", code: errno) }
    _ = unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  func contents() -> [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    return unsafe [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, count in
      unsafe count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }
}

/// Words as C takes them: an array of pointers with a null at its end.
@safe private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ words: [String]) {
    count = words.count
    unsafe pointers = .allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() { unsafe pointers[index] = strdup(word) }
    unsafe pointers[words.count] = nil
  }

  deinit {
    for index in 0..<count { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }
}
