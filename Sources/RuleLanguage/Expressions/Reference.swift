/// A value outside an expression that it reads.
package enum Reference: Sendable, Hashable {
  /// A field of the event that a pattern is being tried on.
  case candidateField(FieldName)
  /// The time of that event.
  case candidateTime
  /// Whether an instant of that event is written in UTC, as a bool.
  case candidateIsUTC(FieldName)
  /// Whether the line of that event gives the zone of its time, as a bool.
  case candidateTimeIsUTC
  /// A field of the event captured under the role with this number.
  case roleField(role: UInt8, field: FieldName)
  /// The time of the event captured under that role.
  case roleTime(role: UInt8)
  /// A condition of the device at the moment of evaluation.
  case environment(EnvironmentKey)
  /// A value derived for the cycle at hand.
  case cycle(CycleValue)
  /// A counter derived from the events of the scope at hand.
  case derived(CounterKey)
  /// A parameter of the rule's pack, by its number in the rule book.
  case parameter(UInt16)
  /// Whether an event took that role, as a bool.
  case roleTaken(role: UInt8)
  /// The number of events that took that role.
  case roleCount(role: UInt8)
}
