internal import RuleLanguage
internal import RunReport

// What a baseline settles beside the violations that it holds.
extension LogAnalyser {
  /// Whether a required rule that cannot be told doubts the same part of the cycle, and says so by itself.
  func isDoubted(_ lack: MissingStep, in summary: RunSummary) -> Bool {
    guard let name = names.cycle(lack.cycle) else { return false }
    let wanted = profile.steps[lack.step].events.map { book.catalogue.name(of: $0) }
    // A doubt of the timing alone stands for none of the logic.
    let rules = required.filter { (book.rules[$0.rule].bucket == .c) == lacks.areOnlyHandlers }
    return summary.findings.contains { finding in
      finding.outcome == .inconclusive && finding.scope.cycle == name
        && finding.missing.contains { wanted.contains($0) }
        && rules.contains { $0.id == finding.rule }
    }
  }

  /// Whether known violations speak of all required steps that a cycle lacks: then that it lacks them is
  /// known too.
  func isKnown(_ lack: MissingStep, in summary: RunSummary) -> Bool {
    guard let name = names.cycle(lack.cycle) else { return false }
    let known = summary.findings.filter { $0.isKnown && $0.scope.cycle == name }
    guard !known.isEmpty else { return false }
    let told = Set(known.flatMap(\.missing))
    let required = Set(
      profile.steps.indices.filter { profile.steps[$0].need == .required }
        .map { plan.stepNames[$0] })
    let cycles = summary.cycles.filter { $0.names.contains(name) }
    guard cycles.count == 1 else { return false }
    return cycles[0].steps.allSatisfy { step in
      guard step.status == .missing, required.contains(step.event) else { return true }
      return step.alternatives.contains { told.contains($0) }
    }
  }
}
