internal import RuleLanguage

/// The findings of one outcome, in the order in which a report lists outcomes.
struct FindingGroup {
  let outcome: Outcome
  let name: String
  let mark: String
  let findings: [Finding]

  /// The name and how many there are, by severity where that differs.
  var title: String {
    let counts = Severity.allCases.map { severity in
      (severity.name, findings.count { $0.severity == severity })
    }.filter { $0.1 > 0 }
    guard outcome == .violated,
      counts.first?.1 != findings.count || counts.first?.0 != Severity.error.name
    else {
      return "\(name) (\(findings.count))"
    }
    let parts = counts.map { name, count in
      name == Severity.info.name ? "\(count) \(name)" : TextLayout.plural(count, name)
    }
    return "\(name) (\(parts.joined(separator: ", ")))"
  }

  /// Returns the groups that have findings.
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

extension Finding {
  /// The sign of the finding in a list.
  var sign: String {
    switch outcome {
    case .satisfied: "✓"
    case .violated: isKnown ? "·" : severity == .error ? "✗" : "!"
    case .excused: "~"
    case .inconclusive, .notApplicable: "?"
    }
  }
}
