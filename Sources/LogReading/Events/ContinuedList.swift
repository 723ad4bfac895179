/// A field list that goes on over the lines below its message, since a value holds line breaks.
///
///     2025-11-14 05:53:00.500 App[12:34] [DNP-SCHEDULER] Notification built (title=Today, body=One
///     Two, id=n1)
///
/// Apple's loggers write such a value as it is. Its other lines have no head of their own, and the
/// last of them ends with the bracket that closes the list.
enum ContinuedList {
  private static let lineLimit = 16
  private static let byteLimit = 4096

  /// The result of looking at the lines below a message.
  enum Lookup: Equatable {
    /// The message is its own line.
    case none
    /// The list goes on up to this index, without the newline.
    case until(Int)
    /// The list stays open: the end of the line is missing.
    case open
    /// The lines that decide have not been read yet.
    case unknown
  }

  /// Looks for the end of the list that a line opens.
  ///
  /// - Parameter isWhole: Whether nothing can follow the text.
  static func end(of line: Range<Int>, in text: Span<UInt8>, isWhole: Bool) -> Lookup {
    guard let open = text.listOpener(in: line) else { return .none }
    var depth = 0
    text.countBrackets(in: open..<line.upperBound, depth: &depth)
    guard depth > 0 else { return .none }
    // A bracket at the end closes the list, unless text that begins no line of its own follows: a
    // value may hold a bracket that nothing closes, `:-(`, or one that closes another, `(today)`.
    let isClosed = text[text.trimmedLine(line).upperBound - 1] == UInt8(ascii: ")")
    if isClosed, line.upperBound + 1 < text.count, mayBeginHead(text[line.upperBound + 1]) {
      return .none
    }
    let limit = min(text.count, line.upperBound + byteLimit)
    var place = line.upperBound + 1
    for _ in 0..<lineLimit {
      guard place < limit else {
        return limit == text.count && !isWhole ? .unknown : isClosed ? .none : .open
      }
      let newline = text.firstIndex(of: EventScanner.newline, in: place..<limit)
      let end = newline ?? limit
      if newline == nil, !isWhole || limit < text.count {
        return limit == text.count ? .unknown : isClosed ? .none : .open
      }
      guard text.continuesMessage(in: place..<end) else { break }
      text.countBrackets(in: place..<end, depth: &depth)
      let content = text.trimmedLine(place..<end)
      if depth == 0, text.peek(content.upperBound - 1) == UInt8(ascii: ")"), !content.isEmpty {
        return .until(end)
      }
      place = end + 1
    }
    return isClosed ? .none : .open
  }

  /// Whether a line that begins with a byte is more likely to have a head than to continue a message.
  static func mayBeginHead(_ first: UInt8) -> Bool {
    first.isDigit || first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }
}

extension Span where Element == UInt8 {
  /// The message that begins at an index: the rest of its line, and the lines over which its list
  /// goes on.
  func message(from index: Int) -> (range: Range<Int>, isCut: Bool) {
    let line = firstLine(from: index)
    switch ContinuedList.end(of: line, in: self, isWhole: true) {
    case .none, .unknown: return (trimmed(line), false)
    case .open: return (trimmed(line), true)
    case .until(let end): return (trimmed(line.lowerBound..<end), false)
    }
  }

  /// The bracket that opens a list of fields, `(key=`.
  fileprivate func listOpener(in line: Range<Int>) -> Int? {
    var place = line.lowerBound
    while let open = firstIndex(of: UInt8(ascii: "("), in: place..<line.upperBound) {
      if assignment(at: skipBlanks(at: open + 1), before: line.upperBound) != nil { return open }
      place = open + 1
    }
    return nil
  }

  fileprivate func countBrackets(in range: Range<Int>, depth: inout Int) {
    for place in range {
      if self[place] == UInt8(ascii: "(") { depth += 1 }
      if self[place] == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
    }
  }

  /// Whether a line has no head of its own, and opens no message.
  fileprivate func continuesMessage(in line: Range<Int>) -> Bool {
    let text = extracting(line)
    return text.peek(0) != UInt8(ascii: "{") && LineHead.read(text).container == .bare
      && XcodeMetadata.head(text) == nil && !text.opensMessage
  }
}
