internal import RuleLanguage

extension Grammar {
  /// Reads `key=value, key=value` into the fields of the draft's kind; unknown keys are ignored.
  ///
  /// - Parameter end: The kind of text behind the list, and so behind its last value.
  func readList(
    _ text: Span<UInt8>, in list: Range<Int>, end: ValueEnd, base: Int,
    into draft: inout EventDraft, batch: inout EventBatch
  ) {
    var place = list.lowerBound
    var written = WrittenText()
    // The index of the first field behind free text.
    var textStart = Int.max
    while let item = text.nextListed(at: &place, before: list.upperBound) {
      guard let key = key(text, in: item.key, of: draft.event.kind) else { continue }
      // Free text may hold `, id=42`: an id that stands before the text is the event's, and the
      // second text of a name is a part of the first.
      let isTwice =
        key.privacy == .text
        ? draft.hasField(key.name, in: batch)
        : key.isId && draft.hasField(key.name, before: textStart, in: batch)
      if key.privacy == .text { textStart = min(textStart, batch.fields.count) }
      let told = key.isId ? draft.field(key.name, in: batch) : nil
      let isSame =
        told.map {
          text.holds($0, at: base, as: text.quoted(item.value) ?? text.trimmed(item.value))
        } ?? false
      if let longer = written.take(text, item, as: key, isTwice: isTwice, isSame: isSame) {
        readListed(
          text, longer.value, as: longer.key, list, end: end, base: base, into: &draft,
          batch: &batch)
      }
      if isTwice { continue }
      readListed(
        text, item.value, as: key, list, end: end, base: base, into: &draft, batch: &batch)
    }
  }

  private func readListed(
    _ text: Span<UInt8>, _ item: Range<Int>, as key: GrammarKey, _ list: Range<Int>, end: ValueEnd,
    base: Int, into draft: inout EventDraft, batch: inout EventBatch
  ) {
    let quoted = text.quoted(item)
    let listed = quoted ?? text.withoutFlags(item, as: key)
    let end = listed.upperBound == list.upperBound ? end : .certain
    let value = text.value(in: text.quoted(listed) ?? listed, as: key, end: end)
    if var field = FieldReader.read(text, in: value, as: key, base: base, inHole: false, end: end) {
      draft.collect(&field, from: text, in: value, as: key.form, batch: &batch)
      draft.put(field, in: &batch)
    }
  }
}

extension Grammar {
  /// Reads `key=value key=value` behind an event's code: blanks and commas divide values.
  ///
  /// A value may hold blanks itself, up to the next key or ` - `; dots at the end are a cut.
  func readSpacedList(
    _ text: Span<UInt8>, in list: Range<Int>, base: Int, into draft: inout EventDraft,
    batch: inout EventBatch
  ) {
    var place = list.lowerBound
    while place < list.upperBound {
      place = text.skipBlanks(at: place)
      guard let equals = text.assignment(at: place, before: list.upperBound) else {
        place =
          text.firstIndex(of: UInt8(ascii: " "), in: place..<list.upperBound) ?? list.upperBound
        continue
      }
      let itemEnd = text.spacedSeparator(after: equals + 1, before: list.upperBound)
      if let key = key(text, in: place..<equals, of: draft.event.kind) {
        let quoted = text.quoted((equals + 1)..<itemEnd)
        var value = quoted ?? text.trimmed(text.withoutFlags((equals + 1)..<itemEnd, as: key))
        let isCut = text.hasEllipsis(in: value)
        if isCut { value = text.trimmedCut(value) }
        let end = itemEnd == list.upperBound && quoted == nil ? ValueEnd.open : .certain
        value = text.value(in: value, as: key, end: end)
        if text.isText("null", in: value) { value = value.upperBound..<value.upperBound }
        if var field = FieldReader.read(
          text, in: value, as: key, base: base, inHole: true, end: end)
        {
          // The rest of a cut id is no id.
          if isCut, text.peek(value.upperBound) != UInt8(ascii: " ") { field.state = .placeholder }
          draft.collect(&field, from: text, in: text.trimmed(value), as: key.form, batch: &batch)
          draft.put(field, in: &batch)
        }
      }
      place = itemEnd + 1
    }
  }
}

extension Span where Element == UInt8 {
  /// The next `key=value` of a list divided by commas, from a place that moves behind it; nil at
  /// its end.
  ///
  /// A flag without a value, such as `JWT present`, is skipped.
  func nextListed(
    at place: inout Int, before end: Int
  ) -> (key: Range<Int>, value: Range<Int>)? {
    while place < end {
      let start = skipBlanks(at: place)
      if let equals = assignment(at: start, before: end) {
        let itemEnd = separator(after: equals + 1, before: end)
        place = itemEnd + 1
        return (start..<equals, (equals + 1)..<itemEnd)
      }
      place = separator(after: start, before: end) + 1
    }
    return nil
  }

  /// The blank or comma that ends a value of a list divided by blanks, or the list's end.
  fileprivate func spacedSeparator(after index: Int, before end: Int) -> Int {
    var place = quoteEnd(of: index, before: end) ?? index
    while place < end {
      guard self[place] == UInt8(ascii: " ") || self[place] == UInt8(ascii: ",") else {
        place += 1
        continue
      }
      // Blanks are skipped together: one by one, each would look through all behind it.
      let next = skipBlanks(at: place + 1)
      if assignment(at: next, before: end) != nil { return place }
      if next <= end, self[next - 1] == UInt8(ascii: " "), holds("- ", at: next) {
        return next - 1
      }
      place = next
    }
    return end
  }

  /// Whether a value ends in `...` or `…`, where its writer cut the line.
  func hasEllipsis(in range: Range<Int>) -> Bool {
    range.count > 3
      && (holds("...", at: range.upperBound - 3) || holds("…", at: range.upperBound - 3))
  }

  /// The value in front of the dots; a blank between them is left outside.
  fileprivate func trimmedCut(_ range: Range<Int>) -> Range<Int> {
    trimmed(range.lowerBound..<(range.upperBound - 3))
  }

  /// The index of the equals sign behind a name that stands at an index.
  func assignment(at index: Int, before end: Int) -> Int? {
    var place = index
    while place < end, self[place].isNameByte { place += 1 }
    guard place > index, place < end, self[place] == UInt8(ascii: "=") else { return nil }
    return place
  }

  /// The comma that ends a value: one with a name and an equals sign behind it; else the end.
  func separator(after index: Int, before end: Int) -> Int {
    // The content of brackets or quotes is one value.
    var search =
      closingBracket(of: index, before: end) ?? quoteEnd(of: index, before: end) ?? index
    var start = search
    while search < end, let comma = firstIndex(of: UInt8(ascii: ","), in: search..<end) {
      search = comma + 1
      guard assignment(at: skipBlanks(at: search), before: end) != nil else { continue }
      guard let close = roundClose(around: comma, from: start, before: end) else { return comma }
      search = close + 1
      start = search
    }
    return end
  }

  /// The content of the double quotes around a value; nil where they are not around all of it.
  func quoted(_ value: Range<Int>) -> Range<Int>? {
    let value = trimmed(value)
    guard let end = quoteEnd(of: value.lowerBound, before: value.upperBound),
      end == value.upperBound
    else { return nil }
    return trimmed((value.lowerBound + 1)..<(end - 1))
  }

  /// The index behind the double quote that closes a value which begins with one, where the value
  /// ends there.
  private func quoteEnd(of index: Int, before end: Int) -> Int? {
    let quote = UInt8(ascii: "\"")
    let open = skipBlanks(at: index)
    guard open < end, self[open] == quote else { return nil }
    let limit = Swift.min(end, open + Self.bracketReach)
    var place = open + 1
    while place < limit, self[place] != quote {
      place += self[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < limit else { return nil }
    let next = place + 1
    return next == end || self[next] <= 0x20 || self[next] == UInt8(ascii: ",") ? next : nil
  }

  /// The index of the round bracket that closes one opened between two indices, as in
  /// `title=Fix (see id=42, title=old)`; nil where all are closed, or stay open.
  private func roundClose(around comma: Int, from start: Int, before end: Int) -> Int? {
    var depth = 0
    for place in start..<Swift.min(end, start + Self.bracketReach) {
      if self[place] == UInt8(ascii: "(") { depth += 1 }
      if self[place] == UInt8(ascii: ")"), depth > 0 {
        depth -= 1
        if depth == 0, place > comma { return place }
      }
      if depth == 0, place >= comma { return nil }
    }
    return nil
  }

  /// The widest bracketed value; so a line of brackets is not read again for each of them.
  private static var bracketReach: Int { 4096 }
}

extension Span where Element == UInt8 {
  /// Whether a field of the text, whose places count from a base, has the value in a range.
  fileprivate func holds(_ field: Field, at base: Int, as range: Range<Int>) -> Bool {
    let start = Int(field.start) - base
    guard start >= 0, start + Int(field.length) <= count else { return false }
    return equals(extracting(start..<(start + Int(field.length))), in: range)
  }
}

extension UInt8 {
  /// A byte of a field's key, as in `task.identifier`.
  var isNameByte: Bool {
    // One bit for each byte below 128: the digits, the letters and `-._`.
    let bits: UInt64 = self < 64 ? 0x03FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return self < 128 && bits >> UInt64(self & 63) & 1 == 1
  }
}
