/// Where the time of an event comes from, best last.
public enum TimeQuality: UInt8, Sendable, Comparable {
  case none
  /// The `timestamp` member of a JSON event.
  case json
  /// The head of the line.
  case line

  @inlinable
  public static func < (left: TimeQuality, right: TimeQuality) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a time on a line leaves open until the whole log is known.
public struct TimeGaps: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The year is missing; the value is counted from the start of 1972, a leap year.
  package static let year = TimeGaps(rawValue: 1)
  /// The zone is missing; the value reads the wall clock as if it were UTC.
  package static let zone = TimeGaps(rawValue: 2)
  /// Beside a missing zone: a name stands there, from which no offset can be told.
  package static let zoneName = TimeGaps(rawValue: 4)
  /// Beside the others: they were filled already, by what was taken for granted elsewhere.
  package static let filled = TimeGaps(rawValue: 8)
  /// An instant that the message names lacks its zone: it is read as UTC, whatever the line's time is.
  package static let instant = TimeGaps(rawValue: 16)
  /// The zone was missing, and was filled by what an option or the log told elsewhere.
  package static let zoneTold = TimeGaps(rawValue: 32)

  /// What leaves open how far the times of lines lie from UTC.
  package static let lineZones: TimeGaps = [.zone, .zoneTold]
  /// What leaves open how far an instant and a line's time lie apart.
  package static let zones: TimeGaps = [.zone, .zoneTold, .instant]
}
