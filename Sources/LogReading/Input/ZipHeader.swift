/// The header before a file's data in a zip archive.
enum ZipHeader {
  static let localLength = 30
  static let localMark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// Whether bytes are those of a header.
  static func begins(_ bytes: Span<UInt8>, at index: Int = 0) -> Bool {
    bytes.matches(localMark.span, at: index)
  }

  /// How far behind the start of a header its file's data begin; nil for what is no header.
  static func localDataOffset(_ header: Span<UInt8>) -> Int? {
    guard header.count >= localLength, header.matches(localMark.span, at: 0) else { return nil }
    return localLength + Int(header.number16(at: 26)) + Int(header.number16(at: 28))
  }
}

extension Span where Element == UInt8 {
  /// Little-endian numbers; the caller has checked that the bytes are there.
  func number16(at index: Int) -> UInt16 {
    UInt16(self[index]) | UInt16(self[index + 1]) << 8
  }

  func number32(at index: Int) -> UInt32 {
    UInt32(number16(at: index)) | UInt32(number16(at: index + 2)) << 16
  }

  func number64(at index: Int) -> UInt64 {
    UInt64(number32(at: index)) | UInt64(number32(at: index + 4)) << 32
  }
}
