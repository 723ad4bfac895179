extension Correlator {
  /// Two seconds: how far a text line and its JSON twin may lie apart (matrix 2.3-6).
  static let twinDistance: Int64 = 2_000_000

  /// Whether the line is the last of its kind once more, byte for byte and at the same time.
  ///
  /// Untimed lines count as repeats only when adjacent (DESIGN §7.20).
  func isRepeat(_ event: ScopedEvent) -> Bool {
    guard event.kind != known.unclassified,
      let last = lastOfKind[Int(event.kind.rawValue)].event,
      last.event.form == event.event.form, last.file == event.file || event.isTimed,
      last.event.line != event.event.line
    else { return false }
    if event.event.timeQuality == .line {
      guard last.event.timeQuality == .line, last.time == event.time else { return false }
    } else {
      guard event.sequence - last.sequence == 1 else { return false }
    }
    return store.sameText(last, event)
  }

  /// Whether the event was already seen in the other form; remembers it if not.
  func isTwin(_ event: ScopedEvent) -> Bool {
    let index = Int(event.kind.rawValue)
    let record = lastOfKind[index]
    if let last = record.event, !record.isFolded, last.event.form != event.event.form,
      last.cycle == event.cycle || last.cycle < 0 || event.cycle < 0, isNear(last, event)
    {
      lastOfKind[index].isFolded = true
      twins += 1
      if event.event.form == .text { countLoneJSON(last, by: -1) }
      return true
    }
    lastOfKind[index] = LastRecord(event: event)
    if event.event.form == .json, hasText[index] { countLoneJSON(event, by: 1) }
    return false
  }

  private func isNear(_ last: ScopedEvent, _ event: ScopedEvent) -> Bool {
    if last.isTimed, event.isTimed { return abs(last.time - event.time) <= Self.twinDistance }
    return event.sequence - last.sequence <= 2
  }

  private func countLoneJSON(_ event: ScopedEvent, by amount: Int32) {
    if event.cycle >= 0 { cycles[Int(event.cycle)].loneJSON += amount }
    if event.execution >= 0 { executions[Int(event.execution)].loneJSON += amount }
    if event.delivery >= 0 { deliveries[Int(event.delivery)].loneJSON += amount }
  }
}
