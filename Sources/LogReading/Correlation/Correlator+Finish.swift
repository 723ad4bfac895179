internal import RuleLanguage

extension Correlator {
  /// How long a silent window is taken to be still at work.
  package static let silence: Int64 = 30_000_000
  /// How late a delivery may be before its cycle is due (S4:293).
  package static let deliveryTolerance: Int64 = 180_000_000

  /// Hands on what still waits for a line that will not come.
  ///
  /// - Parameter logEnd: the time of the log's last line, whatever line that is; nil without one.
  package mutating func endInput(logEnd: LineTime?) {
    settleCrash()
    owners.end(in: store)
    takeOwnLines()
    stopWaiting()
    while releaseNext() {}
    if var last = duplicates.takePrinted(in: store) { settle(&last) }
    releaseHeld(naming: nil)
    releaseBegun()
    if let logEnd { times.end(at: logEnd, notBehind: filter?.bounds?.until ?? .max) }
  }

  /// Ends the run: what is still open is closed, cut or left open by the log's last time.
  ///
  /// - Parameter isCut: the input ends in the middle (a truncated archive, half a record).
  package mutating func finish(isCut: Bool) {
    isTailCut = isCut
    // What the system killed has nothing more to say.
    processes.closeEnded { $0.event.part != .appState }
    followProcesses()
    var cutCycles: Set<Int32> = []
    for slot in cycleBook.indices where cycleBook[slot].isOpen {
      cycleBook.noteReached(cycleBook[slot])
    }
    for slot in executionWindows.windows.indices where executionWindows.windows[slot].isOpen {
      let window = executionWindows.windows[slot]
      let end = windowEnd(window, isDone: window.isCompleted)
      if end == .cut { cutCycles.insert(window.cycle) }
      closeExecution(Int32(slot), end: end)
    }
    for slot in deliveryWindows.windows.indices where deliveryWindows.windows[slot].isOpen {
      let window = deliveryWindows.windows[slot]
      let end = windowEnd(
        window, isDone: window.cycle >= 0 && cycleBook[window.cycle].delivery.isDelivered)
      if end == .cut { cutCycles.insert(window.cycle) }
      closeDelivery(Int32(slot), end: end)
    }
    let open = cycleBook.indices.filter { cycleBook[$0].isOpen }
    for slot in open.sorted(by: { cycleBook[$0].number < cycleBook[$1].number }) {
      let end = cycleEnd(cycleBook[slot])
      // The log ends in the middle of the cycle's work, not between its stages.
      closeCycle(Int32(slot), end: cutCycles.contains(Int32(slot)) ? .cut : end)
    }
    processes.closeAll { $0.isOvertaken ? .complete : .cut }
    followProcesses()
  }

  private mutating func windowEnd(_ window: Window, isDone: Bool) -> ScopeEnd {
    if isDone { return .complete }
    // Times of two settings of the clock tell no silence.
    if let last = lastTime, let mine = window.lastTime, window.lastEpoch == times.epoch {
      if last - mine >= Self.silence { return .complete }
    } else if isOver(window) {
      return .complete
    }
    isTailCut = true
    return .cut
  }

  /// The last moment at which a notification is in time, by its time or by the begin of its task; nil
  /// where neither is known.
  package static func due(notification: Int64?, taskBegin: Int64?) -> Int64? {
    notification.map { $0 &+ deliveryTolerance } ?? taskBegin.map { $0 &+ longestLead }
  }

  private func cycleEnd(_ cycle: Cycle) -> ScopeEnd {
    if cycle.isFinished { return .complete }
    // Of a call whose beginning is cut off nobody knows when its notification is due.
    if cycle.start.isHeadCut, cycle.notificationTime == nil, cycle.beginDate == nil { return .open }
    // The user ended the app, and nothing of it stands behind: lines of other programs say nothing of it.
    if cycle.task.isLost, !isFollowedByProcess(cycle) { return .open }
    if let due = Self.due(notification: cycle.notificationTime, taskBegin: cycle.beginDate) {
      if let isReached = isReached(due, by: cycle) { return isReached ? .complete : .open }
      // A zone that nothing tells leaves open whether it is due: other lines behind it do not settle that,
      // but the turn of a later notification does.
      if isZoneOpen(cycle), !cycle.task.isLost { return isPast(cycle) ? .complete : .open }
    }
    return isOver(cycle) ? .complete : .open
  }

  /// Whether the time of a cycle and those of the lines cannot be compared for want of a zone alone.
  private func isZoneOpen(_ cycle: Cycle) -> Bool {
    let open = cycle.gaps.intersection(times.resolver.openGaps)
    return lastTime != nil && !open.contains(.year) && !open.isDisjoint(with: .zones)
  }

  /// Whether the log's last time is behind an instant; nil where it has none, or where that would rest
  /// on a year or a zone that nothing tells.
  private func isReached(_ instant: Int64, by cycle: Cycle) -> Bool? {
    guard let last = lastTime else { return nil }
    let open = cycle.gaps.intersection(times.resolver.openGaps)
    if open.contains(.year) { return nil }
    if open.isDisjoint(with: .zones) { return instant <= last }
    if instant &+ ZoneOffset.mostAhead <= last { return true }
    return instant &- ZoneOffset.mostBehind > last ? false : nil
  }

  // Without times a log may end between any two lines, so that what stands behind an unfinished one
  // proves little: a task goes on beside other work of its process, and a notification waits for its
  // time. What proves something is the turn of a later notification.

  /// Whether the turn of a cycle came, or its task was lost before a later process.
  private func isOver(_ cycle: Cycle) -> Bool {
    if let due = cycle.notificationTime ?? cycle.beginDate {
      guard let reached = cycleBook.reachedNotification else {
        return cycle.task.isLost && isFollowedByProcess(cycle)
      }
      if due > reached { return false }
    }
    return processes.segments.contains {
      $0.number > cycle.segment
        || $0.number == cycle.segment && $0.lastSequence > cycle.lastSequence
    }
  }

  /// Whether a later process of the app stands behind the last line of a cycle.
  private func isFollowedByProcess(_ cycle: Cycle) -> Bool {
    processes.segments.contains { $0.number > cycle.segment }
  }

  /// Whether what a window's own notification shows came behind it, or a later one's turn did.
  private func isOver(_ window: Window) -> Bool {
    guard window.cycle >= 0 else { return false }
    let cycle = cycleBook[window.cycle]
    return cycle.isFinished && cycle.lastSequence > window.lastSequence || isPast(cycle)
  }

  /// Whether the turn of a notification came that is due later.
  private func isPast(_ cycle: Cycle) -> Bool {
    guard let due = cycle.notificationTime ?? cycle.beginDate.map({ $0 &+ Self.longestLead }),
      let reached = cycleBook.reachedTime
    else { return false }
    return due &+ Self.deliveryTolerance <= reached
  }
}
