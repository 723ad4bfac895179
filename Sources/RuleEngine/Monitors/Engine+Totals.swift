internal import RuleLanguage

// What is asked about rules and of what they came to.
extension Engine {
  /// Whether a rule takes part in the run.
  package func isTakingPart(_ rule: Int) -> Bool { plan.isActive[rule] }

  /// How many log.findings are not kept in detail.
  package var omittedFindings: Int64 {
    let told = log.tallies.reduce(Int64(0)) { sum, tally in
      let isTold = tally.key.outcome != .notApplicable && tells(of: Int(tally.key.rule))
      return isTold ? sum + tally.value : sum
    }
    let kept = log.findings.count { $0.outcome != .satisfied }
    return log.omittedSatisfactions + told - Int64(kept)
  }

  /// How often rules were violated so far, without those of which only the whole log tells whether they
  /// judge it.
  package var violationsSoFar: Int64 {
    log.tallies.reduce(0) { sum, tally in
      tally.key.outcome == .violated && !isWaiting(Int(tally.key.rule)) ? sum + tally.value : sum
    }
  }

  /// Whether log.findings of a rule are kept: where one is plan.explained, those of no other are.
  func tells(of rule: Int) -> Bool { plan.explained.map { $0 == rule } ?? true }

  /// How often a rule was satisfied; complete once the run is finished.
  package func timesSatisfied(_ rule: Int) -> Int64 { log.satisfied[rule] }

  /// How many violations of at least a warning will stand, once all waits are ended.
  package func standingViolations(leavingOut isLeftOut: (Int) -> Bool) -> Int64 {
    log.tallies.reduce(0) { sum, tally in
      let rule = Int(tally.key.rule)
      guard tally.key.outcome == .violated, book.rules[rule].severity != .info, !isLeftOut(rule),
        sourceOutcome(tally.key) == nil
      else { return sum }
      return sum &+ tally.value
    }
  }

  /// Whether anything brought a rule to an outcome.
  package func hasOutcome(_ rule: Int) -> Bool {
    timesSatisfied(rule) > 0
      || log.tallies.contains {
        Int($0.key.rule) == rule && $0.key.outcome != .notApplicable && $0.value > 0
      }
  }

  /// Whether only the whole log tells whether a rule judges it.
  func isWaiting(_ rule: Int) -> Bool { waits.indices.contains(rule) && waits[rule] }
}
