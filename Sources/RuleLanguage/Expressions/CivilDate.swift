/// The calendar, of logs and of rules.
package enum CivilDate {
  /// The days from 1970-01-01 to a date; nil where the calendar has none such.
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
}
