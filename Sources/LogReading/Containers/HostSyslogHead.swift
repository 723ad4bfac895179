internal import RuleLanguage

// Syslog as a host writes it to a file or sends it on: RFC 3164 and rsyslog's precise form.
extension LineHead {
  /// `host tag[12]: ` behind `Nov 14 05:48:00`; the host may be missing.
  static func readTraditional(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    var head = LineHead(container: .rfc3164, reading: reading)
    if head.readOrigin(line, at: index, needsColon: true) { return head }
    return head.readTag(line, at: index, needsColon: true) ? head : nil
  }

  /// `host tag[12]: ` behind a time of six digits and a zone, as rsyslog writes it, or of whole
  /// seconds, as `journalctl -o short-iso` does.
  ///
  /// Programs that print such a time themselves have a level where the host would be.
  static func readRsyslog(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    let zone = reading.end - (line.peek(reading.end - 1) == UInt8(ascii: "Z") ? 1 : 6)
    guard reading.gaps.isEmpty, !line.isLevelWord(at: index) else { return nil }
    let isPrecise = line.peek(zone - 7) == UInt8(ascii: ".")
    var head = LineHead(container: .rsyslog, reading: reading)
    guard head.readOrigin(line, at: index, needsColon: true), isPrecise || head.pid >= 0 else {
      return nil
    }
    return head
  }

  /// A message sent over the network, which a priority in angle brackets opens.
  ///
  /// One line may hold several such messages, since a stream has no separator.
  static func readPriority(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let priority = line.priority(at: start) else { return nil }
    let place = priority.end
    var found: LineHead?
    if line.peek(place) == UInt8(ascii: "1"), line.peek(place + 1) == UInt8(ascii: " ") {
      found = readVersion1(line, at: place + 2)
    } else if line.peek(place).isLetter {
      found = readSyslog(line, at: place)
    } else if let reading = line.isoTime(at: place), line.peek(reading.end) == UInt8(ascii: " ") {
      var head = LineHead(container: .rsyslog, reading: reading)
      let origin = line.skipBlanks(at: reading.end)
      if head.readOrigin(line, at: origin, needsColon: false) { found = head }
    }
    guard var head = found else { return nil }
    if head.level == .unknown { head.level = LogLevel(severity: priority.value & 7) }
    head.findNext(line)
    return head
  }

  /// `123 <13>1 …`: RFC 6587 counts the bytes of each message, and puts nothing between two.
  static func readCounted(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let place = line.countedStart(at: start),
      var head = readPriority(line, at: place.start)
    else { return nil }
    // The count is exact, where another message follows; a file may have newlines all the same.
    if line.countedStart(at: place.end) != nil {
      head.messageEnd = place.end
      head.nextStart = place.end
    }
    return head
  }

  /// Takes the host and the tag behind it, a tag of the plugin, or a note of repeats.
  private mutating func readOrigin(_ line: Span<UInt8>, at index: Int, needsColon: Bool) -> Bool {
    var place = index
    while line.peek(place).isHostByte { place += 1 }
    guard place > index, line.peek(place) == UInt8(ascii: " "),
      line.peek(place - 1) != UInt8(ascii: ":")
    else { return false }
    return readTag(line, at: line.skipBlanks(at: place), needsColon: needsColon)
  }

  /// Takes a tag `tag[12]: `, which may hold blanks if it has a number.
  private mutating func readTag(_ line: Span<UInt8>, at index: Int, needsColon: Bool) -> Bool {
    // The head of a line that another program passed on.
    if line.opensTime(at: index) { return false }
    if readRepeats(line, at: index) { return true }
    if line.opensTag(at: index) {
      messageStart = index
      return true
    }
    var end = index
    while end < line.count, line[end] != UInt8(ascii: " ") { end += 1 }
    guard end > index else { return false }
    if let colon = line.colon(from: index, before: index + LineHead.nameLimit) {
      let name = line.tagName(in: index..<colon)
      if name.pid >= 0 || colon < end {
        tagColumn = index..<name.end
        pid = name.pid
        messageStart = line.skipBlanks(at: colon + 1)
        readRepeats(line, at: messageStart)
        return true
      }
    }
    guard !needsColon else { return false }
    let name = line.tagName(in: index..<end)
    tagColumn = index..<name.end
    pid = name.pid
    messageStart = line.skipBlanks(at: end)
    readRepeats(line, at: messageStart)
    return true
  }

  /// Takes a note that the message before came again: nothing new, since that one is in the log.
  @discardableResult
  mutating func readRepeats(_ line: Span<UInt8>, at index: Int) -> Bool {
    guard
      line.holds("message repeated ", at: index) || line.holds("last message repeated ", at: index)
        || line.holds("--- last message repeated ", at: index)
    else { return false }
    messageStart = line.count
    return true
  }

  /// Ends the message where the head of another one begins on the same line.
  private mutating func findNext(_ line: Span<UInt8>) {
    var search = messageStart
    while search < line.count,
      let open = line.firstIndex(of: UInt8(ascii: "<"), in: search..<line.count)
    {
      if line.opensMessage(at: open) {
        messageStart = min(messageStart, open)
        messageEnd = open
        nextStart = open
        return
      }
      search = open + 1
    }
  }
}

extension Span where Element == UInt8 {
  /// `<14>`: facility and severity, at most 191.
  fileprivate func priority(at index: Int) -> (value: Int, end: Int)? {
    guard peek(index) == UInt8(ascii: "<"), let number = processNumber(at: index + 1),
      number.pid <= 191, peek(number.end) == UInt8(ascii: ">")
    else { return nil }
    return (Int(number.pid), number.end + 1)
  }

  /// The start of a message behind its length and a blank, and its end.
  fileprivate func countedStart(at index: Int) -> (start: Int, end: Int)? {
    guard let length = processNumber(at: index), length.pid > 0,
      peek(length.end) == UInt8(ascii: " "), peek(length.end + 1) == UInt8(ascii: "<")
    else { return nil }
    return (length.end + 1, length.end + 1 + Int(length.pid))
  }

  /// Whether a priority and a time stand at an index.
  fileprivate func opensMessage(at index: Int) -> Bool {
    guard let priority = priority(at: index) else { return false }
    let isVersion1 =
      peek(priority.end) == UInt8(ascii: "1") && peek(priority.end + 1) == UInt8(ascii: " ")
    let time = isVersion1 ? priority.end + 2 : priority.end
    if isoDays(at: time) != nil { return true }
    if isVersion1 { return holds("- ", at: time) }
    return LineHead.month(self, at: time) != nil && peek(time + 3) == UInt8(ascii: " ")
  }

  /// The end of a tag's name, and the process in brackets behind it, or -1.
  ///
  /// macOS names the client of the process behind it: `launchd[1] (com.apple.x)`.
  fileprivate func tagName(in whole: Range<Int>) -> (end: Int, pid: Int32) {
    var range = whole
    if whole.count > 4, peek(whole.upperBound - 1) == UInt8(ascii: ")"),
      let open = firstIndex(of: UInt8(ascii: "("), in: whole), open > whole.lowerBound + 2,
      peek(open - 1) == UInt8(ascii: " "), peek(open - 2) == UInt8(ascii: "]")
    {
      range = whole.lowerBound..<(open - 1)
    }
    guard !range.isEmpty, self[range.upperBound - 1] == UInt8(ascii: "]"),
      // A second bracket, or that of another message's priority, does not belong to a tag.
      let open = firstIndex(of: UInt8(ascii: "["), in: range), open > range.lowerBound,
      let number = processNumber(at: open + 1), number.end == range.upperBound - 1,
      firstIndex(of: UInt8(ascii: "<"), in: range) == nil
    else { return (range.upperBound, -1) }
    return (open, number.pid)
  }

  /// Whether a word of capitals that means a level stands at an index.
  fileprivate func isLevelWord(at index: Int) -> Bool {
    var end = index
    while peek(end) &- 0x41 < 26 { end += 1 }
    return end > index + 3 && !peek(end).isHostByte
      && LogLevel(word: self, in: index..<end) != .unknown
  }
}

extension UInt8 {
  /// Whether the byte occurs in host names and addresses.
  fileprivate var isHostByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }
}

extension LogLevel {
  /// The level that a syslog severity means; 7 is the least severe.
  init(severity: Int) {
    switch severity {
    case 0...2: self = .fault
    case 3: self = .error
    case 4: self = .warning
    case 5: self = .notice
    case 6: self = .info
    default: self = .debug
    }
  }
}
