/// What a judge of the whole rule set must say of a log.
package struct Expectation: Sendable, Equatable {
  package enum Verdict: String, Sendable { case pass, fail, inconclusive }

  package let verdict: Verdict

  /// Of `dnplog validate` without options that change it.
  package var exitStatus: Int { verdict == .pass ? 0 : 1 }

  init(verdict: Verdict) { self.verdict = verdict }

  /// Of one device's log.
  init(_ truth: DeviceTruth, of scenario: Scenario) {
    let deciding = truth.injected.filter { $0.isShown && !$0.injected.isWarning }
    let outcomes = deciding.map(\.injected.outcome)
    // A log of notifications of which none is over shows nothing yet.
    let isAnyOver = truth.cycles.contains { $0.outcome != .open } || !scenario.prefetches
    if outcomes.contains(.violated) {
      verdict = .fail
    } else if outcomes.contains(.inconclusive) || !isAnyOver {
      verdict = .inconclusive
    } else {
      verdict = .pass
    }
  }
}

extension Expectation.Verdict {
  /// Which of several stands.
  var badness: Int {
    switch self {
    case .pass: 0
    case .inconclusive: 1
    case .fail: 2
    }
  }
}
