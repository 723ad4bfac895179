// The heads of other programs that begin with a time in a form of their own.
extension LineHead {
  /// `10/13/21 07:57:42.865446 pid=69 `, `[10.30 16:49:06] chrome.exe - `,
  /// `2012-07-02 10:22:40,672:DEBUG:`, `time="2021-09-15T21:17:10.220731Z" level=error `.
  ///
  /// Only the time and a process are read: the plugin's words tell where the message begins.
  @inline(never)
  static func readForm(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard !line.hasTagPrefix(at: start), !line.opensTag(at: start) else { return nil }
    var place = start
    let isBracketed = line.peek(start) == UInt8(ascii: "[")
    if isBracketed { place += 1 }
    let first = line.peek(place)
    guard first.isDigit || first.isLetter || first == UInt8(ascii: "@") else { return nil }
    if !isBracketed, !first.isDigit, let value = line.timeValue(at: start) { place = value }
    let isKeyed = !isBracketed && place > start
    guard let written = line.formTime(at: place, isInside: place > start, isKeyed: isKeyed) else {
      return nil
    }
    let end = line.skipTimeEnd(at: written.time.end)
    var head = head(line, written, end: end)
    if line.holds("pid=", at: head.messageStart),
      let process = line.processNumber(at: head.messageStart + 4),
      line.peek(process.end) == UInt8(ascii: " ")
    {
      head.pid = process.pid
      head.messageStart = line.skipBlanks(at: process.end)
    }
    return head
  }
}

extension Span where Element == UInt8 {
  /// A time in any form, with an end that shows it to belong to a head.
  ///
  /// - Parameters:
  ///   - isInside: Whether a bracket, or a key, stands before it.
  ///   - isKeyed: Whether it is the value of a key, so that a number may be a time.
  fileprivate func formTime(at index: Int, isInside: Bool, isKeyed: Bool) -> WrittenTime? {
    if let written = formedTime(at: index) {
      return endsTime(at: written.time.end, isFormed: true) ? written : nil
    }
    guard peek(index).isDigit,
      let written = isKeyed
        ? anyTime(at: index) : isoTime(at: index).map({ WrittenTime(time: $0) })
    else { return nil }
    return endsTime(at: written.time.end, isFormed: isInside) ? written : nil
  }

  /// Whether the byte behind a time ends it.
  private func endsTime(at index: Int, isFormed: Bool) -> Bool {
    let next = peek(index)
    switch next {
    case UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "]"), UInt8(ascii: ")"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      return true
    // A comma without a blank behind it divides columns.
    case UInt8(ascii: ","), UInt8(ascii: ";"): return peek(index + 1) == UInt8(ascii: " ")
    case UInt8(ascii: " "), UInt8(ascii: "\t"): return isFormed
    default: return isFormed && index == count
    }
  }

  /// The index after the bytes that end a time.
  fileprivate func skipTimeEnd(at index: Int) -> Int {
    var place = index
    while place < index + 2 {
      switch peek(place) {
      case UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "]"), UInt8(ascii: ")"),
        UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ";"):
        place += 1
      default: return place
      }
    }
    return place
  }

  /// The index of the time in a line of logfmt, among its first keys: `ts=…`, `time="…"`.
  fileprivate func timeValue(at index: Int) -> Int? {
    var place = index
    for _ in 0..<Self.keyLimit {
      let key = place
      if peek(place) == UInt8(ascii: "@") { place += 1 }
      while peek(place).isNameByte { place += 1 }
      guard place > key, peek(place) == UInt8(ascii: "=") else { return nil }
      let isQuoted = peek(place + 1) == UInt8(ascii: "\"")
      let value = place + (isQuoted ? 2 : 1)
      if Self.timeKeys.contains(where: { isText($0, in: key..<place) }) { return value }
      place = value
      let end = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: " ")
      while place < count, peek(place) != end { place += 1 }
      place = skipBlanks(at: place + (isQuoted ? 1 : 0))
    }
    return nil
  }

  private static var keyLimit: Int { 4 }

  private static var timeKeys: [StaticString] {
    ["time", "ts", "t", "timestamp", "@timestamp", "datetime"]
  }
}
