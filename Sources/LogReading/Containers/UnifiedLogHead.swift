internal import RuleLanguage

// The text styles of `log show` and `log stream`, except syslog, which is in NSLogHead.swift, being
// nearest to that form.
extension LineHead {
  /// `0x3722     Default     0x0                  12     0    App: (Library) [sub:cat] ` after the
  /// time: thread, type, activity, process, time to live.
  static func readLogDefault(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    guard let type = line.hexColumn(at: index) else { return nil }
    var place = type
    while line.peek(place).isLetter { place += 1 }
    guard place > type, line.peek(place) == UInt8(ascii: " "),
      let pid = line.hexColumn(at: line.skipBlanks(at: place)),
      let process = line.processNumber(at: pid), line.peek(process.end) == UInt8(ascii: " "),
      let life = line.processNumber(at: line.skipBlanks(at: process.end)),
      line.peek(life.end) == UInt8(ascii: " ")
    else { return nil }
    var head = LineHead(container: .logDefault, reading: reading)
    head.level = LogLevel(word: line, in: type..<place)
    head.pid = process.pid
    let name = line.skipBlanks(at: life.end)
    head.messageStart = line.skipSender(at: line.nameEnd(at: name) ?? name)
    return head
  }

  /// `Df App Name[12:7a15] (Library) [sub:cat] ` after the time.
  static func readLogCompact(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    guard line.peek(index + 2) == UInt8(ascii: " "),
      let level = compactLevel(line.peek(index), line.peek(index + 1)),
      let process = line.process(at: line.skipBlanks(at: index + 2)), process.hasThread,
      process.end == line.count || line.peek(process.end) == UInt8(ascii: " ")
    else { return nil }
    var head = LineHead(container: .logCompact, reading: reading)
    head.level = level
    head.pid = process.pid
    head.messageStart = line.skipSender(at: line.skipBlanks(at: process.end))
    return head
  }

  /// The level of a type in two columns, the second of them often blank.
  private static func compactLevel(_ first: UInt8, _ second: UInt8) -> LogLevel? {
    switch (first, second) {
    case (UInt8(ascii: "D"), UInt8(ascii: "f")): .notice
    case (UInt8(ascii: "D"), UInt8(ascii: "b")): .debug
    case (UInt8(ascii: "I"), UInt8(ascii: " ")): .info
    case (UInt8(ascii: "E"), UInt8(ascii: " ")): .error
    case (UInt8(ascii: "F"), UInt8(ascii: " ")): .fault
    // Activities and signposts have a type and no level.
    case (UInt8(ascii: "A"), UInt8(ascii: " ")), (UInt8(ascii: "S"), UInt8(ascii: " ")),
      (UInt8(ascii: "S"), UInt8(ascii: "p")):
      .unknown
    default: nil
    }
  }

  /// The line in which `log` repeats its predicate, which may quote the plugin's tags.
  static func readQuotedFilter(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard line.holds("Filtering the log data using ", at: start) else { return nil }
    var head = LineHead()
    head.messageStart = line.count
    return head
  }
}

extension Span where Element == UInt8 {
  /// The index after a column `0x3722` and its blanks.
  fileprivate func hexColumn(at index: Int) -> Int? {
    guard peek(index) == UInt8(ascii: "0"), peek(index + 1) == UInt8(ascii: "x") else { return nil }
    var place = index + 2
    while peek(place).isHexDigit { place += 1 }
    guard place > index + 2, peek(place) == UInt8(ascii: " ") else { return nil }
    return skipBlanks(at: place)
  }

  /// The index after a name of a process, its colon and blanks; the name may hold blanks.
  fileprivate func nameEnd(at index: Int) -> Int? {
    guard let colon = colon(from: index, before: index + LineHead.nameLimit) else { return nil }
    return skipBlanks(at: colon + 1)
  }

  /// The first colon that a blank or the end follows.
  func colon(from index: Int, before end: Int) -> Int? {
    let limit = Swift.min(count, end)
    var search = index
    while search < limit, let colon = firstIndex(of: UInt8(ascii: ":"), in: search..<limit) {
      if colon + 1 == count || self[colon + 1] == UInt8(ascii: " ") { return colon }
      search = colon + 1
    }
    return nil
  }
}
