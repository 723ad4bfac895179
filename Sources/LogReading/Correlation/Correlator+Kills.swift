internal import RuleLanguage

// A process that the system ends has no say in what it leaves undone.
extension Correlator {
  package typealias Kill = ProcessEnds.Kill

  /// How long a device takes at most to go down and come up again, up to the line that tells of it.
  private static let restart: Int64 = 180_000_000

  /// Ends the process that the system killed; one that is over already, or was never seen, is only
  /// told.
  mutating func endKilled(_ event: inout ScopedEvent) {
    guard let index = processes.killed(by: event), !processes.isKilled(processes.segments[index])
    else { return emit(&event) }
    let segment = processes.segments[index]
    event.segment = segment.number
    // What crashed is gone for that.
    if !processes.ends.crashed.contains(segment.number) {
      // A line without a time, as Xcode's debugger writes it, came when the last one had come.
      note(killed: segment, by: event, at: event.knownTime ?? times.last)
      loseWork(of: segment.number, by: event)
    }
    emit(&event)
    // One that has a number may still show that it lives.
    if segment.pid >= 0, processes.isKilled(segment) { return }
    processes.close(index, end: .complete)
    followProcesses()
  }

  /// Ends what a process was at when the device went down. The line that tells of it comes when the
  /// device is up again.
  mutating func endByRestart(_ segment: Segment, at reboot: ScopedEvent) {
    var time = reboot.knownTime
    if let told = reboot.knownTime, let last = segment.lastTime, last < told {
      time = max(last, told &- Self.restart)
    }
    note(killed: segment, by: reboot, at: time, lastLine: segment.lastTime)
    if kill(of: segment.number)?.executions.isEmpty == false {
      loseWork(of: segment.number, by: reboot)
    }
  }

  private mutating func loseWork(of segment: Int32, by event: ScopedEvent) {
    for window in executionWindows.windows
    where window.isOpen && !window.isCompleted && window.cycle >= 0 && window.segment == segment {
      cycleBook[window.cycle].task.isKilled = true
      cycleBook[window.cycle].takenBy = SeenStep(event)
    }
  }

  /// Takes a tester's word that the app was ended for that of the system (S1:65, S2:72): what its
  /// process was at is cut off. One that goes on to log was not ended.
  mutating func noteEnd(by event: ScopedEvent) {
    guard
      store.isWord("terminated", known.state, event)
        || store.isWord("force_stopped", known.state, event),
      let ended = processes.ended(by: event)
    else { return }
    note(killed: ended, by: event, at: event.knownTime)
  }

  /// Takes back what was concluded from a line that a process was ended: it goes on. Tasks
  /// that the user took from the system stay lost, which do not depend on the process, but those that ran.
  mutating func takeBack(_ word: ScopedEvent) {
    for slot in cycleBook.indices where cycleBook[slot].isOpen {
      guard
        cycleBook[slot].task.isKilled
          || cycleBook[slot].task.isLost && cycleBook[slot].task.isExecuted,
        let step = cycleBook[slot].takenBy, step.line == word.event.line, step.file == word.file
      else { continue }
      cycleBook[slot].task.isKilled = false
      cycleBook[slot].task.isLost = false
      cycleBook[slot].takenBy = nil
    }
    output.append(.takenBack(word))
  }

  /// Remembers what ended a process.
  private mutating func note(
    killed segment: Segment, by event: ScopedEvent, at time: Int64?, lastLine: Int64? = nil
  ) {
    processes.ends.note(
      Kill(
        segment: segment.number, pid: segment.pid, event: event, time: time, lastLine: lastLine,
        executions: cyclesAtWork(
          executionWindows.windows, in: segment.number, at: time, within: Self.silence),
        deliveries: cyclesAtWork(
          deliveryWindows.windows, in: segment.number, at: time, within: Self.deliveryTolerance)
          + cyclesAboutToShow(at: time)))
  }

  /// The cycles whose notification was due, and for which Android's receiver or its worker had begun, though
  /// not yet to show it.
  private func cyclesAboutToShow(at time: Int64?) -> [Int64] {
    guard let time else { return [] }
    return cycleBook.indices.filter { slot in
      guard cycleBook[slot].isOpen, !cycleBook[slot].isFinished,
        let due = cycleBook[slot].notificationTime
      else { return false }
      return cycleBook[slot].steps.contains { step in
        guard let begun = step.time, role(of: step.kind).marks.contains(.showing) else {
          return false
        }
        return begun >= due &- Self.burstDistance && begun <= time
          && time &- begun < Self.deliveryTolerance
      }
    }.map { cycleBook[$0].number }
  }

  /// The cycles of windows that were at work in a process as it ended.
  ///
  /// - Parameter limit: How long one that says nothing is taken to be still at work.
  private func cyclesAtWork(
    _ windows: [Window], in segment: Int32, at time: Int64?, within limit: Int64
  ) -> [Int64] {
    windows.filter { window in
      window.isOpen && !window.isCompleted && window.segment == segment && window.cycle >= 0
        && (Cycle.span(from: window.lastTime, to: time) ?? 0) < limit
    }.map { cycleBook[$0.cycle].number }
  }

  /// What ended a process, if the system did.
  package func kill(of segment: Int32) -> Kill? {
    processes.ends.kills.last { $0.segment == segment }
  }
}
