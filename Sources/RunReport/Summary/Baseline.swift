internal import RuleLanguage

/// The violations of a former run that are still to be met: one that occurs again is known, and no run
/// fails for it.
///
/// They are counted: of five alike where three were known, two are new.
package struct Baseline: Sendable, Equatable {
  /// How many of a fingerprint are left, and how many of them in one cycle.
  private var left: [String: Int] = [:]
  private var leftInCycles: [InCycle: Int] = [:]
  /// How many violations there were, and how many occurred again.
  package private(set) var count = 0
  package private(set) var met = 0

  private struct InCycle: Hashable, Sendable {
    var fingerprint: String
    var cycle: String?
  }

  package init() {}

  /// Adds a violation of the former run.
  package mutating func add(_ fingerprint: String, cycle: String?) {
    left[fingerprint, default: 0] += 1
    leftInCycles[InCycle(fingerprint: fingerprint, cycle: cycle), default: 0] += 1
    count += 1
  }

  /// Takes out a violation and returns whether it was there; of its own cycle if `inCycle`.
  fileprivate mutating func take(_ finding: Finding, inCycle: Bool) -> Bool {
    let fingerprint = finding.fingerprint
    guard let rest = left[fingerprint], rest > 0 else { return false }
    if inCycle {
      let key = InCycle(fingerprint: fingerprint, cycle: finding.scope.cycle)
      guard let rest = leftInCycles[key], rest > 0 else { return false }
      leftInCycles[key] = rest - 1
    }
    left[fingerprint] = rest - 1
    met += 1
    return true
  }
}

extension RunSummary {
  /// Marks the violations that a baseline holds.
  ///
  /// Those of the same cycle come first, so that of a log that grew those behind are new. Findings that
  /// are left out of the summary cannot be told apart, and are new.
  package mutating func mark(_ baseline: inout Baseline) {
    if baseline.count == 0 { return }
    for inCycle in [true, false] {
      for place in findings.indices {
        guard findings[place].outcome == .violated, !findings[place].isKnown,
          baseline.take(findings[place], inCycle: inCycle)
        else { continue }
        findings[place].isKnown = true
        countKnown(findings[place])
      }
    }
  }

  private mutating func countKnown(_ finding: Finding) {
    let pack = finding.rule.prefix { $0 != "/" }
    let place = findingCounts.firstIndex {
      $0.pack == pack && $0.outcome == finding.outcome && $0.fault == finding.fault
        && $0.severity == finding.severity
    }
    if let place { findingCounts[place].known += 1 }
  }
}
