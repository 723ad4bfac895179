internal import RuleLanguage

// A handler line does not say which notification it runs for; one of the next lines does. So the
// handler waits, with what follows it, until a line names its cycle or none will.
extension Correlator {
  /// How many events may wait for a name.
  private static let heldLimit = 32

  mutating func begin(_ event: inout ScopedEvent) {
    if !begun.isEmpty {
      continueBegun(&event)
    } else if event.part == .handler, firstRecord(of: event) == nil {
      held.append(event)
    } else if waitsForMore(event) {
      begun.append(event)
      if event.part != .prepare, isOfTask(event) { releaseBegun() }
    } else {
      place(&event)
    }
  }

  mutating func continueHeld(_ event: inout ScopedEvent) {
    if !belongsToHeld(event) {
      // What says nothing of a task in another process says nothing of this one either.
      if event.kind == known.unclassified, held.count < Self.heldLimit {
        held.append(event)
      } else {
        releaseHeld(naming: nil)
        begin(&event)
      }
    } else if namesCycle(event) {
      releaseHeld(naming: event)
      place(&event)
    } else if event.part == .handler, event.event.form == held[0].event.form {
      releaseHeld(naming: nil)
      held.append(event)
    } else if isNeutral(event), held.count < Self.heldLimit {
      held.append(event)
    } else {
      releaseHeld(naming: nil)
      place(&event)
    }
  }

  private func belongsToHeld(_ event: ScopedEvent) -> Bool {
    let pid = held[0].event.pid
    return pid < 0 || event.event.pid < 0 || pid == event.event.pid
  }

  private func namesCycle(_ event: ScopedEvent) -> Bool {
    let part = event.part
    guard
      part == .resolved || part == .fetchStart || part == .fetchSuccess
        || part == .fetchFailure || isExecutedHash(event)
    else { return false }
    return key(event) != nil || store.string(known.scheduleId, event) != nil
      || store.string(known.notificationId, event).map { cycleBook.cycle(withId: $0) != nil }
        == true
  }

  /// Whether the event may stand between a handler and the line that names its cycle: some handlers
  /// schedule the next notification before they look for their own (S4:1).
  private func isNeutral(_ event: ScopedEvent) -> Bool {
    let part = event.part
    switch event.stage {
    case .schedule: return true
    case .launch: return part != .appLaunch && part != .appLaunchFinished
    case .none, .task, .window:
      return part != .reboot && part != .processCrash && part != .processKilled
    case .execution:
      return part == .handler || part == .expirationSet || part == .httpRequest
    case .delivery, .summary, .recovery, .work: return false
    }
  }

  mutating func releaseHeld(naming event: ScopedEvent?) {
    guard var handler = held.first else { return }
    let followers = held.count > 1 ? Array(held[1...]) : []
    held.removeAll(keepingCapacity: true)
    assignSegment(&handler)
    let window: Int32
    if let event {
      window = openExecution(handler, cycle: namedCycle(event, handler))
    } else {
      window =
        executionCalledTwice(handler) ?? openExecution(handler, cycle: dueCycle(handler))
    }
    placeHandler(&handler, window)
    for var follower in followers {
      if follower.part == .handler, firstRecord(of: follower) == nil {
        assignSegment(&follower)
        placeHandler(&follower, window)
      } else {
        place(&follower)
      }
    }
  }

  /// The execution in whose midst a handler is called once more: the same task's, in the same process,
  /// before its fetch came to an end. What follows goes on in it, unless it names its notification.
  private func executionCalledTwice(_ handler: ScopedEvent) -> Int32? {
    let running = execution(of: handler)
    guard running >= 0 else { return nil }
    let window = executionWindows[running]
    guard window.awaitsFetch, !window.isCompleted, let last = window.lastTime,
      let time = handler.knownTime, (0...Self.silence).contains(time &- last),
      let id = window.taskId, id == store.string(known.taskId, handler)
    else { return nil }
    return running
  }

  mutating func namedCycle(_ event: ScopedEvent, _ handler: ScopedEvent) -> Int32 {
    if let time = key(event) {
      let id = scheduleId(event)
      return cycle(at: time, handler, bySchedule: false, id: id)
    }
    let id = scheduleId(event) ?? notificationId(event)
    guard let id else { return dueCycle(handler) }
    if let found = cycle(withId: id, near: handler) { return found }
    let slot = openCycle(handler, bySchedule: false)
    cycleBook.bind(schedule: id, to: slot)
    return slot
  }

  /// The earliest cycle that waits for its handler and whose begin date is due, or -1; one whose task
  /// was taken back only where there is no other.
  private func dueCycle(_ handler: ScopedEvent) -> Int32 {
    var best: Int32 = -1
    for index in cycleBook.indices {
      // In place: a copy of a cycle counts a dozen references.
      guard cycleBook[index].isOpen, !cycleBook[index].task.isExecuted, !cycleBook[index].isFinished
      else {
        continue
      }
      if let time = handler.knownTime {
        let due =
          cycleBook[index].beginDate
          ?? cycleBook[index].notificationTime.map { $0 &- Self.longestLead } ?? time
        // A simulated launch may come at any time; a real one not long before its begin date.
        if due > time &+ 60_000_000, !isOnSimulator, store.flag(known.simulated, handler) != true {
          continue
        }
      }
      if best < 0 || isSooner(index, Int(best)) { best = Int32(index) }
    }
    return best
  }

  private func isSooner(_ left: Int, _ right: Int) -> Bool {
    if cycleBook[left].task.isCancelled != cycleBook[right].task.isCancelled {
      return cycleBook[right].task.isCancelled
    }
    return cycleBook[left].isDue(before: cycleBook[right])
  }

  private mutating func placeHandler(_ handler: inout ScopedEvent, _ window: Int32) {
    call.isBehindCutTask = false
    let slot = executionWindows[window].cycle
    handler.execution = window
    handler.cycle = slot
    if slot >= 0 {
      let index = Int(slot)
      cycleBook[index].task.isExecuted = true
      // The system ended another run: this one is not cut off by that.
      cycleBook[index].task.isKilled = false
      if cycleBook[index].task.handlerTime == nil {
        cycleBook[index].task.handlerTime = handler.knownTime
      }
      if store.flag(known.simulated, handler) == true {
        cycleBook[index].task.isSimulatedLaunch = true
      } else {
        noteZone(ofRun: handler, index)
      }
    }
    emit(&handler)
  }

  /// Notes how late a task ran: in time, the zone that was told is borne out.
  private mutating func noteZone(ofRun handler: ScopedEvent, _ slot: Int) {
    // A task that is found to run behind its notification was late.
    guard !handler.event.timeGaps.isDisjoint(with: .lineZones), !times.resolver.year.isUnknown,
      !cycleBook[slot].delivery.isDelivered, !cycleBook[slot].gaps.contains(.instant),
      let time = handler.knownTime, let late = Cycle.span(from: cycleBook[slot].beginDate, to: time)
    else { return }
    times.resolver.noteRun(late: late, at: time)
  }
}
