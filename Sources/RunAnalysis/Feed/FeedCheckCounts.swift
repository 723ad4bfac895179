internal import RunReport

/// How often the log shows that the app looked at its feed, and what came of it.
struct FeedCheckCounts: Sendable, Codable {
  private var checks: Int64 = 0
  /// How many messages the last check found; nil where its line names no number.
  private var messages: Int64?
  var shown: Int64 = 0

  mutating func noteCheck(messages count: Int64?) {
    checks = checks.addingSaturated(1)
    messages = count
  }

  /// "1 feed check: 5 messages, none shown"; nil for a log without a check.
  var words: String? {
    guard checks > 0 else { return nil }
    let head = TextLayout.plural(checks, "feed check")
    guard checks == 1, let messages else {
      let number = shown == 0 ? "no messages" : TextLayout.plural(shown, "message")
      return "\(head): \(number) shown"
    }
    let number = shown == 0 ? "none" : "\(shown)"
    return "\(head): \(TextLayout.plural(messages, "message")), \(number) shown"
  }
}
