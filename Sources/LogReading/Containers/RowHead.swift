// Rows of a table, as Grafana, Kibana, CloudWatch and Datadog export logs.
extension LineHead {
  /// The most columns that are looked at.
  private static let columnLimit = 32

  /// Takes the first column that is a time and nothing else, and the first in which a line opens,
  /// in any order: `"2025-11-14T05:48:00.123Z","host","[DNP-FETCH] App launch finished"`.
  ///
  /// Such exports begin with the newest line: without its time a row would tell a wrong order.
  @inline(never)
  static func readRow(_ line: Span<UInt8>, at start: Int, depth: Int) -> LineHead? {
    guard let separator = line.rowSeparator(at: start) else { return nil }
    var time: ClockReading?
    var isOpen = false
    var message: Range<Int>?
    // If a tag fills a column, the longest column behind it is the message.
    var tag: Range<Int>?
    var tagged: Range<Int>?
    var place = start
    for _ in 0..<columnLimit {
      guard let column = line.column(at: place, separator: separator) else { break }
      if !column.content.isEmpty {
        if time == nil, !isOpen, let found = line.columnTime(in: column.content) {
          if found.isOpen { isOpen = true } else { time = found.time }
        } else if tag == nil,
          line.tagEnd(at: column.content.lowerBound) == column.content.upperBound
        {
          tag = column.content
        } else if message == nil,
          line.opensOwnWords(at: column.content.lowerBound)
            || opens(line, at: column.content.lowerBound)
        {
          message = column.content
        } else if tag != nil, column.content.count > tagged?.count ?? 0 {
          tagged = column.content
        }
      }
      guard column.end < line.count else { break }
      place = column.end + 1
    }
    guard let content = message ?? tagged, time != nil || isOpen else { return nil }
    var head = time.map { LineHead(container: .bareTime, reading: $0) } ?? LineHead()
    head.container = .bareTime
    if line.peek(content.upperBound) == UInt8(ascii: "\"") { head.escapes = .doubled }
    head.messageStart = content.lowerBound
    head.messageEnd = content.upperBound
    if message == nil, let tag {
      head.tagColumn = tag
    } else {
      head.readInner(line, depth: depth + 1)
    }
    return head
  }
}

extension Span where Element == UInt8 {
  /// The byte that divides the columns of a line, told by the one behind the first column.
  fileprivate func rowSeparator(at index: Int) -> UInt8? {
    if peek(index) == UInt8(ascii: "\"") {
      guard let column = column(at: index, separator: 0) else { return nil }
      let next = peek(column.end)
      return next == UInt8(ascii: ",") || next == UInt8(ascii: ";") ? next : nil
    }
    var place = index
    // Times and names are short.
    while place < count, place - index <= 64 {
      switch self[place] {
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        // A comma in a sentence has a blank behind it.
        return peek(place + 1) == UInt8(ascii: " ") ? nil : self[place]
      case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): return nil
      default: place += 1
      }
    }
    return nil
  }

  /// A column, without its quotes, and the index of the separator behind it or of the line's end.
  fileprivate func column(at index: Int, separator: UInt8) -> (content: Range<Int>, end: Int)? {
    guard index < count else { return nil }
    var place = index
    guard self[index] == UInt8(ascii: "\"") else {
      // A separator with a blank behind it divides the values of a message.
      while place < count, self[place] != separator || peek(place + 1) == UInt8(ascii: " ") {
        place += 1
      }
      return (trimmed(index..<place), place)
    }
    place += 1
    while place < count, let quote = firstIndex(of: UInt8(ascii: "\""), in: place..<count) {
      // Two quotes stand for one in the text.
      if peek(quote + 1) == UInt8(ascii: "\"") {
        place = quote + 2
        continue
      }
      guard quote + 1 == count || separator == 0 || self[quote + 1] == separator else { return nil }
      return (trimmed((index + 1)..<quote), quote + 1)
    }
    return nil
  }

  /// A time that fills a column.
  fileprivate func columnTime(in range: Range<Int>) -> WrittenTime? {
    guard range.count >= 10, range.count <= 48 else { return nil }
    let text = extracting(0..<range.upperBound)
    guard let found = text.anyTime(at: range.lowerBound),
      found.time.end == range.upperBound
    else { return nil }
    return found
  }
}
