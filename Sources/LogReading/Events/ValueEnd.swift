internal import RuleLanguage

/// The kind of text behind a value, and so the certainty of its end.
enum ValueEnd {
  /// Another value, or words of the shape.
  case certain
  /// The bracket that closes its list.
  case bracket
  /// Only the end of the message, where a program that passes the line on may add something.
  case open
}

extension GrammarKey {
  /// Whether its values are ids, which hold no blank.
  var isId: Bool { type == .string && privacy == .id }

  /// Whether its values are single words.
  var isWord: Bool { type == .string && (form == .word || privacy == .id) }
}

// Text that programs put around or behind a whole line is no part of its last value: quotes,
// brackets, a comma, the next column of a table, a place in the source, a count of repeats. The
// type of the value decides where such text begins.
extension Span where Element == UInt8 {
  /// A value of a list without flags behind it, such as `, JWT present`: no id, number or time
  /// holds a comma and a blank.
  func withoutFlags(_ value: Range<Int>, as key: GrammarKey) -> Range<Int> {
    guard key.type != .string || key.isWord && !key.form.isList, !value.isEmpty,
      !self[value.lowerBound].opensCollection, self[value.lowerBound] != UInt8(ascii: "<")
    else { return value }
    return firstRange(of: ", ", in: value).map { value.lowerBound..<$0.lowerBound } ?? value
  }

  /// The text at the beginning of a range, without blanks around it.
  func value(in range: Range<Int>, as key: GrammarKey, end: ValueEnd) -> Range<Int> {
    let value = trimmed(range)
    guard key.type == .string, end != .certain, let index = value.last else { return value }
    let last = self[index]
    // Free text keeps all its words.
    if key.privacy == .text { return end == .open ? withoutSourceColumn(value) : value }
    if end == .bracket {
      return value.lowerBound..<(secondCloser(in: value) ?? value.upperBound)
    }
    if FieldReader.placeholder(self, in: value) != .none { return value }
    if key.isWord { return word(in: value, last: last, isId: key.isId) }
    if let close = closingBracket(of: value.lowerBound, before: value.upperBound) {
      return value.lowerBound..<close
    }
    return phrase(in: value, last: last)
  }

  /// Whether a value that is no text may end before an index: the next byte is no part of a number,
  /// a time or a word.
  ///
  /// - Parameter isRemark: Whether words behind a blank are no part of it either.
  func endsValue(at index: Int, before end: Int, isRemark: Bool) -> Bool {
    switch self[index] {
    case UInt8(ascii: " "): return isRemark || !isNameStart(skipBlanks(at: index + 1), before: end)
    case UInt8(ascii: "."): return index + 1 == end || self[index + 1] <= 0x20
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "|"):
      return true
    // The rest of a value that was cut is unknown.
    case 0x80...: return !holds("…", at: index)
    default: return endsWord(at: index)
    }
  }

  private func isNameStart(_ index: Int, before end: Int) -> Bool {
    index < end && self[index].isAlphanumeric
  }

  // MARK: Words

  /// The word with which a text begins.
  ///
  /// A text without a blank that ends in a letter or a digit is one word.
  private func word(in value: Range<Int>, last: UInt8, isId: Bool) -> Range<Int> {
    let isPlain =
      last.isAlphanumeric
      && !value.contains { self[$0] <= 0x20 || self[$0] == UInt8(ascii: ";") }
    if isPlain || hasEllipsis(in: value) { return value }
    var end = value.lowerBound
    if self[end] == UInt8(ascii: "<"),
      let close = firstIndex(of: UInt8(ascii: ">"), in: value)
    {
      end = close + 1
    } else {
      while end < value.upperBound, !endsWord(at: end) { end += 1 }
      // Several words are kept: they are no word of a fixed set, and no hash.
      if !isId, end < value.upperBound, self[end] == UInt8(ascii: " "),
        isNameStart(skipBlanks(at: end), before: value.upperBound)
      {
        return value
      }
      end = withoutMarks(value.lowerBound..<end, isWord: true).upperBound
    }
    return end > value.lowerBound ? value.lowerBound..<end : value
  }

  private func endsWord(at index: Int) -> Bool {
    switch self[index] {
    case 0...0x20, UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: ";"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "\\"), 0x7F:
      true
    // Blanks without width, and those that do not break: U+00A0, U+200B to U+200F, U+FEFF.
    case 0xC2: peek(index + 1) == 0xA0
    case 0xE2: peek(index + 1) == 0x80 && 0x8B...0x8F ~= peek(index + 2)
    case 0xEF: peek(index + 1) == 0xBB && peek(index + 2) == 0xBF
    default: false
    }
  }

  // MARK: Texts

  /// A text of several words, such as an error's.
  private func phrase(in value: Range<Int>, last: UInt8) -> Range<Int> {
    let value = withoutSourceColumn(value)
    if last.isAlphanumeric || hasEllipsis(in: value) { return value }
    var rest = value
    if let open = lastBracketed(in: rest), self[open - 1] == UInt8(ascii: " "),
      isRepeatCount(in: (open + 1)..<(rest.upperBound - 1))
        || isSourcePlace(in: (open + 1)..<(rest.upperBound - 1))
    {
      rest = trimmed(rest.lowerBound..<open)
    }
    let isWord = firstIndex(of: UInt8(ascii: " "), in: rest) == nil
    rest = withoutMarks(rest, isWord: isWord)
    return rest.isEmpty ? value : rest
  }

  /// A text without marks at its end that belong to the text around it.
  ///
  /// - Parameter isWord: Whether a full stop is no part of it either.
  private func withoutMarks(_ range: Range<Int>, isWord: Bool) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound {
      let before = range.lowerBound..<(end - 1)
      switch self[end - 1] {
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"): break
      case UInt8(ascii: "."), UInt8(ascii: ":"): if !isWord { return range.lowerBound..<end }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        if firstIndex(of: self[end - 1], in: before) != nil { return range.lowerBound..<end }
      case UInt8(ascii: ")"):
        if firstIndex(of: UInt8(ascii: "("), in: before) != nil { return range.lowerBound..<end }
      case UInt8(ascii: "]"):
        if firstIndex(of: UInt8(ascii: "["), in: before) != nil { return range.lowerBound..<end }
      case UInt8(ascii: "}"):
        if firstIndex(of: UInt8(ascii: "{"), in: before) != nil { return range.lowerBound..<end }
      default: return range.lowerBound..<end
      }
      end = trimmed(before).upperBound
    }
    return range.lowerBound..<end
  }

  /// A text without a place in the source that stands in a column of its own.
  private func withoutSourceColumn(_ value: Range<Int>) -> Range<Int> {
    guard let tab = firstIndex(of: UInt8(ascii: "\t"), in: value),
      isSourcePlace(in: trimmed((tab + 1)..<value.upperBound))
    else { return value }
    return trimmed(value.lowerBound..<tab)
  }

  // MARK: Brackets

  /// The bracket that closes a list before a place in the source or a count of repeats at the end
  /// of a text: `) (MainActivity.kt:32)` and `) (x2)`.
  func closeBeforeTail(in range: Range<Int>) -> Int? {
    guard let open = lastBracketed(in: range) else { return nil }
    let inner = (open + 1)..<(range.upperBound - 1)
    let close = trimmed(range.lowerBound..<open).upperBound - 1
    guard close >= range.lowerBound, close < open - 1, self[close] == UInt8(ascii: ")"),
      isSourcePlace(in: inner) || isRepeatCount(in: inner)
    else { return nil }
    return close
  }

  /// The bracket that opens the one with which a text ends, where no other stands between them.
  private func lastBracketed(in range: Range<Int>) -> Int? {
    guard let last = range.last else { return nil }
    let opener: UInt8
    switch self[last] {
    case UInt8(ascii: ")"): opener = UInt8(ascii: "(")
    case UInt8(ascii: "]"): opener = UInt8(ascii: "[")
    default: return nil
    }
    var place = last - 1
    while place > range.lowerBound, self[place] != opener {
      if self[place] == self[last] || last - place > 64 { return nil }
      place -= 1
    }
    return place > range.lowerBound ? place : nil
  }

  /// The first bracket that closes none before it.
  private func secondCloser(in value: Range<Int>) -> Int? {
    var depth = 0
    for place in value {
      if self[place] == UInt8(ascii: "(") { depth += 1 }
      if self[place] == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 { return place > value.lowerBound ? place : nil }
    }
    return nil
  }

  /// Whether a text is a place in the source, as `MainActivity.kt:32`.
  private func isSourcePlace(in range: Range<Int>) -> Bool {
    var place = range.upperBound - 1
    let digits = place
    while place > range.lowerBound, self[place].isDigit { place -= 1 }
    guard place < digits, self[place] == UInt8(ascii: ":") else { return false }
    var hasDot = false
    for index in range.lowerBound..<place {
      if self[index] <= 0x20 || self[index] == UInt8(ascii: "(") { return false }
      if self[index] == UInt8(ascii: ".") { hasDot = true }
    }
    return hasDot
  }

  /// Whether a text counts repeats of a line, as `x2`, `3 times` and `repeated 3 times` do.
  private func isRepeatCount(in range: Range<Int>) -> Bool {
    var place = range.lowerBound
    var hasNumber = false
    while place < range.upperBound {
      let start = place
      while place < range.upperBound, self[place].isLetter { place += 1 }
      if place > start {
        let word = start..<place
        guard
          isWord("x", in: word) || isWord("times", in: word) || isWord("time", in: word)
            || isWord("repeated", in: word) || isWord("repeats", in: word)
        else { return false }
      } else if self[place].isDigit {
        hasNumber = true
        place += 1
      } else if self[place] == UInt8(ascii: " ") {
        place += 1
      } else if holds("×", at: place) {
        place += 2
      } else {
        return false
      }
    }
    return hasNumber
  }
}
