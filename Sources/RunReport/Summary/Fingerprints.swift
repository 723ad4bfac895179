internal import RuleLanguage
internal import TextWriting

extension Finding {
  /// A number for what is wrong, the same wherever and whenever it is found: made of the rule, the reason,
  /// the events that are missing, and the first event that took part.
  ///
  /// Lines, times, ids and values take no part, so that a log of another day has the same numbers; nor do
  /// the words for people, so that a better wording leaves them as they are.
  package var fingerprint: String {
    let event = evidence.first { $0.role == .met }?.event ?? ""
    // FNV-1a, of 64 bits: it guards nothing, and only has to be the same everywhere.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in [rule, reason, event] + missing.sorted() {
      for byte in text.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    var bytes: [UInt8] = []
    bytes.append(hex: hash, width: 16)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Findings told apart, for readers that take equal fingerprints for one finding.
enum Fingerprints {
  /// Returns each finding with its fingerprint and the number of those alike, from one.
  static func numbered(_ findings: [Finding]) -> [(finding: Finding, fingerprint: String)] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      let fingerprint = finding.fingerprint
      counts[fingerprint, default: 0] += 1
      return (finding, "\(fingerprint):\(counts[fingerprint] ?? 1)")
    }
  }
}
