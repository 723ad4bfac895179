internal import RuleLanguage

// One task serves all schedules (S4:264, S4:327): a call may submit that of an earlier notification
// anew, and a run may fetch for several. The task stays that of the first.
extension Correlator {
  /// The cycle that a line of a task is of, by the time or the id that it names.
  mutating func cycleAtWork(_ event: ScopedEvent, in window: Int32) -> Int32 {
    let own = executionWindows[window].cycle
    let mayGoOn = event.part == .resolved || event.part == .fetchStart
    guard own >= 0, mayGoOn || executionWindows[window].isShared else { return own }
    if let time = key(event) {
      guard cycleBook[own].notificationTime != time, let slot = cycleBook.slot(at: time) else {
        executionWindows[window].other = -1
        return own
      }
      guard isShared(slot, by: window) || goesOn(event, with: slot, in: window) else { return own }
      executionWindows[window].other = slot
      return slot
    }
    guard executionWindows[window].isShared else { return own }
    if event.part == .completed || event.part == .expired { return own }
    if let id = anyId(event) {
      if cycleBook[own].ids.contains(id) { return own }
      if let named = cycleBook.cycle(withId: id), isShared(named, by: window) { return named }
    }
    return cycleAtWork(in: window)
  }

  /// The cycle that a task fetches for now.
  func cycleAtWork(in window: Int32) -> Int32 {
    let other = executionWindows[window].other
    return isShared(other, by: window) ? other : executionWindows[window].cycle
  }

  private func isShared(_ cycle: Int32, by window: Int32) -> Bool {
    cycle >= 0 && cycleBook[cycle].isOpen
      && cycleBook[cycle].task.shared == executionWindows[window].number
  }

  /// Whether a task goes on with another notification that waits for its content: it resolves that one,
  /// or starts its fetch behind the end of the one before. Until then, another time is a mistake.
  private mutating func goesOn(_ event: ScopedEvent, with slot: Int32, in window: Int32) -> Bool {
    guard
      event.part == .resolved || event.part == .fetchStart && executionWindows[window].hasFetched,
      !executionWindows[window].isCompleted, !cycleBook[slot].task.isExecuted,
      !cycleBook[slot].isFinished,
      Cycle.span(from: executionWindows[window].lastTime, to: event.knownTime) ?? 0 <= Self.silence
    else { return false }
    executionWindows[window].isShared = true
    cycleBook[slot].task.shared = executionWindows[window].number
    cycleBook[slot].task.isExecuted = true
    if let handler = cycleBook[executionWindows[window].cycle].step(.handler) {
      share(handler, slot)
    }
    return true
  }

  /// Notes that the task is over for all that it fetched for.
  mutating func shareEnd(_ completed: ScopedEvent) {
    for slot in cycleBook.indices where isShared(Int32(slot), by: completed.execution) {
      cycleBook[slot].task.isCompleted = true
      share(SeenStep(completed, place: .execution), Int32(slot))
    }
  }

  /// Notes that the call for a notification submitted the task of an earlier one anew, as it must: the
  /// task begins by the earliest time that is still needed (S4:264).
  mutating func noteServed(_ fresh: Int32, by submission: ScopedEvent, of owner: Int32) {
    let isAcceptance = submission.part == .scheduled
    guard fresh >= 0, call.awaited.contains(isAcceptance ? .acceptance : .attempt),
      let due = cycleBook[fresh].notificationTime,
      let earlier = cycleBook[owner].notificationTime, earlier < due
    else { return }
    if isAcceptance {
      cycleBook[fresh].task.isAccepted = true
    } else {
      cycleBook[fresh].task.isSubmitted = true
    }
    cycleBook[fresh].task.isCancelled = false
    cycleBook[fresh].task.isLost = false
    share(SeenStep(submission), fresh)
  }

  private mutating func share(_ step: SeenStep, _ slot: Int32) {
    let isNew = !cycleBook[slot].steps.contains { $0.kind == step.kind && $0.place == step.place }
    if isNew { cycleBook[slot].add(step) }
  }
}
