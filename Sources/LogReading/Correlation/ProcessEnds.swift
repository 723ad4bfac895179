internal import RuleLanguage

/// How processes ended, the last ones: by the system, or by a crash.
package struct ProcessEnds: Sendable, Codable {
  /// The end of a process by the system.
  package struct Kill: Sendable, Codable {
    package var segment: Int32
    package var pid: Int32
    /// The line that says so.
    package var event: ScopedEvent
    /// The cycles, by their numbers, whose task and whose delivery were at work.
    package var executions: [Int64]
    package var deliveries: [Int64]
  }

  private(set) var kills: [Kill] = []
  private(set) var crashed: [Int32] = []

  private static let limit = 64

  mutating func note(_ kill: Kill) {
    kills.append(kill)
    if kills.count > Self.limit { kills.removeFirst() }
  }

  mutating func note(crashed segment: Int32) {
    if crashed.last != segment { crashed.append(segment) }
    if crashed.count > Self.limit { crashed.removeFirst() }
  }

  /// Forgets a tester's word that a process was ended, which goes on to log.
  mutating func forgetWord(of segment: Int32) {
    if kills.isEmpty { return }
    kills.removeAll { $0.segment == segment && $0.event.part == .appState }
  }
}
