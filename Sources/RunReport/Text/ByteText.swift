extension [UInt8] {
  /// Appends a text as UTF-8.
  package mutating func append(utf8 text: String) { append(contentsOf: text.utf8) }
}

/// Numbers as decimal text, without locale and without Foundation.
package enum NumberText {
  /// A number with at most the given decimals, no exponent and no trailing zeros.
  ///
  /// Numbers beyond 9e12, which no time in a log can give, take the shortest form of Swift.
  package static func decimal(_ value: Double, places: Int = 6) -> String {
    var scale: Int64 = 1
    let places = max(0, min(places, 6))
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard abs(scaled) < 9e18 else { return "\(value)" }
    let units = Int64(scaled)
    let whole = (units / scale).magnitude
    var fraction = places == 0 ? "" : padded(abs(units % scale), to: places)
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return (units < 0 ? "-" : "") + (fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)")
  }

  /// A number with leading zeros.
  static func padded(_ value: Int64, to width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}

/// Instants in UTC as text, from microseconds since 1970.
package enum InstantText {
  /// `2025-11-14T05:48:00Z`; a fraction of three or six digits only where it is not zero.
  package static func iso(_ instant: Int64) -> String { date(instant) + "T" + time(instant) }

  /// `2025-11-14`
  package static func date(_ instant: Int64) -> String {
    let (year, month, day) = civil(day: floorDivide(instant, by: microsecondsPerDay))
    return NumberText.padded(year, to: 4) + "-" + NumberText.padded(month, to: 2) + "-"
      + NumberText.padded(day, to: 2)
  }

  /// `05:48:00Z`
  package static func time(_ instant: Int64) -> String {
    let day = floorDivide(instant, by: microsecondsPerDay)
    // Within one day, so neither the product (near the smallest instant) nor the rest may trap.
    let rest = instant &- day &* microsecondsPerDay
    let seconds = rest / 1_000_000
    let fraction = rest % 1_000_000
    var text = NumberText.padded(seconds / 3600, to: 2) + ":"
    text += NumberText.padded(seconds / 60 % 60, to: 2) + ":"
    text += NumberText.padded(seconds % 60, to: 2)
    if fraction % 1000 != 0 {
      text += "." + NumberText.padded(fraction, to: 6)
    } else if fraction != 0 {
      text += "." + NumberText.padded(fraction / 1000, to: 3)
    }
    return text + "Z"
  }

  private static let microsecondsPerDay: Int64 = 86_400_000_000

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }

  /// Year, month and day of a day counted from 1970-01-01.
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
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
