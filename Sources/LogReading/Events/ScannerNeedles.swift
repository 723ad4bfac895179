internal import RuleLanguage

extension EventScanner {
  /// `DNP-` in a message that journald writes as numbers, by blanks or not.
  static let journalNeedles = ["68,78,80,45", "68, 78, 80, 45"].map { Array($0.utf8) }

  /// A record that tells of lost messages.
  static let lossNeedle = Array("\"lossEvent\"".utf8)
  static let typeKey = Array("\"eventType\"".utf8)

  /// The needles of one shape of input beside those of all.
  static func needles(of shape: LogShape) -> [[UInt8]] {
    switch shape {
    case .journal: journalNeedles
    case .unifiedRecords: [lossNeedle]
    default: []
    }
  }

  /// The texts of which every line with an event holds one, byte for byte.
  static func needles(of catalogue: Catalogue) -> [[UInt8]] {
    // A quote may follow the names in JSON, or a backslash in a string that holds JSON, or several
    // in a string that holds such a string.
    var needles = [
      "DNP-", "DN|", "DailyNotification", "\"event\"", "\"event\\", "dnp_", "\"telemetry\"",
    ].map { Array($0.utf8) }
    for entry in catalogue.events {
      // One of the keys will do, and the longest is the rarest.
      guard let key = entry.jsonKeys.max(by: { $0.utf8.count < $1.utf8.count }) else { continue }
      needles.append(Array("\"\(key)\"".utf8))
    }
    for shape in catalogue.shapes where shape.isUntagged {
      var longest: [UInt8] = []
      for part in shape.parts {
        guard case .literal(let literal) = part else { continue }
        // A record in JSON may write these bytes in another way.
        let runs = literal.utf8.split { $0 < 0x20 || $0 >= 0x7F || "\"\\/".utf8.contains($0) }
        for run in runs where run.count > longest.count { longest = Array(run) }
      }
      // Codes of the plugin itself hold a needle that all of them share.
      if longest.count >= 2, !longest.starts(with: "DN|".utf8) { needles.append(longest) }
    }
    return needles
  }
}
