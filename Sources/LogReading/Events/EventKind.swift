// What is compared for every event is inlined into other modules too: the equality that the
// standard library gives raw values is called through two thunks there, 2 % of all instructions.

/// The number of an event in the catalogue, and the index of everything kept per event.
package struct EventKind: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  package static func == (left: EventKind, right: EventKind) -> Bool {
    left.rawValue == right.rawValue
  }

  package static func < (left: EventKind, right: EventKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The number of a field name. One name has one type in the whole catalogue.
package struct FieldName: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  package static func == (left: FieldName, right: FieldName) -> Bool {
    left.rawValue == right.rawValue
  }
}

/// What a field's value is, and so how it is read, compared and printed.
package enum FieldType: UInt8, Sendable, CaseIterable {
  /// Any text; ids, hashes, URLs and words of a fixed set are strings too.
  case string
  case int
  case double
  case bool
  /// A point in time, held as microseconds since 1970-01-01T00:00:00Z.
  case instant
  /// A length of time, held as microseconds; the catalogue says which unit a bare number has.
  case duration
}

/// The unit of a bare number in a log where the field is a duration.
package enum DurationUnit: UInt8, Sendable {
  case seconds
  case milliseconds
  case minutes
}
