package import RuleLanguage

/// A DNP tag in a text: its name, and the start of the message behind it.
struct TagPlace {
  var name: Range<Int>
  var end: Int
}

extension Span where Element == UInt8 {
  /// The index after a tag's name `DNP-FETCH`; nil where none stands.
  func tagEnd(at index: Int) -> Int? {
    guard hasTagPrefix(at: index) else { return nil }
    var place = index + 4
    guard peek(place).isCapital else { return nil }
    while peek(place).isTagByte { place += 1 }
    return place
  }

  /// `[DNP-FETCH] `
  func bracketTag(at index: Int) -> TagPlace? {
    guard let end = tagEnd(at: index + 1), peek(end) == UInt8(ascii: "]") else { return nil }
    var place = end + 1
    if peek(place) == UInt8(ascii: ":") { place += 1 }
    return TagPlace(name: (index + 1)..<end, end: place)
  }

  /// `DNP-FETCH: `, or a tag with another separator before its message.
  func colonTag(at index: Int) -> TagPlace? {
    guard let end = tagEnd(at: index) else { return nil }
    if peek(end) == UInt8(ascii: ":"), end + 1 == count || peek(end + 1) == UInt8(ascii: " ") {
      return TagPlace(name: index..<end, end: end + 1)
    }
    return columnEnd(ofTagAt: index, to: end).map { TagPlace(name: index..<end, end: $0) }
  }

  /// `DailyNotificationStorage: `: some of the plugin's classes log under their own names.
  func classTag(at index: Int) -> TagPlace? {
    var end = index
    while peek(end).isAlphanumeric { end += 1 }
    guard peek(end) == UInt8(ascii: ":"), end + 1 == count || peek(end + 1) == UInt8(ascii: " "),
      isClassName(in: index..<end)
    else { return nil }
    return TagPlace(name: index..<end, end: end + 1)
  }

  /// Whether a name is that of a class of the plugin, such as `DailyNotificationWorker`.
  func isClassName(in range: Range<Int>) -> Bool {
    range.count <= 64 && firstRange(of: "DailyNotification".utf8.span, in: range) != nil
      && range.allSatisfy { self[$0].isAlphanumeric }
  }

  /// The first tag in brackets anywhere in a range.
  func firstBracketTag(in range: Range<Int>) -> TagPlace? {
    var search = range.lowerBound
    while search < range.upperBound,
      let bracket = firstIndex(of: UInt8(ascii: "["), in: search..<range.upperBound)
    {
      if let tag = bracketTag(at: bracket) { return tag }
      search = bracket + 1
    }
    return nil
  }

  /// The bytes from an index to the end of its line; messages of records may have several lines.
  func firstLine(from index: Int) -> Range<Int> {
    let start = Swift.min(index, count)
    return start..<(firstIndex(of: 0x0A, in: start..<count) ?? count)
  }
}

extension UInt8 {
  fileprivate var isTagByte: Bool {
    isCapital || isDigit || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}

extension Catalogue {
  /// The number of a line without a tag.
  package static let noTag: UInt8 = 0
  /// The number of a DNP tag that the catalogue does not list.
  package static let unknownTag: UInt8 = 1
}
