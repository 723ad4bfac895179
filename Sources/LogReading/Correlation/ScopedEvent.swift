public import RuleLanguage

/// Whether a fetch fills the cache ahead of time or stands in for it at delivery.
public enum FetchPhase: UInt8, CaseIterable, Sendable, Codable {
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

/// Why a fetch failed, in the three words of the seed's counter.
public enum FailureReason: UInt8, CaseIterable, Sendable, Codable {
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
public struct ScopedEvent: Sendable, Codable {
  public var event: Event
  /// Counts the events of the run, from zero.
  public var sequence: Int64
  /// Where its text and its fields begin in the event store.
  public var text: Int64
  public var fields: Int64
  /// Which file of the run it stands in.
  public var file: UInt16
  /// Counts the steps back of the clock.
  public var epoch: UInt32
  /// Number of the process segment, from one.
  public var segment: Int32
  /// Slots of the scopes that it belongs to; -1 for none.
  public var cycle: Int32
  public var execution: Int32
  public var delivery: Int32
  public var phase: FetchPhase
  public var reason: FailureReason
  /// The failure of a run that the event settles: a run fails once, however often it tries.
  public var settledFailure: FailureReason
  /// What the event does to the count of notifications that used the cache: 1, 0 or -1.
  public var usedDelta: Int8
  /// What its kind does to the run.
  public var role: EventRole

  /// Where what a reader is shown of it stands in the event store: its line, or the message that
  /// another line or a record carries.
  package var shown: (text: Int64, length: UInt32) {
    if event.messageLength == 0 || text < 0 { return (text, event.textLength) }
    return (text + Int64(event.messageStart), event.messageLength)
  }

  public init(event: Event, sequence: Int64, role: EventRole = EventRole()) {
    self.event = event
    self.role = role
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
    settledFailure = .none
    usedDelta = 0
  }

  /// Stands where there is none: an optional costs its tag at each look, and another copy.
  static let none = ScopedEvent(
    event: Event(kind: EventKind(rawValue: 0), form: .text, container: .bare), sequence: -1)
  var isNone: Bool { sequence < 0 }

  @inlinable public var kind: EventKind { event.kind }
  @inlinable public var stage: EventStage { role.stage }
  @inlinable public var part: EventPart { role.part }
  @inlinable public var isTimed: Bool { event.timeQuality != .none }
  @inlinable public var time: Int64 { event.time }
  /// The time, where there is one.
  @inlinable public var knownTime: Int64? { isTimed ? event.time : nil }
}
