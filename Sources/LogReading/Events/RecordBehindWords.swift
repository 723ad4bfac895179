internal import RuleLanguage

// Recognition of a record behind words that no head explains.
extension Grammar {
  /// The start of a record that ends a message and is the plugin's, or carries a message of it.
  ///
  /// Messages hold records of other programs too, so the kind of this one must be certain.
  func recordBehindWords(
    _ text: Span<UInt8>, in message: Range<Int>, _ record: inout RecordBuffers
  ) -> Int? {
    guard allowsRecords,
      let open = text.firstRecord(in: message), open > message.lowerBound,
      text.firstOwnWords(in: message.lowerBound..<open, isCertain: true) == nil
    else { return nil }
    return isOwn(text.extracting(0..<message.upperBound), at: open, &record) ? open : nil
  }

  /// The start of a record of the plugin behind a tag and a label: `API response: {"id":…}`.
  ///
  /// Other words may describe a record that could not be read or sent.
  func recordBehindLabel(
    _ text: Span<UInt8>, in message: Range<Int>, _ record: inout RecordBuffers
  ) -> Int? {
    guard let open = recordBehindWords(text, in: message, &record),
      text.trimmed(message.lowerBound..<open).last.map({ text[$0] }) == UInt8(ascii: ":")
    else { return nil }
    return open
  }

  /// Whether a text ends with a record of the plugin, or with one that carries a message of it.
  private func isOwn(_ text: Span<UInt8>, at open: Int, _ record: inout RecordBuffers) -> Bool {
    guard text.isRecord(at: open, &record) else { return false }
    let known = KnownMembers(text, in: record.members)
    if let event = known.event, name(text, in: record.members[event].value) != nil { return true }
    if known.telemetry != nil || RecordMessage(text, known, in: record.members) != nil {
      return true
    }
    return object(text, with: record.members, isOwn: false).map { $0.keys.count > 1 } ?? false
  }

  /// Reads a record of the plugin in quotes among the words of a message, as in
  /// `level=info msg="{\"event\":…}"`; nil where there is none.
  func readQuotedRecord(
    _ text: Span<UInt8>, in message: Range<Int>, depth: Int, frame: LineFrame,
    buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    guard allowsRecords, depth < Self.recordDepth, let value = text.firstQuotedRecord(in: message),
      text.firstOwnWords(in: message.lowerBound..<value.lowerBound, isCertain: true) == nil
    else { return nil }
    // The bytes are taken out meanwhile, since they are lent while buffers are written.
    var bytes: [UInt8] = []
    swap(&bytes, &buffers.messages[depth])
    defer { swap(&bytes, &buffers.messages[depth]) }
    bytes.removeAll(keepingCapacity: true)
    JSONText.decode(text, in: value, into: &bytes)
    guard isOwn(bytes.span, at: 0, &buffers.record) else { return nil }
    var head = frame.head
    if head.container == .bare { head.container = .jsonLines }
    return readMessage(
      bytes.span, inside: head, depth: depth, frame: frame, buffers: &buffers, batch: &batch,
      tally: &tally)
  }

  /// Whether the message behind a head is a list of records.
  func isList(_ text: Span<UInt8>, at index: Int, head: LineHead) -> Bool {
    text.peek(index) == UInt8(ascii: "[")
      && text.peek(text.skipSpace(at: index + 1)) == UInt8(ascii: "{") && allowsRecords
      && !text.isTag(head.tagColumn)
  }
}

extension Span where Element == UInt8 {
  /// The first brace in a range with a quote behind it.
  func firstRecord(in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound,
      let brace = firstIndex(of: UInt8(ascii: "{"), in: place..<range.upperBound)
    {
      if peek(skipSpace(at: brace + 1)) == UInt8(ascii: "\"") { return brace }
      place = brace + 1
    }
    return nil
  }

  /// The first text in quotes that begins like a record, with escaped quotes in it.
  fileprivate func firstQuotedRecord(in range: Range<Int>) -> Range<Int>? {
    var place = range.lowerBound
    while place < range.upperBound,
      let brace = firstIndex(of: UInt8(ascii: "{"), in: place..<range.upperBound)
    {
      if brace > range.lowerBound, self[brace - 1] == UInt8(ascii: "\""),
        holds("\\\"", at: skipSpace(at: brace + 1))
      {
        return quotedEnd(from: brace, before: range.upperBound).map { brace..<$0 }
      }
      place = brace + 1
    }
    return nil
  }

  /// The quote that ends a text with escapes.
  private func quotedEnd(from start: Int, before end: Int) -> Int? {
    var place = start
    while place < end, self[place] != UInt8(ascii: "\"") {
      place += self[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place < end ? place : nil
  }
}
