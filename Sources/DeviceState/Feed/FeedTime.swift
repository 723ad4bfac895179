internal import TextWriting

/// A day, or a moment, as a feed or its reader writes it.
package struct FeedTime: Sendable, Equatable {
  package enum Precision: Sendable { case day, moment, localMoment }

  /// Microseconds since 1970: the moment, or the beginning of the day. A day, and a time that names no
  /// zone, is taken as one in UTC.
  package let micros: Int64
  package let precision: Precision
  /// As it was written.
  package let text: String

  /// The day, as the microseconds of its beginning.
  package var day: Int64 {
    let rest = micros % CivilDate.microsPerDay
    return micros - (rest < 0 ? rest + CivilDate.microsPerDay : rest)
  }

  /// The moment of a line of a log.
  package init(moment: Int64) {
    micros = moment
    precision = .moment
    text = InstantText.iso(moment)
  }

  /// Reads `2025-11-15`, or `2025-11-15T07:00:00` with a zone or none.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let day = Self.day(bytes) else { return nil }
    self.text = text
    if bytes.count == 10 {
      (micros, precision) = (day, .day)
      return
    }
    guard bytes.count > 10, [UInt8(ascii: "T"), 0x74, 0x20].contains(bytes[10]),
      let clock = Self.clock(bytes[11...])
    else { return nil }
    let zone = bytes[clock.end...]
    if zone.isEmpty {
      (micros, precision) = (day + clock.micros, .localMoment)
      return
    }
    guard let offset = Self.offset(zone) else { return nil }
    (micros, precision) = (day + clock.micros - offset, .moment)
  }

  private static func day(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let days = CivilDate.days(year: year, month: month, day: day)
    else { return nil }
    return Int64(days) * CivilDate.microsPerDay
  }

  /// `07:00`, `07:00:00` or `07:00:00.123`.
  private static func clock(_ bytes: ArraySlice<UInt8>) -> (micros: Int64, end: Int)? {
    let start = bytes.startIndex
    guard bytes.count >= 5, bytes[start + 2] == UInt8(ascii: ":"),
      let hour = number(bytes[start..<(start + 2)]), hour < 24,
      let minute = number(bytes[(start + 3)..<(start + 5)]), minute < 60
    else { return nil }
    var micros = Int64(hour * 3600 + minute * 60) * CivilDate.microsPerSecond
    var end = start + 5
    guard bytes.count >= 8, bytes[end] == UInt8(ascii: ":") else { return (micros, end) }
    guard let second = number(bytes[(end + 1)..<(end + 3)]), second < 60 else { return nil }
    micros += Int64(second) * CivilDate.microsPerSecond
    end += 3
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ".") else { return (micros, end) }
    let digits = bytes[(end + 1)...].prefix { (0x30...0x39).contains($0) }
    if digits.isEmpty { return nil }
    var unit: Int64 = 100_000
    for digit in digits {
      micros += Int64(digit - 0x30) * unit
      unit /= 10
    }
    return (micros, digits.endIndex)
  }

  /// `Z`, `+01:00`, `+0100` or `+01`, in microseconds east of UTC.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
    if bytes.elementsEqual("Z".utf8) || bytes.elementsEqual("z".utf8) { return 0 }
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 2 || digits.count == 4, bytes.count <= 6,
      let hours = number(digits[0..<2]), hours < 24,
      let minutes = digits.count == 4 ? number(digits[2..<4]) : 0, minutes < 60
    else { return nil }
    let micros = Int64(hours * 60 + minutes) * 60 * CivilDate.microsPerSecond
    return sign == UInt8(ascii: "-") ? -micros : micros
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
