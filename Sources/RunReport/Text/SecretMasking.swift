internal import LogReading
internal import TextWriting

/// Takes secrets and identities out of log text before it is kept.
///
/// Masking twice changes nothing, so text may be masked again where it is unsure.
package enum SecretMasking {
  /// Appends the text with JWTs, bearer tokens, API keys and DIDs masked.
  ///
  /// Returns whether a secret was seen; a DID is masked, but is no secret.
  package static func mask(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
    var sawSecret = false
    var copied = 0
    var index = 0
    while index < text.count {
      guard let found = find(in: text, at: index) else {
        index += 1
        continue
      }
      for position in copied..<found.value.lowerBound { bytes.append(text[position]) }
      bytes.append(utf8: "***")
      if found.isSecret { sawSecret = true }
      copied = found.value.upperBound
      index = copied
    }
    for position in copied..<text.count { bytes.append(text[position]) }
    return sawSecret
  }

  /// The text masked, and whether a secret was seen.
  package static func mask(_ text: String) -> (text: String, sawSecret: Bool) {
    var bytes: [UInt8] = []
    let sawSecret = mask(text.utf8.span, into: &bytes)
    return (String(decoding: bytes, as: UTF8.self), sawSecret)
  }

  /// Whether the text holds a secret.
  ///
  /// Asked of every line of the plugin, so whole blocks are searched for a pair of letters that each
  /// kind has.
  package static func holdsSecret(_ text: Span<UInt8>) -> Bool {
    var next = 0
    while true {
      let index = text.secretMark(from: next)
      guard index < text.count else { return false }
      next = index + 1
      switch text[index] {
      case UInt8(ascii: "y"):
        if index >= 1, jsonWebToken(in: text, at: index - 1) != nil { return true }
      case UInt8(ascii: "b"), UInt8(ascii: "B"):
        if bearer(in: text, at: index) != nil { return true }
      case UInt8(ascii: "k"), UInt8(ascii: "K"):
        if index >= 3, apiKey(in: text, at: index - 3) != nil { return true }
        if index >= 4, apiKey(in: text, at: index - 4) != nil { return true }
      default: break
      }
    }
  }

  /// Something that is masked.
  struct Found {
    /// The bytes that the mask replaces.
    var value: Range<Int>
    /// A DID is none.
    var isSecret = true
  }

  /// All that would be masked in a text, in order.
  static func findings(in text: Span<UInt8>) -> [Found] {
    var findings: [Found] = []
    var index = 0
    while index < text.count {
      guard let found = find(in: text, at: index) else {
        index += 1
        continue
      }
      findings.append(found)
      index = max(found.value.upperBound, index + 1)
    }
    return findings
  }

  private static func find(in text: Span<UInt8>, at index: Int) -> Found? {
    switch text[index] | 0x20 {
    case UInt8(ascii: "e"): jsonWebToken(in: text, at: index)
    case UInt8(ascii: "b"): bearer(in: text, at: index)
    case UInt8(ascii: "a"): apiKey(in: text, at: index)
    case UInt8(ascii: "d"): did(in: text, at: index)
    default: nil
    }
  }

  /// `eyJ…` with two dots; the signature may be empty.
  private static func jsonWebToken(in text: Span<UInt8>, at index: Int) -> Found? {
    guard text.matches("eyJ".utf8.span, at: index) else { return nil }
    let header = end(of: isBase64URL, in: text, from: index + 3)
    guard header > index + 3, header < text.count, text[header] == dot else { return nil }
    let payload = end(of: isBase64URL, in: text, from: header + 1)
    guard payload > header + 1, payload < text.count, text[payload] == dot else { return nil }
    return Found(value: index + 3..<end(of: isBase64URL, in: text, from: payload + 1))
  }

  /// `Bearer TOKEN`, but not "bearer token expired".
  private static func bearer(in text: Span<UInt8>, at index: Int) -> Found? {
    guard let word = skip("bearer", in: text, at: index) else { return nil }
    if index > 0, isAlphanumeric(text[index - 1]) { return nil }
    let start = end(of: isSeparator, in: text, from: word)
    let stop = end(of: isToken, in: text, from: start)
    guard start > word, stop > start, !isPlainWord(text, start..<stop) else { return nil }
    return Found(value: start..<stop)
  }

  /// `api_key=…`, `apikey: …`, `x-api-key: …`, also as a JSON member, also inside an escaped one.
  private static func apiKey(in text: Span<UInt8>, at index: Int) -> Found? {
    guard var position = skip("api", in: text, at: index), position < text.count else { return nil }
    if isOne(of: "_- ", text[position]) { position += 1 }
    guard let word = skip("key", in: text, at: position) else { return nil }
    position = end(of: isQuoteOrSpace, in: text, from: word)
    guard position < text.count, isOne(of: "=:", text[position]) else { return nil }
    let start = end(of: isQuoteOrSpace, in: text, from: position + 1)
    let stop = end(of: { !isValueEnd($0) }, in: text, from: start)
    guard stop > start, !isPlainWord(text, start..<stop) else { return nil }
    return Found(value: start..<stop)
  }

  /// `did:method:…`, also percent-encoded as in a URL.
  private static func did(in text: Span<UInt8>, at index: Int) -> Found? {
    if index > 0, isAlphanumeric(text[index - 1]) { return nil }
    guard let word = skip("did", in: text, at: index), let method = skipColon(in: text, at: word)
    else { return nil }
    let methodEnd = end(of: isAlphanumeric, in: text, from: method)
    guard methodEnd > method, let start = skipColon(in: text, at: methodEnd) else { return nil }
    var stop = end(of: isIdentifier, in: text, from: start)
    // A full stop or colon at the end belongs to the sentence.
    while stop > start, isOne(of: ".:", text[stop - 1]) { stop -= 1 }
    return stop > start ? Found(value: start..<stop, isSecret: false) : nil
  }

  /// Words that stand where a secret could, and masks that others have put there.
  private static func isPlainWord(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for word in plainWords where skip(word, in: text, at: range.lowerBound) == range.upperBound {
      return true
    }
    for index in range where text[index] != UInt8(ascii: "*") { return false }
    return true
  }

  private static let plainWords = [
    "token", "tokens", "auth", "authentication", "authorization", "scheme", "realm=", "header",
    "credential", "credentials", "is", "was", "has", "not", "and", "or", "for", "missing",
    "expired", "invalid", "required", "rejected", "redacted", "null", "nil", "none", "true",
    "false", "bearer", "<private>", "<redacted>", "...", "…",
  ]

  // MARK: Bytes

  private static let dot = UInt8(ascii: ".")

  /// The index after a word in any case, or nil where it does not stand there.
  private static func skip(_ word: String, in text: Span<UInt8>, at index: Int) -> Int? {
    let word = word.utf8.span
    guard text.count - index >= word.count else { return nil }
    for offset in word.indices where lowercased(text[index + offset]) != word[offset] {
      return nil
    }
    return index + word.count
  }

  private static func skipColon(in text: Span<UInt8>, at index: Int) -> Int? {
    skip(":", in: text, at: index) ?? skip("%3a", in: text, at: index)
  }

  private static func end(
    of isMember: (UInt8) -> Bool, in text: Span<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index < text.count, isMember(text[index]) { index += 1 }
    return index
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isOne(of set: String, _ byte: UInt8) -> Bool { set.utf8.contains(byte) }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || isOne(of: "-_=", byte)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || isOne(of: "-._~+/=", byte)
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || isOne(of: "._:%-#/", byte)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { isOne(of: " :=\t", byte) }
  private static func isQuoteOrSpace(_ byte: UInt8) -> Bool { isOne(of: " \t\\\"'", byte) }
  private static func isValueEnd(_ byte: UInt8) -> Bool { isOne(of: " \t\r\n\\\"',;&)}]", byte) }
}
