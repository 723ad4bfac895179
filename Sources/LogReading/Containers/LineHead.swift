package import RuleLanguage

/// The head of a line, before its message.
package struct LineHead: Sendable {
  package var container: Container = .bare
  package var quality: TimeQuality = .none
  package var gaps: TimeGaps = []
  package var level: LogLevel = .unknown
  /// The process, or -1.
  package var pid: Int32 = -1
  /// Microseconds since 1970, or since 1972 where the year is missing.
  package var time: Int64 = 0
  /// The index of the message in the line.
  package var messageStart: Int = 0
  /// The end of the message, if the line goes on behind it; else past any line.
  package var messageEnd: Int = .max
  /// The index of the head of another message on the same line, or 0.
  package var nextStart: Int = 0
  /// The tag that the container names, as a column or a word; empty elsewhere.
  package var tagColumn: Range<Int> = 0..<0
  /// The escapes in which the container writes unprintable bytes.
  var escapes: MessageEscapes = .none
  /// The start of the head nearest to the message: a head before it only carried the line.
  var start: Int = 0
  /// Whether the line has a head inside another.
  var isCarried = false

  package init() {}

  /// The start of the tag and the message: an event tells the columns before them in other ways.
  var ownStart: Int {
    tagColumn.isEmpty ? messageStart : min(messageStart, tagColumn.lowerBound)
  }

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
    read(line, from: line.skipByteOrderMark(), depth: 0)
  }

  /// Reads the head at an index, and the heads of what it carries.
  ///
  /// - Parameter depth: The number of heads around it; a head deeper than the limit is message.
  private static func read(_ line: Span<UInt8>, from index: Int, depth: Int) -> LineHead {
    let start = line.skipBlanks(at: index)
    var head: LineHead
    var carriesLine = false
    if let known = recognise(line, at: start) ?? readForm(line, at: start) {
      head = known
      carriesLine =
        (known.container.isPlainTime || known.container == .cri)
        && !line.opensTag(at: known.messageStart)
    } else {
      head = LineHead()
      head.messageStart = start
      if let end = line.prefixEnd(at: start) {
        head.messageStart = end
        carriesLine = true
      } else if depth < depthLimit, !line.opensOwnWords(at: start),
        let prefixed = readRow(line, at: start, depth: depth)
          ?? readPrefixed(line, at: start, depth: depth)
      {
        return prefixed
      } else if depth < depthLimit, let found = readUnknown(line, at: start, depth: depth) {
        return found
      }
    }
    head.start = start
    guard depth < depthLimit else { return head }
    if carriesLine || head.readForwarder(line) {
      head.readInner(line, depth: depth + 1)
    } else if head.container != .bare, !line.isOwnTag(head.tagColumn),
      let inner = readUnknown(line, at: head.messageStart, depth: depth, needsHead: true)
    {
      head.take(inner)
    }
    return head
  }

  /// The most heads that may stand inside another.
  private static let depthLimit = 3

  /// Reads the rest of the line as a line of its own, and takes over its head.
  ///
  /// Values missing in the inner head stay. Its time wins over that of a build server or of a
  /// program that only passed the line on.
  mutating func readInner(_ line: Span<UInt8>, depth: Int) {
    take(LineHead.read(line, from: messageStart, depth: depth))
  }

  /// Takes over the head behind this one.
  mutating func take(_ other: LineHead) {
    var inner = other
    let isPrefix = container == .bare || container.isPlainTime
    start = inner.start
    isCarried = true
    inner.takeTime(of: self, isTruer: !isPrefix && !container.isCollector)
    if isPrefix, inner.container != .bare, container == .bare || inner.container != .capacitor {
      container = inner.container
    }
    quality = inner.quality
    gaps = inner.gaps
    time = inner.time
    if inner.pid >= 0 { pid = inner.pid }
    if inner.level != .unknown { level = inner.level }
    messageStart = inner.messageStart
    messageEnd = min(messageEnd, inner.messageEnd)
    if inner.nextStart > 0 { nextStart = inner.nextStart }
    tagColumn = inner.tagColumn
    if inner.escapes != .none { escapes = inner.escapes }
  }

  /// The head at an index, by its first bytes; nothing for a line that is bare or prefixed.
  @inline(__always)
  static func recognise(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    let first = line.peek(start)
    if first.isDigit {
      switch line.peek(start + 4) {
      case UInt8(ascii: "-"): return readFullDate(line, at: start)
      case UInt8(ascii: "/"):
        return readCocoaLumberjack(line, at: start) ?? readDate(line, at: start)
      default:
        let known =
          line.peek(start + 2) == UInt8(ascii: "-")
          ? readYearless(line, at: start)
          : readSeconds(line, at: start) ?? readCounted(line, at: start)
        return known ?? readDate(line, at: start)
      }
    }
    if first == UInt8(ascii: "[") {
      let next = line.peek(start + 1)
      if line.hasTagPrefix(at: start + 1) { return nil }
      if next.isDigit, let head = readBracketedTime(line, at: start) { return head }
      return readBracketedDate(line, at: start)
    }
    if first &- 0x41 < 26 {
      switch line.peek(start + 1) {
      case UInt8(ascii: "/"): return readBrief(line, at: start)
      case UInt8(ascii: "("): return readProcess(line, at: start)
      default:
        return readSyslog(line, at: start) ?? readQuotedFilter(line, at: start)
          ?? readWordDate(line, at: start)
      }
    }
    if first == UInt8(ascii: "<") { return readPriority(line, at: start) }
    if first == UInt8(ascii: "-") { return readSection(line, at: start) }
    return nil
  }

  /// Whether a head stands at an index.
  @inline(never)
  static func opens(_ line: Span<UInt8>, at index: Int) -> Bool {
    recognise(line, at: index) != nil || readForm(line, at: index) != nil
  }

  /// Reads a full date, which opens most containers, or is a plain time before the message.
  @inline(__always)
  private static func readFullDate(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard var reading = line.isoTime(at: start) else { return nil }
    var next = line.peek(reading.end)
    // Appium writes a colon before the milliseconds.
    if next == UInt8(ascii: ":"), let millis = line.digits(3, at: reading.end + 1) {
      reading.micros += Int64(millis) * 1000
      reading.end += 4
      next = line.peek(reading.end)
    }
    guard
      next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || reading.end == line.count
        || next == UInt8(ascii: "[")
    else { return nil }
    let place = line.skipBlanks(at: reading.end)
    if next == UInt8(ascii: " ") {
      let known =
        line.peek(start + 10) == UInt8(ascii: " ")
        ? readApple(line, after: reading, at: place) : readServer(line, after: reading, at: place)
      if let known { return known }
    }
    var head = LineHead(container: .bareISO, reading: reading)
    head.messageStart = place
    return head
  }

  /// Reads the head behind a date and a blank: one of Apple's forms, or logcat with a year.
  @inline(__always)
  private static func readApple(_ line: Span<UInt8>, after reading: ClockReading, at place: Int)
    -> LineHead?
  {
    let first = line.peek(place)
    // The line has its own time behind one that `ts` or a server put before it.
    if first == UInt8(ascii: "[") || line.opensTime(at: place) { return nil }
    if first == UInt8(ascii: "0"), line.peek(place + 1) == UInt8(ascii: "x") {
      return readLogDefault(line, after: reading, at: place)
    }
    if first.isDigit || line.peek(place + 1) == UInt8(ascii: "/") {
      if let head = readLogcat(line, after: reading, at: place) { return head }
    }
    if let head = readLogCompact(line, after: reading, at: place) { return head }
    if let head = readNSLog(line, after: reading, at: place) { return head }
    return first.isDigit ? nil : readLogcat(line, after: reading, at: place)
  }

  /// Reads the head behind a date with a `T`: a container's log, GitLab's stream, or rsyslog.
  @inline(__always)
  private static func readServer(_ line: Span<UInt8>, after reading: ClockReading, at place: Int)
    -> LineHead?
  {
    let first = line.peek(place)
    guard first.isAlphanumeric else { return nil }
    if first == UInt8(ascii: "s"), let head = readCRI(line, after: reading, at: place) {
      return head
    }
    if let end = line.streamEnd(at: place) {
      var head = LineHead(container: .bareISO, reading: reading)
      head.messageStart = end
      return head
    }
    return readRsyslog(line, after: reading, at: place)
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
  func skipByteOrderMark() -> Int { skipByteOrderMark(at: 0) }

  /// The index after a byte order mark, if one stands at an index.
  func skipByteOrderMark(at index: Int) -> Int {
    peek(index) == 0xEF && peek(index + 1) == 0xBB && peek(index + 2) == 0xBF ? index + 3 : index
  }

  /// Whether a bracket and a tag of the plugin stand at an index.
  func opensTag(at index: Int) -> Bool {
    peek(index) == UInt8(ascii: "[") && hasTagPrefix(at: index + 1)
  }

  /// Whether a text of the program stands at an index.
  func holds(_ word: StaticString, at index: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    return index >= 0 && index <= count - length && isText(word, in: index..<(index + length))
  }

  /// Decimal digits that fit a process number, and the index after them.
  func processNumber(at index: Int) -> (pid: Int32, end: Int)? {
    var place = index
    var value: Int64 = 0
    while place < count, self[place].isDigit {
      value = value * 10 + Int64(self[place] &- 0x30)
      guard value <= Int64(Int32.max) else { return nil }
      place += 1
    }
    return place == index ? nil : (Int32(value), place)
  }
}
