internal import RuleLanguage

// Lines of many containers leave out the year or the zone. A date elsewhere in the log may tell the
// year, and an id such as `notify_1771835520000` both, so events wait for such a line; or for all
// that came when it was due to agree on a zone.
extension Correlator {
  private static let waitingLimit = 4096

  /// Whether the event's time cannot be read yet, and the log may still tell how.
  func lacksClock(_ event: ScopedEvent) -> Bool {
    let gaps = event.event.timeGaps
    guard !gaps.isEmpty, !gaps.contains(.filled) else { return false }
    return gaps.contains(.year) && clock.needsYear || gaps.contains(.zone) && clock.needsOffset
  }

  /// The time of an event, where no year and no zone of it is only taken for granted.
  func instant(of event: ScopedEvent) -> Int64? {
    event.event.timeGaps.isDisjoint(with: clock.openGaps) ? event.knownTime : nil
  }

  /// Keeps events until a line of the log tells the year and the zone, whatever chunk that is in.
  mutating func wait(_ event: ScopedEvent) {
    waiting.append(event)
    if clock.needsYear, let instant = fullDate(of: event) ?? clock.reportedDate,
      let timed = waiting.first(where: { $0.event.timeGaps.contains(.year) })
    {
      clock.inferYear(from: instant, near: timed.time)
    }
    if clock.needsOffset, let offset = offset(shownBy: event) {
      let isRecord = event.event.quartersAhead != nil
      let instant = isRecord ? event.time &- offset : idInstant(of: event) ?? 0
      clock.inferOffset(offset, at: instant, by: isRecord ? .record : .id)
    }
    let isDone =
      waiting.count >= Self.waitingLimit || !store.hasRoom(since: waiting[0])
      || !waiting.contains { lacksClock($0) }
    if isDone { stopWaiting() }
  }

  /// Ends the wait; what is not known by now the clock assumes.
  package mutating func stopWaiting() {
    guard !waiting.isEmpty else { return }
    if clock.needsOffset, clock.lacksZone, let agreed = agreedOffset {
      clock.inferOffset(agreed, at: 0, by: .agreement)
    }
    clock.stopInferring()
    isReleasing = true
  }

  /// Ends the wait for a zone that an option gave anyway.
  package mutating func stopWaitingForZone() {
    let needsYear = clock.needsYear && waiting.contains { $0.event.timeGaps.contains(.year) }
    if !clock.lacksZone, !needsYear { stopWaiting() }
  }

  /// Hands on the next event that waited; false if none is ready.
  ///
  /// One at a time, so that whoever looks at its cycle does not see what came later.
  package mutating func releaseNext() -> Bool {
    guard isReleasing else { return false }
    var event = waiting[released]
    take(&event)
    released += 1
    if released == waiting.count {
      waiting.removeAll()
      released = 0
      isReleasing = false
    }
    return true
  }

  /// Notes whether what a line tells of its own time goes with the zone gone by.
  mutating func checkZone(of event: ScopedEvent, readAs time: Int64) {
    if event.event.timeGaps.contains(.instant) {
      let late = Cycle.span(from: dueInstant(of: event), to: time)
      clock.noteZonelessInstant(late: clock.lacksYear ? nil : late)
      return
    }
    guard !clock.lacksYear else { return }
    if let instant = dueInstant(of: event), let late = Cycle.span(from: instant, to: time) {
      clock.note(late: late, at: time)
    }
    // What is told as missed was due before, however long.
    if event.kind == known.missed, let due = self.instant(known.scheduledTime, event),
      let late = Cycle.span(from: due, to: time), late < 0
    {
      clock.note(late: late, at: time)
    }
    // Of a time that was resolved elsewhere the wall clock is not known any more.
    guard !event.event.timeGaps.contains(.filled), let shown = offset(shownBy: event) else {
      return
    }
    if event.event.quartersAhead != nil {
      if Cycle.span(from: time, to: event.time) == shown {
        clock.note(late: 0, at: time)
      } else {
        clock.noteContradiction(shown)
      }
    } else if let instant = idInstant(of: event),
      ClockResolver.offset(ofLocal: time, isYearless: false, at: instant) != 0
    {
      clock.noteContradiction(shown)
    }
  }

  /// How far the device's clock is ahead of UTC, as a line shows that gives its own instant too, or
  /// says that an id's time has come.
  private func offset(shownBy event: ScopedEvent) -> Int64? {
    guard event.isTimed, event.event.timeGaps.contains(.zone) else { return nil }
    if let quarters = event.event.quartersAhead { return Int64(quarters) * ClockResolver.quarter }
    guard event.event.container.isAndroid, event.role.marks.contains(.showing),
      let instant = idInstant(of: event)
    else { return nil }
    return offset(of: event, at: instant)
  }

  private func offset(of event: ScopedEvent, at instant: Int64) -> Int64? {
    ClockResolver.offset(
      ofLocal: event.time, isYearless: event.event.timeGaps.contains(.year), at: instant)
  }

  // MARK: What came when it was due

  /// How far the device's clock is ahead of UTC by all waiting events that came in time; nil where
  /// they do not agree, or where a task would have run at another hour than its own.
  ///
  /// The system may be late by just an hour, so one that was late alone shows nothing.
  private var agreedOffset: Int64? {
    var agreed: Int64?
    var begins: [Int64] = []
    var handlers: [(event: ScopedEvent, begins: ArraySlice<Int64>)] = []
    for event in waiting where event.isTimed && event.event.timeGaps.contains(.zone) {
      // An instant without a zone of its own shows none.
      if event.event.timeGaps.contains(.instant) { continue }
      if let begin = instant(known.beginDate, event) { begins.append(begin) }
      if event.part == .handler, !begins.isEmpty {
        handlers.append((event, begins.suffix(Self.outstandingTasks)))
      }
      guard let due = dueInstant(of: event), let offset = offset(of: event, at: due),
        ClockResolver.isOfPlace(offset)
      else { continue }
      guard offset == agreed ?? offset else { return nil }
      agreed = offset
    }
    guard let agreed else { return nil }
    let fits = handlers.allSatisfy { event, begins in
      begins.contains { isRun(event, ofTaskAt: $0 &+ agreed) }
    }
    return fits ? agreed : nil
  }

  /// Whether a handler may be that of the task of a local time.
  private func isRun(_ handler: ScopedEvent, ofTaskAt begin: Int64) -> Bool {
    let isYearless = handler.event.timeGaps.contains(.year)
    let local = isYearless ? ClockResolver.moving(handler.time, near: begin) : handler.time
    return Cycle.span(from: begin, to: local).map(Self.taskDelays.contains) ?? false
  }

  /// Of so many submissions before it a handler may be that of any.
  private static let outstandingTasks = 16

  /// From a little early, as a tester may start a task, to what is less than the next whole zone.
  private static let taskDelays: ClosedRange<Int64> = -120_000_000...3_300_000_000

  /// When that was due which an event says has come now: a notification or an alarm, or the time at
  /// which a new token is said to be issued.
  private func dueInstant(of event: ScopedEvent) -> Int64? {
    let part = event.part
    if part == .prepare || part == .delivered { return key(event) }
    if event.kind == known.alarmFired { return instant(known.scheduledTime, event) }
    guard event.kind == known.authToken, isWord("new", known.source, event) else { return nil }
    return issueTime(of: event)
  }

  private func issueTime(of event: ScopedEvent) -> Int64? {
    // Seconds of a year that a log can have; milliseconds are a fault of their own.
    guard let seconds = integer(known.issuedAt, event), 1_000_000_000..<10_000_000_000 ~= seconds
    else { return nil }
    return seconds * 1_000_000
  }

  private func idInstant(of event: ScopedEvent) -> Int64? {
    for field in store.fields(of: event) {
      if let instant = store.instant(inId: field, of: event) { return instant }
    }
    return nil
  }

  /// An instant of the event with a full date: of its line, or of a field.
  private func fullDate(of event: ScopedEvent) -> Int64? {
    if event.isTimed, !event.event.timeGaps.contains(.year) { return event.time }
    let fields = store.fields(of: event)
    let dated = fields.first {
      $0.type == .instant && ($0.state == .value || $0.state == .zoneless)
    }
    if let dated { return dated.value }
    return issueTime(of: event) ?? idInstant(of: event)
  }
}
