/// The date and the time of day at an instant.
package struct WallClock: Sendable, Equatable {
  package let year: Int64
  /// 1 to 12.
  package let month: Int64
  package let day: Int64
  package let hour: Int64
  package let minute: Int64
  package let second: Int64
  /// The microseconds of the second.
  package let micros: Int64

  /// The years given to times whose year nothing tells: their differences are right, and nobody
  /// takes them for a date. The first is a leap year, and no log has any of them.
  package static let unknownYears: Range<Int64> = 400..<1000
  private static let unknownDays: Range<Int64> = -573_431 ..< -354_285

  /// Whether the year of an instant stands for an unknown one.
  package static func lacksYear(_ instant: Int64) -> Bool { unknownDays.contains(day(of: instant)) }

  /// Reads microseconds since 1970 as a date and a time; for a zone, add its offset first.
  package init(_ instant: Int64) {
    let days = Self.day(of: instant)
    // The rest is within one day; wrapping operators keep the smallest instants from trapping.
    let rest = instant &- days &* CivilDate.microsPerDay
    (year, month, day) = CivilDate.date(ofDay: days)
    let seconds = rest / 1_000_000
    hour = seconds / 3600
    minute = seconds / 60 % 60
    second = seconds % 60
    micros = rest % 1_000_000
  }

  /// The day of an instant, counted from 1970-01-01.
  package static func day(of instant: Int64) -> Int64 {
    CivilDate.floorDivide(instant, by: CivilDate.microsPerDay)
  }
}
