extension Correlator {
  /// How long a silent window is taken to be still at work.
  static let silence: Int64 = 30_000_000
  /// How late a delivery may be before its cycle is due (S4:293).
  package static let deliveryTolerance: Int64 = 180_000_000

  /// Hands on what still waits for a line that will not come.
  ///
  /// - Parameter logEnd: the time of the log's last line, whatever line that is; nil without one.
  package mutating func endInput(logEnd: LineTime?) {
    takeUnnamed()
    stopWaiting()
    while releaseNext() {}
    if var last = printed {
      printed = nil
      settle(&last)
    }
    releaseHeld(naming: nil)
    if let logEnd, let last = lastTime { lastTime = max(last, clock.time(logEnd, near: last)) }
  }

  /// Ends the run: what is still open is closed, cut or left open by the log's last time.
  ///
  /// - Parameter isCut: the input ends in the middle (a truncated archive, half a record).
  package mutating func finish(isCut: Bool) {
    isTailCut = isCut
    var cutCycles: Set<Int32> = []
    for slot in executions.indices where executions[slot].isOpen {
      let end = windowEnd(executions[slot], isDone: executions[slot].isCompleted)
      if end == .cut { cutCycles.insert(executions[slot].cycle) }
      closeExecution(Int32(slot), end: end)
    }
    for slot in deliveries.indices where deliveries[slot].isOpen {
      let cycle = deliveries[slot].cycle
      let isDone = cycle >= 0 && cycles[Int(cycle)].isDelivered
      let end = windowEnd(deliveries[slot], isDone: isDone)
      if end == .cut { cutCycles.insert(cycle) }
      closeDelivery(Int32(slot), end: end)
    }
    let open = cycles.indices.filter { cycles[$0].isOpen }
    for slot in open { noteReached(cycles[slot]) }
    for slot in open.sorted(by: { cycles[$0].number < cycles[$1].number }) {
      let end = cycleEnd(cycles[slot])
      // The log ends in the middle of the cycle's work, not between its stages.
      closeCycle(Int32(slot), end: cutCycles.contains(Int32(slot)) ? .cut : end)
    }
    while !segments.isEmpty { closeSegment(0, end: segmentEnd(segments[0], isCut)) }
  }

  private mutating func windowEnd(_ window: Window, isDone: Bool) -> ScopeEnd {
    if isDone { return .complete }
    if let last = lastTime, let mine = window.lastTime {
      if last - mine >= Self.silence { return .complete }
    } else if hasLater(than: window.lastSequence, in: window.segment) {
      return .complete
    }
    isTailCut = true
    return .cut
  }

  private func cycleEnd(_ cycle: Cycle) -> ScopeEnd {
    if cycle.isFinished { return .complete }
    // Of a call whose beginning is cut off nobody knows when its notification is due.
    if cycle.isHeadCut, cycle.notificationTime == nil, cycle.beginDate == nil { return .open }
    if let last = lastTime {
      if let time = cycle.notificationTime {
        return time &+ Self.deliveryTolerance <= last ? .complete : .open
      }
      if let begin = cycle.beginDate {
        return begin &+ Self.longestLead <= last ? .complete : .open
      }
    }
    // Without times the notifications themselves tell how far the log goes.
    if let time = cycle.notificationTime, let reached = reachedNotification, time > reached {
      return .open
    }
    return hasLater(than: cycle.lastSequence, in: cycle.segment) ? .complete : .open
  }

  private func segmentEnd(_ segment: Segment, _ isCut: Bool) -> ScopeEnd {
    // Without times, a process that went on logging than its start shows what it left out.
    lastTime == nil && !isCut && !segment.onlyLaunchEvents ? .complete : .cut
  }

  private func hasLater(than sequence: Int64, in number: Int32) -> Bool {
    segments.contains { $0.number == number && $0.lastSequence > sequence }
      || segments.contains { $0.number > number }
  }
}
