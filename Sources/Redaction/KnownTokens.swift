internal import LogReading

/// Tokens that are known by their prefixes, wherever they stand.
enum KnownTokens {
  /// Returns the ranges behind the prefixes of the tokens in a text.
  static func ranges(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index].isLetter else {
        index += 1
        continue
      }
      // A word is looked at once, from where it begins.
      let end = text[index...].firstIndex { !isPart($0) } ?? text.endIndex
      if let range = token(in: text, index..<end) {
        found.append(range)
        index = max(range.upperBound, end)
      } else {
        index = end
      }
    }
    return found
  }

  private static func token(in text: ArraySlice<UInt8>, _ word: Range<Int>) -> Range<Int>? {
    // A web token that was cut has fewer parts than `SecretForms` asks for.
    if text[word].starts(with: "eyJ".utf8), word.count >= 16 {
      var end = word.upperBound
      for _ in 0..<2 where end < text.endIndex && text[end] == UInt8(ascii: ".") {
        end = text[(end + 1)...].firstIndex { !isPart($0) } ?? text.endIndex
      }
      return (word.lowerBound + 3)..<end
    }
    for (lead, count) in leads where text[word].starts(with: lead) {
      let rest = (word.lowerBound + lead.count)..<word.upperBound
      return rest.count >= count ? rest : nil
    }
    return nil
  }

  /// The prefixes of tokens, and the least number of bytes behind each.
  private static let leads: [(lead: [UInt8], count: Int)] = [
    ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("github_pat_", 20), ("ghp_", 20), ("gho_", 20),
    ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("glpat-", 16), ("xoxb-", 16), ("xoxp-", 16),
    ("xoxa-", 16), ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16),
  ].map { (Array($0.0.utf8), $0.1) }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "-_=".utf8.contains(byte)
  }
}
