internal import RuleLanguage

// Lists and objects as the text that rules read: `region,version`, and `afterId=01A&beforeId=01B`.
// A line of text writes them in brackets as a record does, so both come to the same.
extension EventDraft {
  /// Replaces a list or an object in a field by its text, among the scratch bytes.
  ///
  /// A value without brackets stays as it is.
  func collect(
    _ field: inout Field, from text: Span<UInt8>, in range: Range<Int>, as form: FieldForm,
    batch: inout EventBatch
  ) {
    guard form.isList || form == .query, field.state == .value, let last = range.last,
      text[range.lowerBound].opensCollection, text[last] == text[range.lowerBound].closer
    else { return }
    let start = scratchOffset(in: batch)
    CollectionText.append(text, in: range, as: form, to: &batch.scratch)
    field.start = UInt32(clamping: start)
    field.length = UInt32(clamping: scratchOffset(in: batch) - start)
  }
}

/// Writes the elements of a list, or the members of an object, one behind the other.
enum CollectionText {
  /// Appends the content of the brackets with which a range begins and ends.
  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, as form: FieldForm, to bytes: inout [UInt8]
  ) {
    let divider = form.isList ? UInt8(ascii: ",") : UInt8(ascii: "&")
    let first = bytes.count
    var place = range.lowerBound + 1
    let end = range.upperBound - 1
    while place < end {
      let stop = text.elementEnd(from: place, before: end)
      let element = text.trimmed(place..<stop)
      place = stop + 1
      let sign = form == .query ? text.pairSign(in: element) : nil
      let value = text.trimmed((sign.map { $0 + 1 } ?? element.lowerBound)..<element.upperBound)
      if value.isEmpty || text.isText("null", in: value) { continue }
      if bytes.count > first { bytes.append(divider) }
      if let sign {
        appendPlain(text, in: element.lowerBound..<sign, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        appendPlain(text, in: (sign + 1)..<element.upperBound, to: &bytes)
      } else {
        appendPlain(text, in: element, to: &bytes)
      }
    }
  }

  /// Counts the elements in the brackets with which a range begins and ends.
  static func count(_ text: Span<UInt8>, in range: Range<Int>) -> Int {
    var count = 0
    var place = range.lowerBound + 1
    let end = range.upperBound - 1
    while place < end {
      let stop = text.elementEnd(from: place, before: end)
      if !text.trimmed(place..<stop).isEmpty { count += 1 }
      place = stop + 1
    }
    return count
  }

  /// Appends a text without its quotes and escapes.
  private static func appendPlain(
    _ text: Span<UInt8>, in untrimmed: Range<Int>, to bytes: inout [UInt8]
  ) {
    let range = text.trimmed(untrimmed)
    guard range.count >= 2, let last = range.last, text[range.lowerBound].isQuote,
      text[last] == text[range.lowerBound]
    else {
      bytes.append(text.extracting(range))
      return
    }
    JSONText.decode(text, in: (range.lowerBound + 1)..<last, into: &bytes)
  }
}

extension Span where Element == UInt8 {
  /// The end of a list's element: the next comma outside quotes and brackets.
  fileprivate func elementEnd(from start: Int, before end: Int) -> Int {
    skipPlain(from: start, before: end) { $0 == UInt8(ascii: ",") }
  }

  /// The colon or equals sign between a name and its value.
  fileprivate func pairSign(in range: Range<Int>) -> Int? {
    let place = skipPlain(from: range.lowerBound, before: range.upperBound) {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=")
    }
    return place < range.upperBound ? place : nil
  }

  /// The index of the first byte outside quotes and brackets that meets a condition, or the end.
  private func skipPlain(
    from start: Int, before end: Int, isEnd: (UInt8) -> Bool
  ) -> Int {
    var place = start
    var depth = 0
    var quote: UInt8?
    while place < end {
      let byte = self[place]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte.opensCollection {
        depth += 1
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
      } else if depth == 0, isEnd(byte) {
        return place
      }
      place += 1
    }
    return end
  }

  /// The index behind the closing bracket of a value that begins with one, where the value ends
  /// there.
  func closingBracket(of index: Int, before end: Int) -> Int? {
    let open = skipBlanks(at: index)
    guard open < end, self[open].opensCollection else { return nil }
    var depth = 0
    for place in open..<end {
      if self[place].opensCollection { depth += 1 }
      if self[place] == UInt8(ascii: "]") || self[place] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it opens a list or an object.
  var opensCollection: Bool { self == UInt8(ascii: "[") || self == UInt8(ascii: "{") }

  var opensList: Bool { self == UInt8(ascii: "[") }
  var closesList: Bool { self == UInt8(ascii: "]") }

  fileprivate var closer: UInt8 {
    self == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}")
  }

  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
