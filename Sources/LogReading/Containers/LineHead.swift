/// What stands before the message of a line.
package struct LineHead: Sendable {
  package var container: Container = .bare
  package var quality: TimeQuality = .none
  package var gaps: TimeGaps = []
  package var level: LogLevel = .unknown
  /// The process, or -1.
  package var pid: Int32 = -1
  /// Microseconds since 1970, or since 1972 where the year is missing.
  package var time: Int64 = 0
  /// Where the message begins in the line.
  package var messageStart: Int = 0
  /// The tag column of logcat; empty elsewhere.
  package var tagColumn: Range<Int> = 0..<0

  package init() {}

  init(container: Container, reading: ClockReading) {
    self.container = container
    quality = .line
    gaps = reading.gaps
    time = reading.micros
  }

  /// Reads the head of a line; a line without a known one is bare.
  ///
  /// The first bytes tell the container, so files that mix them cost nothing more.
  package static func read(_ line: Span<UInt8>) -> LineHead {
    let start = line.skipByteOrderMark()
    let first = line.peek(start)
    var head: LineHead?
    if first &- 0x30 < 10 {
      if line.peek(start + 4) == UInt8(ascii: "-") {
        head = readFullDate(line, at: start)
      } else if line.peek(start + 2) == UInt8(ascii: "-") {
        head = readThreadtime(line, at: start)
      }
    } else if first == UInt8(ascii: "["), line.peek(start + 1) &- 0x30 < 10 {
      head = readBracketedTime(line, at: start)
    } else if first &- 0x41 < 26 {
      head = readSyslog(line, at: start)
    }
    if let head { return head }
    var bare = LineHead()
    bare.messageStart = line.skipBlanks(at: start)
    return bare
  }

  /// A full date opens NSLog, logcat with a year, or a plain time before the message.
  private static func readFullDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let reading = line.isoTime(at: start) else { return nil }
    let next = line.peek(reading.end)
    guard
      next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || reading.end == line.count
        || next == UInt8(ascii: "[")
    else { return nil }
    if line.peek(start + 10) == UInt8(ascii: " "), next == UInt8(ascii: " ") {
      if let head = readNSLog(line, after: reading) { return head }
      if let head = readColumns(line, after: reading) { return head }
    }
    var head = LineHead(container: .bareISO, reading: reading)
    head.messageStart = line.skipBlanks(at: reading.end)
    return head
  }

  /// `[2025-11-14T05:48:00Z] message`
  private static func readBracketedTime(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let reading = line.isoTime(at: start + 1),
      line.peek(reading.end) == UInt8(ascii: "]")
    else { return nil }
    var head = LineHead(container: .bareISO, reading: reading)
    head.messageStart = line.skipBlanks(at: reading.end + 1)
    return head
  }
}

extension Span where Element == UInt8 {
  /// The index after a byte order mark, if the line begins with one.
  func skipByteOrderMark() -> Int {
    peek(0) == 0xEF && peek(1) == 0xBB && peek(2) == 0xBF ? 3 : 0
  }

  /// Decimal digits that fit a process number, and the index after them.
  func processNumber(at index: Int) -> (pid: Int32, end: Int)? {
    var place = index
    var value: Int64 = 0
    while place < count, self[place] &- 0x30 < 10 {
      value = value * 10 + Int64(self[place] &- 0x30)
      guard value <= Int64(Int32.max) else { return nil }
      place += 1
    }
    return place == index ? nil : (Int32(value), place)
  }
}
