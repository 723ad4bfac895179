internal import LogReading

/// The forms that secrets and identities have in a text.
///
/// Asked about the places of one text in order, it reads nothing twice in vain, so that a search
/// takes time in proportion to the text, whatever stands there.
struct SecretForms {
  typealias Found = SecretMasking.Found

  /// The place before which no web token begins.
  private var noToken = 0
  /// The start of a web token's value that the end of the text may have cut; nil for none.
  private(set) var openToken: Int?

  mutating func find(in text: Span<UInt8>, at index: Int) -> Found? {
    switch text[index] | 0x20 {
    case UInt8(ascii: "e"): webToken(in: text, at: index)
    case UInt8(ascii: "b"): Self.bearer(in: text, at: index)
    case UInt8(ascii: "a"): Self.apiKey(in: text, at: index)
    case UInt8(ascii: "d"): Self.did(in: text, at: index)
    default: nil
    }
  }

  /// Finds `eyJ…` with two dots; the signature may be empty.
  mutating func webToken(in text: Span<UInt8>, at index: Int) -> Found? {
    guard index >= noToken, text.matches("eyJ".utf8.span, at: index) else { return nil }
    let header = Self.end(of: Self.isBase64URL, in: text, from: index + 3)
    guard header < text.count, text[header] == Self.dot else {
      // Another `eyJ` of this run ends where this one does.
      noToken = header
      noteOpenToken(from: index + 3, to: header, in: text)
      return nil
    }
    guard header > index + 3 else { return nil }
    let payload = Self.end(of: Self.isBase64URL, in: text, from: header + 1)
    guard payload > header + 1, payload < text.count, text[payload] == Self.dot else {
      noToken = payload
      noteOpenToken(from: index + 3, to: payload, in: text)
      return nil
    }
    let stop = Self.end(of: Self.isBase64URL, in: text, from: payload + 1)
    return Found(value: index + 3..<stop)
  }

  private mutating func noteOpenToken(from start: Int, to end: Int, in text: Span<UInt8>) {
    // Fewer letters may be any word, and of a token they tell no more than its algorithm.
    if end == text.count, end - start >= 16, openToken == nil { openToken = start }
  }

  /// Finds `Bearer TOKEN`, `Bearer "TOKEN"`, `"Bearer":"TOKEN"` and `Bearer%20TOKEN`, but not
  /// "bearer token expired", nor `"Bearer"` where that is itself a value.
  static func bearer(in text: Span<UInt8>, at index: Int) -> Found? {
    guard let word = skip("bearer", in: text, at: index) else { return nil }
    if index > 0, text[index - 1].isAlphanumeric {
      // Unless the letters before it are a coded byte, as of a blank.
      guard index >= 3, text[index - 3] == UInt8(ascii: "%") else { return nil }
    }
    let closed = end(of: isQuote, in: text, from: word)
    if closed > word {
      let colon = end(of: isBlank, in: text, from: closed)
      guard colon < text.count, isOne(of: "=:", text[colon]),
        let quote = Quote(in: text, from: colon + 1)
      else { return nil }
      return quote.value(in: text, of: isToken)
    }
    var start = word
    var isCoded = false
    while start < text.count {
      if isSeparator(text[start]) {
        start += 1
      } else if let next = skipCodedSeparator(in: text, at: start) {
        start = next
        isCoded = true
      } else {
        break
      }
    }
    guard start > word else { return nil }
    if let quote = Quote(in: text, from: start) { return quote.value(in: text, of: isToken) }
    let stop = end(of: isToken, in: text, from: start)
    guard stop > start, !isPlainWord(text, start..<stop) else { return nil }
    guard isCoded else { return Found(value: start..<stop) }
    // If blanks are coded, so are some bytes of a token.
    let rest = end(of: { isToken($0) || $0 == UInt8(ascii: "%") }, in: text, from: stop)
    return Found(value: start..<rest)
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

  /// Finds `did:method:…`, also percent-encoded as in a URL.
  private static func did(in text: Span<UInt8>, at index: Int) -> Found? {
    if index > 0, text[index - 1].isAlphanumeric { return nil }
    guard let word = skip("did", in: text, at: index), let method = skipColon(in: text, at: word)
    else { return nil }
    let methodEnd = end(of: \.isAlphanumeric, in: text, from: method)
    guard methodEnd > method, let start = skipColon(in: text, at: methodEnd) else { return nil }
    var stop = end(of: isIdentifier, in: text, from: start)
    // A full stop or colon at the end belongs to the sentence.
    while stop > start, isOne(of: ".:", text[stop - 1]) { stop -= 1 }
    return stop > start ? Found(value: start..<stop, isSecret: false) : nil
  }

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

  private static let dot = UInt8(ascii: ".")

  /// Returns the index after a word in any case, or nil where it does not stand there.
  private static func skip(_ word: String, in text: Span<UInt8>, at index: Int) -> Int? {
    let word = word.utf8.span
    guard text.count - index >= word.count else { return nil }
    for offset in word.indices where text[index + offset].lowercased != word[offset] {
      return nil
    }
    return index + word.count
  }

  private static func skipColon(in text: Span<UInt8>, at index: Int) -> Int? {
    skip(":", in: text, at: index) ?? skip("%3a", in: text, at: index)
  }

  /// Returns the index after a blank, colon, equals sign or quote as a URL writes it, or nil.
  private static func skipCodedSeparator(in text: Span<UInt8>, at index: Int) -> Int? {
    guard text[index] == UInt8(ascii: "%") else { return nil }
    return skip("%20", in: text, at: index) ?? skip("%3a", in: text, at: index)
      ?? skip("%3d", in: text, at: index) ?? skip("%22", in: text, at: index)
  }

  static func end(
    of isMember: (UInt8) -> Bool, in text: Span<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index < text.count, isMember(text[index]) { index += 1 }
    return index
  }

  private static func isOne(of set: String, _ byte: UInt8) -> Bool { set.utf8.contains(byte) }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || isOne(of: "-_=", byte)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || isOne(of: "-._~+/=", byte)
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || isOne(of: "._:%-#/", byte)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { isOne(of: " :=\t", byte) }
  static func isBlank(_ byte: UInt8) -> Bool { isOne(of: " \t", byte) }
  private static func isQuote(_ byte: UInt8) -> Bool { isOne(of: "\\\"'", byte) }
  static func isQuoteOrBlank(_ byte: UInt8) -> Bool { isBlank(byte) || isQuote(byte) }
  private static func isValueEnd(_ byte: UInt8) -> Bool { isOne(of: " \t\r\n\\\"',;&)}]", byte) }
}
