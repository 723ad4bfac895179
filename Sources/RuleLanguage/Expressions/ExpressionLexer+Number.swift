extension ExpressionLexer {
  /// Reads a number, or a length of time such as `30s`, which is a number with a unit.
  mutating func number() throws(ExpressionError) -> ExpressionToken.Kind {
    let start = position
    if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x") {
      return try hexadecimal()
    }
    skipDigits()
    var isDouble = false
    if peek() == UInt8(ascii: "."), peek(1).isDigit {
      isDouble = true
      position += 1
      skipDigits()
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
      if peek(hasSign ? 2 : 1).isDigit {
        isDouble = true
        position += hasSign ? 2 : 1
        skipDigits()
      }
    }
    if peek().continuesName || peek() >= 0x80 { return try duration(from: start) }
    let text = text(from: start)
    if isDouble {
      guard let value = Double(text), value.isFinite else {
        throw ExpressionError("the number \(text) does not fit into a double", at: start)
      }
      return .double(value)
    }
    guard let value = UInt64(text) else { throw doesNotFit(text, at: start) }
    return .int(value)
  }

  private mutating func hexadecimal() throws(ExpressionError) -> ExpressionToken.Kind {
    let start = position
    position += 2
    while peek().continuesName { position += 1 }
    let digits = bytes[(start + 2)..<position]
    guard !digits.isEmpty, digits.allSatisfy({ $0.hexDigit != nil }) else {
      throw ExpressionError("'\(text(from: start))' is not a number", at: start)
    }
    guard let value = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw doesNotFit(text(from: start), at: start)
    }
    return .int(value)
  }

  private mutating func duration(from start: Int) throws(ExpressionError) -> ExpressionToken.Kind {
    while peek().continuesName || peek() >= 0x80
      || (peek() == UInt8(ascii: ".") && peek(1).isDigit)
    {
      position += 1
    }
    do throws(TimeTextError) {
      return .duration(try DurationText.microseconds(of: bytes[start..<position]))
    } catch {
      throw ExpressionError(error.message, advice: error.advice, at: start)
    }
  }

  private func doesNotFit(_ text: String, at offset: Int) -> ExpressionError {
    ExpressionError("the number \(text) does not fit into 64 bits", at: offset)
  }

  private mutating func skipDigits() {
    while peek().isDigit { position += 1 }
  }
}
