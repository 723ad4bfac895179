/// Colour codes of a recorded terminal, which may stand anywhere in a line.
enum TerminalEscapes {
  static let escape: UInt8 = 0x1B

  /// Appends a text without its escape sequences.
  static func strip(_ text: Span<UInt8>, into clean: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == escape else {
        clean.append(byte)
        continue
      }
      guard text.peek(index) == UInt8(ascii: "[") else { continue }
      index += 1
      // Parameter and intermediate bytes, then one final byte.
      while index < text.count, text[index] >= 0x20, text[index] < 0x40 { index += 1 }
      if index < text.count, text[index] >= 0x40, text[index] < 0x7F { index += 1 }
    }
  }
}
