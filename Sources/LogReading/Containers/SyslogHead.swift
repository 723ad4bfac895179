internal import RuleLanguage
internal import TextWriting

extension LineHead {
  /// The most bytes taken for device and process name together.
  private static let originLimit = 256

  /// `Nov 14 05:48:00` opens the syslog of a device and that of a host.
  static func readSyslog(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let month = month(line, at: start), line.peek(start + 3) == UInt8(ascii: " ") else {
      return nil
    }
    let isPadded = line.peek(start + 4) == UInt8(ascii: " ")
    guard let day = isPadded ? line.digits(1, at: start + 5) : line.digits(2, at: start + 4),
      let days = CivilDate.daysOfLeapYear(month: month, day: day),
      line.peek(start + 6) == UInt8(ascii: " "),
      let clock = line.timeOfDay(at: start + 7), line.peek(clock.end) == UInt8(ascii: " ")
    else { return nil }

    let reading = ClockReading(
      micros: Int64(days) * CivilDate.microsPerDay + clock.micros, gaps: [.year, .zone],
      hasOffset: false, end: clock.end)
    let name = line.skipBlanks(at: clock.end)
    let hasFraction = clock.end > start + 15
    // `ts` puts such a time before lines that have their own.
    if !line.opensTime(at: name) {
      if let head = readDevice(line, after: reading, at: name, hasFraction: hasFraction) {
        return head
      }
      if !hasFraction, let head = readTraditional(line, after: reading, at: name) { return head }
      guard line.opensCarried(at: name) else { return nil }
    }
    var head = LineHead(container: .bareTime, reading: reading)
    head.messageStart = name
    return head
  }

  /// `iPhone App(Library)[12] <Notice>: `, whose names may hold blanks.
  private static func readDevice(
    _ line: Span<UInt8>, after reading: ClockReading, at name: Int, hasFraction: Bool
  ) -> LineHead? {
    let limit = min(line.count, name + originLimit)
    var search = name
    while search < limit,
      let bracket = line.firstIndex(of: UInt8(ascii: "["), in: search..<limit),
      !line.hasTagPrefix(at: bracket + 1), !line.hasColon(in: search..<bracket)
    {
      search = bracket + 1
      guard bracket > name, let process = line.processNumber(at: bracket + 1),
        line.peek(process.end) == UInt8(ascii: "]"),
        let tail = level(line, at: process.end + 1)
      else { continue }
      // A line without a level is a host's, which has no fraction.
      if tail.level == nil, !hasFraction { return nil }
      var head = LineHead(
        container: hasFraction ? .idevicesyslog : .idevicesyslogOld, reading: reading)
      head.pid = process.pid
      head.level = tail.level ?? .unknown
      head.messageStart = line.skipBlanks(at: tail.end)
      if !hasFraction { head.escapes = .visible }
      return head
    }
    return nil
  }

  /// ` <Notice>:` or `:` behind the process, and the index after it.
  private static func level(_ line: Span<UInt8>, at index: Int) -> (level: LogLevel?, end: Int)? {
    if line.peek(index) == UInt8(ascii: ":") { return (nil, index + 1) }
    guard line.peek(index) == UInt8(ascii: " "), line.peek(index + 1) == UInt8(ascii: "<") else {
      return nil
    }
    var place = index + 2
    while line.peek(place).isLetter { place += 1 }
    guard line.peek(place) == UInt8(ascii: ">"), let end = levelEnd(line, at: place + 1) else {
      return nil
    }
    return (LogLevel(word: line, in: (index + 2)..<place), end)
  }

  /// The index after the colon behind a level, or after ` [user{} ]:`, which `secd` puts there.
  private static func levelEnd(_ line: Span<UInt8>, at index: Int) -> Int? {
    if line.peek(index) == UInt8(ascii: ":") { return index + 1 }
    guard line.holds(" [", at: index), !line.hasTagPrefix(at: index + 2) else { return nil }
    let limit = min(line.count, index + nameLimit)
    guard let close = line.firstIndex(of: UInt8(ascii: "]"), in: (index + 2)..<limit),
      line.peek(close + 1) == UInt8(ascii: ":")
    else { return nil }
    return close + 2
  }

  /// The number of an English month name of three letters.
  static func month(_ line: Span<UInt8>, at index: Int) -> Int? {
    let letters =
      UInt32(line.peek(index)) << 16 | UInt32(line.peek(index + 1)) << 8
      | UInt32(line.peek(index + 2))
    switch letters {
    case 0x4A_616E: return 1
    case 0x46_6562: return 2
    case 0x4D_6172: return 3
    case 0x41_7072: return 4
    case 0x4D_6179: return 5
    case 0x4A_756E: return 6
    case 0x4A_756C: return 7
    case 0x41_7567: return 8
    case 0x53_6570: return 9
    case 0x4F_6374: return 10
    case 0x4E_6F76: return 11
    case 0x44_6563: return 12
    default: return nil
    }
  }
}

extension LogLevel {
  /// The level that a word of a unified log or of a device's syslog means.
  init(word text: Span<UInt8>, in range: Range<Int>) {
    // The first two letters tell all the words apart: Default, Debug, Notice, Info, Warning, …
    switch (text.peek(range.lowerBound) | 0x20, text.peek(range.lowerBound + 1) | 0x20) {
    case (UInt8(ascii: "d"), UInt8(ascii: "e")):
      self = text.peek(range.lowerBound + 2) | 0x20 == UInt8(ascii: "b") ? .debug : .notice
    case (UInt8(ascii: "i"), UInt8(ascii: "n")): self = .info
    case (UInt8(ascii: "n"), UInt8(ascii: "o")): self = .notice
    case (UInt8(ascii: "w"), UInt8(ascii: "a")): self = .warning
    case (UInt8(ascii: "e"), UInt8(ascii: "r")): self = .error
    case (UInt8(ascii: "f"), UInt8(ascii: "a")), (UInt8(ascii: "c"), UInt8(ascii: "r")),
      (UInt8(ascii: "e"), UInt8(ascii: "m")), (UInt8(ascii: "a"), UInt8(ascii: "l")):
      self = .fault
    default: self = .unknown
    }
  }
}
