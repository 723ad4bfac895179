internal import LogReading

extension Engine {
  /// What the device was like at a time, as far back as that is held; without a time, at present.
  package func environment(at time: Int64?) -> EnvironmentState {
    time.flatMap { device.history.state(at: $0) } ?? environment
  }

  /// The states that the device was in, as far back as they are held, the present one last.
  package var environments: [EnvironmentState] { device.history.states + [environment] }
}

/// The last few states of the device that are over, each with its end.
struct EnvironmentHistory: Sendable, Codable {
  private struct Past: Sendable, Codable {
    var state: EnvironmentState
    var end: Int64?
    /// The line that ended it, and its process.
    var sequence: Int64
    var segment: Int32
  }

  private static let limit = 256
  private var past: [Past] = []

  mutating func note(_ state: EnvironmentState, until event: ScopedEvent) {
    past.append(
      Past(
        state: state, end: event.knownTime, sequence: event.sequence, segment: event.segment))
    if past.count > Self.limit { past.removeFirst(Self.limit / 2) }
  }

  /// Forgets in all states that a line ended the app.
  mutating func takeBack(endToldBy sequence: Int64) {
    for index in past.indices { past[index].state.takeBack(endToldBy: sequence) }
  }

  /// Those that are over.
  var states: [EnvironmentState] { past.map(\.state) }

  /// The state at a time, or nil where it is the present one.
  func state(at time: Int64) -> EnvironmentState? {
    past.first { $0.end.map { $0 > time } ?? false }?.state
  }

  /// The state at an event of the log, or nil where it is the present one.
  func state(atEvent sequence: Int64) -> EnvironmentState? {
    past.first { $0.sequence > sequence }?.state
  }

  /// The state in which a process ended, or nil where it is the present one.
  func state(endOf segment: Int32) -> EnvironmentState? {
    past.first { $0.segment > segment }?.state
  }
}
