internal import RuleLanguage

// The formats of logcat that begin with the letter of the level.
extension LineHead {
  /// A head is cut at 127 bytes, so a tag is never longer.
  private static let tagLimit = 128

  /// `I/TAG     (  123): ` or `I/TAG     : `
  static func readBrief(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    var head = LineHead()
    head.container = .logcatTag
    // A tag without a process is padded to eight columns; words with a slash are not.
    guard head.readLetterAndTag(line, at: start), head.pid >= 0 || head.messageStart >= start + 12
    else { return nil }
    if head.pid >= 0 { head.container = .logcatBrief }
    return head
  }

  /// Takes `I/TAG     (  123): `, with a user before the process, with neither, or with the small
  /// colon of the first Android Studio.
  mutating func readLetterAndTag(_ line: Span<UInt8>, at index: Int) -> Bool {
    guard let level = LogLevel(letter: line.peek(index)),
      line.peek(index + 1) == UInt8(ascii: "/"),
      let colon = line.tagColon(from: index + 2, before: index + 2 + Self.tagLimit)
    else { return false }
    var tag = (index + 2)..<colon.place
    if line.peek(colon.place - 1) == UInt8(ascii: ")"),
      let open = line.lastIndex(of: UInt8(ascii: "("), in: tag),
      let process = line.lastNumber(in: (open + 1)..<(colon.place - 1))
    {
      pid = process
      tag = tag.lowerBound..<open
    }
    // A tag in brackets belongs to the message: the text before it is no head.
    if let bracket = line.firstIndex(of: UInt8(ascii: "["), in: tag),
      line.hasTagPrefix(at: bracket + 1)
    {
      return false
    }
    self.level = level
    tagColumn = line.trimmed(tag)
    messageStart = min(colon.end, line.count)
    return true
  }

  /// `I(  123) message  (TAG)` or `I(  123:  456) message`, with a user before the process or not.
  static func readProcess(_ line: Span<UInt8>, at start: Int) -> LineHead? {
    guard let level = LogLevel(letter: line.peek(start)),
      let close = line.firstIndex(
        of: UInt8(ascii: ")"), in: (start + 2)..<max(start + 2, min(line.count, start + 32))),
      // The process is five columns wide at least.
      close - start >= 7, line.peek(close + 1) == UInt8(ascii: " "),
      let last = line.lastNumber(in: (start + 2)..<close)
    else { return nil }
    var head = LineHead()
    head.level = level
    head.messageStart = close + 2
    let tag = line.closingTag(from: close + 2)
    var colons = 0
    var lastColon = start
    for place in (start + 2)..<close where line[place] == UInt8(ascii: ":") {
      colons += 1
      lastColon = place
    }
    // A process alone, or behind its user if a tag follows; else a process and a thread.
    if colons == 0 || colons == 1 && tag != nil {
      head.container = .logcatProcess
      head.pid = last
      if let tag {
        head.messageEnd = tag.lowerBound - 3
        head.tagColumn = tag
      }
      return head
    }
    guard let process = line.lastNumber(in: (start + 2)..<lastColon) else { return nil }
    head.container = .logcatThread
    head.pid = process
    return head
  }
}

extension Span where Element == UInt8 {
  /// The colon behind a tag, and the start of the message.
  fileprivate func tagColon(from index: Int, before end: Int) -> (place: Int, end: Int)? {
    let colon = colon(from: index, before: end)
    let limit = colon ?? Swift.min(count, end)
    // U+FE55
    if index < limit, let small = firstIndex(of: 0xEF, in: index..<limit),
      peek(small + 1) == 0xB9, peek(small + 2) == 0x95
    {
      return (small, skipBlanks(at: small + 3))
    }
    guard let colon else { return nil }
    // Skips the colon between a user and its process.
    if let process = processNumber(at: skipBlanks(at: colon + 1)),
      peek(process.end) == UInt8(ascii: ")"), peek(process.end + 1) == UInt8(ascii: ":"),
      firstIndex(of: UInt8(ascii: "("), in: index..<colon) != nil
    {
      return (process.end + 1, process.end + 3)
    }
    return (colon, colon + 2)
  }

  /// The number at the end of a range, behind blanks and a colon if there is more.
  fileprivate func lastNumber(in range: Range<Int>) -> Int32? {
    guard range.lowerBound < range.upperBound else { return nil }
    let begin = lastIndex(of: UInt8(ascii: ":"), in: range).map { $0 + 1 } ?? range.lowerBound
    guard let number = processNumber(at: skipBlanks(at: begin)), number.end == range.upperBound
    else { return nil }
    return number.pid
  }

  /// A tag `  (TAG)` that ends the line.
  fileprivate func closingTag(from index: Int) -> Range<Int>? {
    guard count > index, self[count - 1] == UInt8(ascii: ")") else { return nil }
    var search = count - 1
    while search > index, let open = lastIndex(of: UInt8(ascii: "("), in: index..<search) {
      if open >= index + 2, self[open - 1] == UInt8(ascii: " "), self[open - 2] == UInt8(ascii: " ")
      {
        let tag = trimmed((open + 1)..<(count - 1))
        return tag.lowerBound == open + 1 && !tag.isEmpty ? tag : nil
      }
      search = open
    }
    return nil
  }
}
