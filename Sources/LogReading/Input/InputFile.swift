#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open file, pipe or terminal, read forward once.
struct InputFile: ~Copyable {
  /// The name for errors.
  let path: String
  /// The size of a regular file when it was opened; nil for what has none.
  let size: Int?
  /// How many bytes have been read so far.
  private(set) var position: Int64 = 0
  private let descriptor: Int32
  private let closesAtEnd: Bool
  private let stop: StopFlag?
  /// The most that one read asks for.
  private let readSize: Int

  init(opening path: String, readSize: Int, stop: StopFlag? = nil) throws(InputError) {
    // SAFETY: the path's pointer lasts for the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(path: path, errorNumber: errno) }
    do throws(InputError) {
      size = try Self.sizeIfReadable(descriptor, path: path, allowsDevice: false)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    self.readSize = readSize
    self.stop = stop
    closesAtEnd = true
  }

  /// Reads a descriptor that somebody else opened and will close.
  init(
    descriptor: Int32, name: String, readSize: Int, stop: StopFlag? = nil
  ) throws(InputError) {
    size = try Self.sizeIfReadable(descriptor, path: name, allowsDevice: true)
    path = name
    self.descriptor = descriptor
    self.readSize = readSize
    self.stop = stop
    closesAtEnd = false
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  private static func sizeIfReadable(
    _ descriptor: Int32, path: String, allowsDevice: Bool
  ) throws(InputError) -> Int? {
    let status = try FileStatus(descriptor: descriptor, path: path)
    switch status.kind {
    case .regular: return Int(exactly: status.size)
    case .pipe: return nil
    case .directory: throw InputError(path: path, errorNumber: EISDIR)
    case .device:
      if allowsDevice { return nil }
      throw .device(path: path)
    }
  }

  /// Reads into a part of a buffer and returns how much came; 0 at the end.
  mutating func read(
    into bytes: inout [UInt8], at room: Range<Int>
  ) throws(InputError) -> Int {
    precondition(room.lowerBound >= 0 && room.upperBound <= bytes.count)
    let wanted = min(room.count, readSize)
    if wanted == 0 { return 0 }
    while true {
      if size == nil, stop != nil { waitUntilReadable() }
      if isStopped { return 0 }
      // SAFETY: the range was checked against the buffer above.
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe readBytes(descriptor, base + room.lowerBound, wanted)
      }
      if got >= 0 {
        position += Int64(got)
        return got
      }
      switch errno {
      case EINTR: continue
      // Another holder of the same pipe may have made it non-blocking.
      case EAGAIN: waitUntilReadable()
      case let code: throw InputError(path: path, errorNumber: code)
      }
    }
  }

  /// Whether reading was ended before the end of the file.
  var isStopped: Bool { stop?.isRequested ?? false }

  /// Waits for bytes, the end, or a stop; its signal may come just before the wait begins.
  private func waitUntilReadable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: one request, as the count says.
    while !isStopped, unsafe poll(&request, 1, 200) <= 0 {}
  }
}

/// The C function, which the method of the same name hides.
private func readBytes(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, base, count)
}

extension InputError {
  static func device(path: String) -> InputError {
    InputError(
      path: path, message: "is a device, not a log",
      advice: "name a log file, or give - to read standard input")
  }
}
