/// The framing of a gzip member (RFC 1952).
enum GzipHeader {
  static let magic: [UInt8] = [0x1F, 0x8B, 0x08]
  static let trailerLength = 8

  enum Outcome: Equatable {
    /// A whole header; the deflate data begin after that many bytes.
    case complete(Int)
    /// A beginning of a header that goes on behind these bytes.
    case incomplete
    case invalid
  }

  /// Whether the bytes begin a member, or with the start of its magic number.
  static func mayBegin(_ bytes: Span<UInt8>) -> Bool {
    for index in 0..<min(bytes.count, magic.count) where bytes[index] != magic[index] {
      return false
    }
    return true
  }

  /// Measures the header at the start of some bytes.
  static func parse(_ bytes: Span<UInt8>) -> Outcome {
    guard mayBegin(bytes) else { return .invalid }
    guard bytes.count >= 10 else { return .incomplete }
    let flags = bytes[3]
    guard flags & 0xE0 == 0 else { return .invalid }
    var length = 10
    if flags & 0x04 != 0 {
      guard bytes.count >= length + 2 else { return .incomplete }
      length += 2 + Int(bytes.number16(at: length))
    }
    // Name and comment each end with a zero byte.
    for flag in [UInt8(0x08), 0x10] where flags & flag != 0 {
      guard length <= bytes.count,
        let end = bytes.firstIndex(of: 0, in: length..<bytes.count)
      else { return .incomplete }
      length = end + 1
    }
    // The header's own checksum is not compared: a flaw in the header loses no line.
    if flags & 0x02 != 0 { length += 2 }
    return length <= bytes.count ? .complete(length) : .incomplete
  }
}
