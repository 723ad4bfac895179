/// Where words of the plugin begin in a text, and what marks them as its own.
struct OwnWords {
  enum Mark {
    case bracket(TagPlace)
    case colon(TagPlace)
    case className(TagPlace)
    /// A code such as `DN|WORK_START`; those of other names may be anybody's.
    case code
  }

  var mark: Mark
  var start: Int
  /// Where the mark ends.
  var end: Int

  /// A tag in brackets is what the seeds search for, and is an event wherever it is not quoted.
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
  /// A tag in brackets bounds itself. Any other begins a word: nothing of a name, a path or an address
  /// stands before it, as in `https://example.com/DNP-FETCH: refused` or `org.app.DailyNotification:`.
  ///
  /// - Parameter isCertain: Only `DN|` is a code, since `INFO|MAIN` may be anybody's.
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

  /// Whether what stands before an index, from another on, is a sentence of somebody who only quotes
  /// what follows, and no head: its last words are plain ones, or it compares two texts.
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
    // One alone may be the name of a program.
    return words > 1
  }

  /// Whether somebody else's words give the text that begins at an index as a value, as an argument of a
  /// command or as what a test expects: `didReceive text="[DNP-FETCH] …"`, `$ grep "[DNP-FETCH] …"`.
  ///
  /// In a line of values that all have keys, one of them is its message.
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

  /// Where the words before an index end, in front of blanks and quotes.
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

  /// Letters as a sentence has them, perhaps with a comma behind: neither a level nor a name in capitals.
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
  /// Whether what follows it may be the beginning of a word, and not the rest of one, of a path or of an
  /// address.
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
