internal import LogReading

/// The forms that secrets and identities have in a text, for all that masks and all that finds them.
///
/// Asked about the places of one text in order, it reads nothing twice in vain, so that a search
/// takes time in proportion to the text, whatever stands there.
struct SecretForms {
  typealias Found = SecretMasking.Found

  /// The place before which no web token begins.
  private var noToken = 0
  /// The start of a web token's value that the end of the text may have cut; nil for none.
  private(set) var openToken: Int?
  /// The place before which no token of a known prefix begins.
  private var noKnown = 0
  /// The run of bytes that was read last as a value: many names may stand in it.
  var valueRun = 0..<0

  mutating func find(in text: Span<UInt8>, at index: Int) -> Found? {
    let byte = text[index]
    switch byte | 0x20 {
    case UInt8(ascii: "e"):
      return webToken(in: text, at: index) ?? KnownTokens.find(text, index, &noKnown)
    case UInt8(ascii: "b"): return Self.bearer(in: text, at: index)
    case UInt8(ascii: "a"):
      return Self.apiKey(in: text, at: index) ?? KnownTokens.find(text, index, &noKnown)
    case UInt8(ascii: "d"):
      return Self.did(in: text, at: index) ?? KnownTokens.find(text, index, &noKnown)
    case UInt8(ascii: "f")...UInt8(ascii: "z"): return KnownTokens.find(text, index, &noKnown)
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      return byte < 0x20 ? nil : named(in: text, at: index)
    case UInt8(ascii: "-"): return Self.privateKey(in: text, at: index)
    default: return nil
    }
  }

  // MARK: Web tokens

  /// Finds `eyJ…` with two dots, or the four of an encrypted token; the signature may be empty.
  mutating func webToken(in text: Span<UInt8>, at index: Int) -> Found? {
    guard index >= noToken, text.matches("eyJ".utf8.span, at: index) else { return nil }
    let header = Self.end(of: Self.isBase64URL, in: text, from: index + 3)
    guard let payload = Self.behindDot(in: text, at: header) else {
      return cutToken(from: index + 3, to: header, in: text)
    }
    guard header > index + 3 else { return nil }
    let payloadEnd = Self.end(of: Self.isBase64URL, in: text, from: payload)
    guard let signature = Self.behindDot(in: text, at: payloadEnd) else {
      return cutToken(from: index + 3, to: payloadEnd, in: text)
    }
    var stop = Self.end(of: Self.isBase64URL, in: text, from: signature)
    // A key that both sides know is left out of an encrypted token.
    if payloadEnd == payload, stop == signature {
      noToken = stop
      return nil
    }
    var parts = 3
    while parts < 5, let next = Self.behindDot(in: text, at: stop) {
      let end = Self.end(of: Self.isBase64URL, in: text, from: next)
      // A full stop behind a token belongs to the sentence.
      if end == next { break }
      (stop, parts) = (end, parts + 1)
    }
    if payloadEnd == payload, parts < 5 {
      noToken = stop
      return nil
    }
    return Found(value: index + 3..<stop)
  }

  /// Notes what lacks the parts of a token, and finds it where the end of a line has cut it.
  private mutating func cutToken(
    from start: Int, to end: Int, in text: Span<UInt8>
  ) -> Found? {
    // Another `eyJ` of this run ends where this one does.
    noToken = end
    // Fewer letters may be any word, and of a token they tell no more than its algorithm.
    guard end - start >= 16 else { return nil }
    if end == text.count {
      if openToken == nil { openToken = start }
      return nil
    }
    guard Self.isLineEnd(text[end]),
      let rest = Self.continuation(in: text, behind: end)
    else { return nil }
    return Found(value: start..<rest.upperBound, kind: .recognised)
  }

  /// Returns the place behind a dot, as it is or as a URL writes it; nil where there is none.
  private static func behindDot(in text: Span<UInt8>, at index: Int) -> Int? {
    skip(".", in: text, at: index) ?? skip("%2e", in: text, at: index)
  }

  // MARK: Identities

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
    return stop > start ? Found(value: start..<stop, kind: .identity) : nil
  }

  // MARK: Private keys

  /// Finds what stands between the lines that begin and end a private key, or behind the first.
  private static func privateKey(in text: Span<UInt8>, at index: Int) -> Found? {
    guard let label = skip("-----begin ", in: text, at: index) else { return nil }
    let labelEnd = end(of: { $0.isAlphanumeric || $0 == 0x20 }, in: text, from: label)
    guard let start = skip("-----", in: text, at: labelEnd), labelEnd - label <= 64,
      ["private key", "private key block"].contains(where: {
        skip($0, in: text, at: labelEnd - $0.utf8.count) == labelEnd
      })
    else { return nil }
    var stop = start
    while stop < text.count, skip("-----end", in: text, at: stop) == nil { stop += 1 }
    return stop > start && !isPlainWord(text, start..<stop)
      ? Found(value: start..<stop, kind: .recognised) : nil
  }

  // MARK: Lines

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Returns the rest of a secret that a line's end has cut, on the line behind it: its first word that
  /// looks like no other word, which a line head may stand before.
  static func continuation(in text: Span<UInt8>, behind lineEnd: Int) -> Range<Int>? {
    let first = end(of: isLineEnd, in: text, from: lineEnd)
    var index = first
    while index < text.count, !isLineEnd(text[index]) {
      let stop = end(of: isToken, in: text, from: index)
      let isWhole = stop == text.count || isLineEnd(text[stop])
      if looksRandom(text, index..<stop, atLeast: index == first && isWhole ? 8 : 16) {
        return index..<stop
      }
      index = end(of: { $0 > 0x20 }, in: text, from: max(stop, index + 1))
      index = end(of: isBlank, in: text, from: index)
    }
    return nil
  }

  /// Whether a word is long, has letters and digits, and is no path.
  static func looksRandom(
    _ text: Span<UInt8>, _ word: Range<Int>, atLeast count: Int
  ) -> Bool {
    guard word.count >= count, text[word.lowerBound] != UInt8(ascii: "/") else { return false }
    var (hasDigit, hasLetter) = (false, false)
    for index in word {
      if text[index].isDigit { hasDigit = true }
      if text[index].isLetter { hasLetter = true }
      if hasDigit, hasLetter { return true }
    }
    return false
  }
}
