internal import RuleLanguage

// Recognition of JSON records: events of the plugin, error objects and telemetry.
extension Grammar {
  /// The place of a record, which decides what it may be.
  enum RecordPlace {
    case alone, afterTag, nested
  }

  /// The outcome of reading a record.
  enum RecordOutcome: Equatable {
    /// A record that is not the plugin's.
    case none
    /// A record that gave an event, perhaps one that is not classified.
    case event
    /// A record with the message of another program; nothing was added.
    case message(RecordMessage)
  }

  /// Reads the record that opens at an index and ends with the text.
  func readRecord(
    _ text: Span<UInt8>, at open: Int, base: Int, frame: LineFrame, tag: UInt8, place: RecordPlace,
    record: inout RecordBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> RecordOutcome {
    record.members.removeAll(keepingCapacity: true)
    let end = JSONReader.object(text, at: open, members: &record.members)
    let known = KnownMembers(text, in: record.members)
    if place != .afterTag, end != nil,
      let message = RecordMessage(
        text, known, in: record.members, isOfService: frame.head.container == .logService)
    {
      return .message(message)
    }
    guard let end, text.isRecordEnd(at: end) else {
      guard place == .afterTag || known.isOwn || known.hasOwnMessage(text, in: record.members)
      else { return .none }
      tally.malformedJSON &+= 1
      let draft = frame.draft(.json, tag: tag, in: batch)
      addUnclassified(
        text, open..<text.count, draft: draft, base: base, batch: &batch, tally: &tally)
      return .event
    }

    var frame = frame
    if let member = known.timestamp {
      frame.takeTime(text, in: record.members[member].value)
    }
    var isEvent = false
    if let member = known.event {
      addEvent(
        text, named: record.members[member], base: base, frame: frame, tag: tag, record: &record,
        batch: &batch, tally: &tally)
      isEvent = true
    } else if let object = object(text, with: record.members, isOwn: place == .afterTag),
      place != .nested || object.keys.count > 1 || object.kind == roles.testRun
    {
      addObject(text, object, base: base, frame: frame, tag: tag, record: &record, batch: &batch)
      isEvent = true
    }
    if let member = known.telemetry, let kind = roles.telemetry,
      batch.events.last?.kind != kind || !isEvent
    {
      var draft = frame.draft(.json, tag: tag, in: batch)
      draft.event.kind = kind
      takeProcess(text, known, into: &draft, record)
      let counters = record.members[member]
      if readTelemetry(
        text, counters, base: base, draft: draft, record: &record, batch: &batch)
      {
        draft.finish(in: &batch)
        isEvent = true
      } else {
        draft.removeFields(from: &batch)
      }
    }
    return isEvent ? .event : .none
  }

  /// Whether a whole text is a record of the plugin or a message, and not one around others.
  func isOneRecord(_ text: Span<UInt8>) -> Bool {
    var members: [JSONMember] = []
    guard JSONReader.object(text, at: 0, members: &members) != nil else { return false }
    let known = KnownMembers(text, in: members)
    return known.isOwn || RecordMessage(text, known, in: members) != nil
      || object(text, with: members, isOwn: false) != nil
  }

  private func addEvent(
    _ text: Span<UInt8>, named member: JSONMember, base: Int, frame: LineFrame, tag: UInt8,
    record: inout RecordBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) {
    var draft = frame.draft(.json, tag: tag, in: batch)
    let found: GrammarName?
    if member.isEscaped {
      record.decoded.removeAll(keepingCapacity: true)
      JSONText.decode(text, in: member.value, into: &record.decoded)
      found = name(record.decoded.span, in: record.decoded.indices)
    } else {
      found = name(text, in: member.value)
    }
    guard let found, found.kind != roles.unclassified else {
      addUnclassified(
        text, member.value, draft: draft, base: base, batch: &batch, tally: &tally)
      return
    }
    draft.event.kind = found.kind
    draft.event.isPrescribed = found.isPrescribed
    let known = KnownMembers(text, in: record.members)
    draft.event.recordTime = RecordTime(text, known, record, isText: found.timesAreTexts)
    takeProcess(text, known, into: &draft, record)
    readMembers(
      text, base: base, timesAreTexts: found.timesAreTexts, into: &draft, record: &record,
      batch: &batch)
    for index in found.settings { draft.apply(settings[index], pool: pool, batch: &batch) }
    if found.kind == roles.telemetry {
      let own = KnownMembers(text, in: record.members).telemetry
      if let own {
        _ = readTelemetry(
          text, record.members[own], base: base, draft: draft, record: &record, batch: &batch)
      }
    }
    draft.finish(in: &batch)
  }

  /// Takes the process that a record names, where no head does; in some events it is a field.
  private func takeProcess(
    _ text: Span<UInt8>, _ known: KnownMembers, into draft: inout EventDraft,
    _ record: RecordBuffers
  ) {
    guard draft.event.pid < 0 else { return }
    draft.event.namesProcess = known.processName != nil
    guard let member = known.processID else { return }
    let (key, value) = (record.members[member].key, record.members[member].value)
    guard self.key(text, in: key, of: draft.event.kind) == nil,
      let number = text.processNumber(at: value.lowerBound), number.end == value.upperBound
    else { return }
    draft.event.pid = number.pid
  }

  /// Adds an object without `event` whose keys tell its kind.
  private func addObject(
    _ text: Span<UInt8>, _ object: GrammarObject, base: Int, frame: LineFrame, tag: UInt8,
    record: inout RecordBuffers, batch: inout EventBatch
  ) {
    var draft = frame.draft(.json, tag: tag, in: batch)
    draft.event.kind = object.kind
    draft.event.isPrescribed = true
    // A prescribed object has no time of its own.
    let known = KnownMembers(text, in: record.members)
    let time = RecordTime(text, known, record, isText: object.timesAreTexts)
    draft.event.recordTime = time == .none ? .told : time
    takeProcess(text, known, into: &draft, record)
    readMembers(
      text, base: base, timesAreTexts: object.timesAreTexts, into: &draft, record: &record,
      batch: &batch)
    for index in object.settings { draft.apply(settings[index], pool: pool, batch: &batch) }
    draft.finish(in: &batch)
  }

  /// Reads the members of a record into the fields of the draft's kind.
  ///
  /// - Parameter timesAreTexts: Whether the catalogue demands texts for instants in such a record.
  func readMembers(
    _ text: Span<UInt8>, base: Int, timesAreTexts: Bool = false, into draft: inout EventDraft,
    record: inout RecordBuffers, batch: inout EventBatch
  ) {
    for index in record.members.indices {
      let member = record.members[index]
      let found: GrammarKey?
      if member.keyIsEscaped {
        record.decoded.removeAll(keepingCapacity: true)
        JSONText.decode(text, in: member.key, into: &record.decoded)
        found = key(record.decoded.span, in: record.decoded.indices, of: draft.event.kind)
      } else {
        found = key(text, in: member.key, of: draft.event.kind)
      }
      guard let found else { continue }
      if var field = readMember(text, member, as: found, base: base, draft: draft, batch: &batch) {
        if timesAreTexts, field.type == .instant, field.state == .value,
          text.decimal(in: member.value) != nil
        {
          field.state = .misformed
        }
        draft.put(field, in: &batch)
      } else {
        draft.remove(found.name, from: &batch)
      }
    }
  }

  private func readMember(
    _ text: Span<UInt8>, _ member: JSONMember, as key: GrammarKey, base: Int, draft: EventDraft,
    batch: inout EventBatch
  ) -> Field? {
    var field = Field(
      name: key.name, state: .malformed, type: key.type,
      start: UInt32(clamping: base + member.value.lowerBound),
      length: UInt32(clamping: member.value.count))
    if member.kind == .null { return nil }
    if member.kind == .string, !member.value.isEmpty {
      switch FieldReader.placeholder(text, in: member.value) {
      case .absent: return nil
      case .placeholder:
        field.state = .placeholder
        return field
      case .redacted:
        field.state = .redacted
        return field
      case .none: break
      }
    }
    switch (key.type, member.kind) {
    case (.string, .string):
      field.state = .value
      if member.isEscaped {
        let start = draft.scratchOffset(in: batch)
        JSONText.decode(text, in: member.value, into: &batch.scratch)
        field.start = UInt32(clamping: start)
        field.length = UInt32(clamping: draft.scratchOffset(in: batch) - start)
      } else {
        draft.collect(&field, from: text, in: member.value, as: key.form, batch: &batch)
      }
      if key.form == .array { field.state = .misformed }
      if key.form == .counters { field.state = .malformed }
    case (.string, .object) where key.form == .counters:
      // Counters become an event of their own.
      return nil
    case (.string, .array) where key.form.isList, (.string, .object) where key.form == .query:
      field.state = .value
      draft.collect(&field, from: text, in: member.value, as: key.form, batch: &batch)
    case (.string, .object) where key.form == .document,
      (.string, .array) where key.form == .document:
      field.state = .value
    case (.instant, .string) where key.form == .day:
      FieldReader.fill(&field, from: text, in: member.value, as: key, inHole: false)
    case (.int, .number), (.double, .number), (.duration, .number), (.instant, .number),
      (.instant, .string), (.bool, .yes), (.bool, .no):
      FieldReader.fill(&field, from: text, in: member.value, unit: key.unit, inHole: false)
    case (.int, .array) where key.form == .count, (.bool, .string) where key.form == .presence:
      FieldReader.fill(&field, from: text, in: member.value, as: key, inHole: false)
    default: break
    }
    return field
  }
}

extension RecordTime {
  /// The state of `timestamp`; a time under another logger's key counts as told.
  ///
  /// - Parameter isText: Whether the catalogue says that it is no number.
  init(
    _ text: Span<UInt8>, _ known: KnownMembers, _ record: RecordBuffers, isText: Bool
  ) {
    guard let member = known.timestamp else {
      self = known.hasOtherTimestamp ? .unreadable : known.time == nil ? .none : .told
      return
    }
    let value = record.members[member].value
    if FieldReader.placeholder(text, in: value) != .none {
      self = value.isEmpty ? .none : .told
    } else if isText, text.decimal(in: value) != nil {
      self = .number
    } else if let reading = text.recordTime(in: value) {
      self.init(reading)
    } else {
      self = .unreadable
    }
  }

  init(_ reading: ClockReading) {
    self = reading.gaps.contains(.zone) ? .zoneless : reading.hasOffset ? .offset : .told
  }
}

extension Span where Element == UInt8 {
  /// Whether a record that ends at an index ends the text too, except for the comma or bracket of a
  /// list of records.
  func isRecordEnd(at index: Int) -> Bool {
    var place = skipSpace(at: index)
    if peek(place) == UInt8(ascii: ",") || peek(place) == UInt8(ascii: "]") {
      place = skipSpace(at: place + 1)
    }
    return place >= count
  }
}
