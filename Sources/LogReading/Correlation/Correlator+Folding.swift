internal import RuleLanguage

// The second record of an event, in the other form, has the place of the first.
extension Correlator {
  /// The event of which this one is the second record, in the other form.
  ///
  /// Told before it is placed, so that a second record opens no scope of its own.
  func firstRecord(of event: ScopedEvent) -> ScopedEvent? {
    guard let first = duplicates.firstRecord(of: event), !isOfOtherCycle(event, first) else {
      return nil
    }
    return first
  }

  /// Hands on a second record with the place of the first.
  mutating func fold(_ event: ScopedEvent, into first: ScopedEvent) {
    var event = event
    duplicates.fold(event)
    if event.event.form == .text { uncountLoneJSON(first) }
    assignSegment(&event)
    event.phase = first.phase
    event.reason = first.reason
    if isStill(first.cycle, first) { event.cycle = first.cycle }
    if executionWindows.holds(first.execution, of: first) { event.execution = first.execution }
    if deliveryWindows.holds(first.delivery, of: first) { event.delivery = first.delivery }
    if event.cycle >= 0, otherId(in: event) == nil {
      if let id = scheduleId(event) { cycleBook.bind(schedule: id, to: event.cycle) }
      if let id = notificationId(event) {
        cycleBook.bind(notification: id, to: event.cycle)
        if event.part == .fetchSuccess { cycleBook[event.cycle].content.id = id }
      }
    }
    note(event)
    if isHeard { tell(of: event, isTwin: true) }
    output.append(.twin(event))
    if isHeldToTypes(event) { tellMistakes(of: event) }
    tellDifference(of: event, from: first)
  }

  /// Remembers an event that is no second record.
  @inline(__always)
  mutating func remember(_ event: ScopedEvent) {
    duplicates.remember(event)
    if event.event.form == .json, plan.hasText[Int(event.kind.rawValue)] { countLoneJSON(event) }
  }

  private func isOfOtherCycle(_ event: ScopedEvent, _ first: ScopedEvent) -> Bool {
    for name in [known.notificationTime, known.scheduledFor, known.beginDate] {
      if let mine = store.instant(name, event), let other = store.instant(name, first),
        mine != other
      {
        return true
      }
    }
    guard let named = namedOpenCycle(event) else { return false }
    return first.cycle >= 0 && named != first.cycle
  }

  /// Whether the cycle in a slot is still the one that an event is of.
  private func isStill(_ slot: Int32, _ event: ScopedEvent) -> Bool {
    slot >= 0 && cycleBook[slot].isOpen && cycleBook[slot].firstSequence <= event.sequence
  }

  private mutating func countLoneJSON(_ event: ScopedEvent) {
    duplicates.loneJSON += 1
    if event.cycle >= 0 { cycleBook[event.cycle].loneJSON += 1 }
    if event.execution >= 0 { executionWindows[event.execution].loneJSON += 1 }
    if event.delivery >= 0 { deliveryWindows[event.delivery].loneJSON += 1 }
  }

  private mutating func uncountLoneJSON(_ event: ScopedEvent) {
    duplicates.loneJSON -= 1
    if isStill(event.cycle, event) { cycleBook[event.cycle].loneJSON -= 1 }
    if executionWindows.holds(event.execution, of: event) {
      executionWindows[event.execution].loneJSON -= 1
    }
    if deliveryWindows.holds(event.delivery, of: event) {
      deliveryWindows[event.delivery].loneJSON -= 1
    }
  }
}
