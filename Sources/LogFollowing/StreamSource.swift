package import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads a log that comes through a pipe or a terminal, in whole lines.
package final class StreamSource: LogSource {
  private let descriptor: Int32
  private let name: String
  private let closesAtEnd: Bool
  /// Whether half a line at the end is left out, since it comes again as a whole.
  private var dropsHalf = false
  /// Half a line, of which the rest is to come.
  private var half: [UInt8] = []
  private var isAtEnd = false

  /// Reads a descriptor that stays open.
  package init(descriptor: Int32, named name: String) {
    self.descriptor = descriptor
    self.name = name
    closesAtEnd = false
  }

  /// Opens a pipe that has a name; its writer may come later.
  package init(pipe path: String) throws(InputError) {
    // SAFETY: open(2) reads the path during the call.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw InputError(path: path, errorNumber: errno) }
    name = path
    closesAtEnd = true
  }

  /// Takes the reading end of a pipe over.
  init(owning descriptor: Int32, named name: String) {
    self.descriptor = descriptor
    self.name = name
    closesAtEnd = true
    dropsHalf = true
  }

  deinit { if closesAtEnd { _ = close(descriptor) } }

  /// Gives the whole lines that came.
  package func next(into buffer: inout [UInt8]) throws(InputError) -> SourceStep {
    if isAtEnd { return .end }
    guard let count = try read(into: &buffer) else { return .nothing(seconds: 60) }
    if count == 0 {
      isAtEnd = true
      if dropsHalf { half = [] }
    }
    let total = half.count + count
    var given = count == 0 ? total : buffer.wholeLines(of: total)
    if given == 0, total == buffer.count { given = total }
    half = Array(buffer[given..<total])
    if given > 0 { return .bytes(given) }
    return isAtEnd ? .end : .nothing(seconds: 0)
  }

  /// Gives what is there to the last byte.
  package func drain(into buffer: inout [UInt8]) throws(InputError) -> SourceStep {
    let count = isAtEnd ? 0 : try read(into: &buffer) ?? 0
    if count == 0 {
      isAtEnd = true
      for index in half.indices { buffer[index] = half[index] }
    }
    let total = half.count + count
    half = []
    return total > 0 ? .bytes(total) : .end
  }

  /// Reads behind the half line, which goes to the start of the buffer; nil where nothing is there, and
  /// zero at the end.
  private func read(into buffer: inout [UInt8]) throws(InputError) -> Int? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: poll(2) reads and writes the one request, which lives on the stack.
    guard unsafe poll(&request, 1, 0) > 0 else { return nil }
    let start = half.count
    for index in half.indices { buffer[index] = half[index] }
    // SAFETY: read(2) fills at most the rest of the buffer that the closure lends.
    let count = unsafe buffer.withUnsafeMutableBytes {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...])
      #if canImport(Glibc)
        return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
      #else
        return unsafe Darwin.read(descriptor, rest.baseAddress, rest.count)
      #endif
    }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return nil }
    // A terminal whose other side is gone.
    if errno == EIO { return 0 }
    throw InputError(path: name, errorNumber: errno)
  }

  /// The one descriptor.
  package var descriptors: [Int32] { isAtEnd ? [] : [descriptor] }

  /// Does nothing: a stream cannot be opened again.
  package func reopen() {}

  /// Nil: a stream does not show it.
  package var lastWrite: Int64? { nil }

  /// Nil: what was read of a stream is gone.
  package func position() -> FilePosition? { nil }
}
