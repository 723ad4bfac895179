internal import RuleLanguage

// Lines of a call that schedules a notification, and of what it submits and stores.
extension Correlator {
  mutating func placeSchedule(_ event: inout ScopedEvent) {
    let part = event.part
    if part == .submitFailed, store.flag(known.expected, event) == true { isOnSimulator = true }
    if isExecutedHash(event) {
      placeExecution(&event)
      return
    }
    let window = execution(of: event)
    if window >= 0 { keepAtWork(window, event) }
    if let time = key(event) {
      // The schedule of a fetch has a time of its own, at which no notification is due.
      if part == .persisted, cycleBook.slot(at: time) == nil,
        store.isWord("fetch", known.kindName, event)
      {
        return
      }
      if part == .scheduleBegin { closeCancelled(at: time) }
      event.cycle = cycle(at: time, event, bySchedule: true)
      call.note(event.cycle, event)
      if part == .scheduleBegin {
        call.awaited = .both
        zoneMoves.forgetChange(atSchedule: event)
      }
    } else if part == .submit || part == .scheduled {
      // A processing task is long work of its own, and no notification waits for it, but where a call
      // submits none of another kind.
      if store.isWord("processing", known.kindName, event), !isAwaited(event) { return }
      event.cycle = cycleOfSubmission(event)
    } else if part == .persisted || part == .scheduleHash {
      event.cycle = cycleOfStored(event)
    } else if part == .leadCapped || part == .prefetchDisabled {
      event.cycle = freshBurst(event)
      if event.cycle < 0, window >= 0, !executionWindows[window].isCompleted {
        // The handler's own submission follows, of a cycle that it will name.
        call.isCappedInHandler = part == .leadCapped
      } else if event.cycle < 0 {
        event.cycle = cycleTooSoon(event) ?? openCycle(event, bySchedule: true)
        call.note(event.cycle, event)
      }
    } else if part == .cancelled, isWithdrawal(event) {
      // It is of no cycle, but of all that wait for their task.
      cancelTasks(event, withNotifications: store.isWord("cancel_all", known.cause, event))
      return
    } else if part == .permissionDenied {
      event.cycle = cycleOfRefusal(event)
    } else {
      event.cycle = freshBurst(event)
      if part == .cancelled { cancelUnnamed(besides: event.cycle) }
      if event.cycle < 0, part == .scheduleBegin, hasUnreadTime(event) {
        event.cycle = openCycle(event, bySchedule: true)
        call.note(event.cycle, event)
        call.awaited = .both
      }
    }
    if event.cycle >= 0, let id = scheduleId(event) {
      if part == .persisted { noteMoved(id, by: event) }
      cycleBook.bind(schedule: id, to: event.cycle)
    }
  }

  /// Whether the line tells the hash of the schedule that a task runs for.
  func isExecutedHash(_ event: ScopedEvent) -> Bool {
    event.part == .scheduleHash && store.isWord("execute", known.phase, event)
  }

  /// Whether a line names a notification time that cannot be read: it is the line of a call all the
  /// same, of a notification that nothing else can be told of.
  private func hasUnreadTime(_ event: ScopedEvent) -> Bool {
    store.field(known.notificationTime, of: event).map { $0.instant == nil } ?? false
  }

  /// The cycle whose task a process submits anew, where the line about its lead is the first of that
  /// call: the next notification that waits for its task, so near that its lead is too small (S4:51).
  private func cycleTooSoon(_ event: ScopedEvent) -> Int32? {
    guard let now = times.instant(of: event) else { return nil }
    var best: Int32?
    for index in cycleBook.indices
    where cycleBook[index].isOpen && !cycleBook[index].task.isExecuted
      && !cycleBook[index].isFinished
    {
      guard let time = cycleBook[index].notificationTime, time > now,
        time < best.flatMap({ cycleBook[$0].notificationTime }) ?? .max,
        cycleBook[index].beginDate ?? (time &- Self.usualLead) < now &+ Self.leastLead
      else { continue }
      best = Int32(index)
    }
    return best
  }

  /// What a handler schedules next shows it at work, though the lines are of other cycles.
  private mutating func keepAtWork(_ window: Int32, _ event: ScopedEvent) {
    if executionWindows[window].isCompleted { return }
    if let last = executionWindows[window].lastTime, let time = event.knownTime {
      guard time >= last, time - last <= Self.silence else { return }
    } else {
      guard event.sequence - executionWindows[window].lastSequence == 1 else { return }
    }
    executionWindows[window].note(event)
  }

  /// Whether the call being logged still owes the line of a submission ahead of its notification.
  private func isAwaited(_ event: ScopedEvent) -> Bool {
    let fresh = freshBurst(event)
    guard fresh >= 0, call.awaited.contains(event.part == .scheduled ? .acceptance : .attempt),
      let begin = store.instant(known.beginDate, event)
    else { return false }
    return isLead(from: begin, to: fresh)
  }

  /// Whether a task with such a begin date may be that of a cycle's notification.
  private func isLead(from begin: Int64, to cycle: Int32) -> Bool {
    Cycle.span(from: begin, to: cycleBook[cycle].notificationTime)
      .map { 0...Self.longestLead ~= $0 } ?? false
  }

  private mutating func cycleOfSubmission(_ event: ScopedEvent) -> Int32 {
    let begin = store.instant(known.beginDate, event)
    let window = execution(of: event)
    let running = window >= 0 && !executionWindows[window].isCompleted
    let fresh = submissionBurst(event)
    if !running, let begin, let owner = submittedCycle(at: begin, besides: fresh), owner != fresh {
      // One task serves all schedules: a call submits that of an earlier one anew.
      noteServed(fresh, by: event, of: owner)
      return owner
    }
    if !running, fresh >= 0, let begin, !isLead(from: begin, to: fresh),
      let other = interleaved(with: fresh, event), isLead(from: begin, to: other)
    {
      return other
    }
    // A call that was opened has a submission of its own, whichever its cycle had before.
    let isAcceptance = event.part == .scheduled
    let isAwaited = call.awaited.contains(isAcceptance ? .acceptance : .attempt)
    if isAwaited { call.awaited = isAcceptance ? [] : .acceptance }
    if !running, fresh >= 0 {
      if isAwaited || cycleBook[fresh].step(event.kind) == nil
        || cycleBook[fresh].beginDate == begin
      {
        call.note(fresh, event)
        return fresh
      }
    }
    // A submission inside an execution window belongs to the next cycle, but where a task that ran late works
    // for that one already.
    let current = running ? executionWindows[window].cycle : -1
    if let begin, current >= 0, (cycleBook[current].beginDate ?? begin) == begin,
      isLead(from: begin, to: current),
      event.knownTime.map({ $0 < begin }) ?? false
    {
      return current
    }
    var best: Int32 = -1
    if let begin {
      for index in cycleBook.indices where cycleBook[index].isOpen && Int32(index) != current {
        let matches: Bool
        if let time = cycleBook[index].notificationTime {
          matches =
            !cycleBook[index].task.isExecuted && time >= begin && time - begin <= Self.longestLead
        } else {
          matches = cycleBook[index].beginDate == begin
        }
        guard matches else { continue }
        if best < 0
          || (cycleBook[index].notificationTime ?? .max)
            < (cycleBook[best].notificationTime ?? .max)
        {
          best = Int32(index)
        }
      }
    }
    if best < 0, isAwaited, fresh != current { best = fresh }
    if best < 0 { best = openCycle(event, bySchedule: true) }
    if call.isCappedInHandler {
      call.isCappedInHandler = false
      cycleBook[best].schedule.isLeadCapped = true
    }
    call.note(best, event)
    return best
  }

  /// The schedule call that a submission may be of: one whose storing alone is known is over.
  private func submissionBurst(_ event: ScopedEvent) -> Int32 {
    let fresh = freshBurst(event)
    return fresh >= 0 && cycleBook.isOnlyStored(fresh) ? -1 : fresh
  }

  /// The earlier cycle that waits for its prefetch and was submitted with that begin date before.
  private func submittedCycle(at begin: Int64, besides fresh: Int32) -> Int32? {
    let own = fresh >= 0 ? cycleBook[fresh].notificationTime : nil
    return cycleBook.indices.first { index in
      guard cycleBook[index].isOpen, !cycleBook[index].task.isExecuted,
        let time = cycleBook[index].notificationTime, own.map({ time <= $0 }) ?? true
      else { return false }
      if cycleBook[index].task.isAccepted { return cycleBook[index].beginDate == begin }
      // The log begins in the call for it, behind the submission.
      return cycleBook[index].firstSequence == 0 && !processes.hasHead
        && cycleBook[index].beginDate == nil
        && isLead(from: begin, to: time) && own.map { !isLead(from: begin, to: $0) } ?? false
    }.map { Int32($0) }
  }

  private func isLead(from begin: Int64, to time: Int64) -> Bool {
    Cycle.span(from: begin, to: time).map { 0...Self.longestLead ~= $0 } ?? false
  }

  /// The earlier call that goes on beside the one being logged and lacks such a line yet: calls log alike
  /// lines in the order in which they began.
  private mutating func interleaved(with fresh: Int32, _ event: ScopedEvent) -> Int32? {
    let began = cycleBook[fresh].firstSequence
    let id = scheduleId(event)
    let first = cycleBook.indices.filter { index in
      cycleBook[index].isOpen && cycleBook[index].firstSequence < began
        && cycleBook[index].step(event.kind) == nil
        && (cycleBook[index].scheduleId == nil || cycleBook[index].scheduleId == id)
        && Cycle.span(from: cycleBook[index].lastTime, to: event.knownTime) ?? 0
          <= Self.burstDistance
    }.min { cycleBook[$0].firstSequence < cycleBook[$1].firstSequence }
    return first.map(Int32.init)
  }

  private mutating func cycleOfStored(_ event: ScopedEvent) -> Int32 {
    let fresh = freshBurst(event)
    // A schedule of the same id is stored anew every day: the call being logged comes first.
    if fresh >= 0 {
      // It schedules its notification behind the beginning of the other.
      guard let other = interleaved(with: fresh, event),
        let scheduled = cycleBook[other].step(.notificationScheduling),
        let began = cycleBook[fresh].steps.first, scheduled.file == began.file,
        scheduled.line > began.line
      else { return fresh }
      return other
    }
    guard let id = scheduleId(event) else { return fresh }
    if let found = cycleBook.cycle(withId: id) { return found }
    let slot = openCycle(event, bySchedule: true)
    call.note(slot, event)
    return slot
  }
}
