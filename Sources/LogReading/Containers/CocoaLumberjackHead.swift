internal import RuleLanguage
internal import TextWriting

extension LineHead {
  /// `2025/11/14 05:48:00:123  `: a colon stands before the milliseconds.
  static func readCocoaLumberjack(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let year = line.digits(4, at: start), let month = line.digits(2, at: start + 5),
      line.peek(start + 7) == UInt8(ascii: "/"), let day = line.digits(2, at: start + 8),
      let days = CivilDate.days(year: year, month: month, day: day),
      line.peek(start + 10) == UInt8(ascii: " "), let clock = line.timeOfDay(at: start + 11),
      line.peek(clock.end) == UInt8(ascii: ":"),
      let millis = line.digits(3, at: clock.end + 1),
      clock.end + 4 == line.count || line.peek(clock.end + 4) == UInt8(ascii: " ")
    else { return nil }
    let reading = ClockReading(
      micros: Int64(days) * CivilDate.microsPerDay + clock.micros + Int64(millis) * 1000,
      gaps: .zone, hasOffset: false, end: clock.end + 4)
    var head = LineHead(container: .cocoaLumberjack, reading: reading)
    head.messageStart = line.skipBlanks(at: reading.end)
    return head
  }
}
