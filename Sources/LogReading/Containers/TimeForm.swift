internal import RuleLanguage
internal import TextWriting

/// Date and time formats of programs beside ISO 8601 and people's forms, as data: literal bytes,
/// and letters behind `%`.
///
/// | `%Y` `%y` | year of four digits, of two | `%b` `%a` | name of the month, of the day |
/// | `%m` `%D` | month and day, of two digits | `%d` | day of one digit or two |
/// | `%T` `%t` | `05:48:00.123`, `054800` | `%f` | thousandths of a second |
/// | `%L` | a letter for a level | `%U` | a word for a level; it is no part of the time |
///
/// Text behind `%|` must follow, and is no part of the time either.
enum TimeForm {
  static let numbered: [[UInt8]] = [
    // HealthApp; Log4j's and others' dates without separators; HDFS
    "%Y%m%D-%T:%f", "%Y%m%D-%T", "%Y%m%D %T", "%Y%m%DT%t", "%Y%m%D %t", "%y%m%D %t",
    // svlogd, BGL
    "%Y-%m-%D_%T", "%Y-%m-%D-%T", "%Y.%m.%D %T", "%Y.%m.%D-%T",
    // lockdownd, then Spark and Hadoop
    "%m/%D/%y %T%| pid=", "%y/%m/%D %T%| %U",
  ].map { Array($0.utf8) }

  /// The forms that begin with a letter.
  static let lettered: [[UInt8]] = [
    // glog and klog
    "%L%m%D %T", "%L%Y%m%D %T",
    // Apple's wifi.log; with a year it is a date of people
    "%a %b %d %T",
    // Cisco
    "%b %d %Y %T",
  ].map { Array($0.utf8) }

  /// The forms in which the day and the month, or the year, may be swapped: where two of them give
  /// different times, the time stays open.
  static let open: [[UInt8]] = [
    "%m/%D/%y %T", "%y/%m/%D %T", "%D/%m/%y %T", "%D.%m.%y %T",
    // Proxifier, Snort
    "%m.%D %T", "%D.%m %T", "%m/%D-%T", "%m/%D %T", "%D/%m %T",
  ].map { Array($0.utf8) }
}

extension Span where Element == UInt8 {
  /// A time in one of the forms of programs.
  func formedTime(at index: Int) -> WrittenTime? {
    let first = peek(index)
    let isNumber = first.isDigit
    guard isNumber || first.isLetter else { return nil }
    for form in isNumber ? TimeForm.numbered : TimeForm.lettered {
      if let time = time(of: form.span, at: index) { return WrittenTime(time: time) }
    }
    guard isNumber else { return nil }
    var found: WrittenTime?
    for form in TimeForm.open {
      guard let time = time(of: form.span, at: index) else { continue }
      if let other = found?.time, other.micros != time.micros { found?.isOpen = true }
      if found == nil { found = WrittenTime(time: time) }
    }
    return found
  }

  private func time(of form: Span<UInt8>, at index: Int) -> ClockReading? {
    var parts = FormedParts()
    var place = index
    var end: Int?
    var next = 0
    while next < form.count {
      let byte = form.peek(next)
      next += 1
      if byte == UInt8(ascii: "%") {
        let letter = form.peek(next)
        next += 1
        if letter == UInt8(ascii: "|") {
          end = place
        } else {
          guard let behind = parts.take(letter, self, at: place) else { return nil }
          place = behind
        }
      } else if byte == UInt8(ascii: " ") {
        guard peek(place) == byte else { return nil }
        place = skipBlanks(at: place)
      } else {
        guard peek(place) == byte else { return nil }
        place += 1
      }
    }
    guard let local = parts.micros else { return nil }
    var reading = reading(local: local, zoneAt: end ?? place)
    guard !peek(reading.end).isLetter, !peek(reading.end).isDigit else { return nil }
    if parts.year == nil { reading.gaps.insert(.year) }
    return reading
  }
}

/// The parts of a time read so far.
private struct FormedParts {
  var year: Int?
  private var month: Int?
  private var day: Int?
  private var clock: Int64?

  /// Microseconds since 1970, or since the start of 1972 where the year is missing.
  var micros: Int64? {
    guard let month, let day, let clock else { return nil }
    let days =
      year.map { CivilDate.days(year: $0, month: month, day: day) }
      ?? CivilDate.daysOfLeapYear(month: month, day: day)
    return days.map { Int64($0) * CivilDate.microsPerDay + clock }
  }

  /// Reads the value that a letter stands for, and returns the index after it.
  mutating func take(_ letter: UInt8, _ text: Span<UInt8>, at place: Int) -> Int? {
    switch letter {
    case UInt8(ascii: "Y"):
      // No log is older than 1970.
      guard let year = text.digits(4, at: place), 1970..<2100 ~= year else { return nil }
      self.year = year
      return place + 4
    case UInt8(ascii: "y"):
      guard let year = text.digits(2, at: place) else { return nil }
      self.year = year < 70 ? 2000 + year : 1900 + year
      return place + 2
    case UInt8(ascii: "m"):
      month = text.digits(2, at: place)
      return month == nil ? nil : place + 2
    case UInt8(ascii: "b"):
      month = LineHead.month(text, at: place)
      return month == nil ? nil : place + 3
    case UInt8(ascii: "D"):
      day = text.digits(2, at: place)
      return day == nil ? nil : place + 2
    case UInt8(ascii: "d"):
      let length = text.peek(place + 1).isDigit ? 2 : 1
      day = text.digits(length, at: place)
      return day == nil ? nil : place + length
    case UInt8(ascii: "a"): return text.isWeekday(at: place) ? place + 3 : nil
    case UInt8(ascii: "L"): return LogLevel(letter: text.peek(place)) == nil ? nil : place + 1
    case UInt8(ascii: "U"):
      var end = place
      while text.peek(end) &- 0x41 < 26 { end += 1 }
      return end > place && text.isLevelName(in: place..<end) ? end : nil
    default: return takeClock(letter, text, at: place)
    }
  }

  private mutating func takeClock(_ letter: UInt8, _ text: Span<UInt8>, at place: Int) -> Int? {
    switch letter {
    case UInt8(ascii: "T"):
      guard let time = text.timeOfDay(at: place) else { return nil }
      clock = time.micros
      return time.end
    case UInt8(ascii: "t"):
      guard let hour = text.digits(2, at: place), let minute = text.digits(2, at: place + 2),
        let second = text.digits(2, at: place + 4), hour < 24, minute < 60, second <= 60
      else { return nil }
      clock = Int64(hour * 3600 + minute * 60 + second) * CivilDate.microsPerSecond
      return place + 6
    case UInt8(ascii: "f"):
      guard let millis = text.digits(3, at: place) else { return nil }
      clock = clock.map { $0 + Int64(millis) * 1000 }
      return place + 3
    default: return nil
    }
  }
}
