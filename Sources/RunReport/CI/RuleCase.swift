internal import RuleLanguage

/// One judged rule as a case of a test report.
struct RuleCase {
  /// `pack/rule`
  let rule: String
  /// Its findings, the worst first; none where it was satisfied.
  var findings: [Finding] = []

  /// The name of the pack.
  var pack: String { String(rule.prefix { $0 != "/" }) }
  /// The name of the rule within its pack.
  var name: String { String(rule.drop { $0 != "/" }.dropFirst()) }

  /// Returns all rules that were judged, by name: the satisfied ones and those that have findings.
  static func all(in summary: RunSummary) -> [RuleCase] {
    var cases: [String: RuleCase] = [:]
    for rule in summary.satisfiedRules { cases[rule] = RuleCase(rule: rule) }
    for finding in summary.findings {
      cases[finding.rule, default: RuleCase(rule: finding.rule)].findings.append(finding)
    }
    return cases.values.sorted { $0.rule < $1.rule }
  }
}
