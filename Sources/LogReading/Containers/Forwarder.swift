internal import RuleLanguage

// The text that Capacitor puts before messages of the web view, inside any container.
extension LineHead {
  /// Takes the forwarder with which the message begins, if any.
  mutating func readForwarder(_ line: Span<UInt8>) -> Bool {
    let start = messageStart
    switch line.peek(start) {
    case 0xE2: return readFlash(line, at: start)
    case UInt8(ascii: "F"): return readConsole(line, at: start)
    case UInt8(ascii: "["): return readChromium(line, at: start)
    case UInt8(ascii: "I"), UInt8(ascii: "W"), UInt8(ascii: "E"):
      return line.holds(" chromium: [", at: start + 1) && readChromium(line, at: start + 12)
    default: return false
    }
  }

  /// `⚡️  [log] - message` and `⚡️  DailyNotification - message` of iOS.
  ///
  /// The flash is U+26A1, with U+FE0F behind it unless that was lost.
  private mutating func readFlash(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard line.peek(start + 1) == 0x9A, line.peek(start + 2) == 0xA1 else { return false }
    var place = start + 3
    if line.peek(place) == 0xEF, line.peek(place + 1) == 0xB8, line.peek(place + 2) == 0x8F {
      place += 3
    }
    place = line.skipBlanks(at: place)
    if container == .bare { container = .capacitor }
    messageStart = place
    if line.holds("To Native ", at: place) || line.holds("TO JS ", at: place) {
      // Data of a call, cut at 256 characters, are no message.
      messageStart = line.count
    } else if line.holds("❌", at: place) {
      if level == .unknown { level = .error }
      messageStart = line.skipBlanks(at: place + 3)
    } else if line.peek(place) == UInt8(ascii: "["), line.peek(place + 1).isLetter {
      var end = place + 1
      while line.peek(end).isLetter { end += 1 }
      guard line.holds("] - ", at: end) else { return true }
      // The level of the console is more exact than that of the stream.
      level = LogLevel(console: line, in: (place + 1)..<end) ?? level
      messageStart = end + 4
    } else {
      var end = place
      while line.peek(end).isAlphanumeric { end += 1 }
      if end > place, line.holds(" - ", at: end) { messageStart = end + 3 }
    }
    return true
  }

  /// `File: https://localhost/main.js - Line 12 - Msg: message` of Android.
  private mutating func readConsole(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard line.holds("File: ", at: start) else { return false }
    var search = start + 5
    while search < line.count,
      let dash = line.firstIndex(of: UInt8(ascii: "-"), in: search..<line.count)
    {
      search = dash + 1
      guard line.holds("- Line ", at: dash), let number = line.processNumber(at: dash + 7),
        line.holds(" - Msg: ", at: number.end)
      else { continue }
      if container == .bare { container = .capacitor }
      messageStart = number.end + 8
      return true
    }
    return false
  }

  /// `[INFO:CONSOLE(12)] "message", source: https://localhost/main.js (12)` of a web view.
  private mutating func readChromium(_ line: Span<UInt8>, at start: Int) -> Bool {
    var end = start + 1
    while line.peek(end) &- 0x41 < 26 { end += 1 }
    guard end > start + 1, line.holds(":CONSOLE(", at: end),
      let number = line.processNumber(at: end + 9), line.holds(")] \"", at: number.end),
      let close = line.lastRange(of: "\", source: ", from: number.end + 4)
    else { return false }
    if container == .bare { container = .capacitor }
    level = LogLevel(console: line, in: (start + 1)..<end) ?? level
    messageStart = number.end + 4
    messageEnd = close
    return true
  }
}

extension Span where Element == UInt8 {
  /// The last place of a text behind an index.
  fileprivate func lastRange(of text: StaticString, from start: Int) -> Int? {
    var place = count - text.utf8CodeUnitCount
    while place >= start {
      if holds(text, at: place) { return place }
      place -= 1
    }
    return nil
  }
}

extension LogLevel {
  /// The level that a function of the web console stands for.
  fileprivate init?(console text: Span<UInt8>, in range: Range<Int>) {
    if range.count == 3, text.holds("log", at: range.lowerBound) {
      self = .info
    } else {
      let level = LogLevel(word: text, in: range)
      guard level != .unknown else { return nil }
      self = level
    }
  }
}
