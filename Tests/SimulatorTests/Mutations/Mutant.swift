import RuleEngine
import RunReport
import Simulator

/// A healthy log with one change, as it was judged.
struct Mutant {
  let row: MutationRow
  let run: SimulatedRun
  let judgement: Judgement
  /// The rules that found something, and nothing of the kind without the change.
  let killers: Set<String>

  init(
    _ plan: SimulationPlan, _ trace: Trace, at site: Mutator.Site, without found: Set<String>
  ) throws {
    row = site.row
    var random = Random(seed: plan.seed, part: 0x3A7)
    let mutated = Mutator.mutate(trace, at: site, random: &random)
    run = try SimulatedRun(plan) { _ in mutated }
    judgement = Judgement(run)
    killers = Self.found(in: run).subtracting(found)
  }

  /// The rules that tell something wrong of a log.
  private static func found(in run: SimulatedRun) -> Set<String> {
    let findings = run.summary.findings.filter {
      $0.outcome == .violated || MutationScore.neverViolated.contains($0.rule)
    }
    return Set(findings.map(\.rule))
  }

  /// One mutant of each row that the scenario's log allows, at a place that the seed chooses.
  static func all(
    of plan: SimulationPlan, where isWanted: (MutationRow) -> Bool
  ) throws -> [Mutant] {
    let trace = Simulation(plan, catalogue: SimulatedRun.book.catalogue).trace(ofDevice: 1)
    let found = found(in: try SimulatedRun(plan))
    var random = Random(seed: plan.seed, part: 0x51E)
    var names: [String] = []
    var sites: [String: [Mutator.Site]] = [:]
    for site in Mutator.sites(in: trace) where !site.row.effect.isOpen && isWanted(site.row) {
      if sites[site.row.id] == nil { names.append(site.row.id) }
      sites[site.row.id, default: []].append(site)
    }
    return try names.compactMap { name in
      guard let site = random.pick(sites[name] ?? []) else { return nil }
      return try Mutant(plan, trace, at: site, without: found)
    }
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
    case .warns, .harmless, .excused, .untold, .open: expected = .pass
    }
    let verdict = run.summary.verdict
    guard verdict != expected else { return nil }
    let reasons = run.summary.reasons.joined(separator: "; ")
    return "verdict \(verdict.rawValue), not \(expected.rawValue): \(reasons)"
  }
}

extension MutationRow {
  /// The name with its effect, because one change may have several.
  var id: String { "\(name) \(effect)" }
}
