/// Whether a fetch fills the cache ahead of time or stands in for it at delivery (matrix 2.3-5).
public enum FetchPhase: UInt8, CaseIterable, Sendable {
  case none, prefetch, ondemand, api

  package var name: String {
    switch self {
    case .none: ""
    case .prefetch: "prefetch"
    case .ondemand: "ondemand"
    case .api: "api"
    }
  }
}

/// Why a fetch failed, in the three words of the seed's counter (matrix 2.3-9).
public enum FailureReason: UInt8, CaseIterable, Sendable {
  case none, network, auth, system

  package var name: String {
    switch self {
    case .none: ""
    case .network: "NETWORK"
    case .auth: "AUTH"
    case .system: "SYSTEM"
    }
  }
}

/// An event with its place in the run.
package struct ScopedEvent: Sendable {
  package var event: Event
  /// Counts the events of the run, from zero.
  package var sequence: Int64
  /// Where its text and its fields begin in the event store.
  package var text: Int64
  package var fields: Int64
  /// Which file of the run it stands in.
  package var file: UInt16
  /// Counts the steps back of the clock.
  package var epoch: UInt32
  /// Number of the process segment, from one.
  package var segment: Int32
  /// Slots of the scopes that it belongs to; -1 for none.
  package var cycle: Int32
  package var execution: Int32
  package var delivery: Int32
  package var phase: FetchPhase
  package var reason: FailureReason
  /// What the event does to the count of notifications that used the cache: 1, 0 or -1.
  package var usedDelta: Int8

  package init(event: Event, sequence: Int64) {
    self.event = event
    self.sequence = sequence
    text = -1
    fields = 0
    file = 0
    epoch = 0
    segment = 0
    cycle = -1
    execution = -1
    delivery = -1
    phase = .none
    reason = .none
    usedDelta = 0
  }

  @inlinable package var kind: EventKind { event.kind }
  @inlinable package var isTimed: Bool { event.timeQuality != .none }
  @inlinable package var time: Int64 { event.time }
  /// The time, where there is one.
  @inlinable package var knownTime: Int64? { isTimed ? event.time : nil }
}
