internal import RuleLanguage

// A log that begins in the midst of a task shows no handler, and its first lines do not say what they
// are of: a fetch without a name may be a task's, a delivery's or an app's. So they wait until one of
// those behind them tells. The delivery of that task's notification waits in the same way for its id,
// since the lines of the task named no time.
extension Correlator {
  /// How many events may wait.
  private static let begunLimit = 32

  /// Whether an event has to wait for what comes behind it.
  @inline(__always)
  func waitsForMore(_ event: ScopedEvent) -> Bool {
    if processes.isAtHead || isBehindFirstCall(event) { return isWork(event) }
    return event.part == .prepare && !processes.hasHead && isOfBegunTask(event)
  }

  /// Whether the log began just now, with what a task may do beside its fetch: it schedules the next.
  @inline(__always)
  private func isBehindFirstCall(_ event: ScopedEvent) -> Bool {
    guard !processes.hasHead, executionWindows.count == 0, deliveryWindows.count == 0 else {
      return false
    }
    if let firstTime, let time = event.knownTime { return time - firstTime <= Self.burstDistance }
    return event.sequence - processes.headSequence <= 8
  }

  mutating func continueBegun(_ event: inout ScopedEvent) {
    guard begun.count < Self.begunLimit, belongsToBegun(event) else {
      releaseBegun()
      begin(&event)
      return
    }
    begun.append(event)
    let isTold = begun[0].part == .prepare ? anyId(event) != nil : isOfTask(event)
    if isTold { releaseBegun() }
  }

  /// Whether an event may be of the same task, or delivery, as those that wait.
  private func belongsToBegun(_ event: ScopedEvent) -> Bool {
    let first = begun[0]
    let pid = first.event.pid
    guard pid < 0 || event.event.pid < 0 || pid == event.event.pid else { return false }
    if event.stage == .none || event.stage == .task {
      return event.part != .reboot && event.part != .processCrash
    }
    if first.part == .prepare {
      // Where nothing is found, there is nothing to be joined to the task.
      return event.part == .cacheHit || event.part == .cacheUsed
        || event.part == .contentHash || event.part == .built
    }
    if event.stage == .schedule || event.part == .cacheMiss { return true }
    guard isWork(event) else { return false }
    let time = key(event)
    return time == nil || begun.allSatisfy { !isWork($0) || key($0) == nil || key($0) == time }
  }

  mutating func releaseBegun() {
    guard let first = begun.first else { return }
    let events = begun
    begun.removeAll()
    if first.part == .prepare {
      if let time = key(first), let naming = events.first(where: { anyId($0) != nil }) {
        _ = cycle(at: time, first, bySchedule: false, id: anyId(naming))
      }
    } else if events.contains(where: { isOfTask($0) }) {
      beginInside(events, first)
    }
    isUntold = first.part != .prepare && !events.contains { isOfTask($0) }
    for var event in events { place(&event) }
    isUntold = false
  }

  /// Opens the window of a task of which the log does not show the handler.
  private mutating func beginInside(_ events: [ScopedEvent], _ first: ScopedEvent) {
    var first = first
    assignSegment(&first)
    let naming = events.first { isWork($0) && (key($0) != nil || anyId($0) != nil) }
    // What none of its lines names, the delivery behind it may.
    let cycle = naming.map { namedCycle($0, first) } ?? openCycle(first, bySchedule: false)
    cycleBook[cycle].task.isExecuted = true
    let window = openExecution(first, cycle: cycle)
    executionWindows[window].isHeadCut = true
  }

  /// Whether a cycle is that of a task which the log began in and which named nothing, and a delivery
  /// the first one behind it: the task ran within a lead of its notification.
  func isOfUnnamedTask(_ delivery: ScopedEvent, at time: Int64, _ cycle: Cycle) -> Bool {
    guard delivery.part == .prepare || delivery.part == .cacheUsed, cycle.start.isHeadCut,
      cycle.task.isExecuted, cycle.ids.isEmpty, cycle.beginDate == nil, deliveryWindows.count == 0
    else { return false }
    guard cycle.gaps.isDisjoint(with: times.resolver.openGaps),
      let span = Cycle.span(from: cycle.lastTime, to: time)
    else { return true }
    return 0...Self.longestLead ~= span
  }

  /// Whether a line is one of a task at work, or of a fetch.
  private func isWork(_ event: ScopedEvent) -> Bool {
    if event.part == .contentHash { return !store.isWord("delivery", known.phase, event) }
    return event.stage == .execution && event.part != .handler
  }

  /// Whether a line is of a task, and of nothing else: its end, or a fetch for a notification that is
  /// still to come.
  func isOfTask(_ event: ScopedEvent) -> Bool {
    let part = event.part
    if part == .completed || part == .expirationSet || part == .expired
      || part == .resolved
    {
      return true
    }
    guard part == .fetchStart, let due = key(event), let time = event.knownTime,
      [.none, .prefetch].contains(statedPhase(event))
    else { return false }
    return time < due &- Self.burstDistance
  }

  /// Whether a delivery may be that of a task which the log began in, and whose notification has no
  /// time yet.
  private func isOfBegunTask(_ event: ScopedEvent) -> Bool {
    guard let time = key(event), cycleBook.slot(at: time) == nil else { return false }
    return cycleBook.cycles.contains {
      $0.isOpen && $0.start.isHeadCut && $0.task.isExecuted && $0.notificationTime == nil
        && !$0.ids.isEmpty
    }
  }
}
