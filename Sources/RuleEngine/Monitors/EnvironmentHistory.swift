extension Engine {
  /// What the device was like at a time, as far back as that is held; without a time, at present.
  package func environment(at time: Int64?) -> EnvironmentState {
    time.flatMap { environmentHistory.state(at: $0) } ?? environment
  }
}

/// The last few states of the device that are over, each with its end.
struct EnvironmentHistory: Sendable {
  private struct Past: Sendable {
    var state: EnvironmentState
    var end: Int64?
    /// The process whose line ended it.
    var segment: Int32
  }

  private static let limit = 256
  private var past: [Past] = []

  mutating func note(_ state: EnvironmentState, until end: Int64?, segment: Int32) {
    past.append(Past(state: state, end: end, segment: segment))
    if past.count > Self.limit { past.removeFirst(Self.limit / 2) }
  }

  /// The state at a time, or nil where it is the present one.
  func state(at time: Int64) -> EnvironmentState? {
    past.first { $0.end.map { $0 > time } ?? false }?.state
  }

  /// The state in which a process ended, or nil where it is the present one.
  func state(endOf segment: Int32) -> EnvironmentState? {
    past.first { $0.segment > segment }?.state
  }
}
