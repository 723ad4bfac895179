// Types that are compared for every event are public, though nothing outside the package sees them:
// only then does the compiler inline comparisons into the modules that make them. For a package
// type each `!=`, and each `==` of an enumeration, is a call through its conformance table.

/// The number of an event in the catalogue, and the index of everything kept per event.
public struct EventKind: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  public let rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  public static func == (left: EventKind, right: EventKind) -> Bool {
    left.rawValue == right.rawValue
  }

  @inlinable
  public static func < (left: EventKind, right: EventKind) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The number of a field name. One name has one type in the whole catalogue.
public struct FieldName: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  public static func == (left: FieldName, right: FieldName) -> Bool {
    left.rawValue == right.rawValue
  }
}

/// The type of a field's values, which decides how they are read, compared and printed.
public enum FieldType: UInt8, Sendable, CaseIterable, Codable {
  /// Any text; ids, hashes, URLs and words of a fixed set are strings too.
  case string
  case int
  case double
  case bool
  /// A point in time, held as microseconds since 1970-01-01T00:00:00Z.
  case instant
  /// A length of time, held as microseconds; the catalogue gives the unit of a bare number.
  case duration
}

/// The unit of a bare number in a log where the field is a duration.
public enum DurationUnit: UInt8, Sendable {
  case seconds
  case milliseconds
  case minutes
}
