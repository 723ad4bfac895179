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

/// How many of several runs have which verdict; fewer than there are runs where an older summary that was
/// read does not tell it of all.
package struct VerdictCounts: Sendable, Equatable {
  var pass = 0
  var fail = 0
  var inconclusive = 0
  package init() {}

  var all: Int { pass.addingSaturated(fail).addingSaturated(inconclusive) }

  subscript(verdict: RunSummary.Verdict) -> Int {
    switch verdict {
    case .pass: pass
    case .fail: fail
    case .inconclusive: inconclusive
    }
  }

  mutating func count(_ verdict: RunSummary.Verdict, times: Int = 1) {
    switch verdict {
    case .pass: pass = pass.addingSaturated(times)
    case .fail: fail = fail.addingSaturated(times)
    case .inconclusive: inconclusive = inconclusive.addingSaturated(times)
    }
  }

  mutating func merge(_ other: VerdictCounts) {
    for verdict in [RunSummary.Verdict.pass, .fail, .inconclusive] {
      count(verdict, times: other[verdict])
    }
  }
}

extension RunSummary {
  /// How many of several runs have a verdict that is no pass: "7 of 10 logs"; nil where that is not
  /// known.
  var shareOfRuns: String? {
    guard runs > 1, verdict != .pass, verdictCounts.all == runs else { return nil }
    return "\(verdictCounts[verdict]) of \(TextLayout.plural(runs, "log"))"
  }

  /// Notes the verdict of a single run, which is what the other runs' are merged with.
  package mutating func noteVerdict() {
    verdicts = [
      RunVerdict(name: inputs.first?.name ?? "", verdict: verdict, reason: reasons.first ?? "")
    ]
    verdictCounts = VerdictCounts()
    verdictCounts.count(verdict)
  }
}
