/// The stored bytes of a gzip file, of which a window is held.
struct StoredBytes: ~Copyable {
  static let usualSize = 256 << 10
  /// The bytes kept to search again for a member: codes misread behind lost bytes may run over the
  /// next member's header.
  static let history = 32 << 10
  /// The number of bytes behind a member that tell whether they are text.
  private static let textSample = 64

  var window: ByteWindow
  /// The offset in the file of the window's first byte.
  private var base: Int64 = 0
  private(set) var isAtEnd = false

  /// Begins with bytes that were read from the start of the file.
  ///
  /// - Parameter size: How much is held at once: more than the longest header and the history.
  init(_ head: consuming ByteWindow, size: Int = usualSize) {
    head.grow(to: size)
    window = head
  }

  /// The offset in the file of the next stored byte.
  var position: Int64 { base + Int64(window.pending.lowerBound) }

  /// The offset in the file behind the last byte that was read.
  var end: Int64 { base + Int64(window.pending.upperBound) }

  /// The number in the last four bytes; nil where fewer were read.
  var lastNumber: UInt32? {
    let last = window.pending.upperBound
    return last < 4 ? nil : window.bytes.span.number32(at: last - 4)
  }

  /// Moves to a place in a file that is read by position.
  mutating func move(to place: Int64, in file: inout InputFile) {
    file.seek(to: place)
    window.removeAll()
    base = place
    isAtEnd = false
  }

  /// Reads until that many bytes are pending; false when the file ends before.
  mutating func ensure(_ count: Int, from file: inout InputFile) throws(InputError) -> Bool {
    while window.pending.count < count {
      if try !readMore(from: &file) { return false }
    }
    return true
  }

  mutating func readMore(from file: inout InputFile) throws(InputError) -> Bool {
    if isAtEnd { return false }
    if window.room.isEmpty { base += Int64(window.compact(keeping: Self.history)) }
    let room = window.room
    let got = try file.read(into: &window.bytes, at: room)
    window.append(got)
    isAtEnd = got == 0
    return got > 0
  }

  /// Skips to bytes that may begin a member; false at the end of the file.
  mutating func skipToMagic(from file: inout InputFile) throws(InputError) -> Bool {
    while true {
      guard try ensure(GzipHeader.magic.count, from: &file) else { return false }
      window.removeFirst(bytesBeforeMagic)
      // A magic number cut by the end of the window is looked at again with more bytes.
      if window.pending.count >= GzipHeader.magic.count { return true }
    }
  }

  /// How many pending bytes stand before the first that may begin a member.
  private var bytesBeforeMagic: Int {
    let bytes = window.pendingBytes
    var index = 0
    while let found = bytes.firstIndex(of: GzipHeader.magic[0], in: index..<bytes.count) {
      if GzipHeader.mayBegin(bytes.extracting(droppingFirst: found)) { return found }
      index = found + 1
    }
    return bytes.count
  }

  /// Whether the next bytes are words, unlike packed data.
  var isText: Bool {
    let bytes = window.pendingBytes
    for index in 0..<min(bytes.count, Self.textSample) {
      switch bytes[index] {
      case 0x09...0x0D, 0x20..<0x7F: continue
      default: return false
      }
    }
    return true
  }

  var leadingZeros: Int {
    let bytes = window.pendingBytes
    var zeros = 0
    while zeros < bytes.count, bytes[zeros] == 0 { zeros += 1 }
    return zeros
  }
}
