internal import LogReading

// Words and bytes, as the forms of secrets ask for them.
extension SecretForms {
  // MARK: Plain words

  /// Returns the end of the word at the beginning of a value, if it is one that stands where a
  /// secret could; 0 if it is not.
  static func plainWordEnd(in value: Span<UInt8>) -> Int {
    let stop = end(of: { !isValueEnd($0) }, in: value, from: 0)
    return stop > 0 && isPlainWord(value, 0..<stop) ? stop : 0
  }

  /// Whether it is a word that stands where a secret could, or a mask that others put there.
  static func isPlainWord(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for word in plainWords where skip(word, in: text, at: range.lowerBound) == range.upperBound {
      return true
    }
    for index in range where text[index] != UInt8(ascii: "*") { return false }
    return true
  }

  private static let plainWords = [
    "token", "tokens", "auth", "authentication", "authorization", "scheme", "realm", "realm=",
    "header", "credential", "credentials", "is", "was", "has", "not", "and", "or", "for", "missing",
    "present", "absent", "expired", "invalid", "required", "rejected", "redacted", "null", "nil",
    "none", "true", "false", "bearer", "<private>", "<redacted>", "...", "…",
  ]

  // MARK: Bytes

  /// Returns the index after a word in any case, or nil where it does not stand there.
  static func skip(_ word: String, in text: Span<UInt8>, at index: Int) -> Int? {
    let word = word.utf8.span
    guard index >= 0, text.count - index >= word.count else { return nil }
    for offset in word.indices where text[index + offset].lowercased != word[offset] {
      return nil
    }
    return index + word.count
  }

  /// Returns the index after the first of some words that stands at a place; nil where none does.
  static func skip(anyOf words: [String], in text: Span<UInt8>, at index: Int) -> Int? {
    for word in words {
      if let end = skip(word, in: text, at: index) { return end }
    }
    return nil
  }

  static func skipColon(in text: Span<UInt8>, at index: Int) -> Int? {
    skip(":", in: text, at: index) ?? skip("%3a", in: text, at: index)
  }

  static func end(
    of isMember: (UInt8) -> Bool, in text: Span<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index < text.count, isMember(text[index]) { index += 1 }
    return index
  }

  /// Returns the index behind a colour code of a terminal, as it is or as JSON writes it; nil where there
  /// is none.
  static func skipColour(in text: Span<UInt8>, at index: Int) -> Int? {
    guard index < text.count else { return nil }
    var start: Int? = text[index] == 0x1B ? index + 1 : nil
    if text[index] == UInt8(ascii: "\\") {
      // A string in a string has more of them.
      let code = end(of: { $0 == UInt8(ascii: "\\") }, in: text, from: index)
      start = skip(anyOf: ["u001b", "x1b", "033", "e"], in: text, at: code)
    }
    guard let start, let codes = skip("[", in: text, at: start) else { return nil }
    let final = end(of: { $0.isDigit || $0 == UInt8(ascii: ";") }, in: text, from: codes)
    return final < text.count && text[final].isLetter ? final + 1 : nil
  }

  /// Whether a word may begin at a place: behind no letter or digit, unless that ends a coded byte.
  static func mayBeginWord(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = text[index - 1]
    guard before.isAlphanumeric || before == UInt8(ascii: "_") else { return true }
    if index >= 2, text[index - 2] == UInt8(ascii: "\\") { return true }
    if index >= 3, text[index - 3] == UInt8(ascii: "%") { return true }
    // The end of a colour code.
    return index >= 3 && before == UInt8(ascii: "m") && text[index - 2].isDigit
  }

  static func isOne(of set: String, _ byte: UInt8) -> Bool { set.utf8.contains(byte) }

  static func isBase64URL(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || isOne(of: "-_=", byte)
  }

  static func isToken(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || isOne(of: "-._~+/=", byte)
  }

  static func isIdentifier(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || isOne(of: "._:%-#/", byte)
  }

  static func isBlank(_ byte: UInt8) -> Bool { isOne(of: " \t", byte) }
  static func isQuote(_ byte: UInt8) -> Bool { isOne(of: "\\\"'", byte) }
  static func isQuoteOrBlank(_ byte: UInt8) -> Bool { isBlank(byte) || isQuote(byte) }
  static func isValueEnd(_ byte: UInt8) -> Bool { isOne(of: " \t\r\n\\\"',;&)}]", byte) }
}
