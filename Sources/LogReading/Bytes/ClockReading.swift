internal import RuleLanguage
internal import TextWriting

/// A wall clock reading: the time, its gaps, and the end of its text.
package struct ClockReading: Sendable {
  /// Microseconds since 1970, or since the start of 1972 where the year is missing.
  package var micros: Int64
  package var gaps: TimeGaps
  /// Whether the text gave an offset from UTC other than zero.
  var hasOffset: Bool
  /// The index after the last byte of the reading.
  package var end: Int
}

extension Span where Element == UInt8 {
  /// The byte at an index, or NUL outside: no rule of the grammar looks for NUL.
  func peek(_ index: Int) -> UInt8 { self[index] }

  /// Reads a number of exactly so many digits, at most nine.
  func digits(_ length: Int, at index: Int) -> Int? {
    guard index >= 0, count - index >= length else { return nil }
    var value = 0
    for place in index..<(index + length) {
      let digit = self[place] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// The index of the first byte that is neither a blank nor a tab.
  func skipBlanks(at index: Int) -> Int {
    var place = index
    while peek(place) == UInt8(ascii: " ") || peek(place) == UInt8(ascii: "\t") { place += 1 }
    return place
  }

  /// A date `2025-11-14` of exactly ten bytes, as days since 1970.
  func isoDays(at index: Int) -> Int? {
    guard let year = digits(4, at: index), peek(index + 4) == UInt8(ascii: "-"),
      let month = digits(2, at: index + 5), peek(index + 7) == UInt8(ascii: "-"),
      let day = digits(2, at: index + 8)
    else { return nil }
    return CivilDate.days(year: year, month: month, day: day)
  }

  /// A time of day `05:48:00.123456` in microseconds, and the index after it.
  func timeOfDay(at index: Int) -> (micros: Int64, end: Int)? {
    guard let hour = digits(2, at: index), peek(index + 2) == UInt8(ascii: ":"),
      let minute = digits(2, at: index + 3), peek(index + 5) == UInt8(ascii: ":"),
      let second = digits(2, at: index + 6), hour < 24, minute < 60, second <= 60
    else { return nil }
    var micros = Int64(hour * 3600 + minute * 60 + second) * CivilDate.microsPerSecond
    var place = index + 8
    let point = peek(place)
    if point == UInt8(ascii: ".") || point == UInt8(ascii: ","), peek(place + 1).isDigit {
      place += 1
      var unit: Int64 = 100_000
      while peek(place).isDigit {
        // Digits past the microsecond are read and dropped.
        micros += Int64(peek(place) &- 0x30) * unit
        unit /= 10
        place += 1
      }
    }
    return (micros, place)
  }

  /// A zone `Z`, `+0000`, `+00:00` or `+00` in microseconds east of UTC, and the index after it.
  func zone(at index: Int) -> (micros: Int64, end: Int)? {
    let sign = peek(index)
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return (0, index + 1) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = digits(2, at: index + 1), hours < 24
    else { return nil }
    var end = index + 3
    var minutes = 0
    let colon = peek(end) == UInt8(ascii: ":")
    if let more = digits(2, at: colon ? end + 1 : end), more < 60 {
      minutes = more
      end += colon ? 3 : 2
    }
    let micros = Int64(hours * 60 + minutes) * 60 * CivilDate.microsPerSecond
    return (sign == UInt8(ascii: "-") ? -micros : micros, end)
  }

  /// A full date and time, `2025-11-14T05:48:00.123Z`, with a blank or `T` and any zone or none.
  func isoTime(at index: Int) -> ClockReading? {
    guard let days = isoDays(at: index) else { return nil }
    let separator = peek(index + 10)
    guard
      separator == UInt8(ascii: " ") || separator == UInt8(ascii: "T")
        || separator == UInt8(ascii: "t"),
      let clock = timeOfDay(at: index + 11)
    else { return nil }
    return reading(
      local: Int64(days) * CivilDate.microsPerDay + clock.micros, zoneAt: clock.end)
  }

  func reading(local: Int64, zoneAt end: Int) -> ClockReading {
    guard let zone = zone(at: end) else { return readingBehind(local: local, at: end) }
    return ClockReading(
      micros: local - zone.micros, gaps: [], hasOffset: zone.micros != 0, end: zone.end)
  }

  /// A date and time without a year, `11-14 05:48:00.123`.
  func yearlessTime(at index: Int) -> ClockReading? {
    guard let month = digits(2, at: index), peek(index + 2) == UInt8(ascii: "-"),
      let day = digits(2, at: index + 3),
      let days = CivilDate.daysOfLeapYear(month: month, day: day),
      peek(index + 5) == UInt8(ascii: " "), let clock = timeOfDay(at: index + 6)
    else { return nil }
    return ClockReading(
      micros: Int64(days) * CivilDate.microsPerDay + clock.micros, gaps: [.year, .zone],
      hasOffset: false, end: clock.end)
  }
}
