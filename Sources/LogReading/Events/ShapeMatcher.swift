internal import RuleLanguage

// Matching of messages against the shapes of the catalogue.
//
// Lenient at the end of a message only: a field list may be written with a bracket or a colon or be
// missing, text after the last literal is ignored, and a cut line gives the values it still holds.
extension Grammar {
  /// Matches a message from its first byte on; on success the draft has its kind and fields.
  func match(
    _ text: Span<UInt8>, in message: Range<Int>, isTagged: Bool, base: Int,
    into draft: inout EventDraft, batch: inout EventBatch
  ) -> Bool {
    guard !message.isEmpty else { return false }
    let word = text.word(at: message.lowerBound)
    for index in shapesOfByte[Int(text[message.lowerBound])] {
      if word & shapes[index].prefixMask == shapes[index].prefix,
        isTagged || shapes[index].isUntagged,
        fit(shapes[index], text, in: message, base: base, into: &draft, batch: &batch)
      {
        return true
      }
    }
    for index in fragments where isTagged || shapes[index].isUntagged {
      let phrase = pool.span.extracting(parts[shapes[index].parts.lowerBound].phrase)
      if let found = text.firstRange(of: phrase, in: message) {
        let rest = found.lowerBound..<message.upperBound
        if fit(shapes[index], text, in: rest, base: base, into: &draft, batch: &batch) {
          return true
        }
      }
    }
    for index in openShapes where isTagged || shapes[index].isUntagged {
      if fit(shapes[index], text, in: message, base: base, into: &draft, batch: &batch) {
        return true
      }
    }
    return false
  }

  func fit(
    _ shape: GrammarShape, _ text: Span<UInt8>, in message: Range<Int>, base: Int,
    into draft: inout EventDraft, batch: inout EventBatch
  ) -> Bool {
    draft.event.kind = shape.kind
    draft.removeFields(from: &batch)
    guard fitParts(of: shape, text, in: message, base: base, into: &draft, batch: &batch) else {
      draft.removeFields(from: &batch)
      return false
    }
    draft.event.isAmbiguous = shape.isAmbiguous
    for index in shape.settings { draft.apply(settings[index], pool: pool, batch: &batch) }
    return true
  }

  private func fitParts(
    of shape: GrammarShape, _ text: Span<UInt8>, in message: Range<Int>, base: Int,
    into draft: inout EventDraft, batch: inout EventBatch
  ) -> Bool {
    let end = message.upperBound
    var place = message.lowerBound
    var index = shape.parts.lowerBound
    while index < shape.parts.upperBound {
      let part = parts[index]
      index += 1
      switch part.kind {
      case .literal where part.opensList:
        let rest = place..<end
        guard let list = openList(part, text, in: rest) else { return false }
        let next = (index + 1)..<shape.parts.upperBound
        guard let close = closing(text, of: list.range, isBracketed: list.isBracketed, before: next)
        else { return false }
        let content = list.range.lowerBound..<close
        if part.isSpaced {
          readSpacedList(text, in: content, base: base, into: &draft, batch: &batch)
        } else {
          readList(
            text, in: content, end: list.isBracketed ? .bracket : .open, base: base, into: &draft,
            batch: &batch)
        }
        return true
      case .literal:
        guard holds(text, part.text.range, at: place, before: end) else { return false }
        place += part.text.count
      case .field:
        guard let stop = extent(text, in: place..<end, before: index..<shape.parts.upperBound)
        else { return false }
        readHole(
          text, in: place..<stop, isLast: stop == end, as: keys[part.key], base: base, into: &draft,
          batch: &batch)
        if stop == end { return true }
        place = stop
      case .fields:
        let next = index..<shape.parts.upperBound
        let isBracketed = next.first.map { isCloser(parts[$0]) } ?? false
        guard let close = closing(text, of: place..<end, isBracketed: isBracketed, before: next)
        else { return false }
        readList(
          text, in: place..<close, end: isBracketed ? .bracket : next.isEmpty ? .open : .certain,
          base: base, into: &draft, batch: &batch)
        place = close
      case .samples:
        // The literal before the hole is the beginning of the first sample.
        let first = index - 2 >= shape.parts.lowerBound ? parts[index - 2].text.count : 0
        return readSamples(
          text, in: (place - first)..<end, base: base, into: &draft, batch: &batch)
      }
    }
    return true
  }

  private func holds(_ text: Span<UInt8>, _ literal: Range<Int>, at place: Int, before end: Int)
    -> Bool
  {
    end - place >= literal.count && text.matches(pool.span.extracting(literal), at: place)
  }

  struct OpenList {
    var range: Range<Int>
    var isBracketed = false
  }

  /// The bytes of a field list after its phrase, which may be `(…`, `: …` or nothing.
  ///
  /// Other words behind the phrase make another message, and so does a colon without a list, unless
  /// the shape itself has one.
  func openList(_ part: GrammarPart, _ text: Span<UInt8>, in range: Range<Int>)
    -> OpenList?
  {
    guard holds(text, part.phrase, at: range.lowerBound, before: range.upperBound) else {
      return nil
    }
    let end = range.upperBound
    let after = range.lowerBound + part.phraseCount
    let next = Swift.min(text.skipBlanks(at: after), end)
    let nothing = OpenList(range: end..<end)
    if next == end { return nothing }
    if part.isSpaced { return after < next ? OpenList(range: next..<end) : nil }
    switch text[next] {
    case UInt8(ascii: "("): return OpenList(range: (next + 1)..<end, isBracketed: true)
    case UInt8(ascii: ":"):
      let list = (next + 1)..<end
      // The blank behind the shape's colon is missing where nothing follows.
      let own = pool.span.trimmed(part.text.range)
      let isOwn = holds(text, own, at: range.lowerBound, before: end)
      let item = text.skipBlanks(at: list.lowerBound)
      return isOwn || text.assignment(at: item, before: end) != nil
        ? OpenList(range: list) : nil
    // A remark may follow a dash or dots, if the phrase has words enough to be sure.
    case UInt8(ascii: "-"), UInt8(ascii: "."), 0xE2:
      let words = pool.span.firstIndex(of: UInt8(ascii: " "), in: part.phrase) != nil
      let isDash = text[next] == UInt8(ascii: "-")
      return words && (isDash ? after < next : after == next) ? nothing : nil
    default: return nil
    }
  }

  func isCloser(_ part: GrammarPart) -> Bool {
    part.kind == .literal && pool[part.text.start] == UInt8(ascii: ")")
  }

  /// The end of a field list: before the literal that follows it in the shape.
  ///
  /// Values may hold brackets, so the bracket that closes a list is the last byte of the message
  /// if that is one, else the one that balances. A line cut in its list has none.
  private func closing(
    _ text: Span<UInt8>, of list: Range<Int>, isBracketed: Bool, before next: Range<Int>
  ) -> Int? {
    if let index = next.first, parts[index].kind == .literal,
      isBracketed ? parts[index].text.count > 1 : !isCloser(parts[index])
    {
      return lastPlace(of: parts[index].text.range, text, in: list)
    }
    guard isBracketed else { return list.upperBound }
    let trimmed = text.trimmed(list)
    if trimmed.isEmpty { return list.lowerBound }
    if text[trimmed.upperBound - 1] == UInt8(ascii: ")") {
      return text.closeBeforeTail(in: trimmed) ?? trimmed.upperBound - 1
    }
    var depth = 1
    for place in list {
      if text[place] == UInt8(ascii: "(") { depth += 1 }
      if text[place] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return place }
    }
    return text.lastIndex(of: UInt8(ascii: ")"), in: list) ?? list.upperBound
  }

  private func lastPlace(of literal: Range<Int>, _ text: Span<UInt8>, in range: Range<Int>) -> Int?
  {
    var last: Int?
    var search = range
    while let found = text.firstRange(of: pool.span.extracting(literal), in: search) {
      last = found.lowerBound
      search = (found.lowerBound + 1)..<range.upperBound
    }
    return last
  }

  /// The end of a hole's value: before the next literal, or with the message.
  func extent(_ text: Span<UInt8>, in range: Range<Int>, before next: Range<Int>) -> Int? {
    guard let index = next.first, parts[index].kind == .literal else { return range.upperBound }
    let part = parts[index]
    if let found = text.firstRange(of: pool.span.extracting(part.text.range), in: range) {
      return found.lowerBound
    }
    guard part.opensList else { return nil }
    guard part.phraseCount > 0 else { return range.upperBound }
    return text.firstRange(of: pool.span.extracting(part.phrase), in: range)?.lowerBound
  }

  private func readHole(
    _ text: Span<UInt8>, in range: Range<Int>, isLast: Bool, as key: GrammarKey, base: Int,
    into draft: inout EventDraft, batch: inout EventBatch
  ) {
    let quoted = text.quoted(range)
    let end = isLast && quoted == nil ? ValueEnd.open : .certain
    let value = text.value(in: quoted ?? range, as: key, end: end)
    if let field = FieldReader.read(text, in: value, as: key, base: base, inHole: true, end: end) {
      draft.put(field, in: &batch)
    }
  }
}
