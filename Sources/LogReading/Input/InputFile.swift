#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open file, pipe or terminal, read forward once.
struct InputFile: ~Copyable {
  /// The name for errors.
  let path: String
  /// The size of a regular file when it was opened; nil for any other kind.
  let size: Int?
  /// How many bytes have been read so far.
  private(set) var position: Int64 = 0
  private let descriptor: Int32
  private let closesAtEnd: Bool
  private let stop: StopFlag?
  /// The most that one read asks for.
  private let readSize: Int
  /// The file of an archive that gives the bytes instead of the descriptor.
  private let member: (any MemberReader)?
  /// Bytes read before to recognise the format; they come first.
  private var head: [UInt8] = []
  /// The place of the next read, for a file that is read by position.
  private var offset: Int64?
  /// How many bytes of a regular file were still to come when it was opened.
  private let remaining: Int64
  /// Whether the file ended before them: somebody cut it while it was read.
  private var isShortened = false

  init(opening path: String, readSize: Int, stop: StopFlag? = nil) throws(InputError) {
    #if canImport(Glibc)
      // A pipe with a name is opened at once, and its writer waited for before each read, where a stop
      // is seen: the signal that asks for it may come to another thread.
      let flags = O_RDONLY | O_CLOEXEC | (stop == nil ? 0 : O_NONBLOCK)
    #else
      let flags = O_RDONLY | O_CLOEXEC
    #endif
    // SAFETY: the path's pointer lasts for the call.
    let descriptor = unsafe open(path, flags)
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
    remaining = Int64(size ?? 0)
    closesAtEnd = true
    member = nil
  }

  /// Reads a descriptor that the caller opened and will close.
  ///
  /// - Parameter head: Bytes that were taken from it already.
  init(
    descriptor: Int32, name: String, readSize: Int, head: [UInt8] = [], stop: StopFlag? = nil
  ) throws(InputError) {
    size = try Self.sizeIfReadable(descriptor, path: name, allowsDevice: true)
    path = name
    self.descriptor = descriptor
    self.readSize = readSize
    self.head = head
    self.stop = stop
    // Another program may have read a part of it before.
    remaining = size.map { Int64($0) - Int64(lseek(descriptor, 0, SEEK_CUR)) } ?? 0
    closesAtEnd = false
    member = nil
  }

  /// Opens the same file for another reader, from its start; nil if it was not opened by name.
  func twin() -> InputFile? {
    guard closesAtEnd, size != nil else { return nil }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : InputFile(copy, of: self)
  }

  private init(_ copy: Int32, of other: borrowing InputFile) {
    path = other.path
    size = other.size
    descriptor = copy
    closesAtEnd = true
    stop = other.stop
    readSize = other.readSize
    member = nil
    offset = 0
    remaining = 0
  }

  /// Reads a file of an archive.
  init(
    _ member: any MemberReader, of entry: Archive.Entry, name: String, readSize: Int,
    stop: StopFlag?
  ) {
    // The archive may state a wrong size; it only chooses the size of a buffer.
    size = Int(clamping: max(entry.stored, entry.length))
    path = name
    descriptor = -1
    self.readSize = readSize
    self.stop = stop
    closesAtEnd = false
    self.member = member
    remaining = 0
  }

  /// Whether the bytes are those of a file in an archive.
  var isArchived: Bool { member != nil }

  /// The damage of the archive in this file, or the loss of its end while it was read; nil for none.
  var damage: ReadReport.Damage? {
    isShortened ? ReadReport.Damage(kind: .truncated, offset: position) : member?.damage
  }

  /// Moves to a place; from now on the file is read by position, and others may read it too.
  mutating func seek(to place: Int64) {
    offset = place
    position = place
  }

  /// Reads some bytes at a place, or fewer at the end of the file.
  mutating func bytes(at place: Int64, count: Int) throws(InputError) -> [UInt8] {
    seek(to: place)
    // An archive may state more bytes than there are.
    let there = max(0, Int64(size ?? 0) - place)
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), there)))
    var filled = 0
    while filled < bytes.count {
      let got = try read(into: &bytes, at: filled..<bytes.count)
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
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
    if let member {
      if isStopped { return 0 }
      let got = try member.read(into: &bytes, at: room.lowerBound..<(room.lowerBound + wanted))
      position = member.position
      return got
    }
    if !head.isEmpty { return takeHead(into: &bytes, at: room) }
    while true {
      if size == nil, stop != nil { waitUntilReadable() }
      if isStopped { return 0 }
      // SAFETY: the range was checked against the buffer above.
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        let target = unsafe base + room.lowerBound
        guard let offset else { return unsafe readBytes(descriptor, target, wanted) }
        return unsafe pread(descriptor, target, wanted, off_t(offset))
      }
      if got >= 0 {
        position += Int64(got)
        if let offset { self.offset = offset + Int64(got) }
        if got == 0, offset == nil, position < remaining { isShortened = true }
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

  private mutating func takeHead(into bytes: inout [UInt8], at room: Range<Int>) -> Int {
    let count = min(head.count, room.count)
    for index in 0..<count { bytes[room.lowerBound + index] = head[index] }
    head.removeFirst(count)
    position += Int64(count)
    return count
  }

  /// Whether reading was stopped before the end of the file.
  var isStopped: Bool { stop?.isRequested ?? false }

  /// Waits for bytes, the end, or a stop; its signal may come just before the wait begins.
  private func waitUntilReadable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: one request, as the count says.
    while !isStopped, unsafe poll(&request, 1, 200) <= 0 {}
  }
}

/// Calls the C function, which the method of the same name hides.
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
