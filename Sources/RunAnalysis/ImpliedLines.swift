internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// What a cycle that is over does not say, though what it says later implies it: one warning.
struct ImpliedLines: Codable {
  /// Their places in the profile, and for each the line that implies it, read while it is still held.
  var steps: [Int]
  var proofs: [Finding.Evidence]
  let segment: Int32
  let cycle: CycleLabel

  /// The same without some of the steps; nil where none is left.
  func without(_ hidden: Set<Int>) -> ImpliedLines? {
    let kept = steps.indices.filter { !hidden.contains(steps[$0]) }
    if kept.isEmpty { return nil }
    var lines = self
    lines.steps = kept.map { steps[$0] }
    lines.proofs = kept.map { proofs[$0] }
    return lines
  }
}

extension LogAnalyser {
  /// Adds the warning of each cycle that lacks lines which its later ones imply, unless the log has lost
  /// some.
  func addImpliedLines(to summary: inout RunSummary) {
    guard judgesSteps, options.onlyRule == nil, options.explainedRule == nil,
      !losesContent, sources.losses == 0
    else { return }
    // A line is blamed for its own absence, and so has to be one that the log could show.
    let hidden = Set(
      profile.steps.indices.filter { profile.steps[$0].events.contains { engine.mayHide($0) } })
    let count = lacks.implied.reduce(0) { sum, implied in
      hidden.isSuperset(of: implied.steps) ? sum : sum + implied.count
    }
    if count == 0 { return }
    add(
      lacks.impliedLines.compactMap { $0.without(hidden) }.prefix(options.maxDetails).map(finding),
      counted: FindingCount(
        pack: profile.name, outcome: .violated, fault: .plugin, severity: .warning, count: count),
      to: &summary)
    summary.rules.violated += 1
    summary.unsatisfiedRules = (summary.unsatisfiedRules + [expectedLinesRule]).sorted()
  }

  private var expectedLinesRule: String { profile.name + "/expected-lines" }

  private func finding(_ implied: ImpliedLines) -> Finding {
    let names = implied.steps.map { profile.steps[$0].events.map(book.catalogue.name(of:)) }
    var finding = Finding()
    finding.rule = expectedLinesRule
    finding.title = "A cycle that is over has a line for each of its steps"
    finding.outcome = .violated
    finding.fault = .plugin
    finding.severity = .warning
    finding.bucket = .a
    finding.message = zip(names, implied.proofs).map { names, proof in
      "No \(names.first ?? ""), which \(proof.event) at line \(proof.line) implies"
    }.joined(separator: "; ")
    finding.scope = Finding.Scope(
      process: implied.segment > 0 ? Int(implied.segment) : nil,
      cycle: self.names.cycle(implied.cycle))
    finding.missing = names.flatMap { $0 }
    finding.reason = FindingReason.notSeen.name
    finding.steps =
      names.map {
        Finding.StepMet(event: $0.joined(separator: " | "), line: nil, status: "missing")
      }
    var shown: Set<String> = []
    finding.evidence = implied.proofs.filter { shown.insert("\($0.line) \($0.file)").inserted }
    finding.covers = Set(implied.steps.flatMap { profile.steps[$0].covers }).sorted()
    finding.hints = implied.steps.flatMap { profile.steps[$0].hints }
    return finding
  }
}
