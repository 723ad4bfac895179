/// The source of an event's time, best last.
public enum TimeQuality: UInt8, Sendable, Comparable, Codable {
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

/// The gaps in a time on a line, open until the whole log is known.
public struct TimeGaps: OptionSet, Hashable, Sendable, Codable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The year is missing; the value is counted from the start of 1972, a leap year.
  package static let year = TimeGaps(rawValue: 1)
  /// The zone is missing; the value reads the wall clock as if it were UTC.
  package static let zone = TimeGaps(rawValue: 2)
  /// A name stands for the missing zone, and tells no offset; set with `zone`.
  package static let zoneName = TimeGaps(rawValue: 4)
  /// The gaps were filled already with assumptions made elsewhere; set with the others.
  package static let filled = TimeGaps(rawValue: 8)
  /// An instant in the message lacks its zone: it is read as UTC, whatever the line's time is.
  package static let instant = TimeGaps(rawValue: 16)
  /// The zone was missing, and was filled from an option or from elsewhere in the log.
  package static let zoneTold = TimeGaps(rawValue: 32)

  /// No gap of a time, but one between two: the device changed its zone, and their lines name none.
  package static let jump = TimeGaps(rawValue: 64)

  /// The gaps that leave the distance between the times of lines and UTC open.
  package static let lineZones: TimeGaps = [.zone, .zoneTold]
  /// The gaps that leave the distance between an instant and a line's time open.
  package static let zones: TimeGaps = [.zone, .zoneTold, .instant]
}
