internal import RuleLanguage

/// What one rule came to, as a case of a test report.
struct RuleCase {
  /// `pack/rule`
  let rule: String
  /// What it came to beside satisfaction, the worst first.
  var findings: [Finding] = []

  /// The name of the pack.
  var pack: String { String(rule.prefix { $0 != "/" }) }
  /// The name of the rule within its pack.
  var name: String { String(rule.drop { $0 != "/" }.dropFirst()) }

  /// All rules that were judged, by name: the satisfied ones and those that have findings.
  static func all(in summary: RunSummary) -> [RuleCase] {
    var cases: [String: RuleCase] = [:]
    for rule in summary.satisfiedRules { cases[rule] = RuleCase(rule: rule) }
    for finding in summary.findings {
      cases[finding.rule, default: RuleCase(rule: finding.rule)].findings.append(finding)
    }
    return cases.values.sorted { $0.rule < $1.rule }
  }
}
