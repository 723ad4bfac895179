internal import DeviceState
internal import RunReport
internal import TextWriting

/// Which message of a feed is shown now, and why each other one is not.
///
/// Of the eligible messages the one of highest priority is shown, of equal ones the oldest; the rest wait
/// for a later look (S3:15-21).
struct FeedDecision {
  typealias Row = (verdict: FeedSummary.Verdict, reason: String)

  private let messages: [FeedMessage]
  private(set) var rows: [Row] = []
  /// The options that would settle what is unknown.
  private(set) var options: [String] = []
  /// The message that is shown for certain, as an index.
  private(set) var chosen: Int?

  init(_ messages: [FeedMessage], _ circumstances: FeedCircumstances) {
    self.messages = messages
    let judgements = messages.map {
      Eligibility(message: $0, circumstances: circumstances).judgement
    }
    rows = judgements.map { ($0.verdict ?? .waits, $0.reason) }
    for option in judgements.flatMap(\.options) where !options.contains(option) {
      options.append(option)
    }
    let eligible = judgements.indices.filter { judgements[$0].verdict == nil }
    guard let best = first(of: eligible) else { return }
    let ties = eligible.filter { $0 != best && !comesBefore(best, $0) }
    for index in eligible where index != best && comesBefore(best, index) {
      rows[index].reason = waitingReason(of: index, behind: best)
    }
    for index in [best] + ties where !ties.isEmpty {
      let other = index == best ? ties[0] : best
      rows[index] = (.unknown, tieReason(with: other))
    }
    if !ties.isEmpty { return }
    let open = judgements.indices.filter {
      judgements[$0].verdict == .unknown && !comesBefore(best, $0)
    }
    if let rival = open.first {
      let options = open.flatMap { judgements[$0].options }
      rows[best] = (.unknown, openReason(rival, options))
      return
    }
    chosen = best
    let faulty = judgements.indices.first {
      judgements[$0].verdict == .faulty && !comesBefore(best, $0)
    }
    rows[best] = (.shown, reason(of: best, among: eligible, beside: faulty))
  }

  /// One of those before which no other comes; one that tells when it was posted, where there is one.
  private func first(of eligible: [Int]) -> Int? {
    guard var best = eligible.first else { return nil }
    for index in eligible.dropFirst() {
      let tellsMore =
        messages[best].postedAt == nil && messages[index].postedAt != nil
        && !comesBefore(best, index)
      if tellsMore || comesBefore(index, best) { best = index }
    }
    return best
  }

  /// Whether a message comes before another for certain; a message without priority has 0.
  private func comesBefore(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (messages[left], messages[right])
    let (high, low) = (left.priority ?? 0, right.priority ?? 0)
    if high != low { return high > low }
    guard let first = left.postedAt, let second = right.postedAt else { return false }
    if first.precision == .day || second.precision == .day { return first.day < second.day }
    return second.isAfter(first) == true
  }

  // MARK: Reasons

  private func reason(of best: Int, among eligible: [Int], beside faulty: Int?) -> String {
    var text = "It is the only eligible message."
    if eligible.count > 1 {
      let priority = messages[best].priority ?? 0
      let equal = eligible.filter { (messages[$0].priority ?? 0) == priority }
      text =
        equal.count == 1
        ? "Its priority, \(priority), is the highest of \(eligible.count) eligible messages."
        : "Of \(equal.count) eligible messages with priority \(priority) it was posted first, at"
          + " \(messages[best].postedAt?.text ?? "an unknown time")."
    }
    if let faulty { text += " The faulty \(messages[faulty].name) is left out of that." }
    return text
  }

  private func waitingReason(of index: Int, behind best: Int) -> String {
    let (own, other) = (messages[index].priority ?? 0, messages[best].priority ?? 0)
    let why =
      own != other
      ? "its priority is \(other), and this one's \(own)"
      : "it was posted at \(messages[best].postedAt?.text ?? "?"), and this one at"
        + " \(messages[index].postedAt?.text ?? "?")"
    return "It is eligible, and \(messages[best].name) comes first: \(why)."
  }

  private func tieReason(with other: Int) -> String {
    "It is eligible, and so is \(messages[other].name), of the same priority; their posted_at does not"
      + " tell which comes first."
  }

  private func openReason(_ rival: Int, _ options: [String]) -> String {
    var named: [String] = []
    for option in options where !named.contains(option) { named.append(option) }
    let advice = named.isEmpty ? "" : ": give " + Spelling.list(named, "and")
    return "It is eligible, and \(messages[rival].name) would come first, if that is eligible too"
      + advice + "."
  }
}
