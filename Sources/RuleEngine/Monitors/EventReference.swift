package import LogReading
package import RuleLanguage

/// An event that a rule remembers: where it stands, not what it said.
package struct EventReference: Sendable, Equatable, Codable, CheckedState {
  package var kind: EventKind
  package var file: UInt16
  /// What its line leaves open of its time.
  package var timeGaps: TimeGaps
  /// What is shown of it holds no time.
  package var isCarried: Bool
  package var line: UInt64
  package var time: Int64?
  package var sequence: Int64
  package var epoch: UInt32
  /// What is shown of it, in the event store.
  package var text: Int64
  package var length: UInt32
  package var segment: Int32
  package var cycle: Int32
  package var execution: Int32
  package var delivery: Int32

  package func isSound(_ limits: inout StateLimits) -> Bool {
    Int(file) < limits.files && StateLimits.isSequence(sequence)
      && StateLimits.isEpoch(epoch) && limits.allows(text: text)
      && limits.allows(cycle: cycle, execution: execution, delivery: delivery)
  }

  package init(_ event: ScopedEvent) {
    kind = event.kind
    file = event.file
    timeGaps = event.isTimed ? event.event.timeGaps : []
    line = event.event.line
    time = event.knownTime
    sequence = event.sequence
    epoch = event.epoch
    isCarried = event.event.messageLength > 0
    (text, length) = event.shown
    segment = event.segment
    cycle = event.cycle
    execution = event.execution
    delivery = event.delivery
  }
}
