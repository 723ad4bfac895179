/// The header before a file's data in a zip archive.
enum ZipHeader {
  static let localLength = 30
  static let localMark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  /// The mark of the record that ends an archive; an archive without files begins with it.
  static let endMark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]

  /// Whether bytes are those of a header.
  static func begins(_ bytes: Span<UInt8>, at index: Int = 0) -> Bool {
    bytes.matches(localMark.span, at: index)
  }

  /// Whether bytes are those that end an archive.
  static func endsDirectory(_ bytes: Span<UInt8>, at index: Int = 0) -> Bool {
    bytes.matches(endMark.span, at: index)
  }

  /// The length of the name in a header.
  static func nameLength(_ header: Span<UInt8>) -> Int { Int(header.number16(at: 26)) }

  /// The distance from the start of a header to its file's data; nil for bytes that are no header.
  static func localDataOffset(_ header: Span<UInt8>) -> Int? {
    guard header.count >= localLength, header.matches(localMark.span, at: 0) else { return nil }
    return localLength + nameLength(header) + Int(header.number16(at: 28))
  }
}
