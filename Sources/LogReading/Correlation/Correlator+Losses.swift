internal import RuleLanguage

// What ends tasks and notifications before their turn.
extension Correlator {
  private static let hour: UInt64 = 3_600_000_000
  private static let day: UInt64 = 24 * hour

  /// With the app end its tasks: by the system that which is at work, by the user those that the
  /// system keeps for it (S1:65).
  mutating func loseTasks(_ event: ScopedEvent) {
    if store.isWord("terminated", known.state, event), store.isWord("system", known.actor, event) {
      for window in executionWindows.windows
      where window.isOpen && !window.isCompleted && window.cycle >= 0 {
        cycleBook[window.cycle].task.isKilled = true
        cycleBook[window.cycle].takenBy = SeenStep(event)
      }
    }
    guard
      store.isWord("swiped", known.state, event)
        || store.isWord("terminated", known.state, event)
          && store.isWord("user", known.actor, event)
    else { return }
    for index in cycleBook.indices
    where cycleBook[index].isOpen && !cycleBook[index].task.isExecuted
      && (cycleBook[index].task.isSubmitted || cycleBook[index].task.isAccepted)
      && !isOver(index, at: event)
    {
      cycleBook[index].task.isLost = true
      cycleBook[index].takenBy = SeenStep(event)
    }
  }

  /// The cycle of a call that is refused for want of permission, which is over with it: nothing is
  /// scheduled (S4:219-223).
  mutating func cycleOfRefusal(_ event: ScopedEvent) -> Int32 {
    var slot = freshBurst(event)
    guard store.string(known.method, event)?.hasPrefix("schedule") == true else { return slot }
    // A call that had only begun is the one that is refused.
    let begun: [EventPart] = [.scheduleBegin, .planned, .leadCapped]
    if slot < 0
      || cycleBook[slot].steps.contains(where: {
        role(of: $0.kind).stage != .launch && !begun.contains($0.part)
      })
    {
      slot = openCycle(event, bySchedule: true)
    }
    cycleBook[slot].schedule.isRefused = true
    return slot
  }

  /// Closes the cycle of a refused call of which nothing else is told; another may still go on.
  mutating func closeRefused(_ slot: Int32) {
    guard slot >= 0, cycleBook[slot].schedule.isRefused, cycleBook[slot].notificationTime == nil,
      cycleBook[slot].beginDate == nil
    else { return }
    closeCycle(slot, end: .complete)
  }

  /// A call that takes all notifications back, with their tasks.
  mutating func cancelAll(_ call: ScopedEvent) {
    guard store.isWord("cancelAllNotifications", known.method, call),
      store.isWord("ok", known.outcome, call)
    else { return }
    cancelTasks(call, withNotifications: true)
  }

  mutating func cancelTasks(_ event: ScopedEvent, withNotifications: Bool) {
    for index in cycleBook.indices
    where cycleBook[index].isOpen && !cycleBook[index].isFinished && !isOver(index, at: event) {
      if !cycleBook[index].task.isExecuted { cycleBook[index].task.isCancelled = true }
      if withNotifications { cycleBook[index].schedule.isCancelled = true }
    }
  }

  /// A task is taken back, for another in its place: with it goes one of which only its submission is
  /// known, as a task submits the next.
  mutating func cancelUnnamed(besides fresh: Int32) {
    for index in cycleBook.indices
    where cycleBook[index].isOpen && Int32(index) != fresh && !cycleBook[index].task.isExecuted
      && cycleBook[index].notificationTime == nil && cycleBook[index].beginDate != nil
    {
      cycleBook[index].task.isCancelled = true
      cycleBook[index].schedule.isCancelled = true
    }
  }

  /// Closes the cycle of a notification that was taken back with its task, as it is scheduled once more for the
  /// same time: that call has a task of its own.
  mutating func closeCancelled(at time: Int64) {
    guard let slot = cycleBook.slot(at: time), cycleBook[slot].schedule.isCancelled,
      cycleBook[slot].task.isCancelled, !cycleBook[slot].schedule.isMoved
    else { return }
    closeCycle(slot, end: .complete)
  }

  /// Whether a notification was due so long before an event that this changes nothing of it.
  private func isOver(_ index: Int, at event: ScopedEvent) -> Bool {
    guard let time = times.instant(of: event), let due = cycleBook[index].notificationTime else {
      return false
    }
    return time > due &+ Self.deliveryTolerance
  }

  /// Notes that the schedule of a notification which is still to come is stored for another time: the
  /// user moved it. A whole day later it is the next notification of a daily schedule instead.
  mutating func noteMoved(_ id: String, by event: ScopedEvent) {
    guard let slot = cycleBook.cycle(withId: id), slot != event.cycle, event.cycle >= 0 else {
      return
    }
    let other = Int(slot)
    guard !cycleBook[other].isFinished, !cycleBook[other].delivery.hasMissed,
      let old = cycleBook[other].notificationTime,
      let new = cycleBook[event.cycle].notificationTime,
      times.instant(of: event) ?? .min < old, !Self.areDaysApart(old, new)
    else { return }
    if ZoneMoves.mayBeZone(from: old, to: new), zoneMoves.answers(for: event) {
      cycleBook[event.cycle].schedule.shift = new &- old
      return
    }
    zoneMoves.note(
      Move(
        from: Move.Place(slot: slot, firstSequence: cycleBook[slot].firstSequence),
        to: Move.Place(
          slot: event.cycle, firstSequence: cycleBook[event.cycle].firstSequence),
        time: event.knownTime,
        sequence: event.sequence))
    cycleBook[other].schedule.isMoved = true
    cycleBook[other].task.isCancelled = true
    cycleBook[other].schedule.isCancelled = true
    cycleBook[other].takenBy = SeenStep(event)
  }

  /// Whether two times are those of one schedule on different days, be it across a change to or from
  /// summer time.
  private static func areDaysApart(_ one: Int64, _ other: Int64) -> Bool {
    let (span, overflow) = other.subtractingReportingOverflow(one)
    guard !overflow, span.magnitude >= day / 2 else { return overflow }
    let rest = span.magnitude % day
    return [0, hour, day - hour].contains(rest)
  }

  /// Whether a task is taken back for good, and not to submit another in its place.
  func isWithdrawal(_ event: ScopedEvent) -> Bool {
    store.isWord("cancel_all", known.cause, event) || store.isWord("user", known.cause, event)
  }
}
