/// Words of the plugin in a text, with the mark that shows them to be its own.
struct OwnWords {
  enum Mark {
    case bracket(TagPlace)
    case colon(TagPlace)
    case className(TagPlace)
    /// A code such as `DN|WORK_START`; those with other prefixes may be any program's.
    case code
  }

  var mark: Mark
  var start: Int
  /// The end of the mark.
  var end: Int

  /// Whether it is a tag in brackets, which the seeds search for: an event unless it is quoted.
  var isBracketed: Bool {
    if case .bracket = mark { return true }
    return false
  }

  var isTag: Bool {
    if case .code = mark { return false }
    return true
  }
}

extension Span where Element == UInt8 {
  /// The first tag, class or code of the plugin in a range, at a word's border.
  ///
  /// A tag in brackets bounds itself. Any other begins a word, not a part of a name, path or
  /// address, as in `https://example.com/DNP-FETCH: refused` or `org.app.DailyNotification:`.
  ///
  /// - Parameter isCertain: Whether only `DN|` is a code, since `INFO|MAIN` may be any program's.
  func firstOwnWords(in range: Range<Int>, isCertain: Bool = false) -> OwnWords? {
    var place = range.lowerBound
    var isBorder = true
    while place < range.upperBound {
      let byte = peek(place)
      if byte == UInt8(ascii: "["), let tag = bracketTag(at: place) {
        return OwnWords(mark: .bracket(tag), start: place, end: tag.end)
      }
      if isBorder, byte.isLetter {
        if let words = ownWord(at: place),
          words.isTag || !isCertain || holds("DN|", at: place)
        {
          return words
        }
        while place < range.upperBound, peek(place).isNameByte { place += 1 }
      } else {
        place += 1
      }
      isBorder = peek(place - 1).endsWord
    }
    return nil
  }

  private func ownWord(at index: Int) -> OwnWords? {
    if let tag = colonTag(at: index) {
      return OwnWords(mark: .colon(tag), start: index, end: tag.end)
    }
    if let end = codeEnd(at: index) { return OwnWords(mark: .code, start: index, end: end) }
    if let tag = classTag(at: index) {
      return OwnWords(mark: .className(tag), start: index, end: tag.end)
    }
    return nil
  }

  // MARK: Prose

  /// Whether the words before an index, from another on, are a sentence that only quotes the text
  /// behind it, and no head: the last words are plain ones, or it compares two texts.
  ///
  /// Heads have times, numbers, brackets, levels or names with a colon.
  func quotes(at index: Int, from start: Int) -> Bool {
    var end = endOfLeadingWords(before: index, from: start)
    if isComparison(endingAt: end, from: start) { return true }
    var words = 0
    while end > start, words < 3 {
      var first = end
      while first > start, peek(first - 1) > 0x20 { first -= 1 }
      // A name of several words has a capital at each.
      guard isPlainWord(in: first..<end), words > 0 || peek(first) >= UInt8(ascii: "a") else {
        break
      }
      words += 1
      end = first
      while end > start, peek(end - 1) <= 0x20 { end -= 1 }
    }
    // A single one may be the name of a program.
    return words > 1
  }

  /// Whether other words give the text at an index as a value, an argument of a command or an
  /// expected result: `didReceive text="[DNP-FETCH] …"`, `$ grep "[DNP-FETCH] …"`.
  ///
  /// In a line whose values all have keys, one of them is its message.
  func quotesValue(at index: Int, from start: Int) -> Bool {
    if isComparison(endingAt: endOfLeadingWords(before: index, from: start), from: start) {
      return true
    }
    guard index > start,
      peek(index - 1) == UInt8(ascii: "\"") || peek(index - 1) == UInt8(ascii: "'")
    else { return false }
    if holds("$ ", at: start) { return true }
    return index - 2 > start && peek(index - 2) == UInt8(ascii: "=")
      && assignment(at: start, before: index) == nil
  }

  /// The end of the words before an index, in front of blanks and quotes.
  private func endOfLeadingWords(before index: Int, from start: Int) -> Int {
    var end = index
    while end > start, peek(end - 1) <= 0x20 || Self.isOpeningQuote(peek(end - 1)) { end -= 1 }
    return end
  }

  private func isComparison(endingAt end: Int, from start: Int) -> Bool {
    for word in Self.comparisons {
      let first = end - word.utf8CodeUnitCount
      if holds(word, at: first), first <= start || !peek(first - 1).isNameByte { return true }
    }
    return false
  }

  private static func isOpeningQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
      || byte == UInt8(ascii: "(")
  }

  /// `Expected: DNP-FETCH: …` of a test's report.
  private static var comparisons: [StaticString] {
    ["expected:", "Expected:", "actual:", "Actual:", "received:", "Received:"]
  }

  /// Whether a range is a word of a sentence, perhaps with a comma, and no level or name.
  private func isPlainWord(in range: Range<Int>) -> Bool {
    var end = range.upperBound
    if end > range.lowerBound, peek(end - 1) == UInt8(ascii: ",") { end -= 1 }
    guard end > range.lowerBound, peek(range.lowerBound).isLetter else { return false }
    for index in (range.lowerBound + 1)..<Swift.max(end, range.lowerBound + 1)
    where peek(index) &- 0x61 >= 26 && peek(index) != UInt8(ascii: "'") { return false }
    return !isLevelName(in: range.lowerBound..<end)
  }
}

extension UInt8 {
  /// Whether the byte behind it may begin a word, and not continue a word, a path or an address.
  var endsWord: Bool {
    switch self {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "?"),
      UInt8(ascii: "+"), UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "#"):
      false
    default: !isNameByte
    }
  }
}
