internal import RuleLanguage

// Lines copied from Android Studio's log window.
extension LineHead {
  /// The most bytes taken for tag and package together.
  private static let columnLimit = 256

  /// `1234-5678  TAG  package  I  ` behind the time, or `1234-5678/package I/TAG: ` earlier.
  static func readStudio(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    guard let process = line.processNumber(at: index),
      line.peek(process.end) == UInt8(ascii: "-"),
      let thread = line.processNumber(at: process.end + 1)
    else { return nil }
    var head = LineHead(container: .studio, reading: reading)
    if line.peek(thread.end) == UInt8(ascii: "/") {
      head.container = .studioOld
      let limit = min(line.count, thread.end + columnLimit)
      guard
        let blank = line.firstIndex(of: UInt8(ascii: " "), in: thread.end..<limit),
        head.readLetterAndTag(line, at: line.skipBlanks(at: blank))
      else { return nil }
    } else {
      guard line.peek(thread.end) == UInt8(ascii: " "),
        head.readWideColumns(line, at: line.skipBlanks(at: thread.end))
      else { return nil }
    }
    head.pid = process.pid
    return head
  }

  /// Takes the tag, which may hold blanks, the package, which may be hidden, and the letter.
  private mutating func readWideColumns(_ line: Span<UInt8>, at start: Int) -> Bool {
    let limit = min(line.count, start + Self.columnLimit)
    var place = start
    var words = 0
    var tagEnd = start
    var previousEnd = start
    while place < limit {
      let begin = place
      while place < line.count, line[place] != UInt8(ascii: " ") { place += 1 }
      // Two blanks follow the letter, or the end.
      if place == begin + 1, words > 0,
        place == line.count || line.peek(place + 1) == UInt8(ascii: " "),
        let level = LogLevel(letter: line[begin])
      {
        self.level = level
        tagColumn = start..<tagEnd
        messageStart = line.skipBlanks(at: place)
        return true
      }
      words += 1
      // The last word before the letter is the package, unless it is the only one.
      tagEnd = words == 1 ? place : previousEnd
      previousEnd = place
      place = line.skipBlanks(at: place)
    }
    return false
  }
}
