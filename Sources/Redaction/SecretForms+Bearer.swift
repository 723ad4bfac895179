internal import LogReading

// Tokens and keys that are told by the word before them.
extension SecretForms {
  /// Finds `Bearer TOKEN`, `Bearer "TOKEN"`, `"Bearer":"TOKEN"` and `Bearer%20TOKEN`, also behind colour
  /// codes, a NUL or the end of the line, but not "bearer token expired", nor `"Bearer"` where that is
  /// itself a value.
  static func bearer(in text: Span<UInt8>, at index: Int) -> Found? {
    guard let word = skip("bearer", in: text, at: index) else { return nil }
    if index > 0, text[index - 1].isAlphanumeric, !mayBeginWord(text, at: index) { return nil }
    let gap = Gap(in: text, from: word)
    if gap.end == word {
      let closed = end(of: isQuote, in: text, from: word)
      let colon = end(of: isBlank, in: text, from: closed)
      guard closed > word, colon < text.count, isOne(of: "=:", text[colon]),
        let quote = Quote(in: text, from: colon + 1)
      else { return nil }
      return quote.value(in: text, of: isToken)
    }
    if let lineEnd = gap.lineEnd {
      return continuation(in: text, behind: lineEnd).map { Found(value: $0) }
    }
    if let quote = Quote(in: text, from: gap.end) { return quote.value(in: text, of: isToken) }
    let start = gap.end
    var stop = end(of: isToken, in: text, from: start)
    guard stop > start, !isPlainWord(text, start..<stop) else { return nil }
    // Behind the end of a line, another header may stand.
    if gap.isEscaped, !looksRandom(text, start..<stop, atLeast: 8) { return nil }
    // If blanks are coded, so are some bytes of a token; colours may split it.
    if gap.isCoded {
      stop = end(of: { isToken($0) || $0 == UInt8(ascii: "%") }, in: text, from: stop)
    }
    while let next = skipColour(in: text, at: stop), next < text.count, isToken(text[next]) {
      stop = end(of: isToken, in: text, from: next)
    }
    return Found(value: start..<stop)
  }

  /// What stands between a word and its value.
  private struct Gap {
    /// The place behind it, or the end of the line.
    private(set) var end: Int
    /// Whether some of it is coded as in a URL.
    private(set) var isCoded = false
    /// Whether some of it is the end of a line, or another control byte, as JSON writes it.
    private(set) var isEscaped = false
    /// The end of the line, where nothing else is in between.
    private(set) var lineEnd: Int?

    init(in text: Span<UInt8>, from start: Int) {
      end = start
      while end < text.count {
        if SecretForms.isOne(of: " :=\t\0", text[end]) {
          end += 1
        } else if let next = SecretForms.skipColour(in: text, at: end) {
          end = next
        } else if let next = Self.skipCoded(in: text, at: end) {
          end = next
          isCoded = true
        } else if let next = Self.skipEscaped(in: text, at: end) {
          end = next
          isEscaped = true
        } else {
          if SecretForms.isLineEnd(text[end]) { lineEnd = end }
          break
        }
      }
      if lineEnd != nil, end == start { end += 1 }
    }

    /// Returns the index after a blank, colon, equals sign or quote as a URL writes it, or nil.
    private static func skipCoded(in text: Span<UInt8>, at index: Int) -> Int? {
      guard text[index] == UInt8(ascii: "%") else { return nil }
      return SecretForms.skip(
        anyOf: ["%20", "%3a", "%3d", "%22", "%09", "%00"], in: text, at: index)
    }

    /// Returns the index after a blank or a NUL as JSON writes it, or nil.
    private static func skipEscaped(in text: Span<UInt8>, at index: Int) -> Int? {
      let code = SecretForms.end(of: { $0 == UInt8(ascii: "\\") }, in: text, from: index)
      guard code > index else { return nil }
      return SecretForms.skip(
        anyOf: ["u0000", "u0009", "u000a", "u000d", "x00", "t", "n", "r", "0"], in: text, at: code)
    }
  }

  /// Finds `api_key=…`, `apikey: …`, `x-api-key: …`, also as a JSON member, also inside an escaped
  /// one.
  static func apiKey(in text: Span<UInt8>, at index: Int) -> Found? {
    guard var position = skip("api", in: text, at: index), position < text.count else { return nil }
    if isOne(of: "_- ", text[position]) { position += 1 }
    guard let word = skip("key", in: text, at: position) else { return nil }
    position = end(of: isQuoteOrBlank, in: text, from: word)
    guard position < text.count, isOne(of: "=:", text[position]) else { return nil }
    if let quote = Quote(in: text, from: position + 1) {
      return quote.value(in: text) { !isValueEnd($0) }
    }
    let start = end(of: isQuoteOrBlank, in: text, from: position + 1)
    let stop = end(of: { !isValueEnd($0) }, in: text, from: start)
    guard stop > start, !isPlainWord(text, start..<stop) else { return nil }
    return Found(value: start..<stop)
  }
}
