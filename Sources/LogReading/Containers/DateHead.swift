internal import RuleLanguage

// Times before a line in other forms than ISO 8601: as people's programs, shells and `ts` write them.
extension LineHead {
  /// `14.11.2025 05:48:32 `, `11/14/2025, 5:48:32 AM `, `14 Nov 2025 05:48:32 `,
  /// `2025/11/14 05:48:32 `, `1763099312.123 `: what begins with a digit.
  @inline(never)
  static func readDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    if let reading = line.epoch(at: start) {
      let next = line.skipBlanks(at: reading.end)
      if let head = readOrigin(line, after: reading, at: next) { return head }
      // A number alone may count anything.
      guard reading.isPrecise || line.opensCarried(at: next) else { return nil }
      return carrier(line, reading.time, end: reading.end)
    }
    guard let reading = line.writtenDate(at: start) else { return nil }
    return carrier(line, reading.time, isOpen: reading.isOpen, end: reading.end)
  }

  /// `Fri Nov 14 05:48:32 2025 `, `Fri, 14 Nov 2025 05:48:32 GMT `, `Nov 14, 2025 5:48:32 AM `.
  @inline(never)
  static func readWordDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let reading = line.wordDate(at: start) else { return nil }
    return carrier(line, reading, end: reading.end)
  }

  /// One of these times in brackets.
  @inline(never)
  static func readBracketedDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    let first = line.peek(start + 1)
    if first &- 0x30 >= 10 {
      guard let reading = line.wordDate(at: start + 1) else { return nil }
      return closed(line, reading)
    }
    if let reading = line.epoch(at: start + 1) {
      guard line.peek(reading.end) == UInt8(ascii: "]"),
        reading.isPrecise || line.opensCarried(at: line.skipBlanks(at: reading.end + 1))
      else { return nil }
      return closed(line, reading.time)
    }
    guard let reading = line.writtenDate(at: start + 1) else { return nil }
    return closed(line, reading.time, isOpen: reading.isOpen)
  }

  private static func closed(_ line: Span<UInt8>, _ reading: ClockReading, isOpen: Bool = false)
    -> LineHead?
  {
    guard line.peek(reading.end) == UInt8(ascii: "]") else { return nil }
    let end = reading.end + (line.peek(reading.end + 1) == UInt8(ascii: ":") ? 2 : 1)
    var head = LineHead(container: .bareTime, reading: reading)
    if isOpen { head.forgetTime() }
    head.messageStart = line.skipBlanks(at: end)
    return head
  }

  private static func carrier(
    _ line: Span<UInt8>, _ reading: ClockReading, isOpen: Bool = false, end: Int
  ) -> LineHead? {
    let next = line.peek(end)
    guard next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || end == line.count else {
      return nil
    }
    var head = LineHead(container: .bareTime, reading: reading)
    if isOpen { head.forgetTime() }
    head.messageStart = line.skipBlanks(at: end)
    return head
  }

  /// A time that could be of two days is none.
  private mutating func forgetTime() {
    quality = .none
    gaps = []
    time = 0
  }

  /// `host app[12]: ` behind seconds, as `journalctl -o short-unix` writes it.
  private static func readOrigin(
    _ line: Span<UInt8>, after reading: (time: ClockReading, isPrecise: Bool, end: Int),
    at index: Int
  ) -> LineHead? {
    guard reading.isPrecise, line.peek(index).isLetter else { return nil }
    return readRsyslog(line, after: reading.time, at: index)
  }
}

extension Span where Element == UInt8 {
  /// Whether a line with a time, a letter of logcat or the plugin's own words opens at an index, so
  /// that a time before it is that of a program which passed it on.
  func opensCarried(at index: Int) -> Bool {
    if opensTime(at: index) || opensOwnWords(at: index) { return true }
    switch peek(index + 1) {
    case UInt8(ascii: "/"): return LineHead.readBrief(self, at: index) != nil
    case UInt8(ascii: "("): return LineHead.readProcess(self, at: index) != nil
    default: return false
    }
  }

  /// Whether a date and a time open at an index, as nearly all heads begin.
  func opensTime(at index: Int) -> Bool {
    if peek(index) &- 0x30 < 10 {
      if peek(index + 4) == UInt8(ascii: "-") { return isoTime(at: index) != nil }
      return peek(index + 2) == UInt8(ascii: "-") && peek(index + 5) == UInt8(ascii: " ")
        && digits(2, at: index) != nil && timeOfDay(at: index + 6) != nil
    }
    guard LineHead.month(self, at: index) != nil, peek(index + 3) == UInt8(ascii: " ") else {
      return false
    }
    return peek(index + 6) == UInt8(ascii: " ") && timeOfDay(at: index + 7) != nil
  }

  /// A time in any of these forms or in that of ISO 8601, and whether its day could be another.
  func anyTime(at index: Int) -> (time: ClockReading, isOpen: Bool)? {
    if let time = isoTime(at: index) { return (time, false) }
    if let found = epoch(at: index) { return (found.time, false) }
    if let found = writtenDate(at: index) { return (found.time, found.isOpen) }
    return wordDate(at: index).map { ($0, false) }
  }

  /// Seconds, or thousandths, millionths or billionths of them since 1970, told apart by their digits,
  /// in the years 2001 to 2033.
  fileprivate func epoch(at index: Int) -> (time: ClockReading, isPrecise: Bool, end: Int)? {
    guard peek(index) == UInt8(ascii: "1") else { return nil }
    var place = index
    var value: Int64 = 0
    while peek(place) &- 0x30 < 10, place - index < 19 {
      value = value * 10 + Int64(peek(place) &- 0x30)
      place += 1
    }
    var micros: Int64
    var unit: Int64
    switch place - index {
    case 10: (micros, unit) = (value * 1_000_000, 100_000)
    case 13: (micros, unit) = (value * 1000, 100)
    case 16: (micros, unit) = (value, 0)
    case 19: (micros, unit) = (value / 1000, 0)
    default: return nil
    }
    let hasFraction = peek(place) == UInt8(ascii: ".") && peek(place + 1) &- 0x30 < 10
    if hasFraction {
      place += 1
      while peek(place) &- 0x30 < 10 {
        micros += Int64(peek(place) &- 0x30) * unit
        unit /= 10
        place += 1
      }
    }
    let time = ClockReading(micros: micros, gaps: [], hasOffset: false, end: place)
    return (time, hasFraction, place)
  }

  /// A date of three numbers, or with the name of a month between two, and a time behind it.
  ///
  /// Where day and month could be each other, the date is open.
  fileprivate func writtenDate(at index: Int) -> (time: ClockReading, isOpen: Bool, end: Int)? {
    guard let first = shortNumber(at: index) else { return nil }
    var isOpen = false
    let days: Int
    let end: Int
    if first.end - index == 4, peek(first.end) == UInt8(ascii: "/") {
      // `2025/11/14`
      guard let month = digits(2, at: index + 5), peek(index + 7) == UInt8(ascii: "/"),
        let day = digits(2, at: index + 8),
        let found = CivilDate.days(year: first.value, month: month, day: day)
      else { return nil }
      (days, end) = (found, index + 10)
    } else if first.end - index > 2 {
      return nil
    } else {
      let separator = peek(first.end)
      switch separator {
      case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: " "): break
      default: return nil
      }
      var place = first.end + 1
      let second: Int
      var isWord = false
      if let month = LineHead.month(self, at: place) {
        (second, place, isWord) = (month, place + 3, true)
      } else if separator != UInt8(ascii: " "), let number = shortNumber(at: place),
        number.end - place <= 2
      {
        (second, place) = (number.value, number.end)
      } else {
        return nil
      }
      guard peek(place) == separator, let year = digits(4, at: place + 1),
        !(peek(place + 5) &- 0x30 < 10)
      else { return nil }
      end = place + 5
      // With points, and with a word, the day stands first.
      let isDayFirst = isWord || separator == UInt8(ascii: ".") || first.value > 12
      isOpen = !isDayFirst && second <= 12 && first.value != second
      let (day, month) = isDayFirst ? (first.value, second) : (second, first.value)
      // Before 1970 nobody logged.
      guard year >= 1970, let found = CivilDate.days(year: year, month: month, day: day) else {
        return nil
      }
      days = found
    }
    guard let clock = clock(behind: end) else { return nil }
    let time = reading(
      local: Int64(days) * CivilTime.microsPerDay + clock.micros, zoneAt: clock.end)
    return (time, isOpen, time.end)
  }

  /// A date with the name of its month, perhaps behind that of its day.
  fileprivate func wordDate(at index: Int) -> ClockReading? {
    var place = index
    let isDay = isWeekday(at: index)
    if isDay {
      place += 3
      if peek(place) == UInt8(ascii: ",") { place += 1 }
      guard peek(place) == UInt8(ascii: " ") else { return nil }
      place = skipBlanks(at: place)
      if peek(place) &- 0x30 < 10 {
        // `Fri, 14 Nov 2025 05:48:32 GMT`, or `Fri 2025-11-14 05:48:32 UTC`
        return isoTime(at: place) ?? writtenDate(at: place)?.time
      }
    }
    guard let month = LineHead.month(self, at: place), peek(place + 3) == UInt8(ascii: " "),
      let day = shortNumber(at: skipBlanks(at: place + 4))
    else { return nil }
    place = day.end
    if peek(place) == UInt8(ascii: ",") {
      // `Nov 14, 2025 5:48:32 AM`
      guard peek(place + 1) == UInt8(ascii: " "), let year = digits(4, at: place + 2),
        let days = CivilDate.days(year: year, month: month, day: day.value),
        let clock = clock(behind: place + 6)
      else { return nil }
      return reading(
        local: Int64(days) * CivilTime.microsPerDay + clock.micros, zoneAt: clock.end)
    }
    // `Fri Nov 14 05:48:32 2025`, or with a zone before the year
    guard isDay, peek(place) == UInt8(ascii: " "), let clock = timeOfDay(at: place + 1),
      peek(clock.end) == UInt8(ascii: " ")
    else { return nil }
    var time = ClockReading(micros: clock.micros, gaps: .zone, hasOffset: false, end: clock.end)
    var year = digits(4, at: clock.end + 1)
    var end = clock.end + 5
    if year == nil {
      time = readingBehind(local: clock.micros, at: clock.end)
      year = digits(4, at: time.end + 1)
      end = time.end + 5
    }
    guard let year, let days = CivilDate.days(year: year, month: month, day: day.value) else {
      return nil
    }
    time.micros += Int64(days) * CivilTime.microsPerDay
    time.end = end
    return time
  }

  /// A time of day behind a date: `, 5:48:32`, ` 05:48:32.123`, `:05:48:32`.
  private func clock(behind index: Int) -> (micros: Int64, end: Int)? {
    var place = index
    if peek(place) == UInt8(ascii: ",") { place += 1 }
    if place == index, peek(place) == UInt8(ascii: ":") {
      place += 1
    } else {
      guard peek(place) == UInt8(ascii: " ") else { return nil }
      place = skipBlanks(at: place)
      // `Nov 14, 2025 @ 05:48:00.123` of Kibana
      if peek(place) == UInt8(ascii: "@") { place = skipBlanks(at: place + 1) }
    }
    if let clock = timeOfDay(at: place) { return clock }
    guard let hour = digits(1, at: place), peek(place + 1) == UInt8(ascii: ":"),
      let minute = digits(2, at: place + 2), minute < 60, peek(place + 4) == UInt8(ascii: ":"),
      let second = digits(2, at: place + 5), second <= 60
    else { return nil }
    return (Int64(hour * 3600 + minute * 60 + second) * CivilTime.microsPerSecond, place + 7)
  }

  /// A number of at most four digits, and the index after it.
  private func shortNumber(at index: Int) -> (value: Int, end: Int)? {
    var place = index
    var value = 0
    while peek(place) &- 0x30 < 10, place - index < 4 {
      value = value * 10 + Int(peek(place) &- 0x30)
      place += 1
    }
    return place > index && !(peek(place) &- 0x30 < 10) ? (value, place) : nil
  }

  private func isWeekday(at index: Int) -> Bool {
    for day in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as [StaticString]
    where holds(day, at: index) { return true }
    return false
  }
}
