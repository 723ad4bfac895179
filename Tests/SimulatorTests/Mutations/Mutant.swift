import RuleEngine
import RunReport
import Simulator

/// A healthy log with one change, as it was judged.
struct Mutant {
  let row: MutationRow
  let run: SimulatedRun
  let judgement: Judgement

  init(_ plan: SimulationPlan, at site: Mutator.Site) throws {
    row = site.row
    run = try SimulatedRun(plan) { trace in
      var random = Random(seed: plan.seed, part: 0x3A7)
      return Mutator.mutate(trace, at: site, random: &random)
    }
    judgement = Judgement(run)
  }

  /// One mutant of each row that the scenario's log allows, at a place that the seed chooses.
  static func all(of plan: SimulationPlan) throws -> [Mutant] {
    let trace = Simulation(plan, catalogue: SimulatedRun.book.catalogue).trace(ofDevice: 1)
    var random = Random(seed: plan.seed, part: 0x51E)
    var names: [String] = []
    var sites: [String: [Mutator.Site]] = [:]
    for site in Mutator.sites(in: trace) where !site.row.effect.isOpen {
      if sites[site.row.id] == nil { names.append(site.row.id) }
      sites[site.row.id, default: []].append(site)
    }
    return try names.compactMap { name in
      guard let site = random.pick(sites[name] ?? []) else { return nil }
      return try Mutant(plan, at: site)
    }
  }

  /// The rules that found something violated.
  var killers: Set<String> {
    Set(run.summary.findings.filter { $0.outcome == .violated }.map(\.rule))
  }

  /// What of the verdict differs from the truth; nil where neither rule nor log could tell.
  var wrongVerdict: String? {
    let isShown = run.trace.entries.allSatisfy { $0.isShown(in: run) }
    guard judgement.withoutRule.isEmpty, isShown else { return nil }
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
