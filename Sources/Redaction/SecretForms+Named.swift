internal import LogReading

// Values that are told by their names.
extension SecretForms {
  /// Finds the value of a name that ends in a word for a secret: `password=…`, `"authToken": "…"`,
  /// `private_key: …`, and the list behind one or many of them: `"tokens":["…"]`.
  ///
  /// Words and small numbers are no tokens, so that `token: refreshed` and `tokens=3` stay. API keys have
  /// a form of their own, and what is known by its look is left to that.
  mutating func named(in text: Span<UInt8>, at separator: Int) -> Found? {
    guard let name = Self.name(in: text, before: separator), let kind = SecretNames.kind(of: name)
    else { return nil }
    let behind = Self.end(of: { Self.isOne(of: "=>", $0) }, in: text, from: separator + 1)
    let blank = Self.end(of: Self.isBlank, in: text, from: behind)
    let start = Self.behindWrappers(in: text, from: blank)
    guard start < text.count else { return nil }
    if text[start] == UInt8(ascii: "[") { return Self.list(in: text, from: start + 1) }
    if kind == .plural { return nil }
    if let quote = Quote(in: text, from: start) {
      let range = quote.contents(in: text)
      if range.isEmpty || Self.isPlainWord(text, range) || Self.isMasked(text, range) { return nil }
      return isKnown(in: text, at: range.lowerBound) ? nil : Found(value: range, kind: .named)
    }
    if isKnown(in: text, at: start) { return nil }
    if !valueRun.contains(start) {
      valueRun = start..<Self.end(of: { !Self.isValueEnd($0) }, in: text, from: start)
    }
    let stop = valueRun.upperBound
    let value = start..<max(start, stop)
    guard stop > start, !Self.isPlainWord(text, value), !Self.isMasked(text, value),
      text[start] != UInt8(ascii: "(")
    else { return nil }
    if kind == .token {
      // `application:didRegisterWithDeviceToken:completion:` names no value.
      if text[stop - 1] == UInt8(ascii: ":") { return nil }
      let isProse = text[separator] == UInt8(ascii: ":") && blank > behind
      if isProse, !Self.looksRandom(text, value, atLeast: 8), value.count < 24 { return nil }
      if value.count < 8, Self.end(of: \.isDigit, in: text, from: start) == stop { return nil }
    }
    return Found(value: value, kind: .named)
  }

  /// Whether a secret that is known by its look, or a DID, begins at a place.
  private mutating func isKnown(in text: Span<UInt8>, at index: Int) -> Bool {
    guard index < text.count else { return false }
    switch text[index] | 0x20 {
    case UInt8(ascii: "="), UInt8(ascii: ":"): return false
    default:
      return find(in: text, at: index) != nil || openToken == index + 3
    }
  }

  /// Whether a value was masked before, behind a prefix that stayed.
  private static func isMasked(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    skip("***", in: text, at: value.upperBound - 3) == value.upperBound
  }

  /// Finds what stands in the brackets of a list.
  private static func list(in text: Span<UInt8>, from open: Int) -> Found? {
    var close = open
    while close < text.count, text[close] != UInt8(ascii: "]"), !isLineEnd(text[close]) {
      close += 1
    }
    let start = end(of: isQuoteOrBlank, in: text, from: open)
    var stop = close
    while stop > start, isQuoteOrBlank(text[stop - 1]) { stop -= 1 }
    guard stop > start, !isPlainWord(text, start..<stop) else { return nil }
    return Found(value: start..<stop, kind: .list)
  }

  /// The most bytes of a name that are looked at: its end says what it is.
  private static let nameLimit = 64

  /// Returns the name before a separator, or before the quotes and the blanks in front of that, if it may
  /// be one of a secret.
  private static func name(in text: Span<UInt8>, before separator: Int) -> [UInt8]? {
    var end = separator
    while end > 0, isBlank(text[end - 1]) { end -= 1 }
    while end > 0, isQuote(text[end - 1]) { end -= 1 }
    // Nearly all names are told from those by their ends, and are not copied.
    guard end > 0, endsInSecret(text, end) else { return nil }
    var start = end
    while start > 0, end - start < nameLimit, isNameByte(text[start - 1]) { start -= 1 }
    guard start < end else { return nil }
    var bytes: [UInt8] = []
    bytes.append(text.extracting(start..<end))
    return bytes
  }

  private static func endsInSecret(_ text: Span<UInt8>, _ end: Int) -> Bool {
    func ends(_ word: String) -> Bool { skip(word, in: text, at: end - word.utf8.count) == end }
    return switch text[end - 1] | 0x20 {
    case UInt8(ascii: "n"): ends("token")
    case UInt8(ascii: "d"): ends("password") || ends("passwd") || ends("pwd")
    case UInt8(ascii: "t"): ends("secret") || ends("jwt")
    case UInt8(ascii: "e"): ends("passphrase")
    case UInt8(ascii: "y"): ends("key")
    case UInt8(ascii: "s"):
      ends("tokens") || ends("secrets") || ends("passwords") || ends("passphrases") || ends("jwts")
    default: false
    }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isWordByte && byte < 0x80 || isOne(of: "_.-", byte)
  }

  /// Returns the start of a value that Swift prints as `Optional("…")`.
  private static func behindWrappers(in text: Span<UInt8>, from start: Int) -> Int {
    for wrapper in ["optional(", "optional.some(", "some(", "just(", "string("] {
      if let inside = skip(wrapper, in: text, at: start) { return inside }
    }
    return start
  }
}
