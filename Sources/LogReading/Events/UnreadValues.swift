package import RuleLanguage

/// Values of events that are not of their type, as in `success=banana`: they count as missing.
package struct UnreadValues: Sendable, Codable {
  package private(set) var count: Int64 = 0
  /// The line, the event and the field of the first of them.
  package private(set) var first: Place?

  /// Where such a value stands.
  package struct Place: Sendable, Codable {
    package var line: UInt64
    package var kind: EventKind
    package var field: FieldName
  }

  package init() {}

  mutating func note(_ field: Field, of event: Event) {
    count &+= 1
    if first == nil { first = Place(line: event.line, kind: event.kind, field: field.name) }
  }

  mutating func add(_ other: UnreadValues) {
    count &+= other.count
    if first == nil { first = other.first }
  }
}
