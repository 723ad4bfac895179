internal import TextWriting

/// A time as a number since 1970, or since the device was started.
struct UnixTime {
  var micros: Int64
  /// How many digits stand before the point, which tells the unit.
  var digits: Int
  var hasFraction: Bool
  /// The index behind it.
  var end: Int

  /// Whether it is a time since 2001 in a usual unit: other numbers may count anything.
  var isUsual: Bool { digits == 10 || digits > 12 }

  var reading: ClockReading {
    ClockReading(micros: micros, gaps: [], hasOffset: false, end: end)
  }
}

extension Span where Element == UInt8 {
  /// Seconds of up to twelve digits, perhaps with a fraction, or thousandths, millionths or billionths
  /// of a second, of 13, 16 and 19.
  func unixTime(at index: Int) -> UnixTime? {
    var place = index
    var value: Int64 = 0
    // No 18 digits overflow, and a nineteenth only where the first is a nine.
    while peek(place).isDigit, place - index < 19 {
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = shifted.addingReportingOverflow(Int64(peek(place) &- 0x30))
      if overflows || carries { return nil }
      value = sum
      place += 1
    }
    let digits = place - index
    guard digits > 0, !peek(place).isDigit else { return nil }
    var micros: Int64
    var unit: Int64
    switch digits {
    case ...12: (micros, unit) = (value * CivilDate.microsPerSecond, 100_000)
    case 13: (micros, unit) = (value * 1000, 100)
    case 16: (micros, unit) = (value, 0)
    case 19: (micros, unit) = (value / 1000, 0)
    default: return nil
    }
    let hasFraction = peek(place) == UInt8(ascii: ".") && peek(place + 1).isDigit
    if hasFraction {
      place += 1
      while peek(place).isDigit {
        micros += Int64(peek(place) &- 0x30) * unit
        unit /= 10
        place += 1
      }
    }
    guard micros < CivilDate.endOfDates else { return nil }
    return UnixTime(micros: micros, digits: digits, hasFraction: hasFraction, end: place)
  }
}
