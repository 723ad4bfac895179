#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is read whole: a list of paths, or one that `--env` names.
enum SmallFile {
  /// A list of a million long paths stays below it.
  private static let largest = 256 << 20

  /// Returns the paths of a list, without empty ones; `-` is standard input.
  ///
  /// One stands on a line. A path may hold ends of lines too, so where a NUL stands anywhere in the
  /// list, as `find -print0` writes it, that is what divides them.
  static func paths(of list: String) throws(Failure) -> [String] {
    let name = list == "-" ? "standard input" : list
    let bytes = try read(list)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Failure(Problem("the list is UTF-16", at: name, advice: "write it as UTF-8"))
    }
    guard bytes.contains(0) else {
      return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      }
    }
    let paths = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    // access(2) reads the path during the call.
    if let odd = paths.first(where: { unsafe $0.utf8.contains(0x0A) && access($0, F_OK) != 0 }) {
      throw Failure(
        Problem(
          "the list has paths that end with NUL, so '\(odd)' is one, and there is no such file",
          at: name, advice: "end all paths with NUL, as 'find -print0' does, or all with a line"))
    }
    return paths
  }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try stream(path) { (block) throws(Failure) in try gather(block, in: &bytes, named: path) }
    return bytes
  }

  /// Hands on a file block by block; `-` is standard input.
  static func stream(
    _ path: String, _ take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if path == "-" { return try drain(STDIN_FILENO, named: "standard input", take) }
    // open(2) reads the path during the call; of a pipe it waits for the writer.
    var descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    while descriptor < 0, errno == EINTR, !Interruption.isRequested {
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw failure(path) }
    defer { _ = close(descriptor) }
    try drain(descriptor, named: path, take)
  }

  private static func gather(
    _ block: [UInt8], in bytes: inout [UInt8], named name: String
  ) throws(Failure) {
    bytes += block
    guard bytes.count <= largest else {
      throw Failure(Problem("the file is too long", at: name, advice: "split it"))
    }
  }

  /// Returns all of standard input.
  static func standardInput() throws(Failure) -> [UInt8] {
    try read("-")
  }

  /// Returns the first bytes of a regular file; nil of anything else, which can be read only once.
  static func head(of path: String, count: Int) throws(Failure) -> [UInt8]? {
    // open(2) reads the path during the call, and does not wait for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { _ = close(descriptor) }
    var status = stat()
    // fstat(2) fills the struct on the stack.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: count)
    // read(2) fills at most the buffer that the closure lends.
    let length = unsafe buffer.withUnsafeMutableBytes {
      unsafe systemRead(descriptor, $0.baseAddress, $0.count)
    }
    guard length >= 0 else { throw failure(path) }
    return Array(buffer.prefix(length))
  }

  private static func failure(_ path: String) -> Failure {
    if errno == EINTR { return Failure([], status: .interrupted) }
    return Failure(
      Problem(Descriptor.message(errno), at: path, advice: "name a file that can be read"))
  }

  private static func drain(
    _ descriptor: Int32, named name: String, _ take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // read(2) fills at most the buffer that the closure lends.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return }
      if count < 0, errno == EINTR, !Interruption.isRequested { continue }
      if count < 0, errno == EAGAIN {
        // Somebody else made the pipe non-blocking; wait as a blocking read would.
        Descriptor.wait(for: Int16(POLLIN), on: descriptor, milliseconds: -1)
        if !Interruption.isRequested { continue }
        errno = EINTR
      }
      guard count > 0 else { throw failure(name) }
      try take(Array(buffer.prefix(count)))
    }
  }

  private static func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer, count)
    #else
      unsafe Darwin.read(descriptor, buffer, count)
    #endif
  }
}
