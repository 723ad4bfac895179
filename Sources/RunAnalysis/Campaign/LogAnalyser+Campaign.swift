internal import RuleEngine
internal import RuleLanguage
package import RunReport

extension LogAnalyser {
  /// What the run, which is over, shows of the sign-off checklist; nil where nobody asked for that.
  package func evidence(of summary: RunSummary) -> RunEvidence? {
    guard var notes = intake.notes.cycles.campaign else { return nil }
    for state in engine.environments { notes.note(state) }
    // A rule that took no part in the end has no count.
    let violated = Set(
      engine.log.tallies.compactMap {
        $0.key.outcome == .violated && $0.value > 0 ? $0.key.rule : nil
      })
    let faults = engine.log.faults.filter { violated.contains($0.rule) }
    let faulty = Set(faults.map(\.cycle))
    let simulator = engine.environment[.simulator]
    let isSimulator: Bool? = if case .bool(let flag) = simulator { flag } else { nil }
    var evidence = notes.evidence(isSimulator: isSimulator) { faulty.contains($0) }
    // What is of no cycle may be of the one that failed.
    if evidence.lacks[.failurePath] == [], faulty.contains(-1) {
      evidence.lacks[.failurePath] = [.violation]
    }
    evidence.lacks[.zoneChange] = zoneLacks(evidence.lacks[.zoneChange] ?? [], summary)
    evidence.lacks[.counters] = Self.counterLacks(of: summary)
    return evidence
  }

  private func zoneLacks(_ lacks: [EvidenceLack], _ summary: RunSummary) -> [EvidenceLack] {
    guard case .bool(true) = engine.environment[.zoneChanged] else { return [.noZoneChange] }
    if !lacks.isEmpty { return lacks }
    return summary.verdict == .fail ? [.violation] : []
  }

  private static func counterLacks(of summary: RunSummary) -> [EvidenceLack] {
    if summary.counters.reportingRuns == 0 { return [.noCounters] }
    let isViolated = summary.findingCounts.contains {
      $0.pack == "telemetry" && $0.outcome == .violated
    }
    if isViolated { return [.violation] }
    let isJudged = summary.satisfiedRules.contains { $0.hasPrefix("telemetry/") }
    return isJudged ? [] : [.countersNotJudged]
  }
}
