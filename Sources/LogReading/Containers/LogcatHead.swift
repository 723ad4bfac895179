internal import RuleLanguage

// The times of logcat; the first bytes behind them tell the format.
extension LineHead {
  /// `11-14 05:48:00.123`
  static func readYearless(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let reading = line.yearlessTime(at: start), line.peek(reading.end) == UInt8(ascii: " ")
    else { return nil }
    return readLogcat(line, after: reading, at: line.skipBlanks(at: reading.end))
  }

  /// `1763099280.123`: seconds since 1970, or since the device was started.
  ///
  /// The latter count from a time that the log does not tell: such a line has an order and no time.
  static func readSeconds(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let time = line.unixTime(at: start), time.digits <= 12, time.hasFraction,
      line.peek(time.end) == UInt8(ascii: " ")
    else { return nil }
    guard var head = readLogcat(line, after: time.reading, at: line.skipBlanks(at: time.end)) else {
      return nil
    }
    // Seconds since the device was started count from a time that the log does not tell.
    if time.digits < 9 {
      head.quality = .none
      head.time = 0
    }
    return head
  }

  /// Reads the head of logcat or Android Studio behind a time, with or without a zone.
  static func readLogcat(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    var reading = reading
    var place = index
    if reading.gaps.contains(.zone), line.peek(place) != UInt8(ascii: "Z"),
      let zone = line.zone(at: place), line.peek(zone.end) == UInt8(ascii: " ")
    {
      reading.micros -= zone.micros
      reading.gaps.remove(.zone)
      reading.end = zone.end
      place = line.skipBlanks(at: zone.end)
    }
    if line.peek(place + 1) == UInt8(ascii: "/") {
      var head = LineHead(container: .studioShort, reading: reading)
      guard head.readLetterAndTag(line, at: place) else { return nil }
      if head.pid >= 0 { head.container = .logcatTime }
      return head
    }
    return readColumns(line, after: reading, at: place)
      ?? readStudio(line, after: reading, at: place)
  }

  /// The lines that divide a log into buffers or a bug report into sections; the commands that bug
  /// reports name in them may quote a tag.
  static func readSection(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    let isSection = line.holds("------ ", at: start) && line.peek(start + 7).isLetter
    guard
      isSection || line.holds("--------- beginning of ", at: start)
        || line.holds("--------- switch to ", at: start)
    else { return nil }
    var head = LineHead()
    head.messageStart = line.count
    return head
  }
}

extension LogLevel {
  /// The level that one of logcat's letters means.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "V"), UInt8(ascii: "D"): self = .debug
    case UInt8(ascii: "I"): self = .info
    case UInt8(ascii: "W"): self = .warning
    case UInt8(ascii: "E"): self = .error
    case UInt8(ascii: "F"), UInt8(ascii: "A"): self = .fault
    case UInt8(ascii: "S"): self = .unknown
    default: return nil
    }
  }
}
