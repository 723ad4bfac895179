import RuleLanguage
import RunReport
import SimulatedFaults
import Simulator

/// A healthy log with one change, as it was judged.
struct Mutant {
  let row: MutationRow
  let run: SimulatedRun
  let judgement: Judgement
  /// The rules that found something, and nothing of the kind without the change.
  let killers: Set<String>

  /// - Parameter found: What the log shows without the change.
  init(
    _ plan: SimulationPlan, _ trace: Trace, at site: Mutator.Site, without found: Set<String>
  ) throws {
    row = site.row
    var random = Random(seed: plan.seed, part: 0x3A7)
    let mutated = Mutator.mutate(trace, at: site, random: &random)
    run = try SimulatedRun(plan, change: { _ in mutated })
    judgement = try Judgement(run)
    killers = try Self.found(in: run).subtracting(found)
  }

  /// The rules that tell something wrong of a log.
  static func found(in run: SimulatedRun) throws -> Set<String> {
    let neverViolated = try MutationScore.neverViolated
    let findings = run.summary.findings.filter {
      $0.outcome == .violated || neverViolated.contains($0.rule)
    }
    return Set(findings.map(\.rule))
  }

  /// Whether the container can show what was changed.
  var isShown: Bool { run.trace.entries.allSatisfy { $0.isShown(in: run) } }

  /// What of the verdict differs from the truth; nil where there is no rule that could tell.
  var wrongVerdict: String? {
    guard judgement.withoutRule.isEmpty else { return nil }
    let expected: RunSummary.Verdict
    switch row.effect {
    case .breaks: expected = .fail
    case .inconclusive: expected = .inconclusive
    case .warns, .harmless, .excused, .hindered, .untold, .open: expected = .pass
    }
    let verdict = run.summary.verdict
    guard verdict != expected else { return nil }
    let reasons = run.summary.reasons.joined(separator: "; ")
    return "verdict \(verdict.rawValue), not \(expected.rawValue): \(reasons)"
  }
}

extension Mutant {
  /// Whether a finding speaks of the changed event, or of a statement that the change breaks.
  func isNamed(by finding: Finding) -> Bool {
    let event = String(row.event.prefix { $0 != ":" })
    return finding.missing.contains(event) || finding.evidence.contains { $0.event == event }
      || !Set(finding.covers).isDisjoint(with: row.rows)
  }
}

extension RunSummary {
  /// The findings that fail it and follow from no other.
  var headlines: [Finding] {
    findings.filter { $0.outcome == .violated && $0.severity == .error && $0.cause == nil }
  }
}

extension MutationRow {
  /// The name with its effect, because one change may have several.
  var id: String { "\(name) \(effect)" }
}
