// Tags of the plugin that stand beside their message, in a column or as the value of a key.
extension Span where Element == UInt8 {
  /// The index behind the separator of a tag and its message other than a colon: `DNP-FETCH|`,
  /// `DNP-FETCH - `, `com.example:DNP-FETCH] `; nil where the tag is a word of a sentence.
  func columnEnd(ofTagAt start: Int, to end: Int) -> Int? {
    let next = peek(end)
    switch next {
    case UInt8(ascii: "|"): return skipNumbers(at: end + 1)
    case UInt8(ascii: "\t"): return end + 1
    case UInt8(ascii: "]"), UInt8(ascii: ">"):
      return end + 1 == count || peek(end + 1) <= 0x20 || peek(end + 1) == UInt8(ascii: ":")
        ? end + 1 : nil
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      return peek(start - 1) == next && peek(end + 1) != UInt8(ascii: " ") ? end + 1 : nil
    case UInt8(ascii: " "): break
    default: return nil
    }
    let place = skipBlanks(at: end)
    if peek(place) == UInt8(ascii: "|") { return skipNumbers(at: place + 1) }
    for mark: StaticString in ["- ", ": ", "=> ", "-> "] where holds(mark, at: place) {
      return place + mark.utf8CodeUnitCount
    }
    return nil
  }

  /// The index behind columns that hold only a number, such as a process.
  private func skipNumbers(at index: Int) -> Int {
    var start = index
    while true {
      var place = skipBlanks(at: start)
      let first = place
      while peek(place).isDigit { place += 1 }
      place = place > first ? skipBlanks(at: place) : count
      guard peek(place) == UInt8(ascii: "|") else { return start }
      start = place + 1
    }
  }

  /// Whether a tag fills the value of a key: `logger=DNP-FETCH`, `"tag" : "DNP-FETCH"`.
  func holdsKeyedTag(in range: Range<Int>) -> Bool { keyedTag(in: range) != nil }

  /// The first tag in a range that fills the value of a key.
  func keyedTag(in range: Range<Int>) -> Range<Int>? {
    var search = range
    while let found = firstRange(of: "DNP-".utf8.span, in: search) {
      search = found.upperBound..<range.upperBound
      guard let end = tagEnd(at: found.lowerBound) else { continue }
      var place = found.lowerBound - 1
      let quote = peek(place)
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      if isQuoted {
        guard peek(end) == quote else { continue }
        place -= 1
        while place > range.lowerBound, peek(place) == UInt8(ascii: " ") { place -= 1 }
      } else {
        guard end == range.upperBound || peek(end) <= 0x20 else { continue }
      }
      if peek(place) == UInt8(ascii: "=") || isQuoted && peek(place) == UInt8(ascii: ":") {
        return found.lowerBound..<end
      }
    }
    return nil
  }
}

extension LineHead {
  /// `level=info logger=DNP-FETCH msg="Fetch success"`: a tag and a message as values of keys; nil
  /// where one of them is missing.
  static func readKeyed(_ line: Span<UInt8>, at start: Int, before limit: Int) -> LineHead? {
    guard let tag = line.keyedTag(in: start..<limit),
      let message = line.keyedMessage(in: start..<limit)
    else { return nil }
    var head = LineHead()
    head.start = start
    head.tagColumn = tag
    head.messageStart = message.lowerBound
    head.messageEnd = message.upperBound
    head.escapes = line.peek(message.lowerBound - 1) == UInt8(ascii: "\"") ? .quoted : .none
    return head
  }
}

extension Span where Element == UInt8 {
  /// The value of the logfmt key that holds the message.
  fileprivate func keyedMessage(in range: Range<Int>) -> Range<Int>? {
    for key: StaticString in ["msg=", "message="] {
      var place = range.lowerBound
      while place < range.upperBound {
        if holds(key, at: place), place == range.lowerBound || peek(place - 1) == UInt8(ascii: " ")
        {
          return value(at: place + key.utf8CodeUnitCount)
        }
        place += 1
      }
    }
    return nil
  }

  private func value(at index: Int) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    let isQuoted = peek(index) == quote
    let start = isQuoted ? index + 1 : index
    var place = start
    while place < count, peek(place) != (isQuoted ? quote : UInt8(ascii: " ")) {
      place += isQuoted && peek(place) == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<Swift.min(place, count)
  }
}
