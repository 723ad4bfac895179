import RuleLanguage
import SimulatedFaults
import Simulator
import Testing

/// Which logs are mutated, and where.
struct MutationPlans {
  /// A log with the changes that are tried on it.
  struct Work {
    let plan: SimulationPlan
    let trace: Trace
    let sites: [Mutator.Site]

    /// Each change by itself, as far as the container can show it.
    func mutants() throws -> [Mutant] {
      let found = try Mutant.found(in: SimulatedRun(plan))
      return try sites.map { try Mutant(plan, trace, at: $0, without: found) }.filter(\.isShown)
    }
  }

  /// So many mutants of each row of a profile were chosen.
  private var chosen: [String: Int] = [:]

  /// One place of each row that a log allows, chosen by the seed; most logs are asked only for rows
  /// that no other log has shown often enough.
  static func all() throws -> [Work] {
    var plans = MutationPlans()
    return try scenarios.flatMap(Self.plans).compactMap { plan in
      let work = try plans.work(for: plan)
      return work.sites.isEmpty ? nil : work
    }
  }

  /// The healthy ones first; the logs before a state are those of recovery again.
  private static let scenarios = Scenario.all.filter { scenario in
    scenario.group != .state && !scenario.injects.contains { $0.outcome == .violated }
  }

  /// Most habits of the plugin in `happy`; of the others what one seed does not show, another does.
  private static func plans(_ scenario: Scenario) -> [SimulationPlan] {
    let isOrdinary =
      scenario.prefetches && [.healthy, .failures].contains(scenario.group)
      && scenario.name != "happy"
    // Two failures of one process are shown by the second seed of `malformed-json`.
    let seeds =
      switch scenario.name {
      case "happy": 1...16
      case "malformed-json": 1...6
      default: isOrdinary ? 1...6 : 1...4
      }
    return seeds.map { seed in
      var plan = SimulatedRun.plan(scenario, seed: UInt64(seed))
      if scenario.name == "happy", seed == 3 { plan.style = .bare }
      // Times prove something about an instant only where the zone is known.
      let needsZone =
        scenario.name == "happy"
        ? seed == 4 : ["timezone-drift", "zone-change"].contains(scenario.name)
      if needsZone, let zoned = try? LogStyle(parsing: "threadtime+zone") { plan.style = zoned }
      // What ends with a day needs another behind it, and what shows in one line needs no second.
      let needsMore =
        switch scenario.group {
        case .healthy:
          scenario.name == "happy"
            ? seed == 2 : ["phase-2", "two-schedules"].contains(scenario.name)
        case .failures:
          ["malformed-json", "storage-failure", "timezone-drift"].contains(scenario.name)
        case .environments: true
        default: seed != 2
        }
      plan.days = scenario.fewestDays + (needsMore ? isOrdinary || seed < 3 ? 1 : 2 : 0)
      return plan
    }
  }

  private mutating func work(for plan: SimulationPlan) throws -> Work {
    let trace = Simulation(plan, text: try SimulatedRun.words).trace(ofDevice: 1)
    var random = Random(seed: plan.seed, part: 0x51E)
    var names: [String] = []
    var sites: [String: [Mutator.Site]] = [:]
    for site in Mutator.sites(in: trace, of: plan.scenario.profile) where !site.row.effect.isOpen {
      let name = plan.scenario.profile + " " + site.row.id
      if sites[name] == nil { names.append(name) }
      sites[name, default: []].append(site)
    }
    let picked = names.compactMap { name -> Mutator.Site? in
      guard let site = random.pick(sites[name] ?? []),
        isWanted(site.row, chosen[name] ?? 0, in: plan)
      else { return nil }
      chosen[name, default: 0] += 1
      return site
    }
    return Work(plan: plan, trace: trace, sites: picked)
  }

  private func isWanted(_ row: MutationRow, _ count: Int, in plan: SimulationPlan) -> Bool {
    let scenario = plan.scenario
    // Further seeds show the habits that the first do not.
    let ordinary = scenario.name == "happy" ? 4 : scenario.name == "malformed-json" ? 2 : 1
    if scenario.prefetches, plan.seed > ordinary { return count == 0 }
    guard scenario.prefetches else { return count < 2 }
    // What only phase 2 asks for.
    if !scenario.arguments.isEmpty, [.insert, .rekey].contains(row.mutation) { return count < 5 }
    guard row.mutation != .insert else { return count < 3 }
    // What a healthy log shows as well is judged there.
    let isOfFailure =
      scenario.group == .failures
      && (row.event.contains(":") || ["plugin_call", "telemetry_snapshot"].contains(row.event))
    let isHealthy = scenario.group == .healthy && scenario.arguments.isEmpty
    return count == 0 || isHealthy || isOfFailure
  }
}
