/// The verdict of one run and its cause, for a report of several.
package struct RunVerdict: Sendable, Equatable {
  /// The first input; empty for a run without a log.
  package var name: String
  package var verdict: RunSummary.Verdict
  /// The first reason for the verdict.
  package var reason: String

  package init(name: String, verdict: RunSummary.Verdict, reason: String) {
    self.name = name
    self.verdict = verdict
    self.reason = reason
  }
}

extension RunVerdict: CanonicallyOrdered {
  /// The key: the worst first, then by name.
  var shortKey: SortKey { SortKey(rank: Int64(-verdict.badness), name) }
  var sortKey: SortKey { SortKey(rank: Int64(-verdict.badness), name, reason) }
}

extension RunSummary {
  /// How many of several runs have a verdict that is no pass: "7 of 10 logs"; nil where not all are
  /// kept.
  var shareOfRuns: String? {
    guard runs > 1, verdict != .pass, verdicts.count == runs else { return nil }
    let count = verdicts.count { $0.verdict == verdict }
    return "\(count) of \(TextLayout.plural(runs, "log"))"
  }

  /// Notes the verdict of a single run, which is what the other runs' are merged with.
  package mutating func noteVerdict() {
    verdicts = [
      RunVerdict(name: inputs.first?.name ?? "", verdict: verdict, reason: reasons.first ?? "")
    ]
  }
}
