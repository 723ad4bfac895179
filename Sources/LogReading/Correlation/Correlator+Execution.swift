internal import RuleLanguage

// Lines of a task at work, and of the fetches that no task makes.
extension Correlator {
  mutating func placeExecution(_ event: inout ScopedEvent) {
    let window = execution(of: event)
    if isDeliveryHash(event) {
      placeDelivery(&event)
      return
    }
    if event.sequence == 0, !processes.hasHead { call.isBehindCutTask = true }
    // After its completion a window takes only stragglers: a fetch that starts then is another one.
    if window >= 0, belongs(event, to: window) {
      event.execution = window
      event.cycle = cycleAtWork(event, in: window)
      if event.cycle < 0, let named = namedOpenCycle(event) {
        executionWindows[window].cycle = named
        event.cycle = named
      }
      if event.part == .completed { executionWindows[window].isCompleted = true }
      if event.cycle >= 0, cycleBook[event.cycle].scheduleId == nil,
        let id = scheduleId(event)
      {
        cycleBook.bind(schedule: id, to: event.cycle)
      }
    } else {
      placeOutsideExecution(&event)
    }
    if event.cycle >= 0, let id = notificationId(event) {
      cycleBook.bind(notification: id, to: event.cycle)
    }
    setPhase(&event)
  }

  private func belongs(_ event: ScopedEvent, to window: Int32) -> Bool {
    // A task whose end the log leaves out fetches nothing for another day.
    let isSilent =
      Cycle.span(from: executionWindows[window].lastTime, to: event.knownTime) ?? 0
      > Self.deliveryTolerance
    if executionWindows[window].isCompleted || isSilent, isOfLaterFetch(event, than: window) {
      return false
    }
    guard let time = key(event) else { return !isDelivering(event) }
    // A task that resolved nothing may still be that of the notification which the fetch names.
    let own = executionWindows[window].cycle
    if isSilent, event.part == .fetchStart, own >= 0, cycleBook[own].notificationTime != time {
      return false
    }
    let slot = own >= 0 ? own : cycleBook.slot(at: time) ?? -1
    if slot >= 0, event.part == .fetchStart, isFallbackDue(of: slot) { return false }
    guard slot >= 0, executionWindows[window].isCompleted else { return true }
    guard cycleBook[slot].notificationTime == time else { return false }
    // The same notification again, after the completion: its on-demand fetch, once it is due or
    // being delivered; before that a fetch that should have come earlier.
    if openDeliveryWindow(of: slot) >= 0 || cycleBook[slot].delivery.isDelivered { return false }
    return times.instant(of: event).map { $0 < time &- Self.burstDistance } ?? true
  }

  /// Whether a line is of a fetch that the app makes behind the end of a task, which had one of its own.
  private func isOfLaterFetch(_ event: ScopedEvent, than window: Int32) -> Bool {
    switch event.part {
    case .fetchStart:
      if !executionWindows[window].isCompleted { return false }
      let stated = statedPhase(event)
      return stated == .none ? executionWindows[window].hasFetched : stated != .prefetch
    case .completed, .expired, .expirationSet, .resolved, .fetchCancelled: return false
    default:
      guard let fetch = lastFetch else { return false }
      return fetch.segment == event.segment
        && fetch.lastSequence > executionWindows[window].lastSequence
    }
  }

  /// Whether a delivery of the cycle found no content, so that its next fetch is on demand.
  private func isFallbackDue(of cycle: Int32) -> Bool {
    let window = openDeliveryWindow(of: cycle)
    return window >= 0 && deliveryWindows[window].awaitsFetch
  }

  /// Whether a fetch line without a name is part of the delivery that is under way.
  func isDelivering(_ event: ScopedEvent) -> Bool {
    guard deliveryWindows.current >= 0, !isStale(deliveryWindows.current, at: event) else {
      return false
    }
    let window = execution(of: event)
    guard window >= 0, !executionWindows[window].isCompleted else { return true }
    let part = event.part
    if part == .completed || part == .expired || part == .expirationSet
      || part == .resolved || part == .fetchCancelled
    {
      return false
    }
    // Both are at work: the one that waits for an outcome, else the one that last had a fetch.
    // In place: a copy of a window counts the reference of its task.
    let delivery = deliveryWindows.current
    if isIdle(window, at: event) { return true }
    if deliveryWindows[delivery].awaitsFetch != executionWindows[window].awaitsFetch {
      return deliveryWindows[delivery].awaitsFetch
    }
    return deliveryWindows[delivery].lastFetch > executionWindows[window].lastFetch
  }

  /// Whether a task has been silent for long, while the delivery under way has not.
  func isIdle(_ execution: Int32, at event: ScopedEvent) -> Bool {
    guard deliveryWindows.current >= 0,
      let idle = Cycle.span(from: executionWindows[execution].lastTime, to: event.knownTime),
      let gap = Cycle.span(
        from: deliveryWindows[deliveryWindows.current].lastTime, to: event.knownTime)
    else { return false }
    return gap <= Self.silence && idle > Self.silence
  }

  private mutating func placeOutsideExecution(_ event: inout ScopedEvent) {
    if let time = key(event) {
      event.cycle = cycle(at: time, event, bySchedule: false)
      if !isLate(event) {
        event.delivery = openDeliveryWindow(of: event.cycle)
        if event.delivery < 0 { event.delivery = adoptDelivery(event.cycle) }
      }
      if event.part == .fetchStart {
        lastFetch = event.delivery < 0 ? FetchAtWork(event, in: cycleBook.cycles) : nil
      }
    } else if let named = namedOpenCycle(event) {
      event.cycle = named
      event.delivery = openDeliveryWindow(of: named)
    } else if let fetch = fetchAtWork(event) {
      event.cycle = fetch.cycle
      lastFetch?.note(event)
    } else if deliveryWindows.current >= 0, !isStale(deliveryWindows.current, at: event) {
      if isAnnounced(deliveryWindows.current, event) {
        closeDelivery(deliveryWindows.current, end: .open)
        return
      }
      event.delivery = deliveryWindows.current
      event.cycle = deliveryWindows[deliveryWindows.current].cycle
    } else if isJSONFetch(event), let id = anyId(event) {
      event.cycle = openCycle(event, bySchedule: false)
      cycleBook.bind(schedule: id, to: event.cycle)
    }
    if event.cycle >= 0, let id = scheduleId(event) {
      cycleBook.bind(schedule: id, to: event.cycle)
    }
  }

  /// Whether a fetch starts long behind the delivery of its notification, and so for none that is shown
  /// now: the prefetch of a worker that ran too late, or one for the next day.
  func isLate(_ event: ScopedEvent) -> Bool {
    guard event.part == .fetchStart, event.cycle >= 0, cycleBook[event.cycle].delivery.isDelivered,
      let gap = Cycle.span(from: cycleBook[event.cycle].delivery.time, to: event.knownTime)
    else { return false }
    return gap > Self.silence
  }

  /// The fetch outside of any task and delivery that a line without a name goes on with.
  private func fetchAtWork(_ event: ScopedEvent) -> FetchAtWork? {
    // What completes is a task: a fetch on demand has none.
    guard let fetch = lastFetch, fetch.segment == event.segment,
      event.part != .completed || fetch.isPrefetch,
      cycleBook[fetch.cycle].isOpen,
      cycleBook[fetch.cycle].firstSequence == fetch.firstSequence
    else { return nil }
    if deliveryWindows.current >= 0,
      deliveryWindows[deliveryWindows.current].lastSequence > fetch.lastSequence
    {
      return nil
    }
    guard let last = fetch.lastTime, let time = event.knownTime else { return fetch }
    guard time >= last else { return nil }
    // An answer comes when it comes: the process may be suspended in between.
    return time &- last <= Self.silence || fetch.isAnswered(by: event) ? fetch : nil
  }

  /// Whether the completion of a task whose beginning is cut off shows that the search in vain before
  /// it was that task's announcement (C-13), and no delivery.
  private func isAnnounced(_ window: Int32, _ event: ScopedEvent) -> Bool {
    event.part == .completed && !processes.hasHead && deliveryWindows[window].cycle < 0
      && deliveryWindows[window].awaitsFetch
      && event.sequence - deliveryWindows[window].firstSequence <= 4
  }

  func namedOpenCycle(_ event: ScopedEvent) -> Int32? {
    if let time = key(event) { return cycleBook.slot(at: time) }
    return anyId(event).flatMap { cycle(withId: $0, near: event) }
  }

  func anyId(_ event: ScopedEvent) -> String? {
    store.string(known.scheduleId, event) ?? store.string(known.notificationId, event)
  }

  private func isJSONFetch(_ event: ScopedEvent) -> Bool {
    event.event.form == .json
      && (event.part == .fetchSuccess || event.part == .fetchFailure)
  }

  private func isDeliveryHash(_ event: ScopedEvent) -> Bool {
    event.part == .contentHash && store.isWord("delivery", known.phase, event)
  }
}

/// A fetch that no task makes, but a worker of Android's: its lines name their notification once.
struct FetchAtWork: Sendable, Codable {
  let cycle: Int32
  /// The cycle's first event: slots are used again.
  let firstSequence: Int64
  let segment: Int32
  /// It is made ahead of its notification.
  var isPrefetch = false
  /// What its start states that it is for.
  var stated = FetchPhase.none
  private(set) var lastSequence: Int64
  private(set) var lastTime: Int64?
  /// Whether no outcome has come yet.
  private var isAwaited = true

  fileprivate init(_ start: ScopedEvent, in cycles: [Cycle]) {
    cycle = start.cycle
    firstSequence = cycles[Int(start.cycle)].firstSequence
    segment = start.segment
    lastSequence = start.sequence
    lastTime = start.knownTime
  }

  /// Whether an event is the outcome that it waits for.
  fileprivate func isAnswered(by event: ScopedEvent) -> Bool {
    isAwaited && (event.part == .fetchSuccess || event.part == .fetchFailure)
  }

  fileprivate mutating func note(_ event: ScopedEvent) {
    if isAnswered(by: event) { isAwaited = false }
    lastSequence = event.sequence
    lastTime = event.knownTime ?? lastTime
  }
}
