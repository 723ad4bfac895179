internal import RuleLanguage

/// The findings of rules in each cycle.
struct CycleFindings {
  /// A rule and how it came out.
  struct Told {
    let rule: String
    let mark: String
    let isViolated: Bool
    var words: String { "\(mark) \(rule)" }
  }

  /// The rules by the place of the cycle; each once, the worst first.
  private var told: [Int: [Told]] = [:]

  init(of summary: RunSummary) {
    let named = NamedCycles(of: summary)
    for group in FindingGroup.all(in: summary) {
      for finding in group.findings {
        let one = Told(
          rule: finding.rule, mark: finding.sign,
          isViolated: finding.outcome == .violated && !finding.isKnown)
        for place in named.cycles(of: finding)
        where told[place]?.contains(where: { $0.rule == one.rule }) != true {
          told[place, default: []].append(one)
        }
      }
    }
  }

  /// Returns the findings in a cycle by its place in the summary.
  subscript(place: Int) -> [Told] { told[place] ?? [] }
}

/// A cycle that a report shows.
struct ShownCycle {
  let cycle: CycleSummary
  /// Its place among all cycles, from one.
  let number: Int
  let findings: [CycleFindings.Told]
  /// The rank in a report, the lowest first: 0 if something was violated, else by outcome.
  let badness: Int64

  init(_ cycle: CycleSummary, number: Int, findings: [CycleFindings.Told]) {
    self.cycle = cycle
    self.number = number
    self.findings = findings
    badness = findings.contains(where: \.isViolated) ? 0 : cycle.dropRank
  }
}
