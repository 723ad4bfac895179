internal import RuleLanguage

extension Engine {
  /// Takes back all outcomes of some rules, and of others that what they asked for came too late.
  package mutating func leaveOut(_ isLeftOut: (Int) -> Bool, late isLate: (Int) -> Bool) {
    for rule in book.rules.indices where isLeftOut(rule) { satisfied[rule] = 0 }
    tallies = tallies.filter { !isLeftOut($0.key.rule) }
    var kept: [FindingRecord] = []
    for finding in findings where !isLeftOut(finding.rule) {
      guard isLate(finding.rule), finding.nearMisses.first?.reason == .seenLate else {
        kept.append(finding)
        continue
      }
      let key = TallyKey(
        rule: finding.rule, step: finding.step, outcome: finding.outcome, fault: finding.fault,
        reason: finding.reason, hasLoneJSON: finding.hasLoneJSON)
      tallies[key]? -= 1
      satisfied[finding.rule] += 1
    }
    findings = kept
    let all = tallies.filter { $0.key.outcome != .notApplicable }.reduce(0) { $0 + $1.value }
    omittedFindings = max(0, all - Int64(findings.count { $0.outcome != .satisfied }))
  }
}

extension Rule {
  /// Whether it judges when something happens, and not only whether: where the system decides on
  /// the moment, or where its conditions read times.
  package var judgesTiming: Bool {
    switch bucket {
    case .a: return false
    case .b: break
    case .c: return true
    }
    var references: Set<Reference> = []
    var copy = self
    // How long a wait takes is left out where it passes, not the wait.
    copy.updateConditions { references.formUnion($0.references) }
    return references.contains { reference in
      switch reference {
      case .candidateTime, .candidateTimeIsUTC, .roleTime: true
      case .cycle(let key): key == .handlerTime || key == .deliveredTime
      default: false
      }
    }
  }
}
