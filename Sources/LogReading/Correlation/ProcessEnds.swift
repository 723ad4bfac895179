internal import RuleLanguage

/// How processes ended, the last ones: by the system, or by a crash.
package struct ProcessEnds: Sendable, Codable {
  /// The end of a process by the system.
  package struct Kill: Sendable, Codable {
    package var segment: Int32
    package var pid: Int32
    /// The line that says so.
    package var event: ScopedEvent
    /// When it ended; nil where the line has no time.
    package var time: Int64?
    /// The last line of a process that a restart ended: nobody knows how long it lived behind that.
    package var lastLine: Int64?
    /// The cycles, by their numbers, whose task and whose delivery were at work.
    package var executions: [Int64]
    package var deliveries: [Int64]
  }

  /// A process of which the system says that it begins.
  private struct Start: Sendable, Codable {
    var pid: Int32
    /// The number of the first event that may be of it.
    var sequence: Int64
  }

  private(set) var kills: [Kill] = []
  private(set) var crashed: [Int32] = []
  private var starts: [Start] = []

  private static let limit = 64

  mutating func note(_ kill: Kill) {
    kills.append(kill)
    if kills.count > Self.limit { kills.removeFirst() }
  }

  /// Notes that the system says that a process begins under a number.
  mutating func note(startOf pid: Int32, at sequence: Int64) {
    starts.removeAll { $0.pid == pid }
    starts.append(Start(pid: pid, sequence: sequence))
    if starts.count > Self.limit { starts.removeFirst() }
  }

  /// Whether a process began under the number of an event between the end of a segment and that event.
  func isStarted(since segment: Int32, by event: ScopedEvent) -> Bool {
    guard let start = starts.last(where: { $0.pid == event.event.pid }),
      let kill = kills.last(where: { $0.segment == segment })
    else { return false }
    return kill.event.sequence < start.sequence && start.sequence <= event.sequence
  }

  mutating func note(crashed segment: Int32) {
    if crashed.last != segment { crashed.append(segment) }
    if crashed.count > Self.limit { crashed.removeFirst() }
  }

  /// Takes back that a process was ended, which goes on to log, and not only to say what it had still to
  /// say; returns the line that said so.
  mutating func takeBack(of segment: Int32, at event: ScopedEvent) -> ScopedEvent? {
    if kills.isEmpty { return nil }
    guard let said = kills.last(where: { $0.segment == segment })?.event else { return nil }
    let gap = Cycle.span(from: said.knownTime, to: event.knownTime)
    if let gap, gap <= Correlator.burstDistance { return nil }
    if said.part == .appState {
      // That a task runs behind a tester's word is a doubt of its own; what it does takes the word back.
      if event.part == .appState || event.part == .handler { return nil }
    } else if gap == nil {
      // Where the system's lines have no time, their order proves nothing.
      return nil
    }
    kills.removeAll { $0.segment == segment }
    return said
  }
}
