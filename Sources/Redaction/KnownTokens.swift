internal import LogReading

/// Tokens that are known by their prefixes, wherever they stand.
///
/// The prefixes are those that the issuers document; docs/redact.md has the list with its sources.
enum KnownTokens {
  /// Finds the token whose prefix stands at a place, where a word may begin; the prefix stays.
  ///
  /// - Parameter none: The place before which there is none, since a long run of bytes has no digit.
  static func find(
    _ text: Span<UInt8>, _ index: Int, _ none: inout Int
  ) -> SecretMasking.Found? {
    guard index >= none, index + 1 < text.count, mayLead(text[index], text[index + 1]),
      SecretForms.mayBeginWord(text, at: index)
    else { return nil }
    for (lead, count) in leads where text.matches(lead.span, at: index) {
      let start = index + lead.count
      let stop = SecretForms.end(of: isPart, in: text, from: start)
      // A name in words has no digit.
      guard stop - start >= count else { continue }
      guard SecretForms.looksRandom(text, index..<stop, atLeast: 0) else {
        none = stop
        return nil
      }
      return SecretMasking.Found(value: start..<stop, kind: .recognised)
    }
    return nil
  }

  /// Whether two bytes begin one of the prefixes.
  private static func mayLead(_ first: UInt8, _ second: UInt8) -> Bool {
    let pair = UInt16(first) << 8 | UInt16(second)
    return switch pair {
    case 0x414B, 0x4153, 0x4149, 0x4150, 0x4147: true  // AK AS AI AP AG
    case 0x6768, 0x6769, 0x676C, 0x786F, 0x7861: true  // gh gi gl xo xa
    case 0x736B, 0x7368, 0x5347, 0x726B, 0x6E70: true  // sk sh SG rk np
    case 0x6866, 0x7961, 0x646F, 0x7079, 0x6C69, 0x4578: true  // hf ya do py li Ex
    default: false
    }
  }

  /// The prefixes of tokens, and the least number of bytes behind each.
  private static let leads: [(lead: [UInt8], count: Int)] = [
    ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("github_pat_", 20), ("ghp_", 20), ("gho_", 20),
    ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("glpat-", 16), ("xoxb-", 16), ("xoxp-", 16),
    ("xoxa-", 16), ("xoxr-", 16), ("xoxs-", 16), ("xapp-", 16), ("sk_live_", 16),
    ("sk_test_", 16), ("rk_live_", 16), ("rk_test_", 16), ("sk-ant-", 20), ("sk-proj-", 20),
    ("SG.", 40), ("npm_", 30), ("pypi-", 40), ("hf_", 30), ("ya29.", 20), ("dop_v1_", 40),
    ("shpat_", 24), ("shpss_", 24), ("lin_api_", 24), ("AGE-SECRET-KEY-1", 40), ("APA91b", 60),
    ("ExponentPushToken[", 16),
  ].map { (Array($0.0.utf8), $0.1) }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || SecretForms.isOne(of: "-_=.", byte)
  }

  /// Returns the ranges of web tokens that were cut, which have fewer parts than `SecretForms` asks for.
  static func cutTokens(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index].isLetter else {
        index += 1
        continue
      }
      // A word is looked at once, from where it begins.
      var end = text[index...].firstIndex { !SecretForms.isBase64URL($0) } ?? text.endIndex
      if text[index..<end].starts(with: "eyJ".utf8), end - index >= 16 {
        for _ in 0..<2 where end < text.endIndex && text[end] == UInt8(ascii: ".") {
          end = text[(end + 1)...].firstIndex { !SecretForms.isBase64URL($0) } ?? text.endIndex
        }
        found.append((index + 3)..<end)
      }
      index = end
    }
    return found
  }
}
