internal import RuleLanguage

/// An event in the making, whose fields already stand at the end of the batch.
struct EventDraft {
  var event: Event
  /// The index of the event's first field in the batch.
  private let firstField: Int

  init(_ event: Event, in batch: EventBatch) {
    self.event = event
    firstField = batch.fields.count
  }

  /// Drops the fields of an attempt that failed.
  func removeFields(from batch: inout EventBatch) {
    batch.fields.removeLast(batch.fields.count - firstField)
  }

  func hasField(_ name: FieldName, in batch: EventBatch) -> Bool {
    for index in firstField..<batch.fields.count where batch.fields[index].name == name {
      return true
    }
    return false
  }

  /// Whether a field of that name is set before an index.
  func hasField(_ name: FieldName, before end: Int, in batch: EventBatch) -> Bool {
    guard end <= batch.fields.count, firstField < end else { return false }
    return batch.fields[firstField..<end].contains { $0.name == name }
  }

  /// The field of that name, if it is set.
  func field(_ name: FieldName, in batch: EventBatch) -> Field? {
    for index in firstField..<batch.fields.count where batch.fields[index].name == name {
      return batch.fields[index]
    }
    return nil
  }

  /// Sets a field; the last of several values of one name counts.
  func put(_ field: Field, in batch: inout EventBatch) {
    for index in firstField..<batch.fields.count where batch.fields[index].name == field.name {
      batch.fields[index] = field
      return
    }
    batch.fields.append(field)
  }

  /// Removes a field whose later value says that there is none.
  func remove(_ name: FieldName, from batch: inout EventBatch) {
    for index in firstField..<batch.fields.count where batch.fields[index].name == name {
      batch.fields.remove(at: index)
      return
    }
  }

  /// Sets a field that a shape or a name implies, unless the log gives it itself.
  func apply(_ setting: GrammarSetting, pool: [UInt8], batch: inout EventBatch) {
    guard !hasField(setting.name, in: batch) else { return }
    if setting.type == .string {
      putText(pool.span.extracting(setting.text.range), as: setting.name, in: &batch)
    } else {
      put(Field(name: setting.name, type: setting.type, value: setting.value), in: &batch)
    }
  }

  /// Sets a string field to a text of the grammar, which goes to the scratch bytes.
  func putText(_ text: Span<UInt8>, as name: FieldName, in batch: inout EventBatch) {
    let start = scratchOffset(in: batch)
    for index in text.indices { batch.scratch.append(text[index]) }
    put(
      Field(
        name: name, type: .string, start: UInt32(clamping: start),
        length: UInt32(clamping: text.count)), in: &batch)
  }

  /// The place of the next scratch byte, counted from the event's own text.
  func scratchOffset(in batch: EventBatch) -> Int {
    Int(event.textLength) + batch.scratch.count - Int(event.scratchStart)
  }

  /// Adds the event to its batch.
  consuming func finish(in batch: inout EventBatch) {
    event.firstField = UInt32(clamping: firstField)
    event.fieldCount = UInt16(clamping: batch.fields.count - firstField)
    event.scratchLength = UInt32(clamping: batch.scratch.count - Int(event.scratchStart))
    for index in firstField..<batch.fields.count where batch.fields[index].state != .value {
      let field = batch.fields[index]
      if field.state == .zoneless { event.timeGaps.insert(.instant) }
      if field.state == .malformed, field.type != .string { batch.unread.note(field, of: event) }
    }
    batch.events.append(event)
  }
}
