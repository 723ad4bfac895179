// Heads of unknown form, behind which the plugin's words are read all the same.
extension LineHead {
  /// The most bytes before the plugin's words.
  private static let unknownLimit = 512

  /// Reads a line with an unknown beginning by the rest: the head of another program, with a time,
  /// or the plugin's own words; nil for a line without such words.
  ///
  /// An unknown head costs the line its time only, and not even that where a time stands in it.
  ///
  /// - Parameter needsHead: Whether words alone are left to the readers of messages.
  @inline(never)
  static func readUnknown(
    _ line: Span<UInt8>, at start: Int, depth: Int, needsHead: Bool = false
  ) -> LineHead? {
    let limit = min(line.count, start + unknownLimit)
    guard start < limit, !line.opensMessage(at: start) else { return nil }
    let words = line.firstOwnWords(in: start..<limit, isCertain: true)
    if words == nil, let keyed = readKeyed(line, at: start, before: limit) { return keyed }
    let brace = line.firstRecord(in: start..<(words?.start ?? limit))
    let code = words == nil && brace == nil ? line.firstOwnWords(in: start..<limit) : nil
    // Words quoted in a sentence have no head before them.
    if let words,
      line.quotes(at: words.start, from: start)
        || line.quotesValue(at: words.start, from: start)
    {
      return nil
    }
    guard words != nil || brace != nil || code != nil || line.holdsTagText(in: start..<limit) else {
      return nil
    }
    // A code opens a message, so no head is looked for behind it.
    if let code, code.start == start, !line.holdsTagText(in: start..<limit) { return nil }
    let end = brace ?? words?.start ?? limit
    var place = start
    while place < end {
      if line.peek(place) > 0x20, place == start || line.peek(place - 1).endsWord,
        let known = recognise(line, at: place) ?? readForm(line, at: place),
        words != nil || brace != nil || code != nil || line.isOwnTag(known.tagColumn)
          || known.messageStart >= line.count
      {
        return carrying(line, from: place, depth: depth)
      }
      place += 1
    }
    guard let words = words ?? code, brace == nil, !needsHead, words.start > start else {
      return nil
    }
    var head = carrying(line, from: words.start, depth: depth)
    if let quote = line.closingQuote(ofMessageAt: words.start) {
      head.messageEnd = min(head.messageEnd, quote)
      head.escapes = .quoted
    }
    return head
  }
}

extension Span where Element == UInt8 {
  /// Whether the plugin is named at all in a range.
  func holdsTagText(in range: Range<Int>) -> Bool {
    firstRange(of: "DNP-", in: range) != nil
      || firstRange(of: "DailyNotification", in: range) != nil
  }

  /// Whether a message of the plugin, or a record, opens at an index.
  fileprivate func opensMessage(at index: Int) -> Bool {
    opensOwnWords(at: index)
      && (codeEnd(at: index) == nil || holds("DN|", at: index) || colonTag(at: index) != nil)
  }

  /// Whether a column holds a tag or a class of the plugin.
  func isOwnTag(_ column: Range<Int>) -> Bool {
    !column.isEmpty
      && (tagEnd(at: column.lowerBound) == column.upperBound || isClassName(in: column))
  }

  /// The quote that ends a quoted message, as in `msg="…" caller=main`.
  fileprivate func closingQuote(ofMessageAt start: Int) -> Int? {
    let quote = UInt8(ascii: "\"")
    guard peek(start - 1) == quote, peek(start - 2) == UInt8(ascii: "=") else { return nil }
    var place = start
    while place < count, peek(place) != quote {
      place += peek(place) == UInt8(ascii: "\\") ? 2 : 1
    }
    return place < count ? place : nil
  }
}
