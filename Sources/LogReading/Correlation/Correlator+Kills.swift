internal import RuleLanguage

// A process that the system ends has no say in what it leaves undone.
extension Correlator {
  /// The end of a process by the system.
  package struct Kill: Sendable {
    package var segment: Int32
    package var pid: Int32
    /// The line that says so.
    package var event: ScopedEvent
    /// The cycles, by their numbers, whose task and whose delivery were at work.
    package var executions: [Int64]
    package var deliveries: [Int64]
  }

  private static let killLimit = 64

  /// Ends the process that the system killed; one that is over already, or was never seen, is only
  /// told.
  mutating func endKilled(_ event: inout ScopedEvent) {
    let pid = event.event.pid
    // Where the lines of the plugin name no process, it is the one at hand.
    let isAtHand = currentSegment >= 0 && (pid < 0 || segments[Int(currentSegment)].pid < 0)
    let found = isAtHand ? Int(currentSegment) : segments.firstIndex { $0.pid == pid }
    guard let found else { return emit(&event) }
    let number = segments[found].number
    event.segment = number
    // What crashed is gone for that.
    if !crashedSegments.contains(number) {
      note(killed: number, by: event)
      for window in executionWindows.windows
      where window.isOpen && !window.isCompleted && window.cycle >= 0 && window.segment == number {
        cycles[Int(window.cycle)].isTaskKilled = true
      }
    }
    emit(&event)
    closeSegment(Int32(found), end: .complete)
  }

  /// Takes a tester's word that the app was ended for that of the system (S1:65, S2:72): what its
  /// process was at is cut off. One that goes on to log was not ended.
  mutating func noteEnd(by event: ScopedEvent) {
    guard
      store.isWord("terminated", known.state, event)
        || store.isWord("force_stopped", known.state, event)
    else { return }
    // A tester may write as another process.
    let atWork = segments.filter { !$0.launchSteps.isEmpty || !$0.onlyLaunchEvents }
    let ended =
      atWork.last { event.event.pid >= 0 && $0.pid == event.event.pid }
      ?? atWork.max { $0.lastSequence < $1.lastSequence }
    guard let ended, !crashedSegments.contains(ended.number) else { return }
    note(killed: ended.number, by: event)
  }

  /// Closes the processes that were said to have ended, as another one begins.
  mutating func closeEnded() {
    for kill in kills where kill.event.part == .appState {
      guard let index = segments.firstIndex(where: { $0.number == kill.segment }) else { continue }
      closeSegment(Int32(index), end: .complete)
    }
  }

  /// Forgets the end of a process that goes on to log.
  mutating func forgetEnd(of segment: Int32, at event: ScopedEvent) {
    if kills.isEmpty || event.part == .appState { return }
    kills.removeAll { $0.segment == segment && $0.event.part == .appState }
  }

  /// Remembers that a process crashed.
  mutating func note(crashed segment: Int32) {
    if crashedSegments.last != segment { crashedSegments.append(segment) }
    if crashedSegments.count > Self.killLimit { crashedSegments.removeFirst() }
  }

  /// Remembers what ended a process.
  mutating func note(killed segment: Int32, by event: ScopedEvent) {
    let pid = segments.first { $0.number == segment }?.pid ?? -1
    kills.append(
      Kill(
        segment: segment, pid: pid, event: event,
        executions: cyclesAtWork(executionWindows.windows, in: segment, at: event),
        deliveries: cyclesAtWork(deliveryWindows.windows, in: segment, at: event)))
    if kills.count > Self.killLimit { kills.removeFirst() }
  }

  /// The cycles of windows that were at work in a process as it ended.
  private func cyclesAtWork(
    _ windows: [Window], in segment: Int32, at event: ScopedEvent
  ) -> [Int64] {
    windows.filter { window in
      window.isOpen && !window.isCompleted && window.segment == segment && window.cycle >= 0
        && (Cycle.span(from: window.lastTime, to: event.knownTime) ?? 0) < Self.silence
    }.map { cycles[Int($0.cycle)].number }
  }

  /// What ended a process, if the system did.
  package func kill(of segment: Int32) -> Kill? { kills.last { $0.segment == segment } }
}
