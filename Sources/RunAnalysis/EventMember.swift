package import TextWriting

/// What is told of an event, in the order in which it is told: docs/events.md lists the keys.
package enum EventMember: Int, CaseIterable, Sendable {
  case event, time, clockEpoch, file, line, form, container, tag, pid, process, cycle, cycleNumber
  case window, execution, delivery, phase, reason, twin, joinedIds, derived, fields

  /// The key in the JSON of the event.
  package var key: String {
    switch self {
    case .event: "event"
    case .time: "time"
    case .clockEpoch: "clockEpoch"
    case .file: "file"
    case .line: "line"
    case .form: "form"
    case .container: "container"
    case .tag: "tag"
    case .pid: "pid"
    case .process: "process"
    case .cycle: "cycle"
    case .cycleNumber: "cycleNumber"
    case .window: "window"
    case .execution: "execution"
    case .delivery: "delivery"
    case .phase: "phase"
    case .reason: "reason"
    case .twin: "twin"
    case .joinedIds: "joinedIds"
    case .derived: "derived"
    case .fields: "fields"
    }
  }
}

/// Takes what is told of each event, member by member in their order; what is not known is not told.
package protocol EventSink: AnyObject {
  /// Hears of an event: the body tells its members.
  func hear(_ source: EventSource, _ tell: () -> Void)
  func text(_ member: EventMember, _ value: String)
  func number(_ member: EventMember, _ value: Int64)
  func time(_ member: EventMember, _ instant: Int64)
  /// Takes what is true.
  func mark(_ member: EventMember)
  func texts(_ member: EventMember, _ values: [String])
  /// Takes an object, whose members the body writes.
  func object(_ member: EventMember, _ write: (inout JSONWriter) -> Void)
}

/// Where an event comes from, for who wants more than its members.
package struct EventSource: Sendable {
  package let file: UInt16
  package let line: UInt64
  /// Whether the line stands under a tag of the plugin, and no event of the catalogue describes it.
  package let isUnclassified: Bool
  /// The line, or the message that another line or a record carries, masked; empty where its bytes are no
  /// longer held, and for a sink that does not want it.
  package let text: String
}
