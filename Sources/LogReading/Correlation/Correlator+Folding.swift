internal import RuleLanguage

extension Correlator {
  /// Two seconds: how far a text line and its JSON twin may lie apart.
  static let twinDistance: Int64 = 2_000_000

  /// Whether one look at the last line of its kind tells that a line is none of its repeats, as for
  /// nearly all.
  @inline(__always)
  func isNew(_ event: ScopedEvent) -> Bool {
    let kind = Int(event.kind.rawValue)
    // Asked for in its place: a copy is long.
    guard let container = lastLines[kind]?.event.container else { return true }
    guard container == event.event.container else { return false }
    if event.event.timeQuality == .line { return lastLines[kind]?.time != event.time }
    return lastLines[kind]?.sequence != event.sequence - 1
  }

  /// Whether the line is the one before it once more, byte for byte and at the same time. What comes
  /// again later is told by its time, unless that is one of whole seconds: much can happen twice in
  /// one (`RecentLines`).
  mutating func isRepeat(_ event: ScopedEvent) -> Bool {
    guard event.kind != known.unclassified,
      let last = lastLines[Int(event.kind.rawValue)],
      last.event.form == event.event.form, last.file == event.file || event.isTimed,
      last.event.line != event.event.line || last.file != event.file
    else { return false }
    if isOfOtherSink(event, last) {
      sinkRepeats += 1
      return true
    }
    if event.event.timeQuality == .line {
      guard last.event.timeQuality == .line, last.time == event.time else { return false }
    }
    return event.sequence - last.sequence == 1 && store.sameText(last, event)
  }

  /// A tenth of a second: how far the records of one event by several sinks may lie apart.
  private static let sinkDistance: Int64 = 100_000

  /// Whether the line says the same as the last one of its kind in another container: some programs
  /// log each event by `print`, by `NSLog` and by `os_log`. A record with a time is never dropped
  /// for one without.
  private func isOfOtherSink(_ event: ScopedEvent, _ last: ScopedEvent) -> Bool {
    guard event.event.form == .text, last.event.container != event.event.container,
      last.file == event.file, event.sequence - last.sequence <= 2,
      event.event.container.isAppleSink, last.event.container.isAppleSink,
      last.isTimed || !event.isTimed
    else { return false }
    if event.isTimed, last.isTimed, abs(event.time &- last.time) > Self.sinkDistance {
      return false
    }
    return store.sameFields(last, event)
  }

  /// Whether the line may be the copy of the next one that `print` wrote: it has no head.
  func isPrint(_ event: ScopedEvent) -> Bool {
    event.event.container == .bare && event.event.form == .text && !event.isTimed
  }

  /// Whether a line of `print` says the same as the one behind it, which has a time.
  func isCopy(_ printed: ScopedEvent, of event: ScopedEvent) -> Bool {
    event.isTimed && event.event.form == .text && event.event.container.isAppleSink
      && event.kind == printed.kind && event.kind != known.unclassified
      && event.file == printed.file && event.sequence - printed.sequence == 1
      && store.sameFields(printed, event)
  }

  /// The event of which this one is the second record, in the other form.
  ///
  /// Told before it is placed, so that a second record opens no scope of its own.
  func firstRecord(of event: ScopedEvent) -> ScopedEvent? {
    let index = Int(event.kind.rawValue)
    guard isOfOtherForm(event), let first = lastOfKind[index].event,
      !lastOfKind[index].isFolded, event.kind != known.unclassified, isNear(first, event),
      !isOfOtherCycle(event, first)
    else { return nil }
    return first
  }

  /// Whether the last record of an event's kind was in the other form. Asked for in its place: most
  /// logs have one form of records, and a copy is long.
  @inline(__always)
  func isOfOtherForm(_ event: ScopedEvent) -> Bool {
    guard let form = lastOfKind[Int(event.kind.rawValue)].form else { return false }
    return form != event.event.form
  }

  /// Hands on a second record with the place of the first.
  mutating func fold(_ event: ScopedEvent, into first: ScopedEvent) {
    var event = event
    lastOfKind[Int(event.kind.rawValue)].isFolded = true
    twins += 1
    if event.event.form == .text { uncountLoneJSON(first) }
    assignSegment(&event)
    event.phase = first.phase
    event.reason = first.reason
    if isStill(first.cycle, cycles, first) { event.cycle = first.cycle }
    if isStill(first.execution, executions, first) { event.execution = first.execution }
    if isStill(first.delivery, deliveries, first) { event.delivery = first.delivery }
    if event.cycle >= 0, otherId(in: event) == nil {
      if let id = scheduleId(event) { bind(schedule: id, to: event.cycle) }
      if let id = notificationId(event) {
        bind(notification: id, to: event.cycle)
        if event.part == .fetchSuccess { cycles[Int(event.cycle)].contentId = id }
      }
    }
    note(event)
    if isHeard(event.kind) { tell(of: event, isTwin: true) }
    output.append(.twin(event))
    if isHeldToTypes(event) { tellMistakes(of: event) }
    tellDifference(of: event, from: first)
  }

  /// Remembers an event that is no second record.
  mutating func remember(_ event: ScopedEvent) {
    lastOfKind[Int(event.kind.rawValue)] = LastRecord(event: event, form: event.event.form)
    if event.event.form == .json, hasText[Int(event.kind.rawValue)] { countLoneJSON(event) }
  }

  private func isOfOtherCycle(_ event: ScopedEvent, _ first: ScopedEvent) -> Bool {
    for name in [known.notificationTime, known.scheduledFor, known.beginDate] {
      if let mine = instant(name, event), let other = instant(name, first), mine != other {
        return true
      }
    }
    guard let named = namedOpenCycle(event) else { return false }
    return first.cycle >= 0 && named != first.cycle
  }

  /// Whether a scope that the event belongs to is still the one in its slot.
  private func isStill<Scope: CorrelatedScope>(
    _ slot: Int32, _ scopes: [Scope], _ event: ScopedEvent
  ) -> Bool {
    slot >= 0 && scopes[Int(slot)].isOpen && scopes[Int(slot)].firstSequence <= event.sequence
  }

  private func isNear(_ last: ScopedEvent, _ event: ScopedEvent) -> Bool {
    if last.isTimed, event.isTimed { return abs(last.time - event.time) <= Self.twinDistance }
    return event.sequence - last.sequence <= 2
  }

  private mutating func countLoneJSON(_ event: ScopedEvent) {
    loneJSON += 1
    if event.cycle >= 0 { cycles[Int(event.cycle)].loneJSON += 1 }
    if event.execution >= 0 { executions[Int(event.execution)].loneJSON += 1 }
    if event.delivery >= 0 { deliveries[Int(event.delivery)].loneJSON += 1 }
  }

  private mutating func uncountLoneJSON(_ event: ScopedEvent) {
    loneJSON -= 1
    if isStill(event.cycle, cycles, event) { cycles[Int(event.cycle)].loneJSON -= 1 }
    if isStill(event.execution, executions, event) {
      executions[Int(event.execution)].loneJSON -= 1
    }
    if isStill(event.delivery, deliveries, event) {
      deliveries[Int(event.delivery)].loneJSON -= 1
    }
  }
}
