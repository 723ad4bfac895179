package import RuleLanguage

// The cycles and windows follow what becomes of their processes.
extension Correlator {
  /// Finds the event's process.
  mutating func assignSegment(_ event: inout ScopedEvent) {
    let last = event.part == .register ? duplicates.lastRecord(like: event) : nil
    processes.assign(&event, behind: last, in: store)
    if !processes.changes.isEmpty { followProcesses(at: event) }
  }

  /// Opens, closes and leaves what the processes do.
  mutating func followProcesses(at event: ScopedEvent? = nil) {
    for change in processes.takeChanges() {
      switch change {
      case .opened(let number, let hasHead):
        executionWindows.resume(-1)
        deliveryWindows.resume(-1)
        call.end()
        output.append(.began(process: number, isHeadCut: !hasHead))
      case .closed(let number, let end):
        executionWindows.closeAll(end: end, &output) { $0.segment == number }
        output.append(.closed(.process, slot: number, end: end))
      case .left(let number): processes.note(workAtHand, of: number)
      case .resumed(let number): if let work = processes.work(of: number) { resume(work) }
      case .rebooted(let segments):
        guard let event else { continue }
        for segment in segments { endByRestart(segment, at: event) }
      case .survived(let word): takeBack(word)
      }
    }
  }

  // MARK: Processes that live side by side, as an app and its extension

  /// What the current process is at.
  private var workAtHand: WorkAtHand {
    let delivery = deliveryWindows.current
    return WorkAtHand(
      call: call, callCycle: call.cycle >= 0 ? cycleBook[call.cycle].number : -1,
      delivery: delivery, deliveryNumber: delivery >= 0 ? deliveryWindows[delivery].number : -1)
  }

  /// Goes on with what a process was at before others wrote; what one of those is at stays where it
  /// was at nothing, since one may go on with what the other began.
  private mutating func resume(_ work: WorkAtHand) {
    if work.call.cycle >= 0, cycleBook[work.call.cycle].isOpen,
      cycleBook[work.call.cycle].number == work.callCycle
    {
      call.resume(work.call)
    }
    if work.delivery >= 0, deliveryWindows[work.delivery].isOpen,
      deliveryWindows[work.delivery].number == work.deliveryNumber
    {
      deliveryWindows.resume(work.delivery)
    }
  }

  /// Whether an event of one of the kinds may have come in a process before the log began, although
  /// the log shows the start of it.
  package func mayPrecedeHead(_ kinds: [EventKind], ofSegment number: Int32) -> Bool {
    kinds.contains { role(of: $0).part == .register } && processes.mayHaveRegistered(number)
  }
}

/// What a process was at as another one wrote: its schedule call and its delivery, with the numbers
/// of their cycle and window, whose slots are used again.
struct WorkAtHand: Sendable, Codable {
  var call: ScheduleCall
  var callCycle: Int64
  var delivery: Int32
  var deliveryNumber: Int64
}
