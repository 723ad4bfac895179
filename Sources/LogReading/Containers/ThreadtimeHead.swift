internal import RuleLanguage

extension LineHead {
  /// The blanks in place of a user that logcat does not know; at most five pad a process.
  private static let blankUser = 6

  /// ` 1234  5678 I TAG: `, with a column for the user before it or not.
  static func readColumns(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    // Two or three columns, the last two of them numbers, then the letter of the priority.
    var place = index
    var previous: Int32 = -1
    var pid: Int32 = -1
    for column in 0..<4 {
      let next = line.peek(place + 1)
      if column >= 2, next == UInt8(ascii: " "), let level = LogLevel(letter: line.peek(place)) {
        guard previous >= 0, pid >= 0 else { return nil }
        var head = LineHead(container: .threadtime, reading: reading)
        head.pid = pid
        head.level = level
        // Bug reports have the user, and escapes in their messages.
        if column == 3 || index - reading.end >= blankUser { head.escapes = .printable }
        head.readTag(line, at: line.skipBlanks(at: place + 1))
        return head
      }
      let begin = place
      while place < line.count, line[place] != UInt8(ascii: " ") { place += 1 }
      guard place > begin, place < line.count else { return nil }
      pid = previous
      if let number = line.processNumber(at: begin), number.end == place {
        previous = number.pid
      } else {
        // The user alone may be a name.
        guard column == 0 else { return nil }
        previous = -1
      }
      place = line.skipBlanks(at: place)
    }
    return nil
  }

  /// Takes a tag, which may hold blanks and so ends at the first colon before a blank or the end.
  private mutating func readTag(_ line: Span<UInt8>, at start: Int) {
    messageStart = start
    if line.opensTag(at: start) { return }
    guard let colon = line.colon(from: start, before: line.count) else { return }
    tagColumn = line.trimmed(start..<colon)
    messageStart = min(colon + 2, line.count)
  }
}
