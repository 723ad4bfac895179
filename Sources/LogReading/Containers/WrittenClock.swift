internal import TextWriting

// Words that people's clocks add to a time: the half of the day, and a zone behind a blank.
extension Span where Element == UInt8 {
  /// A local time, adjusted by the words behind it.
  @inline(never)
  func readingBehind(local: Int64, at end: Int) -> ClockReading {
    var reading = ClockReading(micros: local, gaps: .zone, hasOffset: false, end: end)
    if let half = halfOfDay(at: end) {
      reading.micros = half.moved(local)
      reading.end = half.end
    }
    if let zone = writtenZone(at: reading.end) {
      reading.end = zone.end
      if let offset = zone.micros {
        reading.micros -= offset
        reading.gaps = []
        reading.hasOffset = offset != 0
      } else {
        reading.gaps.insert(.zoneName)
      }
    }
    return reading
  }

  /// `AM` or `PM` behind a time, in the words of some languages.
  func halfOfDay(at index: Int) -> HalfOfDay? {
    var start = index
    // A blank, or one that does not break: U+00A0, and U+202F since iOS 17.
    if peek(start) == UInt8(ascii: " ") {
      start += 1
    } else if peek(start) == 0xC2, peek(start + 1) == 0xA0 {
      start += 2
    } else if peek(start) == 0xE2, peek(start + 1) == 0x80, peek(start + 2) == 0xAF {
      start += 3
    }
    // Most lines go on with other bytes.
    let first = peek(start)
    switch first | 0x20 {
    case UInt8(ascii: "a"), UInt8(ascii: "p"), UInt8(ascii: "v"), UInt8(ascii: "n"): break
    default: if first < 0xE4 { return nil }
    }
    for word in HalfOfDay.words where holds(word.text, at: start) {
      let end = start + word.text.utf8CodeUnitCount
      let next = peek(end)
      if next.isAlphanumeric || next == UInt8(ascii: ".") { continue }
      return HalfOfDay(isSecond: word.isSecond, end: end)
    }
    return nil
  }

  /// A zone behind a blank: `+0100`, `CET`, `GMT+2`, or a place, `[Europe/Berlin]`.
  ///
  /// The offset is nil where the word means several zones, or depends on the day.
  private func writtenZone(at index: Int) -> (micros: Int64?, end: Int)? {
    let start = peek(index) == UInt8(ascii: " ") ? index + 1 : index
    let first = peek(start)
    if first == UInt8(ascii: "[") { return placeName(at: start).map { (nil, $0) } }
    guard start > index else { return nil }
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      guard let zone = zone(at: start), zone.end - start >= 5, !peek(zone.end).isNameByte else {
        return nil
      }
      return zone
    }
    var end = start
    while peek(end) &- 0x41 < 26, end - start < 6 { end += 1 }
    guard end - start >= 3 else { return nil }
    if holds("GMT", at: start) || holds("UTC", at: start), end - start == 3 {
      if let offset = shortOffset(at: end) { return offset }
      return peek(end).isNameByte ? nil : (0, end)
    }
    guard !peek(end).isNameByte else { return nil }
    for zone in ZoneNames.known where end - start == zone.name.utf8CodeUnitCount {
      if holds(zone.name, at: start) { return (Int64(zone.minutes) * 60_000_000, end) }
    }
    for name in ZoneNames.ambiguous where end - start == name.utf8CodeUnitCount {
      if holds(name, at: start) { return (nil, end) }
    }
    return nil
  }

  /// `+2`, `-05` or `+05:30` behind `GMT`.
  private func shortOffset(at index: Int) -> (micros: Int64?, end: Int)? {
    if let zone = zone(at: index), peek(index) | 0x20 != UInt8(ascii: "z"),
      !peek(zone.end).isNameByte
    {
      return zone
    }
    let sign = peek(index)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = digits(1, at: index + 1)
    else { return nil }
    var end = index + 2
    var minutes = hours * 60
    if peek(end) == UInt8(ascii: ":"), let more = digits(2, at: end + 1), more < 60 {
      minutes += more
      end += 3
    }
    guard !peek(end).isNameByte else { return nil }
    let micros = Int64(minutes) * 60_000_000
    return (sign == UInt8(ascii: "-") ? -micros : micros, end)
  }

  /// The index after `[Europe/Berlin]`.
  private func placeName(at index: Int) -> Int? {
    var place = index + 1
    var slashes = 0
    while place - index < 48 {
      let byte = peek(place)
      if byte == UInt8(ascii: "/") {
        slashes += 1
      } else if !byte.isLetter, byte != UInt8(ascii: "_"), byte != UInt8(ascii: "-") {
        break
      }
      place += 1
    }
    return slashes > 0 && peek(place) == UInt8(ascii: "]") ? place + 1 : nil
  }
}

/// The half of a day, as it stands behind a time of twelve hours.
struct HalfOfDay {
  var isSecond: Bool
  /// The index after the word.
  var end: Int

  /// The time on a clock of 24 hours; a time that is one already stays.
  func moved(_ time: Int64) -> Int64 {
    let hour: Int64 = 3_600_000_000
    let ofDay = ((time % CivilDate.microsPerDay) + CivilDate.microsPerDay) % CivilDate.microsPerDay
    switch ofDay / hour {
    case 12: return isSecond ? time : time - 12 * hour
    case 1...11: return isSecond ? time + 12 * hour : time
    default: return time
    }
  }

  static let words: [(text: StaticString, isSecond: Bool)] = [
    ("AM", false), ("PM", true), ("am", false), ("pm", true), ("a.m.", false), ("p.m.", true),
    ("A.M.", false), ("P.M.", true), ("vorm.", false), ("nachm.", true), ("午前", false),
    ("午後", true), ("上午", false), ("下午", true), ("오전", false), ("오후", true),
  ]
}

/// Names of zones in written dates.
enum ZoneNames {
  /// Names of one offset, in minutes ahead of UTC; the American ones as in RFC 822.
  static let known: [(name: StaticString, minutes: Int)] = [
    ("WET", 0), ("WEST", 60), ("CET", 60), ("MEZ", 60), ("CEST", 120), ("MESZ", 120),
    ("EET", 120), ("EEST", 180), ("MSK", 180), ("EST", -300), ("EDT", -240), ("CDT", -300),
    ("MST", -420), ("MDT", -360), ("PST", -480), ("PDT", -420), ("AKST", -540), ("AKDT", -480),
    ("HST", -600), ("JST", 540), ("KST", 540), ("HKT", 480), ("SGT", 480), ("PHT", 480),
    ("AWST", 480), ("ACST", 570), ("ACDT", 630), ("AEST", 600), ("AEDT", 660), ("NZST", 720),
    ("NZDT", 780),
  ]

  /// Names of several zones: of America, China and Cuba; of Britain and Bangladesh; and so on.
  static let ambiguous: [StaticString] = ["CST", "BST", "IST", "AST", "ADT", "AMT", "GST", "WIB"]
}
