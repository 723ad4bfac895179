/// Decodes the escapes of JSON strings that the reader has accepted.
package enum JSONText {
  /// Appends a string's text; half a surrogate pair becomes the replacement character.
  package static func decode(_ text: Span<UInt8>, in range: Range<Int>, into bytes: inout [UInt8]) {
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = text[place]
      place += 1
      guard byte == UInt8(ascii: "\\"), place < range.upperBound else {
        bytes.append(byte)
        continue
      }
      let escape = text[place]
      place += 1
      switch escape {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"):
        let unit = hexUnit(text, at: place, before: range.upperBound)
        place = min(place + 4, range.upperBound)
        var scalar = unit
        if unit & 0xFC00 == 0xD800, text.peek(place) == UInt8(ascii: "\\"),
          text.peek(place + 1) == UInt8(ascii: "u")
        {
          let low = hexUnit(text, at: place + 2, before: range.upperBound)
          if low & 0xFC00 == 0xDC00 {
            scalar = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
            place += 6
          }
        }
        append(scalar & 0xFFFF_F800 == 0xD800 ? 0xFFFD : scalar, to: &bytes)
      default: bytes.append(escape)
      }
    }
  }

  /// Reads four hexadecimal digits; the replacement character where any is missing.
  private static func hexUnit(_ text: Span<UInt8>, at index: Int, before end: Int) -> UInt32 {
    guard end - index >= 4 else { return 0xFFFD }
    var unit: UInt32 = 0
    for place in index..<(index + 4) {
      let byte = text[place]
      guard byte.isHexDigit else { return 0xFFFD }
      unit = unit << 4 | UInt32(byte < 0x40 ? byte - 0x30 : (byte | 0x20) - 0x57)
    }
    return unit
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }
}
