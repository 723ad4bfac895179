internal import RuleLanguage
internal import TextWriting

// Times before a line other than in ISO 8601, as programs for people, shells and `ts` write them.
extension LineHead {
  /// Times that begin with a digit: `14.11.2025 05:48:32 `, `11/14/2025, 5:48:32 AM `,
  /// `14 Nov 2025 05:48:32 `, `2025/11/14 05:48:32 `, `1763099312.123 `.
  @inline(never)
  static func readDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    if let time = line.epoch(at: start) {
      let next = line.skipBlanks(at: time.end)
      // `host app[12]: ` behind seconds, as `journalctl -o short-unix` writes it
      if time.hasFraction, line.peek(next).isLetter,
        let head = readRsyslog(line, after: time.reading, at: next)
      {
        return head
      }
      // A number alone may count anything.
      guard time.hasFraction || line.opensCarried(at: next) else { return nil }
      return carrier(line, WrittenTime(time: time.reading))
    }
    return line.writtenDate(at: start).flatMap { carrier(line, $0) }
  }

  /// `Fri Nov 14 05:48:32 2025 `, `Fri, 14 Nov 2025 05:48:32 GMT `, `Nov 14, 2025 5:48:32 AM `.
  @inline(never)
  static func readWordDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    line.wordDate(at: start).flatMap { carrier(line, WrittenTime(time: $0)) }
  }

  /// Reads one of these times in brackets.
  @inline(never)
  static func readBracketedDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    let first = line.peek(start + 1)
    if first &- 0x30 >= 10 {
      return line.wordDate(at: start + 1).flatMap { closed(line, WrittenTime(time: $0)) }
    }
    if let time = line.epoch(at: start + 1) {
      guard time.hasFraction || line.opensCarried(at: line.skipBlanks(at: time.end + 1)) else {
        return nil
      }
      return closed(line, WrittenTime(time: time.reading))
    }
    return line.writtenDate(at: start + 1).flatMap { closed(line, $0) }
  }

  /// The head of a time that a bracket ends.
  private static func closed(_ line: Span<UInt8>, _ written: WrittenTime) -> LineHead? {
    let end = written.time.end
    guard line.peek(end) == UInt8(ascii: "]") else { return nil }
    return head(line, written, end: line.peek(end + 1) == UInt8(ascii: ":") ? end + 2 : end + 1)
  }

  /// The head of a time that a blank ends.
  private static func carrier(_ line: Span<UInt8>, _ written: WrittenTime) -> LineHead? {
    let end = written.time.end
    let next = line.peek(end)
    guard next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || end == line.count else {
      return nil
    }
    return head(line, written, end: end)
  }

  static func head(_ line: Span<UInt8>, _ written: WrittenTime, end: Int) -> LineHead {
    var head = LineHead(container: .bareTime, reading: written.time)
    // A time that could be of two days does not count.
    if written.isOpen {
      head.quality = .none
      head.gaps = []
      head.time = 0
    }
    head.messageStart = line.skipBlanks(at: end)
    return head
  }
}

/// A time in a written form.
struct WrittenTime {
  var time: ClockReading
  /// Whether its day and month could be swapped.
  var isOpen = false
}

extension Span where Element == UInt8 {
  /// Whether a line with a time, a letter of logcat or the plugin's own words opens at an index, so
  /// that a time before it was added by a program that passed the line on.
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
    if peek(index).isDigit {
      if peek(index + 4) == UInt8(ascii: "-") { return isoTime(at: index) != nil }
      return peek(index + 2) == UInt8(ascii: "-") && peek(index + 5) == UInt8(ascii: " ")
        && digits(2, at: index) != nil && timeOfDay(at: index + 6) != nil
    }
    guard LineHead.month(self, at: index) != nil, peek(index + 3) == UInt8(ascii: " ") else {
      return false
    }
    return peek(index + 6) == UInt8(ascii: " ") && timeOfDay(at: index + 7) != nil
  }

  /// A time in any of these forms or in ISO 8601.
  func anyTime(at index: Int) -> WrittenTime? {
    if let time = isoTime(at: index) ?? epoch(at: index)?.reading { return WrittenTime(time: time) }
    return writtenDate(at: index) ?? wordDate(at: index).map { WrittenTime(time: $0) }
  }

  /// Seconds or a finer unit since 1970, in the years 2001 to 2033.
  fileprivate func epoch(at index: Int) -> UnixTime? {
    guard peek(index) == UInt8(ascii: "1"), let time = unixTime(at: index), time.isUsual else {
      return nil
    }
    return time
  }

  /// A date of three numbers, or with the name of a month between two, and a time behind it.
  fileprivate func writtenDate(at index: Int) -> WrittenTime? {
    guard let first = shortNumber(at: index),
      let date = first.end - index == 4
        ? yearFirst(first, at: index) : yearLast(first, at: index),
      let clock = clock(behind: date.end)
    else { return nil }
    let local = Int64(date.days) * CivilDate.microsPerDay + clock.micros
    return WrittenTime(time: reading(local: local, zoneAt: clock.end), isOpen: date.isOpen)
  }

  /// `2025/11/14`
  private func yearFirst(
    _ year: (value: Int, end: Int), at index: Int
  ) -> (days: Int, isOpen: Bool, end: Int)? {
    guard peek(year.end) == UInt8(ascii: "/"), let month = digits(2, at: index + 5),
      peek(index + 7) == UInt8(ascii: "/"), let day = digits(2, at: index + 8),
      let days = CivilDate.days(year: year.value, month: month, day: day)
    else { return nil }
    return (days, false, index + 10)
  }

  /// `14.11.2025`, `11/14/2025`, `14 Nov 2025`
  private func yearLast(
    _ first: (value: Int, end: Int), at index: Int
  ) -> (days: Int, isOpen: Bool, end: Int)? {
    let separator = peek(first.end)
    guard first.end - index <= 2, Self.divides(separator) else { return nil }
    let second: (value: Int, end: Int)
    let month = LineHead.month(self, at: first.end + 1)
    if let month {
      second = (month, first.end + 4)
    } else if separator != UInt8(ascii: " "), let number = shortNumber(at: first.end + 1),
      number.end - first.end <= 3
    {
      second = number
    } else {
      return nil
    }
    // No log is older than 1970.
    guard peek(second.end) == separator, let year = digits(4, at: second.end + 1), year >= 1970,
      !peek(second.end + 5).isDigit
    else { return nil }
    // With points or with a word, the day stands first.
    let isDayFirst = month != nil || separator == UInt8(ascii: ".") || first.value > 12
    let (day, number) = isDayFirst ? (first.value, second.value) : (second.value, first.value)
    guard let days = CivilDate.days(year: year, month: number, day: day) else { return nil }
    let isOpen = !isDayFirst && second.value <= 12 && first.value != second.value
    return (days, isOpen, second.end + 5)
  }

  /// Whether a byte divides the numbers of a date that ends with its year.
  private static func divides(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: " ")
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
      if peek(place).isDigit {
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
        local: Int64(days) * CivilDate.microsPerDay + clock.micros, zoneAt: clock.end)
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
    time.micros += Int64(days) * CivilDate.microsPerDay
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
    return (Int64(hour * 3600 + minute * 60 + second) * CivilDate.microsPerSecond, place + 7)
  }

  /// A number of at most four digits, and the index after it.
  private func shortNumber(at index: Int) -> (value: Int, end: Int)? {
    var place = index
    var value = 0
    while peek(place).isDigit, place - index < 4 {
      value = value * 10 + Int(peek(place) &- 0x30)
      place += 1
    }
    return place > index && !peek(place).isDigit ? (value, place) : nil
  }

  func isWeekday(at index: Int) -> Bool {
    for day in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as [StaticString]
    where holds(day, at: index) { return true }
    return false
  }
}
