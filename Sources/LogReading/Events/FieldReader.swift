internal import RuleLanguage

/// Reads values of text by their type.
enum FieldReader {
  /// The value in a range of a text, or nothing where there is none.
  ///
  /// - Parameter inHole: The value stands in a hole of a shape, where minutes are written as such;
  ///   behind a key or in JSON such a field is in seconds.
  static func read(
    _ text: Span<UInt8>, in untrimmed: Range<Int>, as key: GrammarKey, base: Int, inHole: Bool
  ) -> Field? {
    let range = text.trimmed(untrimmed)
    var field = Field(
      name: key.name, type: key.type, start: UInt32(clamping: base + range.lowerBound),
      length: UInt32(clamping: range.count))
    switch placeholder(text, in: range) {
    case .absent: return nil
    case .placeholder:
      field.state = .placeholder
      return field
    case .redacted:
      field.state = .redacted
      return field
    case .none: break
    }
    if key.type == .string { return field }
    fill(&field, from: text, in: range, unit: key.unit, inHole: inHole)
    return field
  }

  /// Whether a text is a value, is empty, or stands for one that was left out or hidden.
  enum Placeholder { case none, absent, placeholder, redacted }

  static func placeholder(_ text: Span<UInt8>, in range: Range<Int>) -> Placeholder {
    guard let last = range.last else { return .absent }
    let first = text[range.lowerBound]
    if first == UInt8(ascii: "<"), text[last] == UInt8(ascii: ">") {
      if text.isText("<private>", in: range) || text.isText("<redacted>", in: range) {
        return .redacted
      }
      let mask = range.lowerBound..<Swift.min(range.upperBound, range.lowerBound + 6)
      return text.isText("<mask.", in: mask) ? .redacted : .placeholder
    }
    if text.isText("...", in: range) || text.isText("…", in: range) { return .placeholder }
    return .none
  }

  /// Gives a field that is no string its value, or marks it as malformed.
  static func fill(
    _ field: inout Field, from text: Span<UInt8>, in range: Range<Int>, unit: DurationUnit,
    inHole: Bool
  ) {
    field.state = .malformed
    switch field.type {
    case .string: field.state = .value
    case .int:
      if let value = text.wholeNumber(in: range) { field.set(value) }
    case .double:
      if let value = text.decimal(in: range) {
        field.set(Int64(bitPattern: value.bitPattern))
      }
    case .bool:
      if text.isWord("true", in: range) || text.isWord("yes", in: range) {
        field.set(1)
      } else if text.isWord("false", in: range) || text.isWord("no", in: range) {
        field.set(0)
      } else if text.isText("true|false", in: range) {
        field.state = .placeholder
      }
    case .instant: readInstant(&field, from: text, in: range)
    case .duration:
      let bare: DurationUnit = unit == .minutes && !inHole ? .seconds : unit
      if let value = duration(text, in: range, unit: bare) { field.set(value) }
    }
  }

  /// An ISO-8601 time, or an epoch of ten digits (seconds) or thirteen (milliseconds).
  private static func readInstant(
    _ field: inout Field, from text: Span<UInt8>, in range: Range<Int>
  ) {
    if range.count == 10 || range.count == 13, let epoch = text.integer(in: range), epoch >= 0 {
      field.set(epoch * (range.count == 10 ? CivilTime.microsPerSecond : 1000))
    } else if let reading = text.extracting(0..<range.upperBound).isoTime(at: range.lowerBound),
      reading.end == range.upperBound
    {
      field.set(reading.micros)
      if reading.gaps.contains(.zone) {
        field.state = .zoneless
      } else if reading.hasOffset {
        field.state = .offset
      }
    }
  }

  /// `300`, `300s`, `250ms`, `1.5 h`; a bare number has the unit of the field.
  static func duration(_ text: Span<UInt8>, in range: Range<Int>, unit: DurationUnit) -> Int64? {
    var end = range.upperBound
    while end > range.lowerBound, text[end - 1].isLetter { end -= 1 }
    let suffix = end..<range.upperBound
    let number = text.trimmed(range.lowerBound..<end)
    let scale: Int64
    if suffix.isEmpty {
      switch unit {
      case .milliseconds: scale = 1000
      case .seconds: scale = CivilTime.microsPerSecond
      case .minutes: scale = 60 * CivilTime.microsPerSecond
      }
    } else if text.isText("s", in: suffix) || text.isText("sec", in: suffix) {
      scale = CivilTime.microsPerSecond
    } else if text.isText("ms", in: suffix) {
      scale = 1000
    } else if text.isText("us", in: suffix) {
      scale = 1
    } else if text.isText("m", in: suffix) || text.isText("min", in: suffix) {
      scale = 60 * CivilTime.microsPerSecond
    } else if text.isText("h", in: suffix) {
      scale = 3600 * CivilTime.microsPerSecond
    } else {
      return nil
    }
    if let whole = text.integer(in: number) {
      let (value, overflow) = whole.multipliedReportingOverflow(by: scale)
      return overflow ? nil : value
    }
    guard let value = text.decimal(in: number) else { return nil }
    return Int64(exactly: (value * Double(scale)).rounded())
  }
}

extension Field {
  mutating func set(_ number: Int64) {
    value = number
    state = .value
  }
}

extension GrammarKey {
  /// Its values are ids, of which a blank is no part.
  var isId: Bool { type == .string && privacy == .id }
}

extension Span where Element == UInt8 {
  /// The id that a range at the end of a message begins with.
  ///
  /// What a program puts around a whole line stands behind it: quotes, a bracket, a tag of HTML,
  /// the next column of a table, a place in the source. A value without a blank that ends in a
  /// letter or a digit is an id as it stands.
  func id(in range: Range<Int>) -> Range<Int> {
    let value = trimmed(range)
    guard let last = value.last else { return value }
    let isPlain =
      (self[last].isLetter || self[last] &- 0x30 < 10)
      && firstIndex(of: UInt8(ascii: " "), in: value) == nil
      && firstIndex(of: UInt8(ascii: ";"), in: value) == nil
    if isPlain || FieldReader.placeholder(self, in: value) != .none { return value }
    var end = value.lowerBound
    while end < value.upperBound, !endsId(at: end) { end += 1 }
    return end > value.lowerBound ? value.lowerBound..<end : value
  }

  private func endsId(at index: Int) -> Bool {
    switch self[index] {
    case 0...0x20, UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: ";"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "\\"), 0x7F:
      true
    // Blanks without width, and those that do not break: U+00A0, U+200B to U+200F, U+FEFF.
    case 0xC2: peek(index + 1) == 0xA0
    case 0xE2: peek(index + 1) == 0x80 && 0x8B...0x8F ~= peek(index + 2)
    case 0xEF: peek(index + 1) == 0xBB && peek(index + 2) == 0xBF
    default: false
    }
  }
}
