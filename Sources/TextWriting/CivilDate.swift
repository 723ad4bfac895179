/// The calendar of logs, rules and reports.
package enum CivilDate {
  @inlinable package static var microsPerSecond: Int64 { 1_000_000 }
  @inlinable package static var microsPerDay: Int64 { 86_400_000_000 }
  /// The start of the year 10000: no log has a time from then on.
  @inlinable package static var endOfDates: Int64 { 253_402_300_800_000_000 }

  /// The days from 1970-01-01 to a date; nil for a date that does not exist.
  package static func days(year: Int, month: Int, day: Int) -> Int? {
    guard month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= length(ofMonth: month, year: year)
    else { return nil }
    // January and February count as the end of the year before, so that the leap day comes last and
    // the lengths of the months follow one formula.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1972-01-01 to a date without a year; that year has every date.
  package static func daysOfLeapYear(month: Int, day: Int) -> Int? {
    days(year: 1972, month: month, day: day).map { $0 - 730 }
  }

  /// Year, month and day of a day counted from 1970-01-01.
  static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Years counted from a 1 March end with the leap day: years, centuries and four-century spans
    // then have equal lengths except for the last of each.
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

  static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }
}
