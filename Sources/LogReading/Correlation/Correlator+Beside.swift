internal import RuleLanguage

/// What a process was at as another one wrote: the cycle of its schedule call and its delivery, by
/// their numbers.
struct WorkAtHand: Sendable {
  var burst: Int32
  var burstCycle: Int64
  var burstSequence: Int64
  var burstTime: Int64?
  var awaited: Correlator.Submission
  var delivery: Int32
  var deliveryNumber: Int64
}

// Processes that live side by side, as an app and its extension: each goes on with what it was at.
extension Correlator {
  /// So near behind each other without times lines of two processes may be those of both at work.
  private static let nearLines: Int64 = 8
  /// So many lines behind its last one a process without times is over.
  private static let farLines: Int64 = 64

  /// Remembers what the process at hand is at, as another one writes.
  mutating func leaveWork() {
    guard currentSegment >= 0 else { return }
    segments[Int(currentSegment)].work = WorkAtHand(
      burst: burst, burstCycle: burst >= 0 ? cycles[Int(burst)].number : -1,
      burstSequence: burstSequence, burstTime: burstTime, awaited: awaited,
      delivery: deliveryWindows.current,
      deliveryNumber: deliveryWindows.current >= 0
        ? deliveryWindows[deliveryWindows.current].number : -1)
  }

  /// Goes on with what a process was at before others wrote; what one of those is at stays where it
  /// was at nothing, since one may go on with what the other began.
  mutating func takeUpWork() {
    guard currentSegment >= 0, let work = segments[Int(currentSegment)].work else { return }
    if work.burst >= 0, cycles[Int(work.burst)].isOpen,
      cycles[Int(work.burst)].number == work.burstCycle
    {
      (burst, burstSequence, burstTime) = (work.burst, work.burstSequence, work.burstTime)
      awaited = work.awaited
    }
    if work.delivery >= 0, deliveryWindows[work.delivery].isOpen,
      deliveryWindows[work.delivery].number == work.deliveryNumber
    {
      deliveryWindows.resume(work.delivery)
    }
  }

  /// Whether a process that wrote just before may live beside the one that registers its task now.
  func mayLive(_ earlier: Segment, beside event: ScopedEvent) -> Bool {
    guard earlier.pid >= 0, event.event.pid >= 0, earlier.pid != event.event.pid else {
      return false
    }
    if let gap = Cycle.span(from: earlier.lastKnownTime, to: event.knownTime) {
      return (0...Self.silence).contains(gap)
    }
    return event.sequence - earlier.lastSequence <= Self.nearLines
  }

  /// Closes the processes that did not come back since another one registered their task.
  mutating func closeOvertaken(at event: ScopedEvent) {
    while let index = segments.firstIndex(where: { isOver($0, at: event) }) { closeBeside(index) }
    hasOvertaken = segments.contains { $0.isOvertaken }
  }

  private func isOver(_ segment: Segment, at event: ScopedEvent) -> Bool {
    guard segment.isOvertaken, segment.pid != event.event.pid else { return false }
    if let gap = Cycle.span(from: segment.lastKnownTime, to: event.knownTime) {
      return gap > Self.silence
    }
    return event.sequence - segment.lastSequence > Self.farLines
  }

  /// Closes a process beside the one at hand.
  mutating func closeBeside(_ index: Int) {
    let current = currentSegment >= 0 ? segments[Int(currentSegment)].number : -1
    closeSegment(Int32(index), end: .complete)
    currentSegment = Int32(segments.firstIndex { $0.number == current } ?? segments.count - 1)
  }
}

extension Segment {
  /// When its last line came that has a time, of its launch or behind it.
  fileprivate var lastKnownTime: Int64? {
    guard let launched = launchSteps.last?.time else { return lastTime }
    return lastTime.map { max($0, launched) } ?? launched
  }
}
