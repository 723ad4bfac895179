/// The escapes in which a container writes unprintable bytes.
enum MessageEscapes: Sendable {
  case none
  /// logcat's modifier `printable`, which bug reports use: `\n`, `\\`, `\xE2`.
  case printable
  /// The old syslog of iOS devices, for bytes above ASCII: `\M-b`, `\M^Y`, `\^A`, `\240`.
  case visible
  /// A quote in a quoted column of a table: `""`.
  case doubled
  /// A string in quotes, as in `msg="…"`: `\"`, `\\`, `\n`.
  case quoted

  /// Appends the bytes of a message; text without escapes stays as it is.
  func decode(_ text: Span<UInt8>, in range: Range<Int>, into bytes: inout [UInt8]) {
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = text[place]
      if byte == mark, let found = meaning(of: text, at: place + 1), found.end <= range.upperBound {
        bytes.append(found.byte)
        place = found.end
      } else {
        bytes.append(byte)
        place += 1
      }
    }
  }

  /// The byte with which an escape begins.
  var mark: UInt8 { self == .doubled ? UInt8(ascii: "\"") : UInt8(ascii: "\\") }

  /// The byte that an escape stands for, told by the text behind its mark.
  private func meaning(of text: Span<UInt8>, at index: Int) -> (byte: UInt8, end: Int)? {
    switch self {
    case .none: nil
    case .printable: Self.printable(text, at: index)
    case .visible: Self.visible(text, at: index)
    case .doubled: text.peek(index) == mark ? (mark, index + 1) : nil
    case .quoted:
      text.peek(index) == UInt8(ascii: "\"")
        ? (text.peek(index), index + 1) : Self.printable(text, at: index)
    }
  }

  private static func printable(_ text: Span<UInt8>, at index: Int) -> (byte: UInt8, end: Int)? {
    switch text.peek(index) {
    case UInt8(ascii: "n"): (0x0A, index + 1)
    case UInt8(ascii: "t"): (0x09, index + 1)
    case UInt8(ascii: "r"): (0x0D, index + 1)
    case UInt8(ascii: "\\"): (UInt8(ascii: "\\"), index + 1)
    case UInt8(ascii: "x"):
      hexByte(text.peek(index + 1), text.peek(index + 2)).map { ($0, index + 3) }
    default: nil
    }
  }

  private static func visible(_ text: Span<UInt8>, at index: Int) -> (byte: UInt8, end: Int)? {
    switch (text.peek(index), text.peek(index + 1)) {
    case (UInt8(ascii: "\\"), _): return (UInt8(ascii: "\\"), index + 1)
    case (UInt8(ascii: "M"), UInt8(ascii: "-")) where text.peek(index + 2) > 0x20:
      return (text.peek(index + 2) | 0x80, index + 3)
    case (UInt8(ascii: "M"), UInt8(ascii: "^")) where text.peek(index + 2) > 0x20:
      return (text.peek(index + 2) & 0x7F ^ 0x40 | 0x80, index + 3)
    case (UInt8(ascii: "^"), let letter) where letter > 0x20:
      return (letter & 0x7F ^ 0x40, index + 2)
    case (UInt8(ascii: "0")...UInt8(ascii: "3"), _):
      var value = 0
      for place in index..<(index + 3) {
        guard text.peek(place) & 0xF8 == 0x30 else { return nil }
        value = value << 3 | Int(text.peek(place) & 7)
      }
      return (UInt8(truncatingIfNeeded: value), index + 3)
    default: return nil
    }
  }

  private static func hexByte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard high.isHexDigit, low.isHexDigit else { return nil }
    return hexDigit(high) << 4 | hexDigit(low)
  }

  private static func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 0x40 ? digit &- 0x30 : (digit | 0x20) &- 0x57
  }
}
