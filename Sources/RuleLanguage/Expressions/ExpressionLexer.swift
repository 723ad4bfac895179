/// A lexer that splits the text of an expression into tokens.
struct ExpressionLexer {
  let bytes: [UInt8]
  var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The byte that many places ahead; zero behind the end.
  func peek(_ ahead: Int = 0) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  mutating func next() throws(ExpressionError) -> ExpressionToken {
    skipBlanks()
    let start = position
    let kind = try kind()
    return ExpressionToken(kind: kind, offset: start, text: text(from: start))
  }

  func text(from start: Int) -> String {
    String(decoding: bytes[start..<max(start, position)], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch peek() {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while position < bytes.count, peek() != UInt8(ascii: "\n") { position += 1 }
      default: return
      }
    }
  }

  private mutating func kind() throws(ExpressionError) -> ExpressionToken.Kind {
    guard position < bytes.count else { return .end }
    let byte = peek()
    if byte.isDigit || (byte == UInt8(ascii: ".") && peek(1).isDigit) { return try number() }
    if byte.beginsName { return name() }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "$"):
      guard peek(1).beginsName else {
        throw ExpressionError("a parameter's name is missing after '$'", at: position)
      }
      return name()
    default: return try symbol()
    }
  }

  private mutating func name() -> ExpressionToken.Kind {
    let start = position
    position += 1
    while peek().continuesName { position += 1 }
    let name = text(from: start)
    switch ExpressionSymbol(rawValue: name) {
    case .some(let word): return .symbol(word)
    case nil: return .name(name)
    }
  }

  private mutating func symbol() throws(ExpressionError) -> ExpressionToken.Kind {
    for length in [2, 1] where position + length <= bytes.count {
      let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
      if let symbol = ExpressionSymbol(rawValue: text) {
        position += length
        return .symbol(symbol)
      }
    }
    throw unexpectedCharacter
  }

  private var unexpectedCharacter: ExpressionError {
    let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self)
    let character = rest.unicodeScalars.first.map(String.init) ?? ""
    let advice =
      switch character {
      case "=": "write == to compare"
      case "&": "write && for and"
      case "|": "write || for or"
      case "{", "}": "maps are not part of these expressions"
      default: ""
      }
    return ExpressionError("unexpected '\(character)'", advice: advice, at: position)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  var beginsName: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }

  var continuesName: Bool { beginsName || isDigit }
}
