/// A JSON record over several lines, found from one of its lines by how they are indented.
///
///     [{                                  },{
///       "timestamp" : "2025-…",             "timestamp" : "2025-…",
///       "eventMessage" : "[DNP-FETCH] …"    …
struct PrettyRecord {
  /// The start of the record: its brace, or the first whole member where the file lacks the brace.
  var start: Int
  var hasBrace: Bool
  /// The number of blanks before its members.
  private var indent: Int

  /// The most lines and bytes between a record's beginning and its first telling line.
  private static let lineLimit = 256
  private static let byteLimit = 64 << 10

  /// Whether a line is a member of such a record: `  "key" : value`.
  static func isMember(_ chunk: Span<UInt8>, _ line: Range<Int>) -> Bool {
    let text = chunk.extracting(0..<line.upperBound)
    let key = text.skipBlanks(at: line.lowerBound)
    guard text.peek(key) == UInt8(ascii: "\""),
      let value = JSONReader.skipKey(text, at: key), value < text.count
    else { return false }
    switch text[value] {
    case UInt8(ascii: "["):
      let next = text.skipSpace(at: value + 1)
      return next == text.count || !text[next].isLetter
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "-"): return true
    default: return text[value].isDigit || text[value].isLetter
    }
  }

  /// Finds the record of a member's line; nil where its beginning is not in the chunk.
  ///
  /// - Parameters:
  ///   - floor: The index before which all lines belong to something else.
  ///   - isFileStart: Whether the chunk begins the file, so that a record may lack its beginning.
  init?(_ chunk: Span<UInt8>, around line: Int, floor: Int, isFileStart: Bool) {
    indent = chunk.skipBlanks(at: line) - line
    hasBrace = false
    start = line
    var top = line
    var level = indent
    var isNested = false
    var place = line
    var lines = 0
    search: while place > floor, chunk[place - 1] == 0x0A {
      lines += 1
      let above = chunk.lineStart(before: place - 1, floor: floor)
      let first = chunk.skipBlanks(at: above)
      let content = chunk.trimmedLine(first..<(place - 1))
      let own = first - above
      let last = content.isEmpty ? 0 : chunk[content.upperBound - 1]
      let isKey = chunk.peek(first) == UInt8(ascii: "\"")
      if lines > Self.lineLimit || line - place > Self.byteLimit {
        break search
      } else if own < level, last == UInt8(ascii: "{"), chunk.isBrackets(in: content) {
        start = content.upperBound - 1
        indent = level
        hasBrace = true
        isNested = false
        // An indented record may be the element of a list in another, or of a list of records.
        if own == 0 { return }
        level = own
      } else if own < level, !isKey, chunk.opensRecord(in: content) {
        start = content.upperBound - 1
        indent = level
        hasBrace = true
        return
      } else if own < level, isKey, last == UInt8(ascii: "{") || last == UInt8(ascii: "[") {
        // The lines below belong to the value of this member.
        isNested = true
        level = own
        top = above
      } else if own >= level, !content.isEmpty, chunk.peek(first).opensValue {
        if own == level, isKey, !hasBrace || isNested { top = above }
      } else if above == 0, isFileStart, !hasBrace || isNested {
        // The file begins in the middle of this very line.
        place = 0
        break search
      } else {
        break search
      }
      place = above
    }
    if hasBrace, !isNested { return }
    guard place == floor, isFileStart, floor == 0, level > 0 else { return nil }
    hasBrace = false
    indent = level
    start = top
  }

  /// The end of the record, and whether its closing brace is there; nil where the chunk ends
  /// before.
  func end(in chunk: Span<UInt8>, isWhole: Bool) -> (index: Int, isClosed: Bool)? {
    var place = start
    while let newline = chunk.firstIndex(of: 0x0A, in: place..<chunk.count) {
      place = newline + 1
      guard place - start < EventScanner.lineLimit else { return (place, false) }
      guard place < chunk.count else { break }
      let first = chunk.skipBlanks(at: place)
      if first - place >= indent, first < chunk.count { continue }
      if chunk.peek(first) == UInt8(ascii: "}") { return (first + 1, true) }
      return (place, false)
    }
    return isWhole ? (chunk.count, false) : nil
  }
}

extension Span where Element == UInt8 {
  /// The start of the line that holds the byte before an index.
  func lineStart(before index: Int, floor: Int) -> Int {
    guard index > floor else { return floor }
    return lastIndex(of: 0x0A, in: floor..<index).map { $0 + 1 } ?? floor
  }

  /// A range without blanks, tabs and carriage returns at its end.
  func trimmedLine(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, self[end - 1] <= 0x20 { end -= 1 }
    return range.lowerBound..<Swift.max(end, range.lowerBound)
  }

  /// Whether a line of the plugin ends in the brace of a record: `[DNP-TEST] {`.
  func opensRecord(in line: Range<Int>) -> Bool {
    guard line.count > 6, self[line.upperBound - 1] == UInt8(ascii: "{"),
      self[line.upperBound - 2] == UInt8(ascii: " ")
    else { return false }
    return firstRange(of: Self.tagBegin.span, in: line) != nil
  }

  private static var tagBegin: [UInt8] { [0x44, 0x4E, 0x50, 0x2D] }

  /// Whether a range holds only brackets and commas.
  fileprivate func isBrackets(in range: Range<Int>) -> Bool {
    for index in range {
      switch self[index] {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"):
        continue
      default: return false
      }
    }
    return true
  }
}

extension UInt8 {
  /// Whether a line of a record may begin with it.
  fileprivate var opensValue: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      true
    default: isDigit
    }
  }
}
