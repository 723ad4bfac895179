extension ExpressionLexer {
  /// Reads a text between single or double quotes, with CEL's escapes.
  mutating func string() throws(ExpressionError) -> ExpressionToken.Kind {
    let start = position
    let quote = peek()
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = peek()
      switch byte {
      case quote:
        position += 1
        return .string(String(decoding: text, as: UTF8.self))
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        throw ExpressionError("the string is not closed on its line", at: start)
      default:
        text.append(byte)
        position += 1
      }
    }
    throw ExpressionError("the string is not closed", at: start)
  }

  private mutating func escape() throws(ExpressionError) -> [UInt8] {
    let start = position
    let letter = peek(1)
    position += 2
    switch letter {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"),
      UInt8(ascii: "?"):
      return [letter]
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return try character(digits: 2, radix: 16, from: start)
    case UInt8(ascii: "u"): return try character(digits: 4, radix: 16, from: start)
    case UInt8(ascii: "U"): return try character(digits: 8, radix: 16, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      position -= 1
      return try character(digits: 3, radix: 8, from: start)
    default:
      throw ExpressionError(
        "unknown escape in a string", advice: "write \\\\ for a backslash", at: start)
    }
  }

  private mutating func character(
    digits: Int, radix: UInt32, from start: Int
  ) throws(ExpressionError) -> [UInt8] {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek().hexDigit, digit < radix else {
        throw ExpressionError("the escape needs \(digits) digits", at: start)
      }
      // At most eight digits are read, so the value cannot overflow.
      value = value &* radix &+ UInt32(digit)
      position += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw ExpressionError("the escape names no character", at: start)
    }
    return Array(String(scalar).utf8)
  }
}
