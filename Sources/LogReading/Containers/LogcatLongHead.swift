internal import RuleLanguage

extension LineHead {
  /// The most lines of a long message.
  static let longMessageLimit = 64

  /// `[ 11-14 05:48:00.123  1234: 5678 I/TAG      ]`, the line above a message.
  ///
  /// - Returns: The head, its tag column counted from the line's start.
  static func readLong(_ line: Span<UInt8>) -> LineHead? {
    guard line.peek(0) == UInt8(ascii: "["), line.peek(1) == UInt8(ascii: " "),
      let reading = line.longTime(at: line.skipBlanks(at: 1))
    else { return nil }
    var head = LineHead(container: .logcatLong, reading: reading)
    if reading.micros < 0 { head.quality = .none }
    var place = line.skipBlanks(at: reading.end)
    if reading.gaps.contains(.zone), let zone = line.zone(at: place),
      line.peek(zone.end) == UInt8(ascii: " ")
    {
      head.time = reading.micros - zone.micros
      head.gaps.remove(.zone)
      place = line.skipBlanks(at: zone.end)
    }
    // The user, the process and the thread, each but the last with a colon behind it.
    var previous: Int32 = -1
    for _ in 0..<4 {
      if line.peek(place + 1) == UInt8(ascii: "/"), let level = LogLevel(letter: line.peek(place)) {
        head.level = level
        let tag = line.trimmedLine((place + 2)..<line.count)
        guard tag.count >= 2, line[tag.upperBound - 1] == UInt8(ascii: "]") else { return nil }
        head.tagColumn = line.trimmedLine(tag.lowerBound..<(tag.upperBound - 1))
        return head
      }
      let number = line.processNumber(at: place)
      var end = place
      while end < line.count, line[end] != UInt8(ascii: ":"), line[end] != UInt8(ascii: " ") {
        end += 1
      }
      guard end > place, end < line.count else { return nil }
      if let number, number.end != end { return nil }
      head.pid = previous
      previous = number?.pid ?? -1
      if line[end] == UInt8(ascii: ":") { end += 1 }
      place = line.skipBlanks(at: end)
    }
    return nil
  }
}

/// The head of a long message, and the start of its line.
struct LongHeadPlace {
  var head: LineHead
  var start: Int

  /// Finds the head of the message that a line belongs to; a blank line ends a message.
  ///
  /// - Parameter index: The start of the line.
  init?(above index: Int, in chunk: Span<UInt8>) {
    var place = index
    for _ in 0..<LineHead.longMessageLimit where place > 0 {
      let start = chunk.lineStart(before: place - 1, floor: 0)
      let line = chunk.extracting(start..<(place - 1))
      if line.trimmedLine(line.indices).isEmpty { return nil }
      if let head = LineHead.readLong(line) {
        self.head = head
        self.start = start
        return
      }
      place = start
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// A date with or without a year, or seconds since 1970.
  fileprivate func longTime(at index: Int) -> ClockReading? {
    if let reading = isoTime(at: index) { return reading }
    if let reading = yearlessTime(at: index) { return reading }
    guard let time = unixTime(at: index), time.digits <= 12, time.hasFraction else { return nil }
    // Seconds since the device was started count from a time that the log does not tell.
    return time.digits >= 9
      ? time.reading : ClockReading(micros: -1, gaps: [], hasOffset: false, end: time.end)
  }
}
