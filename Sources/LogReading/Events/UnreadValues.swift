package import RuleLanguage

/// Values of events that are not of their type, as in `success=banana`: they count as missing.
package struct UnreadValues: Sendable {
  package private(set) var count: Int64 = 0
  /// The line, the event and the field of the first of them.
  package private(set) var first: (line: UInt64, kind: EventKind, field: FieldName)?

  package init() {}

  mutating func note(_ field: Field, of event: Event) {
    count &+= 1
    if first == nil { first = (event.line, event.kind, field.name) }
  }

  mutating func add(_ other: UnreadValues) {
    count &+= other.count
    if first == nil { first = other.first }
  }
}
