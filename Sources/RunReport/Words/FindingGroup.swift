internal import RuleLanguage

/// The findings of one outcome, in the order in which a report lists outcomes.
struct FindingGroup {
  let outcome: Outcome
  let name: String
  let mark: String
  let findings: [Finding]

  /// The groups that have findings.
  static func all(in summary: RunSummary) -> [FindingGroup] {
    let names: [(Outcome, String, String)] = [
      (.violated, "Violated", "✗"), (.inconclusive, "Inconclusive", "?"),
      (.excused, "Excused", "~"),
    ]
    return names.compactMap { outcome, name, mark in
      let findings = summary.findings.filter { $0.outcome == outcome }
      if findings.isEmpty { return nil }
      return FindingGroup(outcome: outcome, name: name, mark: mark, findings: findings)
    }
  }
}
