internal import RuleLanguage

// Reading of a value in its place, with the same result as the readers of text and of JSON.
extension LearnedSlot {
  /// `true` and `false` as little-endian words.
  static let yes: UInt64 = 0x6575_7274
  static let no: UInt64 = 0x65_736C_6166

  init(_ place: ValuePlace, delimiter: UInt8?, _ textCount: Int) {
    kind = place.kind
    isTime = place.isTime
    self.textCount = UInt32(clamping: textCount)
    isLast = place.isLast
    // A word at a line's end has neither a blank nor a semicolon; see `value(in:as:end:)`.
    isLastWord = place.kind == .lastHole && place.key?.isWord == true
    self.delimiter = isLastWord ? UInt8(ascii: " ") : delimiter ?? EventScanner.newline
    switch kind {
    // A bracket that ends here may have opened in a value before; see `separator(after:before:)`.
    case .listed:
      other = self.delimiter == UInt8(ascii: ",") ? UInt8(ascii: ")") : UInt8(ascii: ",")
    case .string: other = UInt8(ascii: "\\")
    case .lastHole where isLastWord: other = UInt8(ascii: ";")
    case .hole, .lastHole, .number, .truth: other = self.delimiter
    }
    if let key = place.key {
      hasField = true
      name = key.name
      type = key.type
      unit = key.unit
      isCollection = key.form != .plain && key.form != .word
    }
  }

  /// Takes the value in a range, of one byte at least, as a field or as the record's time; false for
  /// one that is left to the readers.
  @inline(__always)
  func take(
    _ chunk: Span<UInt8>, _ range: Range<Int>, lineStart: Int, clock: inout UsualClock,
    into event: inout Event, batch: inout EventBatch
  ) -> Bool {
    switch kind {
    case .listed, .hole, .lastHole:
      if isCollection, chunk[range.lowerBound].opensCollection { return false }
      // Blanks around a value do not belong to it.
      if chunk[range.lowerBound] == UInt8(ascii: " ")
        || chunk[range.upperBound - 1] == UInt8(ascii: " ")
      {
        return false
      }
      if Self.mayStand(chunk[range.lowerBound]) { return false }
      if isLast, type == .string {
        let last = chunk[range.upperBound - 1]
        guard last.isAlphanumeric,
          chunk.firstIndex(of: UInt8(ascii: ")"), in: range) == nil,
          chunk.firstIndex(of: UInt8(ascii: "("), in: range) == nil
        else { return false }
      }
    case .string:
      if isCollection, chunk[range.lowerBound].opensCollection { return false }
      if Self.mayStand(chunk[range.lowerBound]) { return false }
    case .number, .truth: break
    }
    // A quoted value in place of a time that is no date may be a number.
    if kind == .string, isTime || hasField && type == .instant,
      chunk.peek(range.lowerBound + 4) != UInt8(ascii: "-")
    {
      return false
    }
    if isTime {
      guard let reading = time(chunk, range, clock: &clock) else { return false }
      event.time = reading.micros
      event.timeGaps = reading.gaps
      event.timeQuality = .json
      event.recordTime = reading.stated
    }
    guard hasField else { return true }
    var field = Field(
      name: name, type: type, start: UInt32(truncatingIfNeeded: range.lowerBound - lineStart),
      length: UInt32(truncatingIfNeeded: range.count))
    switch type {
    case .string: break
    case .instant:
      if let micros = Self.instant(chunk, range, clock: &clock) {
        field.value = micros
      } else {
        fill(&field, chunk, range)
        // The event of such a line is marked by the readers.
        if field.state == .zoneless { return false }
      }
    case .bool:
      let word = chunk.load(at: range.lowerBound)
      if range.count == 4, word & 0xFFFF_FFFF == Self.yes {
        field.value = 1
      } else if range.count == 5, word & 0xFF_FFFF_FFFF == Self.no {
        field.value = 0
      } else {
        fill(&field, chunk, range)
      }
    case .int, .double, .duration: fill(&field, chunk, range)
    }
    // The readers count what they cannot read, and the text behind a last value may be a remark.
    if field.state == .malformed { return false }
    batch.fields.append(field)
    return true
  }

  /// Whether a value that begins so may stand for another, as `<private>` and `...` do, or in quotes.
  @inline(__always)
  private static func mayStand(_ first: UInt8) -> Bool {
    first == UInt8(ascii: "<") || first == UInt8(ascii: ".") || first == UInt8(ascii: "\"")
      || first == 0xE2
  }

  @inline(never)
  private func fill(_ field: inout Field, _ chunk: Span<UInt8>, _ range: Range<Int>) {
    let inHole = kind == .hole || kind == .lastHole
    FieldReader.fill(&field, from: chunk, in: range, unit: unit, inHole: inHole)
  }

  /// A time of the usual form in UTC that fills a range.
  @inline(__always)
  private static func instant(
    _ chunk: Span<UInt8>, _ range: Range<Int>, clock: inout UsualClock
  ) -> Int64? {
    guard range.count >= 20, let reading = clock.read(chunk, at: range.lowerBound),
      reading.end + 1 == range.upperBound, chunk[reading.end] | 0x20 == UInt8(ascii: "z")
    else { return nil }
    return reading.micros
  }

  @inline(__always)
  private func time(_ chunk: Span<UInt8>, _ range: Range<Int>, clock: inout UsualClock)
    -> (micros: Int64, gaps: TimeGaps, stated: RecordTime)?
  {
    if let micros = Self.instant(chunk, range, clock: &clock) { return (micros, [], .told) }
    return chunk.recordTime(in: range).map { ($0.micros, $0.gaps, RecordTime($0)) }
  }
}
