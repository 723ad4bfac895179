/// What a clock and a calendar on the wall show at an instant.
package struct WallClock: Sendable, Equatable {
  package let year: Int64
  /// 1 to 12.
  package let month: Int64
  package let day: Int64
  package let hour: Int64
  package let minute: Int64
  package let second: Int64
  /// Microseconds of the second.
  package let micros: Int64

  private static let microsPerDay: Int64 = 86_400_000_000

  /// The years of times that name none where nothing tells it: their difference is right, and nobody
  /// takes them for a date. The first is a leap year, and no log has any of them.
  package static let unknownYears: Range<Int64> = 400..<1000
  private static let unknownDays: Range<Int64> = -573_431 ..< -354_285

  /// Whether the year of an instant is none that the log tells.
  package static func lacksYear(_ instant: Int64) -> Bool { unknownDays.contains(day(of: instant)) }

  /// Reads microseconds since 1970 as a date and a time; for a zone, add its offset first.
  package init(_ instant: Int64) {
    let days = Self.floorDivide(instant, by: Self.microsPerDay)
    // Within one day, so neither the product (near the smallest instant) nor the rest may trap.
    let rest = instant &- days &* Self.microsPerDay
    (year, month, day) = Self.date(ofDay: days)
    let seconds = rest / 1_000_000
    hour = seconds / 3600
    minute = seconds / 60 % 60
    second = seconds % 60
    micros = rest % 1_000_000
  }

  /// The day of an instant, counted from 1970-01-01.
  package static func day(of instant: Int64) -> Int64 {
    floorDivide(instant, by: microsPerDay)
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }

  /// Year, month and day of a day counted from 1970-01-01.
  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Counted from a 1 March, the leap day is the last of its year: years, centuries and
    // four-century spans then have equal lengths but for their last member.
    let sinceMarch = day + 719_468
    let span = floorDivide(sinceMarch, by: 146_097)
    var rest = sinceMarch - span * 146_097
    let century = min(rest / 36_524, 3)
    rest -= century * 36_524
    let fourYears = rest / 1461
    rest -= fourYears * 1461
    let year = min(rest / 365, 3)
    rest -= year * 365
    // Months from March come in fives of 153 days: 31, 30, 31, 30, 31.
    let month = (rest * 5 + 2) / 153
    let isAfterDecember = month >= 10
    return (
      span * 400 + century * 100 + fourYears * 4 + year + (isAfterDecember ? 1 : 0),
      isAfterDecember ? month - 9 : month + 3, rest - (month * 153 + 2) / 5 + 1
    )
  }
}
