internal import LogReading

/// The verdict that a judge of the whole rule set must give on a log.
package struct Expectation: Sendable, Equatable {
  package enum Verdict: String, Sendable { case pass, fail, inconclusive }

  /// The verdict; nil where the log is of a kind that need not show what decides it: a fault may go unfound, and
  /// a limitation of the system unexcused.
  package let verdict: Verdict?

  /// The exit status of `dnplog validate` without options that change it.
  package var exitStatus: Int64? { verdict.map { $0 == .pass ? 0 : 1 } }

  init(verdict: Verdict?) { self.verdict = verdict }

  /// Makes the expectation of one device's log.
  init(_ truth: DeviceTruth, of plan: SimulationPlan) {
    let deciding = truth.injected.filter { !$0.injected.isWarning }
    let outcomes = deciding.filter(\.isShown).map(\.injected.outcome)
    // A log of notifications of which none is over shows nothing yet.
    let isAnyOver = truth.cycles.contains { $0.outcome != .open } || !plan.scenario.prefetches
    if plan.damage?.doubtsContent == true {
      verdict = .inconclusive
    } else if outcomes.contains(.violated) {
      verdict = .fail
    } else if deciding.contains(where: { $0.injected.outcome == .violated }) {
      verdict = nil
    } else if plan.damage?.kind == .truncated {
      verdict = .inconclusive
    } else if truth.injected.contains(where: { !$0.isShown && $0.injected.outcome != .satisfied }) {
      verdict = nil
    } else if outcomes.contains(.inconclusive) || !isAnyOver {
      verdict = .inconclusive
    } else {
      verdict = .pass
    }
  }
}

extension Expectation {
  /// The rank that decides which of several stands: the highest.
  var badness: Int {
    switch verdict {
    case .pass: 0
    case .inconclusive: 1
    // It may be a fail.
    case nil: 2
    case .fail: 3
    }
  }
}
