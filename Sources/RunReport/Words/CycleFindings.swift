internal import RuleLanguage

/// The findings of rules in each cycle.
struct CycleFindings {
  /// A rule and how it came out.
  struct Told {
    let rule: String
    let mark: String
    let isViolated: Bool
    /// The file of its first line; nil where no line proves it.
    let file: String?
    var words: String { "\(mark) \(rule)" }
  }

  /// The rules by the names that findings give cycles; each once, the worst first.
  private var told: [String: [Told]] = [:]

  init(of summary: RunSummary) {
    for group in FindingGroup.all(in: summary) {
      let isViolated = group.outcome == .violated
      for finding in group.findings {
        let told = Told(
          rule: finding.rule, mark: finding.sign, isViolated: isViolated && !finding.isKnown,
          file: finding.evidence.first?.file)
        if let cycle = finding.scope.cycle { add(told, to: cycle) }
        // A finding that spans many cycles and is no violation says little of each of them.
        if isViolated || finding.scope.cycles.count == 1 {
          for cycle in finding.scope.cycles { add(told, to: cycle) }
        }
      }
    }
  }

  private mutating func add(_ one: Told, to cycle: String) {
    if told[cycle]?.contains(where: { $0.rule == one.rule && $0.file == one.file }) != true {
      told[cycle, default: []].append(one)
    }
  }

  /// Returns the findings in a cycle, which is named by its schedule or by its notification time.
  func findings(of cycle: CycleSummary) -> [Told] {
    // Logs of several devices may have cycles of one name.
    let files = cycle.lines.map(\.file)
    return cycle.names.flatMap { told[$0] ?? [] }
      .filter { told in told.file.map { files.isEmpty || files.contains($0) } ?? true }
  }
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
