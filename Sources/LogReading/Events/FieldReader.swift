internal import RuleLanguage
internal import TextWriting

/// Readers of values of text by their type.
enum FieldReader {
  /// Reads the value in a range of a text; nil for an empty one.
  ///
  /// - Parameters:
  ///   - inHole: Whether the value stands in a hole of a shape, where minutes are written as such;
  ///     behind a key or in JSON such a field is in seconds.
  ///   - end: The kind of text behind the range; a string's own end was found before.
  static func read(
    _ text: Span<UInt8>, in untrimmed: Range<Int>, as key: GrammarKey, base: Int, inHole: Bool,
    end: ValueEnd = .certain
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
    fill(&field, from: text, in: range, as: key, inHole: inHole)
    if field.state == .malformed, end != .certain {
      cut(&field, from: text, in: range, unit: key.unit, inHole: inHole, end: end)
    }
    return field
  }

  /// The longest value, so that a remark of any length costs no more.
  private static let longestValue = 64

  /// Gives a field the longest value at the start of its text, if the rest is no part of one.
  private static func cut(
    _ field: inout Field, from text: Span<UInt8>, in range: Range<Int>, unit: DurationUnit,
    inHole: Bool, end: ValueEnd
  ) {
    var stop = min(range.upperBound, range.lowerBound + longestValue)
    while stop > range.lowerBound + 1 {
      stop -= 1
      let isEnd =
        end == .bracket
        ? text[stop] == UInt8(ascii: ")")
        : text.endsValue(at: stop, before: range.upperBound, isRemark: inHole)
      guard isEnd else { continue }
      let value = text.trimmed(range.lowerBound..<stop)
      var shorter = field
      fill(&shorter, from: text, in: value, unit: unit, inHole: inHole)
      if shorter.state == .malformed || shorter.state == .placeholder { continue }
      shorter.length = UInt32(clamping: value.count)
      field = shorter
      return
    }
  }

  /// The state of a text: a value, absent, or a mark for one that was left out or hidden.
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

  /// Gives a field that is no string its value, adapted to the form of the key.
  static func fill(
    _ field: inout Field, from text: Span<UInt8>, in range: Range<Int>, as key: GrammarKey,
    inHole: Bool
  ) {
    fill(&field, from: text, in: range, unit: key.unit, inHole: inHole)
    guard field.state == .malformed else { return }
    guard let last = range.last else {
      if key.form == .presence { field.set(0) }
      return
    }
    switch key.form {
    case .count where text[range.lowerBound].opensList && text[last].closesList:
      field.set(Int64(CollectionText.count(text, in: range)))
    case .presence: field.set(1)
    case .day:
      if range.count == 10, let days = text.isoDays(at: range.lowerBound) {
        field.set(Int64(days) * CivilDate.microsPerDay)
      }
    default: break
    }
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

  /// An ISO-8601 time, or a number since 1970 with ten digits before its point (seconds) or thirteen
  /// (milliseconds).
  private static func readInstant(
    _ field: inout Field, from text: Span<UInt8>, in range: Range<Int>
  ) {
    let text = text.extracting(0..<range.upperBound)
    if let number = text.unixTime(at: range.lowerBound), number.end == range.upperBound,
      number.digits == 10 || number.digits == 13
    {
      field.set(number.micros)
    } else if let reading = text.isoTime(at: range.lowerBound),
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
      case .seconds: scale = CivilDate.microsPerSecond
      case .minutes: scale = 60 * CivilDate.microsPerSecond
      }
    } else if text.isText("s", in: suffix) || text.isText("sec", in: suffix) {
      scale = CivilDate.microsPerSecond
    } else if text.isText("ms", in: suffix) {
      scale = 1000
    } else if text.isText("us", in: suffix) {
      scale = 1
    } else if text.isText("m", in: suffix) || text.isText("min", in: suffix) {
      scale = 60 * CivilDate.microsPerSecond
    } else if text.isText("h", in: suffix) {
      scale = 3600 * CivilDate.microsPerSecond
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
