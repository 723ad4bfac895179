internal import TextWriting

/// Times that name no year: microseconds from the beginning of a leap year.
package enum YearlessTime {
  static let day = CivilDate.microsPerDay

  /// The same day and time of day in the year that brings it nearest to an instant.
  package static func moving(_ yearless: Int64, near reference: Int64) -> Int64 {
    let found = year(of: reference)
    var best = moving(yearless, toYear: found)
    for candidate in [found - 1, found + 1] {
      let time = moving(yearless, toYear: candidate)
      if abs(time &- reference) < abs(best &- reference) { best = time }
    }
    return best
  }

  /// The same day and time of day in another year; 29 February becomes 1 March where there is none.
  static func moving(_ yearless: Int64, toYear year: Int64) -> Int64 {
    // A zone that was given with it may have moved it over either end of the year.
    let dayOfYear = yearless / day - (yearless % day < 0 ? 1 : 0)
    let start = daysToYear(year)
    // Yearless times count the days of a leap year, whose 29 February is day 59.
    let skipsLeapDay = dayOfYear > 59 && daysToYear(year + 1) - start == 365
    return (start + dayOfYear - (skipsLeapDay ? 1 : 0)) * day + (yearless - dayOfYear * day)
  }

  /// Days from 1970-01-01 to the first of January of a year.
  private static func daysToYear(_ year: Int64) -> Int64 {
    let past = year - 1
    return 365 * (year - 1970) + (past / 4 - past / 100 + past / 400) - 477
  }

  static func year(of instant: Int64) -> Int64 {
    let days = instant / day - (instant % day < 0 ? 1 : 0)
    var year = 1970 + days / 366
    while daysToYear(year + 1) <= days { year += 1 }
    while daysToYear(year) > days { year -= 1 }
    return year
  }
}
