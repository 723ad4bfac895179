/// A wall clock reading: when, what it leaves open, and where its text ends.
package struct ClockReading: Sendable {
  /// Microseconds since 1970, or since the start of 1972 where the year is missing.
  package var micros: Int64
  package var gaps: TimeGaps
  /// The text gave an offset from UTC other than zero.
  package var hasOffset: Bool
  /// The index after the last byte of the reading.
  package var end: Int
}

/// Calendar arithmetic on input numbers that were checked to be in range.
enum CivilTime {
  static let microsPerSecond: Int64 = 1_000_000
  static let microsPerDay: Int64 = 86_400_000_000
  /// The start of the year 10000: later instants are no times of a log.
  static let endOfDates: Int64 = 253_402_300_800_000_000

  /// The days of 1970-01-01 to a date, by counting in years that begin in March.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// How many days a month has.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2:
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// The days of 1972-01-01 to a date without a year; that year has every date.
  static func daysOfLeapYear(month: Int, day: Int) -> Int {
    days(year: 1972, month: month, day: day) - 730
  }
}

extension Span where Element == UInt8 {
  /// The byte at an index, or NUL outside: no rule of the grammar looks for NUL.
  func peek(_ index: Int) -> UInt8 {
    index >= 0 && index < count ? self[index] : 0
  }

  /// A number of exactly so many digits, at most nine.
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

  /// A date `2025-11-14` as days since 1970; its ten bytes are always all of it.
  func isoDays(at index: Int) -> Int? {
    guard let year = digits(4, at: index), peek(index + 4) == UInt8(ascii: "-"),
      let month = digits(2, at: index + 5), peek(index + 7) == UInt8(ascii: "-"),
      let day = digits(2, at: index + 8),
      (1...12).contains(month), day >= 1, day <= CivilTime.length(ofMonth: month, year: year)
    else { return nil }
    return CivilTime.days(year: year, month: month, day: day)
  }

  /// A time of day `05:48:00.123456` in microseconds, and the index after it.
  func timeOfDay(at index: Int) -> (micros: Int64, end: Int)? {
    guard let hour = digits(2, at: index), peek(index + 2) == UInt8(ascii: ":"),
      let minute = digits(2, at: index + 3), peek(index + 5) == UInt8(ascii: ":"),
      let second = digits(2, at: index + 6), hour < 24, minute < 60, second <= 60
    else { return nil }
    var micros = Int64(hour * 3600 + minute * 60 + second) * CivilTime.microsPerSecond
    var place = index + 8
    let point = peek(place)
    if point == UInt8(ascii: ".") || point == UInt8(ascii: ","), peek(place + 1) &- 0x30 < 10 {
      place += 1
      var unit: Int64 = 100_000
      while peek(place) &- 0x30 < 10 {
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
    let micros = Int64(hours * 60 + minutes) * 60 * CivilTime.microsPerSecond
    return (sign == UInt8(ascii: "-") ? -micros : micros, end)
  }

  /// A full date and time, `2025-11-14T05:48:00.123Z`, with a blank or `T` and any zone or none.
  func isoTime(at index: Int) -> ClockReading? {
    if let (local, end) = usualTime(at: index) { return reading(local: local, zoneAt: end) }
    guard let days = isoDays(at: index) else { return nil }
    let separator = peek(index + 10)
    guard
      separator == UInt8(ascii: " ") || separator == UInt8(ascii: "T")
        || separator == UInt8(ascii: "t"),
      let clock = timeOfDay(at: index + 11)
    else { return nil }
    return reading(
      local: Int64(days) * CivilTime.microsPerDay + clock.micros, zoneAt: clock.end)
  }

  func reading(local: Int64, zoneAt end: Int) -> ClockReading {
    guard let zone = zone(at: end) else { return readingBehind(local: local, at: end) }
    return ClockReading(
      micros: local - zone.micros, gaps: [], hasOffset: zone.micros != 0, end: zone.end)
  }

  /// The usual form, `2025-11-14 05:48:00.123456` with six digits or `…:00` with none, read in three
  /// words: nothing for any other, which is read byte by byte.
  ///
  /// Every line of most logs has one; of the 1,500 instructions that a head took this saves 300.
  private func usualTime(at index: Int) -> (micros: Int64, end: Int)? {
    guard index >= 0, count - index >= 24 else { return nil }
    let digitPlaces: (UInt64, UInt64, UInt64) = (
      0x00FF_FF00_FFFF_FFFF, 0xFFFF_00FF_FF00_FFFF, 0x0000_0000_00FF_FF00
    )
    let date = word(at: index) ^ 0x2D30_302D_3030_3030
    let middle = word(at: index + 8) ^ 0x3030_3A30_3000_3030
    let last = word(at: index + 16) ^ 0x0000_0000_0030_303A
    // What is left is a digit's value at a digit's place and nothing at a sign's.
    guard (date & ~digitPlaces.0) | (middle & ~digitPlaces.1 & ~0xFF_0000) == 0,
      last & 0xFF == 0,
      Self.areDigits(date & digitPlaces.0), Self.areDigits(middle & digitPlaces.1),
      Self.areDigits(last & digitPlaces.2)
    else { return nil }
    switch UInt8(truncatingIfNeeded: middle >> 16) {
    case UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: "t"): break
    default: return nil
    }
    let year = Self.digit(date, 0) * 1000 + Self.digit(date, 1) * 100 + Self.pair(date, 2)
    let month = Self.pair(date, 5)
    let day = Self.pair(middle, 0)
    let (hour, minute, second) = (Self.pair(middle, 3), Self.pair(middle, 6), Self.pair(last, 1))
    guard month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= CivilTime.length(ofMonth: month, year: year),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    var micros = Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000
    let point = peek(index + 19)
    guard point == UInt8(ascii: ".") else {
      return point == UInt8(ascii: ",") ? nil : (micros, index + 19)
    }
    let fraction = word(at: index + 20) ^ 0x0000_3030_3030_3030
    guard Self.areDigits(fraction & 0xFFFF_FFFF_FFFF), peek(index + 26) &- 0x30 >= 10 else {
      return nil
    }
    micros +=
      Int64(Self.pair(fraction, 0) * 10_000 + Self.pair(fraction, 2) * 100 + Self.pair(fraction, 4))
    return (micros, index + 26)
  }

  /// Whether every byte of a word is below ten.
  private static func areDigits(_ word: UInt64) -> Bool {
    (word &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080 == 0
  }

  private static func digit(_ word: UInt64, _ place: UInt64) -> Int {
    Int(word >> (place * 8) & 0xFF)
  }

  private static func pair(_ word: UInt64, _ place: UInt64) -> Int {
    digit(word, place) * 10 + digit(word, place + 1)
  }
}
