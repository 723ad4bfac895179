internal import RuleLanguage

// Finds a record behind words that no head explains.
extension Grammar {
  /// Where a record opens that ends with a message and is the plugin's, or carries a message of it.
  ///
  /// Others' records stand in messages too, so what it is must be certain.
  func recordBehindWords(
    _ text: Span<UInt8>, in message: Range<Int>, _ record: inout RecordBuffers
  ) -> Int? {
    guard allowsRecords,
      let open = text.firstRecord(in: message), open > message.lowerBound,
      text.firstOwnWords(in: message.lowerBound..<open, isCertain: true) == nil
    else { return nil }
    let whole = text.extracting(0..<message.upperBound)
    guard whole.isRecord(at: open, &record) else { return nil }
    let known = KnownMembers(whole, in: record.members)
    if let event = known.event, name(whole, in: record.members[event].value) != nil { return open }
    if RecordMessage(whole, known, in: record.members) != nil { return open }
    guard let object = object(whole, with: record.members, isOwn: false) else { return nil }
    return object.keys.count > 1 ? open : nil
  }

  /// Whether the message behind a head is a list of records.
  func isList(_ text: Span<UInt8>, at index: Int, head: LineHead) -> Bool {
    text.peek(index) == UInt8(ascii: "[")
      && text.peek(text.skipSpace(at: index + 1)) == UInt8(ascii: "{") && allowsRecords
      && !text.isTag(head.tagColumn)
  }
}

extension Span where Element == UInt8 {
  /// Where the first brace with a quote behind it stands in a range.
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
}
