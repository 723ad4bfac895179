extension LineHead {
  /// `11-14 05:48:00.123  1234  5678 I TAG: `
  static func readThreadtime(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let month = line.digits(2, at: start), let day = line.digits(2, at: start + 3),
      (1...12).contains(month), day >= 1,
      day <= CivilTime.length(ofMonth: month, year: 1972),
      line.peek(start + 5) == UInt8(ascii: " "), let clock = line.timeOfDay(at: start + 6)
    else { return nil }
    let days = CivilTime.daysOfLeapYear(month: month, day: day)
    let reading = ClockReading(
      micros: Int64(days) * CivilTime.microsPerDay + clock.micros, gaps: [.year, .zone],
      hasOffset: false, end: clock.end)
    return readColumns(line, after: reading)
  }

  /// The zone, user, process, thread, priority and tag after the time.
  static func readColumns(_ line: Span<UInt8>, after reading: ClockReading) -> LineHead? {
    guard line.peek(reading.end) == UInt8(ascii: " ") else { return nil }
    var reading = reading
    var place = line.skipBlanks(at: reading.end)
    if reading.gaps.contains(.zone), line.peek(place) != UInt8(ascii: "Z"),
      let zone = line.zone(at: place), line.peek(zone.end) == UInt8(ascii: " ")
    {
      reading.micros -= zone.micros
      reading.gaps.remove(.zone)
      place = line.skipBlanks(at: zone.end)
    }

    // Two or three columns, the last two of them numbers, then the letter of the priority.
    var previous: Int32 = -1
    var pid: Int32 = -1
    for column in 0..<4 {
      let next = line.peek(place + 1)
      if column >= 2, next == UInt8(ascii: " "), let level = level(ofLetter: line.peek(place)) {
        guard previous >= 0, pid >= 0 else { return nil }
        var head = LineHead(container: .threadtime, reading: reading)
        head.pid = pid
        head.level = level
        readTag(line, at: line.skipBlanks(at: place + 1), into: &head)
        return head
      }
      let begin = place
      while place < line.count, line[place] != UInt8(ascii: " ") { place += 1 }
      guard place > begin, place < line.count else { return nil }
      pid = previous
      if let number = line.processNumber(at: begin), number.end == place {
        previous = number.pid
      } else {
        // Only the user column may be a name.
        guard column == 0 else { return nil }
        previous = -1
      }
      place = line.skipBlanks(at: place)
    }
    return nil
  }

  /// Tags may hold blanks, so the tag ends at the first colon that a blank or the end follows.
  private static func readTag(_ line: Span<UInt8>, at start: Int, into head: inout LineHead) {
    var search = start
    while search < line.count,
      let colon = line.firstIndex(of: UInt8(ascii: ":"), in: search..<line.count)
    {
      if colon + 1 == line.count || line[colon + 1] == UInt8(ascii: " ") {
        var end = colon
        while end > start, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
        head.tagColumn = start..<end
        head.messageStart = min(colon + 2, line.count)
        return
      }
      search = colon + 1
    }
    head.messageStart = start
  }

  static func level(ofLetter letter: UInt8) -> LogLevel? {
    switch letter {
    case UInt8(ascii: "V"), UInt8(ascii: "D"): .debug
    case UInt8(ascii: "I"): .info
    case UInt8(ascii: "W"): .warning
    case UInt8(ascii: "E"): .error
    case UInt8(ascii: "F"), UInt8(ascii: "A"): .fault
    case UInt8(ascii: "S"): .unknown
    default: nil
    }
  }
}
