internal import RuleLanguage

// Counters of the plugin in the `telemetry` object of a record.
extension Grammar {
  /// Reads the counters of an object; false where it names none.
  func readTelemetry(
    _ text: Span<UInt8>, _ member: JSONMember, base: Int, draft: EventDraft,
    record: inout RecordBuffers, batch: inout EventBatch
  ) -> Bool {
    record.inner.removeAll(keepingCapacity: true)
    _ = JSONReader.object(text, at: member.value.lowerBound, members: &record.inner)
    var isKnown = false
    for index in record.inner.indices {
      let counter = record.inner[index]
      record.decoded.removeAll(keepingCapacity: true)
      JSONText.decode(text, in: counter.key, into: &record.decoded)
      guard let key = CounterKey(record.decoded.span, in: self) else { continue }
      isKnown = true
      guard let metric = key.metric else { continue }
      if counter.kind == .object, !key.hasLabels, isByReason(metric: metric) {
        readReasons(
          text, counter, metric: metric, base: base, draft: draft, record: &record, batch: &batch)
      } else if let name = key.field {
        put(text, counter, as: name, base: base, draft: draft, batch: &batch)
      } else if text.count(in: counter) == nil {
        // A sum of all reasons is no counter, and a value that is no number is marked as such.
        put(
          text, counter, as: roles.counters[metric].field, base: base, draft: draft, batch: &batch)
      }
    }
    return isKnown
  }

  /// `{"NETWORK": 1, "AUTH": 0}`
  private func readReasons(
    _ text: Span<UInt8>, _ member: JSONMember, metric: Int, base: Int, draft: EventDraft,
    record: inout RecordBuffers, batch: inout EventBatch
  ) {
    record.reasons.removeAll(keepingCapacity: true)
    _ = JSONReader.object(text, at: member.value.lowerBound, members: &record.reasons)
    for index in record.reasons.indices {
      let reason = record.reasons[index]
      if let name = counter(text, metric: metric, reason: reason.key) {
        put(text, reason, as: name, base: base, draft: draft, batch: &batch)
      }
    }
  }

  private func put(
    _ text: Span<UInt8>, _ member: JSONMember, as name: FieldName, base: Int, draft: EventDraft,
    batch: inout EventBatch
  ) {
    if member.kind == .null { return }
    var field = Field(
      name: name, state: .malformed, type: .int,
      start: UInt32(clamping: base + member.value.lowerBound),
      length: UInt32(clamping: member.value.count))
    if let value = text.count(in: member) { field.set(value) }
    draft.put(field, in: &batch)
  }
}

extension Span where Element == UInt8 {
  /// The value of a counter: a whole number from 0 on.
  fileprivate func count(in member: JSONMember) -> Int64? {
    guard member.kind == .number, let value = wholeNumber(in: member.value), value >= 0 else {
      return nil
    }
    return value
  }
}

/// The content of a sample's key, `dnp_x_total{reason="AUTH"}`.
private struct CounterKey {
  var hasLabels: Bool
  /// The number of the metric, if it is one of the plugin's counters.
  var metric: Int?
  var field: FieldName?

  /// Reads a key without escapes; nil for one that is not the plugin's.
  init?(_ key: Span<UInt8>, in grammar: Grammar) {
    guard key.count > 4, key.isText("dnp_", in: 0..<4) else { return nil }
    let brace = key.firstIndex(of: UInt8(ascii: "{"), in: key.indices)
    hasLabels = brace != nil
    metric = grammar.metric(key, in: 0..<(brace ?? key.count))
    if let metric {
      let reason = brace.map { grammar.reasonLabel(key, in: ($0 + 1)..<key.count) } ?? 0..<0
      field = grammar.counter(key, metric: metric, reason: reason)
    }
  }
}
