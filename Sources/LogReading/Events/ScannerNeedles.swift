internal import RuleLanguage

extension EventScanner {
  /// `DNP-` in a message that journald writes as numbers, with or without blanks.
  static let journalNeedles = ["68,78,80,45", "68, 78, 80, 45"].map { Array($0.utf8) }

  /// The key of a record that counts lost messages.
  static let lossNeedle = Array("\"lossEvent\"".utf8)
  static let typeKey = Array("\"eventType\"".utf8)

  /// The needles of one shape of input, beside those for all.
  static func needles(of shape: LogShape) -> [[UInt8]] {
    switch shape {
    case .journal: journalNeedles
    case .unifiedRecords: [lossNeedle]
    default: []
    }
  }

  /// The texts of a line with a secret by any program: a web token, a bearer value, an API key.
  static let secretMarks = [
    "eyJ", "Bearer ", "bearer ", "api-key", "api_key", "Api-Key", "API-Key", "API-KEY", "apiKey",
  ].map {
    Array($0.utf8)
  }

  /// The texts of which every line with an event holds one, byte for byte.
  static func needles(of catalogue: Catalogue) -> [[UInt8]] {
    // A quote may follow the names in JSON, or a backslash in a string that holds JSON, or several
    // in a string that holds such a string.
    var needles =
      [
        "DNP-", "DN|", "DailyNotification", "\"event\"", "\"event\\", "dnp_", "\"telemetry\"",
        "\"telemetry\\",
      ].map { Array($0.utf8) } + LossNotes.needles + [
        BugreportClock.zoneNeedle, DumpSections.needle,
      ] + secretMarks
    for entry in catalogue.events {
      // One of the keys is enough, and the longest is the rarest.
      let names = entry.jsonKeys.map { EventEntry.parts(ofKey: $0).name }
      guard let key = names.max(by: { $0.utf8.count < $1.utf8.count }) else { continue }
      needles.append(Array("\"\(key)\"".utf8))
      // The record may stand in a string of another, where one key with a text proves nothing.
      if names.count > 1 || entry.fields.contains(where: { $0.form == .document }) {
        needles.append(Array("\"\(key)\\".utf8))
      }
    }
    for shape in catalogue.shapes where shape.isUntagged {
      var longest = Array(shape.column.utf8)
      if !longest.isEmpty {
        if !needles.contains(longest) { needles.append(longest) }
        continue
      }
      for part in shape.parts {
        guard case .literal(let literal) = part else { continue }
        let run = longestPlainRun(of: literal.utf8.span)
        if run.count > longest.count { longest = Array(Array(literal.utf8)[run]) }
      }
      // Codes of the plugin share the needle `DN|`.
      if longest.count >= 2, !longest.starts(with: "DN|".utf8), !needles.contains(longest) {
        needles.append(longest)
      }
    }
    // A text that holds another needle is found by that one.
    return needles.filter { needle in
      !needles.contains { $0.count < needle.count && needle.holds($0) }
    }
  }

  /// The longest part of a text that a JSON record can write in one way only; the first of several.
  private static func longestPlainRun(of text: Span<UInt8>) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0...text.count {
      if index < text.count, isPlain(text[index]) { continue }
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    return longest
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): false
    default: byte >= 0x20 && byte < 0x7F
    }
  }
}

extension [UInt8] {
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    span.firstRange(of: other.span, in: indices) != nil
  }
}
