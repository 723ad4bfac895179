extension LineHead {
  /// `2025-11-14T05:48:00.123Z host app 12 ID [data] ` behind the priority and the version.
  ///
  /// A word `-` stands for a missing value, also of the time.
  static func readVersion1(_ line: Span<UInt8>, at index: Int) -> LineHead? {
    var head = LineHead()
    var place = index
    if line.holds("- ", at: index) {
      place = index + 1
    } else {
      guard let reading = line.isoTime(at: index), line.peek(reading.end) == UInt8(ascii: " ")
      else { return nil }
      head = LineHead(container: .rfc5424, reading: reading)
      place = reading.end
    }
    head.container = .rfc5424

    for column in Column.allCases {
      place = line.skipBlanks(at: place)
      let begin = place
      while place < line.count, line[place] != UInt8(ascii: " ") { place += 1 }
      guard place > begin else { return nil }
      switch column {
      case .app where !(place - begin == 1 && line[begin] == UInt8(ascii: "-")):
        head.tagColumn = begin..<place
      case .process:
        if let number = line.processNumber(at: begin), number.end == place {
          head.pid = number.pid
        }
      default: break
      }
    }
    guard let end = line.structuredDataEnd(at: line.skipBlanks(at: place)) else { return nil }
    head.messageStart = line.skipBlanks(at: line.skipByteOrderMark(at: line.skipBlanks(at: end)))
    head.readRepeats(line, at: head.messageStart)
    return head
  }

  /// The words between the time and the structured data.
  private enum Column: CaseIterable {
    case host, app, process, messageID
  }
}

extension Span where Element == UInt8 {
  /// The index after `-` or elements `[id key="value"]`, whose values may hold brackets.
  fileprivate func structuredDataEnd(at index: Int) -> Int? {
    if peek(index) == UInt8(ascii: "-") { return index + 1 }
    // Some writers leave the column out; the message follows.
    guard peek(index) == UInt8(ascii: "["), !opensTag(at: index) else { return index }
    var place = index
    var isQuoted = false
    while place < count {
      let byte = self[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\\") where isQuoted: place += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "]") where !isQuoted && peek(place) != UInt8(ascii: "["): return place
      default: break
      }
    }
    return nil
  }
}
