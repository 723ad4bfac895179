internal import RuleLanguage

extension Grammar {
  /// Reads Prometheus samples, `dnp_x_total{reason="AUTH"} 1`, any number of them.
  ///
  /// - Returns: Whether a counter of the plugin is among them; its value may be missing only where
  ///   a label or the end follows, since a mere mention is no sample.
  func readSamples(
    _ text: Span<UInt8>, in range: Range<Int>, base: Int, into draft: inout EventDraft,
    batch: inout EventBatch
  ) -> Bool {
    var place = range.lowerBound
    var isSample = false
    // The snapshot may follow the bare prefix that all tags share.
    if text.hasTagPrefix(at: place) { place = text.skipBlanks(at: place + 4) }
    while place < range.upperBound {
      let name = place
      while place < range.upperBound, text[place].isLetter || text[place] == UInt8(ascii: "_") {
        place += 1
      }
      guard place > name, let metric = metric(text, in: name..<place) else { return isSample }
      var reason = place..<place
      var isLabelled = false
      if place < range.upperBound, text[place] == UInt8(ascii: "{") {
        guard
          let close = text.firstIndex(of: UInt8(ascii: "}"), in: place..<range.upperBound)
        else { return isSample }
        reason = reasonLabel(text, in: (place + 1)..<close)
        isLabelled = close > place + 1
        place = close + 1
      }
      place = text.skipSampleMarks(at: place, before: range.upperBound)
      let start = place
      if text.peek(place) == UInt8(ascii: "-"), text.peek(place + 1).isDigit { place += 1 }
      while place < range.upperBound, text[place].isDigit || text[place] == UInt8(ascii: ".") {
        place += 1
      }
      isSample = isSample || isLabelled || place > start || place == range.upperBound
      if place > start, let field = counter(text, metric: metric, reason: reason) {
        putCount(text, in: start..<place, as: field, base: base, into: draft, batch: &batch)
      }
      place = text.skipSampleMarks(at: place, before: range.upperBound)
    }
    return isSample
  }

  private func putCount(
    _ text: Span<UInt8>, in range: Range<Int>, as name: FieldName, base: Int,
    into draft: EventDraft, batch: inout EventBatch
  ) {
    var field = Field(
      name: name, state: .malformed, type: .int, start: UInt32(clamping: base + range.lowerBound),
      length: UInt32(clamping: range.count))
    if let value = text.wholeNumber(in: range), value >= 0 { field.set(value) }
    draft.put(field, in: &batch)
  }

  /// The index of the first counter with that metric name.
  func metric(_ text: Span<UInt8>, in range: Range<Int>) -> Int? {
    for index in roles.counters.indices
    where text.isText(roles.counters[index].metric, in: range) {
      return index
    }
    return nil
  }

  /// The field of a metric and the value of its label.
  func counter(_ text: Span<UInt8>, metric: Int, reason: Range<Int>) -> FieldName? {
    for index in metric..<roles.counters.count
    where roles.counters[index].number == roles.counters[metric].number
      && text.isText(roles.counters[index].reason, in: reason)
    {
      return roles.counters[index].field
    }
    // The reason is one that none of its counters has.
    return isByReason(metric: metric) && !reason.isEmpty ? roles.otherReason : nil
  }

  /// Whether a metric has a counter for each reason.
  func isByReason(metric: Int) -> Bool { !roles.counters[metric].reason.isEmpty }

  /// The value of the label `reason` among others, in any order; empty where there is none.
  func reasonLabel(_ text: Span<UInt8>, in range: Range<Int>) -> Range<Int> {
    var place = range.lowerBound
    while let equals = text.firstIndex(of: UInt8(ascii: "="), in: place..<range.upperBound),
      let open = text.firstIndex(of: UInt8(ascii: "\""), in: equals..<range.upperBound),
      let close = text.firstIndex(of: UInt8(ascii: "\""), in: (open + 1)..<range.upperBound)
    {
      if text.isText("reason", in: text.trimmed(place..<equals)) { return (open + 1)..<close }
      place = close + 1
      while place < range.upperBound,
        text[place] == UInt8(ascii: ",") || text[place] == UInt8(ascii: " ")
      {
        place += 1
      }
    }
    return range.lowerBound..<range.lowerBound
  }
}

extension StaticString {
  fileprivate var isEmpty: Bool { utf8CodeUnitCount == 0 }
}

extension Span where Element == UInt8 {
  /// The index after blanks, commas, colons and equals signs between samples.
  fileprivate func skipSampleMarks(at index: Int, before end: Int) -> Int {
    var place = index
    while place < end {
      switch self[place] {
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "="),
        UInt8(ascii: ";"):
        place += 1
      default: return place
      }
    }
    return place
  }
}
