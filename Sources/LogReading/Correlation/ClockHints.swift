internal import RuleLanguage

/// Reads from an event what it tells of the year and the zone of its clock.
struct ClockHints: Sendable {
  let known: KnownEvents

  /// How far the device's clock is ahead of UTC, as a line shows that gives its own instant too, or
  /// says that an id's time has come.
  func offset(shownBy event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    guard event.isTimed, event.event.timeGaps.contains(.zone) else { return nil }
    if let own = ownOffset(of: event, in: store) { return own }
    guard event.event.container.isAndroid, event.role.marks.contains(.showing),
      let instant = idInstant(of: event, in: store)
    else { return nil }
    return offset(of: event, at: instant)
  }

  /// The same, as a line shows that gives its own instant too: that of its record, or in its message.
  func ownOffset(of event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    if let quarters = event.event.quartersAhead { return Int64(quarters) * ZoneOffset.quarter }
    guard let instant = store.instant(known.writtenAt, event),
      let offset = ZoneOffset.of(
        local: event.time, isYearless: event.event.timeGaps.contains(.year), at: instant,
        within: Self.writing),
      ZoneOffset.isOfPlace(offset)
    else { return nil }
    return offset
  }

  /// Whether a line that gives its own instant too is read as of that: at a time by the zone in use.
  func isOwn(
    _ time: Int64, of event: ScopedEvent, ahead offset: Int64, in store: borrowing EventStore
  )
    -> Bool
  {
    if let instant = store.instant(known.writtenAt, event) {
      return ZoneOffset.of(local: time, isYearless: false, at: instant, within: Self.writing) == 0
    }
    return Cycle.span(from: time, to: event.time) == offset
  }

  /// How far the head of a line may lie from the instant in its message.
  private static let writing: Int64 = 2_000_000

  private func offset(of event: ScopedEvent, at instant: Int64) -> Int64? {
    ZoneOffset.of(
      local: event.time, isYearless: event.event.timeGaps.contains(.year), at: instant)
  }

  // MARK: What came when it was due

  /// How far the device's clock is ahead of UTC by all waiting events that came in time; nil where
  /// they do not agree, or where a task would have run at another hour than its own.
  ///
  /// The system may be late by just an hour, so one that was late alone shows nothing.
  func agreedOffset(of waiting: [ScopedEvent], in store: borrowing EventStore) -> Int64? {
    var agreed: Int64?
    var begins: [Int64] = []
    var handlers: [(event: ScopedEvent, begins: ArraySlice<Int64>)] = []
    for event in waiting where event.isTimed && event.event.timeGaps.contains(.zone) {
      // An instant without a zone of its own shows none.
      if event.event.timeGaps.contains(.instant) { continue }
      if let begin = store.instant(known.beginDate, event) { begins.append(begin) }
      if event.part == .handler, !begins.isEmpty {
        handlers.append((event, begins.suffix(Self.outstandingTasks)))
      }
      guard let due = dueInstant(of: event, in: store), let offset = offset(of: event, at: due),
        ZoneOffset.isOfPlace(offset)
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
    let local = isYearless ? YearlessTime.moving(handler.time, near: begin) : handler.time
    return Cycle.span(from: begin, to: local).map(Self.taskDelays.contains) ?? false
  }

  /// Of so many submissions before it a handler may be that of any.
  private static let outstandingTasks = 16

  /// From a little early, as a tester may start a task, to what is less than the next whole zone.
  private static let taskDelays: ClosedRange<Int64> = -120_000_000...3_300_000_000

  /// When that was due which an event says has come now: a notification or an alarm, or the time at
  /// which a new token is said to be issued.
  func dueInstant(of event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    if event.part == .prepare || event.part == .cacheUsed || event.part == .delivered {
      return store.instant(known.notificationTime, else: known.scheduledFor, of: event)
    }
    if event.kind == known.alarmFired { return store.instant(known.scheduledTime, event) }
    guard event.kind == known.authToken, store.isWord("new", known.source, event) else {
      return nil
    }
    return issueTime(of: event, in: store)
  }

  /// When that was due which an event says was missed.
  func missedInstant(of event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    event.kind == known.missed ? store.instant(known.scheduledTime, event) : nil
  }

  private func issueTime(of event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    // Seconds of a year that a log can have; milliseconds are a fault of their own.
    guard let seconds = store.integer(known.issuedAt, event),
      1_000_000_000..<10_000_000_000 ~= seconds
    else { return nil }
    return seconds * 1_000_000
  }

  func idInstant(of event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    for field in store.fields(of: event) {
      if let instant = store.instant(inId: field, of: event) { return instant }
    }
    return nil
  }

  /// An instant of the event with a full date: of its line, or of a field.
  func fullDate(of event: ScopedEvent, in store: borrowing EventStore) -> Int64? {
    if event.isTimed, !event.event.timeGaps.contains(.year) { return event.time }
    let fields = store.fields(of: event)
    let dated = fields.first {
      $0.type == .instant && ($0.state == .value || $0.state == .zoneless)
    }
    if let dated { return dated.value }
    return issueTime(of: event, in: store) ?? idInstant(of: event, in: store)
  }
}
