internal import RuleLanguage

// Reads events that a code names: `DN|DISPLAY_START id=notify_1771835520000`, and tags such as
// `DNP-FETCH-SUCCESS` that go on as the name of an event.
extension Grammar {
  /// The event named by a tag such as `DNP-FETCH-SUCCESS`, if it goes on as a code.
  func eventName(_ text: Span<UInt8>, in tag: Range<Int>) -> GrammarName? {
    text.codeDash(in: tag) == nil ? nil : name(text, in: tag)
  }

  /// Reads the values of an event that its tag names, with any words:
  /// `words | Data: {json} | Duration: 123ms`, or `words key=value`.
  func readNamed(
    _ text: Span<UInt8>, _ named: GrammarName, in message: Range<Int>, base: Int,
    into draft: inout EventDraft, record: inout RecordBuffers, batch: inout EventBatch
  ) {
    draft.event.kind = named.kind
    draft.removeFields(from: &batch)
    var words = message
    if let mark = text.firstRange(of: " | Data: {".utf8.span, in: message) {
      words = message.lowerBound..<mark.lowerBound
      record.members.removeAll(keepingCapacity: true)
      let rest = text.extracting(0..<message.upperBound)
      if JSONReader.object(rest, at: mark.upperBound - 1, members: &record.members) != nil {
        readMembers(rest, base: base, into: &draft, record: &record, batch: &batch)
      }
    }
    readDuration(text, in: message, base: base, into: &draft, batch: &batch)
    readSpacedList(text, in: words, base: base, into: &draft, batch: &batch)
    for index in named.settings { draft.apply(settings[index], pool: pool, batch: &batch) }
    addUntold(to: &draft, batch: &batch)
  }

  /// Marks the values that an event of its kind has and that the code leaves out.
  private func addUntold(to draft: inout EventDraft, batch: inout EventBatch) {
    for key in keys[keysOfEvent[Int(draft.event.kind.rawValue)]]
    where key.isRequired && !draft.hasField(key.name, in: batch) {
      draft.put(Field(name: key.name, state: .placeholder, type: key.type), in: &batch)
    }
  }

  private func readDuration(
    _ text: Span<UInt8>, in message: Range<Int>, base: Int, into draft: inout EventDraft,
    batch: inout EventBatch
  ) {
    let key = keys[keysOfEvent[Int(draft.event.kind.rawValue)]].first {
      $0.name == roles.durationMs
    }
    guard let key, let mark = text.firstRange(of: " | Duration: ".utf8.span, in: message) else {
      return
    }
    let value = mark.upperBound..<message.upperBound
    if let field = FieldReader.read(text, in: value, as: key, base: base, inHole: false, end: .open)
    {
      draft.put(field, in: &batch)
    }
  }

  /// Completes an event whose message begins with its code.
  func readCode(
    _ text: Span<UInt8>, base: Int, into draft: inout EventDraft, batch: inout EventBatch
  ) {
    addDueTime(text, base: base, into: &draft, batch: &batch)
    addUntold(to: &draft, batch: &batch)
  }

  /// Adds the time in an id such as `notify_1771835520000` to an event that may have one and gives
  /// none.
  private func addDueTime(
    _ text: Span<UInt8>, base: Int, into draft: inout EventDraft, batch: inout EventBatch
  ) {
    guard let due = roles.notificationTime, let id = roles.notificationId,
      keys[keysOfEvent[Int(draft.event.kind.rawValue)]].contains(where: { $0.name == due }),
      !draft.hasField(due, in: batch), let field = draft.field(id, in: batch),
      field.type == .string, field.state == .value, Int(field.start) >= base
    else { return }
    let start = Int(field.start) - base
    guard start + Int(field.length) <= text.count,
      let found = text.idInstant(in: start..<(start + Int(field.length)))
    else { return }
    draft.put(
      Field(
        name: due, type: .instant, value: found.micros,
        start: UInt32(clamping: base + found.digits.lowerBound),
        length: UInt32(clamping: found.digits.count)), in: &batch)
  }
}

extension Span where Element == UInt8 {
  /// The index after a code such as `DN|WORK_START`.
  func codeEnd(at index: Int) -> Int? {
    var place = index
    while peek(place).isCapital { place += 1 }
    guard place - index >= 2, place - index <= 12, peek(place) == UInt8(ascii: "|"),
      peek(place + 1) &- 0x41 < 26
    else { return nil }
    place += 1
    while peek(place).isCapital || peek(place).isDigit || peek(place) == UInt8(ascii: "_") {
      place += 1
    }
    return place
  }

  /// The dash in a tag behind which an event's code begins.
  func codeDash(in tag: Range<Int>) -> Int? {
    let start = tag.lowerBound + 4
    return start < tag.upperBound
      ? firstIndex(of: UInt8(ascii: "-"), in: start..<tag.upperBound) : nil
  }

  /// The instant behind the last `_` of an id such as `notify_1771835520000`.
  package func idInstant(in id: Range<Int>) -> (micros: Int64, digits: Range<Int>)? {
    guard id.count > 14, id.upperBound <= count,
      self[id.upperBound - 14] == UInt8(ascii: "_")
    else { return nil }
    let digits = (id.upperBound - 13)..<id.upperBound
    guard let milliseconds = integer(in: digits),
      // The time lies in this century, or up to 2128.
      946_684_800_000..<5_000_000_000_000 ~= milliseconds
    else { return nil }
    return (milliseconds * 1000, digits)
  }
}

extension TextShape {
  /// Whether it begins with the code of an event, as `DN|DISPLAY_START`.
  package var isCode: Bool {
    guard case .literal(let text)? = parts.first else { return false }
    return text.utf8.span.codeEnd(at: 0) != nil
  }
}
