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
    let name = listName(list)
    let bytes = list == "-" ? try drain(STDIN_FILENO, named: name) : try read(list)
    if isUTF16(bytes) { throw wideList(name) }
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

  /// Opens a list of paths that comes through a pipe; nil for one that is a file, or cannot be read.
  static func openPipe(ofList list: String) throws(Failure) -> PathList? {
    var status = stat()
    // Both fill the struct on the stack; stat(2) reads the path during the call.
    let error =
      list == "-" ? unsafe fstat(STDIN_FILENO, &status) : unsafe stat(list, &status)
    let type = status.st_mode & S_IFMT
    guard error == 0, type == S_IFIFO || type == S_IFSOCK || type == S_IFCHR else { return nil }
    if list == "-" { return PathList(descriptor: STDIN_FILENO, named: listName(list)) }
    return PathList(descriptor: try opened(list), named: list)
  }

  /// Returns what messages call a list by.
  static func listName(_ list: String) -> String { list == "-" ? "standard input" : list }

  /// Whether a text begins with the mark of UTF-16.
  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  static func wideList(_ name: String) -> Failure {
    Failure(Problem("the list is UTF-16", at: name, advice: "write it as UTF-8"))
  }

  static func emptyList(_ name: String) -> Failure {
    Failure(
      Problem(
        "the list of paths is empty", at: name,
        advice: "look at what was to write it, or name a log"))
  }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = try opened(path)
    defer { _ = close(descriptor) }
    return try drain(descriptor, named: path)
  }

  /// Hands on a file block by block; `-` is standard input.
  static func stream(
    _ path: String, _ take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : try opened(path)
    defer { if !isInput { _ = close(descriptor) } }
    var block: [UInt8] = []
    while try read(more: &block, from: descriptor, named: listName(path)) {
      try take(block)
      block.removeAll(keepingCapacity: true)
    }
  }

  /// Opens a file; of a pipe it waits for the writer.
  private static func opened(_ path: String) throws(Failure) -> Int32 {
    // open(2) reads the path during the call.
    var descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    while descriptor < 0, errno == EINTR, !Interruption.isRequested {
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  /// Returns all of standard input.
  static func standardInput() throws(Failure) -> [UInt8] {
    try drain(STDIN_FILENO, named: "standard input")
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
    var length = -1
    repeat {
      length = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
    } while length < 0 && errno == EINTR && !Interruption.isRequested
    guard length >= 0 else { throw failure(path) }
    return Array(buffer.prefix(length))
  }

  private static func failure(_ path: String) -> Failure {
    if errno == EINTR { return Failure([], status: .interrupted) }
    return Failure(
      Problem(Descriptor.message(errno), at: path, advice: "name a file that can be read"))
  }

  private static func drain(_ descriptor: Int32, named name: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while try read(more: &bytes, from: descriptor, named: name) {
      guard bytes.count <= largest else {
        throw Failure(Problem("the file is too long", at: name, advice: "split it"))
      }
    }
    return bytes
  }

  /// Waits for bytes and adds them; false at the end.
  static func read(
    more bytes: inout [UInt8], from descriptor: Int32, named name: String
  ) throws(Failure) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // read(2) fills at most the buffer that the closure lends.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return false }
      if count < 0, errno == EINTR, !Interruption.isRequested { continue }
      if count < 0, errno == EAGAIN {
        // Somebody else made the pipe non-blocking; wait as a blocking read would.
        Descriptor.wait(for: Int16(POLLIN), on: descriptor, milliseconds: -1)
        if !Interruption.isRequested { continue }
        errno = EINTR
      }
      guard count > 0 else { throw failure(name) }
      bytes += buffer.prefix(count)
      return true
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
