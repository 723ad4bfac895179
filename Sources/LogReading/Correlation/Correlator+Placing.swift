internal import RuleLanguage

extension Correlator {
  /// Finds the event's scopes and hands it on.
  mutating func place(_ event: inout ScopedEvent) {
    if let time = event.knownTime { closeDueCycles(at: time) }
    if isForeignCrash(event) { return }
    if isOfOtherForm(event), let first = firstRecord(of: event) {
      fold(event, into: first)
      return
    }
    assignSegment(&event)
    switch stage(of: event) {
    case .schedule: placeSchedule(&event)
    case .execution: placeExecution(&event)
    case .delivery: placeDelivery(&event)
    case .summary: placeSummary(&event)
    case .work: placeWork(&event)
    case .other where event.kind == known.pluginError: placeError(&event)
    case .other where event.kind == known.appState: loseTasks(event)
    case .other where event.kind == known.pluginCall: cancelAll(event)
    case .launch, .other: break
    }
    if event.kind == known.delivered, event.event.isAmbiguous, event.delivery < 0 { return }
    emit(&event)
  }

  mutating func emit(_ event: inout ScopedEvent) {
    // Only what changes something of its cycle can change whether that used the cache.
    let mayUse =
      event.cycle >= 0 && !updates[Int(event.kind.rawValue)].isDisjoint(with: .ofCycle)
    let usedBefore = mayUse && cycles[Int(event.cycle)].usesCache
    if event.kind == known.completed, event.reason == .none { event.reason = failureWord(event) }
    if isOutcome(event.kind) { event.settledFailure = settleFailure(event) }
    update(event)
    if mayUse {
      let usedAfter = cycles[Int(event.cycle)].usesCache
      event.usedDelta = usedBefore == usedAfter ? 0 : usedAfter ? 1 : -1
    }
    if isHeard(event.kind) { tell(of: event, isTwin: false) }
    output.append(.event(event))
    if event.kind == known.cycleComplete, event.delivery >= 0 {
      closeDelivery(event.delivery, end: .complete)
    }
  }

  private func isOutcome(_ kind: EventKind) -> Bool {
    kind == known.fetchFailure || kind == known.fetchSuccess || kind == known.completed
  }

  mutating func note(_ event: ScopedEvent) {
    if event.cycle >= 0 { cycles[Int(event.cycle)].note(event) }
    if event.execution >= 0 { executions[Int(event.execution)].note(event) }
    if event.delivery >= 0 { deliveries[Int(event.delivery)].note(event) }
  }

  /// An error belongs to the task that is at work in its process.
  private func placeError(_ event: inout ScopedEvent) {
    let window = execution(of: event)
    guard window >= 0, !executions[Int(window)].isCompleted, !isDelivering(event) else { return }
    event.execution = window
    event.cycle = executions[Int(window)].cycle
  }

  // MARK: Schedule stage

  private mutating func placeSchedule(_ event: inout ScopedEvent) {
    let kind = event.kind
    if isExecutedHash(event) {
      placeExecution(&event)
      return
    }
    let window = execution(of: event)
    if window >= 0 { keepAtWork(window, event) }
    if let time = key(event) {
      event.cycle = cycle(at: time, event, bySchedule: true)
      noteBurst(event.cycle, event)
      if kind == known.scheduleBegin { awaited = .both }
    } else if kind == known.submit || kind == known.scheduled {
      // A processing task is long work of its own, and no notification waits for it.
      if isWord("processing", known.kindName, event) { return }
      event.cycle = cycleOfSubmission(event)
    } else if kind == known.persisted || kind == known.scheduleHash {
      event.cycle = cycleOfStored(event)
    } else if kind == known.leadCapped || kind == known.prefetchDisabled {
      event.cycle = freshBurst(event)
      if event.cycle < 0, window >= 0, !executions[Int(window)].isCompleted {
        // The handler's own submission follows, of a cycle that it will name.
        isCappedInHandler = kind == known.leadCapped
      } else if event.cycle < 0 {
        event.cycle = openCycle(event, bySchedule: true)
        noteBurst(event.cycle, event)
      }
    } else if kind == known.cancelled, isWithdrawal(event) {
      // It is of no cycle, but of all that wait for their task.
      cancelTasks(event, withNotifications: isWord("cancel_all", known.cause, event))
      return
    } else {
      event.cycle = freshBurst(event)
    }
    if event.cycle >= 0, let id = scheduleId(event) {
      if kind == known.persisted { noteMoved(id, by: event) }
      bind(schedule: id, to: event.cycle)
    }
  }

  /// Whether the line tells the hash of the schedule that a task runs for.
  func isExecutedHash(_ event: ScopedEvent) -> Bool {
    event.kind == known.scheduleHash && isWord("execute", known.phase, event)
  }

  /// What a handler schedules next shows it at work, though the lines are of other cycles.
  private mutating func keepAtWork(_ window: Int32, _ event: ScopedEvent) {
    let slot = Int(window)
    if executions[slot].isCompleted { return }
    if let last = executions[slot].lastTime, let time = event.knownTime {
      guard time >= last, time - last <= Self.silence else { return }
    } else {
      guard event.sequence - executions[slot].lastSequence == 1 else { return }
    }
    executions[slot].note(event)
  }

  private mutating func cycleOfSubmission(_ event: ScopedEvent) -> Int32 {
    let begin = instant(known.beginDate, event)
    let window = execution(of: event)
    let running = window >= 0 && !executions[Int(window)].isCompleted
    let fresh = submissionBurst(event)
    if !running, let begin, let owner = submittedCycle(at: begin, besides: fresh), owner != fresh {
      // One task serves all schedules: a call submits that of an earlier one anew.
      return owner
    }
    // A call that was opened has a submission of its own, whichever its cycle had before.
    let isAcceptance = event.kind == known.scheduled
    let isAwaited = awaited.contains(isAcceptance ? .acceptance : .attempt)
    if isAwaited { awaited = isAcceptance ? [] : .acceptance }
    if !running, fresh >= 0 {
      if isAwaited || cycles[Int(fresh)].step(event.kind) == nil
        || cycles[Int(fresh)].beginDate == begin
      {
        noteBurst(fresh, event)
        return fresh
      }
    }
    // A submission inside an execution window belongs to the next cycle.
    let current = running ? executions[Int(window)].cycle : -1
    var best: Int32 = -1
    if let begin {
      for index in cycles.indices where cycles[index].isOpen && Int32(index) != current {
        let matches: Bool
        if let time = cycles[index].notificationTime {
          matches = !cycles[index].isExecuted && time >= begin && time - begin <= Self.longestLead
        } else {
          matches = cycles[index].beginDate == begin
        }
        guard matches else { continue }
        if best < 0
          || (cycles[index].notificationTime ?? .max) < (cycles[Int(best)].notificationTime ?? .max)
        {
          best = Int32(index)
        }
      }
    }
    if best < 0, isAwaited, fresh != current { best = fresh }
    if best < 0 { best = openCycle(event, bySchedule: true) }
    if isCappedInHandler {
      isCappedInHandler = false
      cycles[Int(best)].isLeadCapped = true
    }
    noteBurst(best, event)
    return best
  }

  /// The schedule call that a submission may be of: one whose storing alone is known is over.
  private func submissionBurst(_ event: ScopedEvent) -> Int32 {
    let fresh = freshBurst(event)
    return fresh >= 0 && isOnlyStored(fresh) ? -1 : fresh
  }

  /// The cycle that waits for its prefetch and was submitted with that begin date before.
  private func submittedCycle(at begin: Int64, besides fresh: Int32) -> Int32? {
    let own = fresh >= 0 ? cycles[Int(fresh)].notificationTime : nil
    return cycles.indices.first { index in
      guard cycles[index].isOpen, !cycles[index].isExecuted,
        let time = cycles[index].notificationTime
      else { return false }
      if cycles[index].isAccepted { return cycles[index].beginDate == begin }
      // The log begins in the call for it, behind the submission.
      return cycles[index].firstSequence == 0 && !hasHead && cycles[index].beginDate == nil
        && isLead(from: begin, to: time) && own.map { !isLead(from: begin, to: $0) } ?? false
    }.map { Int32($0) }
  }

  private func isLead(from begin: Int64, to time: Int64) -> Bool {
    Cycle.span(from: begin, to: time).map { 0...Self.longestLead ~= $0 } ?? false
  }

  private mutating func cycleOfStored(_ event: ScopedEvent) -> Int32 {
    let fresh = freshBurst(event)
    // A schedule of the same id is stored anew every day: the call being logged comes first.
    if fresh >= 0 { return fresh }
    guard let id = scheduleId(event) else { return fresh }
    if let found = cycle(withId: id) { return found }
    let slot = openCycle(event, bySchedule: true)
    noteBurst(slot, event)
    return slot
  }

  // MARK: Execution stage

  private mutating func placeExecution(_ event: inout ScopedEvent) {
    let window = execution(of: event)
    if isDeliveryHash(event) {
      placeDelivery(&event)
      return
    }
    // After its completion a window takes only stragglers: a fetch that starts then is another one.
    if window >= 0, belongs(event, to: window) {
      event.execution = window
      event.cycle = executions[Int(window)].cycle
      if event.cycle < 0, let named = namedOpenCycle(event) {
        executions[Int(window)].cycle = named
        event.cycle = named
      }
      if event.kind == known.completed { executions[Int(window)].isCompleted = true }
      if event.cycle >= 0, cycles[Int(event.cycle)].scheduleId == nil,
        let id = scheduleId(event)
      {
        bind(schedule: id, to: event.cycle)
      }
    } else {
      placeOutsideExecution(&event)
    }
    if event.cycle >= 0, let id = notificationId(event) {
      bind(notification: id, to: event.cycle)
    }
    setPhase(&event)
  }

  private func belongs(_ event: ScopedEvent, to window: Int32) -> Bool {
    guard let time = key(event) else { return !isDelivering(event) }
    // A task that resolved nothing may still be that of the notification which the fetch names.
    let own = executions[Int(window)].cycle
    let slot = own >= 0 ? own : byTime[time] ?? -1
    if slot >= 0, event.kind == known.fetchStart, isFallbackDue(of: slot) { return false }
    guard slot >= 0, executions[Int(window)].isCompleted else { return true }
    guard cycles[Int(slot)].notificationTime == time else { return false }
    // The same notification again, after the completion: its on-demand fetch, once it is due or
    // being delivered; before that a fetch that should have come earlier.
    if openDeliveryWindow(of: slot) >= 0 || cycles[Int(slot)].isDelivered { return false }
    return event.knownTime.map { $0 < time &- Self.burstDistance } ?? true
  }

  /// Whether a delivery of the cycle found no content, so that its next fetch is on demand.
  private func isFallbackDue(of cycle: Int32) -> Bool {
    let window = openDeliveryWindow(of: cycle)
    return window >= 0 && deliveries[Int(window)].awaitsFetch
  }

  /// Whether a fetch line without a name is part of the delivery that is under way.
  private func isDelivering(_ event: ScopedEvent) -> Bool {
    guard currentDelivery >= 0, deliveries[Int(currentDelivery)].isOpen else { return false }
    let window = execution(of: event)
    guard window >= 0, !executions[Int(window)].isCompleted else { return true }
    let kind = event.kind
    if kind == known.completed || kind == known.expired || kind == known.expirationSet
      || kind == known.resolved || kind == known.fetchCancelled
    {
      return false
    }
    // Both are at work: the one that waits for an outcome, else the one that last had a fetch.
    let delivery = deliveries[Int(currentDelivery)]
    let execution = executions[Int(window)]
    if delivery.awaitsFetch != execution.awaitsFetch { return delivery.awaitsFetch }
    return delivery.lastFetch > execution.lastFetch
  }

  private mutating func placeOutsideExecution(_ event: inout ScopedEvent) {
    if let time = key(event) {
      event.cycle = cycle(at: time, event, bySchedule: false)
      event.delivery = openDeliveryWindow(of: event.cycle)
      if event.delivery < 0 { event.delivery = adoptDelivery(event.cycle) }
    } else if let named = namedOpenCycle(event) {
      event.cycle = named
      event.delivery = openDeliveryWindow(of: named)
    } else if currentDelivery >= 0, deliveries[Int(currentDelivery)].isOpen {
      if isAnnounced(currentDelivery, event) {
        closeDelivery(currentDelivery, end: .open)
        return
      }
      event.delivery = currentDelivery
      event.cycle = deliveries[Int(currentDelivery)].cycle
    } else if isJSONFetch(event), let id = anyId(event) {
      event.cycle = openCycle(event, bySchedule: false)
      bind(schedule: id, to: event.cycle)
    }
    if event.cycle >= 0, let id = scheduleId(event) {
      bind(schedule: id, to: event.cycle)
    }
  }

  /// Whether the completion of a task whose beginning is cut off shows that the search in vain before
  /// it was that task's announcement (C-13), and no delivery.
  private func isAnnounced(_ window: Int32, _ event: ScopedEvent) -> Bool {
    event.kind == known.completed && !hasHead && deliveries[Int(window)].cycle < 0
      && deliveries[Int(window)].awaitsFetch
      && event.sequence - deliveries[Int(window)].firstSequence <= 4
  }

  func namedOpenCycle(_ event: ScopedEvent) -> Int32? {
    if let time = key(event) { return byTime[time] }
    return anyId(event).flatMap { cycle(withId: $0, near: event) }
  }

  func anyId(_ event: ScopedEvent) -> String? {
    string(known.scheduleId, event) ?? string(known.notificationId, event)
  }

  private func isJSONFetch(_ event: ScopedEvent) -> Bool {
    event.event.form == .json
      && (event.kind == known.fetchSuccess || event.kind == known.fetchFailure)
  }

  private func isDeliveryHash(_ event: ScopedEvent) -> Bool {
    event.kind == known.contentHash && isWord("delivery", known.phase, event)
  }

  // MARK: Delivery stage

  private mutating func placeDelivery(_ event: inout ScopedEvent) {
    let kind = event.kind
    let running = execution(of: event)
    if kind == known.cacheMiss, running >= 0, !executions[Int(running)].isCompleted,
      openDeliveryWindow(of: executions[Int(running)].cycle) < 0
    {
      // The announcement of a fallback inside the execution.
      event.execution = running
      event.cycle = executions[Int(running)].cycle
      return
    }
    let open =
      currentDelivery >= 0 && deliveries[Int(currentDelivery)].isOpen
      ? currentDelivery : -1
    // Made once: it is asked for up to three times.
    let id = notificationId(event)
    if let time = key(event) {
      event.cycle = cycle(at: time, event, bySchedule: false)
      event.delivery = openDeliveryWindow(of: event.cycle)
      if event.delivery < 0, kind != known.prepare { event.delivery = adoptDelivery(event.cycle) }
      if event.delivery < 0 || kind == known.prepare {
        event.delivery = openDelivery(event, cycle: event.cycle)
      }
      currentDelivery = event.delivery
    } else if open >= 0, let id, isId(id, of: open) || isUntold(id, besides: open, event) {
      event.delivery = open
      event.cycle = deliveries[Int(open)].cycle
    } else if let id, let named = cycle(withId: id, near: event) {
      event.cycle = named
      event.delivery = openDeliveryWindow(of: named)
    } else if kind == known.cacheState, let id = string(known.scheduleId, event) {
      event.cycle = cycle(withId: id, near: event) ?? -1
      event.delivery = event.cycle >= 0 ? openDeliveryWindow(of: event.cycle) : -1
      return
    } else if open >= 0, !isOver(open, for: event) {
      event.delivery = open
      event.cycle = deliveries[Int(open)].cycle
    } else {
      event.cycle = deliverableCycle(event)
      // A prefetch whose beginning is not in the log announces its fallback so.
      if kind == known.cacheMiss, isEarly(event) { return }
    }
    if event.delivery < 0, opensDelivery(event) {
      event.delivery = openDelivery(event, cycle: event.cycle)
    }
    if event.cycle >= 0, let id { bind(notification: id, to: event.cycle) }
  }

  /// Gives a cycle the delivery that began with lines which name nothing, before a log that begins in
  /// it knew its cycle; -1 if there is none.
  private mutating func adoptDelivery(_ cycle: Int32) -> Int32 {
    guard currentDelivery >= 0, deliveries[Int(currentDelivery)].isOpen,
      deliveries[Int(currentDelivery)].cycle < 0
    else { return -1 }
    deliveries[Int(currentDelivery)].cycle = cycle
    if deliveries[Int(currentDelivery)].awaitsFetch { cycles[Int(cycle)].hasMissed = true }
    return currentDelivery
  }

  /// Whether the cycle of an event is not due yet.
  private func isEarly(_ event: ScopedEvent) -> Bool {
    guard event.cycle >= 0, let time = event.knownTime,
      let due = cycles[Int(event.cycle)].notificationTime
    else { return false }
    return time < due &- Self.burstDistance
  }

  /// Whether an id is one of the cycle that a window delivers.
  func isId(_ id: String, of window: Int32) -> Bool {
    let slot = deliveries[Int(window)].cycle
    return slot >= 0 && cycles[Int(slot)].ids.contains(id)
  }

  /// Whether an id may be that of the notification being delivered, which has none yet: of its own
  /// cycle the log shows only that it was stored, or it is the id of every day, and only that of a
  /// later one is in a log that begins behind the first schedule call.
  func isUntold(_ id: String, besides window: Int32, _ event: ScopedEvent) -> Bool {
    let own = deliveries[Int(window)].cycle
    guard own >= 0, cycles[Int(own)].ids.isEmpty, let named = cycle(withId: id, near: event) else {
      return false
    }
    guard let due = cycles[Int(named)].notificationTime else {
      return cycles[Int(named)].beginDate == nil
    }
    guard cycles[Int(own)].isHeadCut, let mine = cycles[Int(own)].notificationTime, mine < due
    else { return false }
    return event.knownTime.map { $0 < due &- Self.burstDistance } ?? true
  }

  /// Whether a delivery was done long before a line with which another one begins.
  private func isOver(_ window: Int32, for event: ScopedEvent) -> Bool {
    let kind = event.kind
    guard kind == known.cacheHit || kind == known.cacheUsed || kind == known.cacheMiss,
      deliveries[Int(window)].isCompleted, let time = event.knownTime,
      let last = deliveries[Int(window)].lastTime
    else { return false }
    return time > last &+ Self.deliveryTolerance
  }

  private func opensDelivery(_ event: ScopedEvent) -> Bool {
    let kind = event.kind
    if kind == known.delivered { return !event.event.isAmbiguous }
    return kind == known.cacheHit || kind == known.cacheUsed || kind == known.cacheMiss
      || kind == known.built || kind == known.contentHash
  }

  /// The undelivered cycle whose notification time is nearest, for lines that name none.
  private func deliverableCycle(_ event: ScopedEvent) -> Int32 {
    var best: Int32 = -1
    var nearest = Int64.max
    for index in cycles.indices where cycles[index].isOpen && !cycles[index].isFinished {
      let distance: Int64
      if let time = event.knownTime {
        let due = cycles[index].notificationTime ?? cycles[index].beginDate ?? time
        if due > time &+ 3_600_000_000 { continue }
        distance = self.distance(Int32(index), time)
      } else {
        distance = (cycles[index].notificationTime ?? 0) &+ cycles[index].number
      }
      if distance < nearest {
        nearest = distance
        best = Int32(index)
      }
    }
    return best
  }

  func isWord(_ word: StaticString, _ name: FieldName, _ event: ScopedEvent) -> Bool {
    guard let field = store.field(name, of: event), field.state == .value else { return false }
    return store.text(of: field, in: event, equals: word)
  }
}
