import LogReading
import RuleEngine
import RunReport
import Simulator
import Testing

/// One change of a healthy log breaks what the table says, and nothing else.
@Suite struct MutationTests {
  static let scenarios = Scenario.all.filter { $0.group == .healthy }.map(\.name)

  /// What no rule can say yet: that nothing in a cycle came before or after.
  static let gaps = [
    "rekey-notification-scheduling-notification-time",
    "rekey-prefetch-schedule-begin-notification-time",
  ]

  /// Most habits of the plugin in `happy`, one of them in each of the others.
  static func plans(_ name: String) throws -> [SimulationPlan] {
    let scenario = try #require(Scenario.named(name))
    return (1...(name == "happy" ? 4 : 1)).map { seed in
      var plan = SimulationPlan(scenario: scenario)
      plan.style = seed == 3 ? .bare : .threadtime
      plan.seed = UInt64(seed)
      plan.days = scenario.fewestDays + (seed == 2 ? 1 : 0)
      return plan
    }
  }

  @Test("Each mutant is judged by what was changed, and most rules are killed by one")
  func mutants() throws {
    var score = MutationScore(profile: "prefetch-mvp")
    for name in Self.scenarios {
      for plan in try Self.plans(name) {
        for mutant in try Mutant.all(of: plan) where mutant.isShown {
          score.add(mutant)
          guard !Self.gaps.contains(mutant.row.name) else { continue }
          let isRight = mutant.judgement.isRight && mutant.wrongVerdict == nil
          let faults = "\(mutant.judgement.faults) \(mutant.wrongVerdict ?? "")"
          #expect(isRight, "\(mutant.row.id) of \(name), seed \(plan.seed): \(faults)")
        }
      }
    }
    #expect(score.mutants > 400)
    let survivors = Set(score.unkilled).subtracting(Self.survivors)
    #expect(survivors.isEmpty)
  }

  /// Rules on failures, on what a healthy log does not hold, and one that few mutants reach.
  static let survivors: Set<String> = [
    "hints/registration-precedes-end-of-launch",
    "hints/attempt-is-answered",
    "hints/scheduler-accepts",
    "hints/scheduler-is-available",
    "hints/handler-runs",
    "hints/failed-prefetch-is-made-up-for",
    "hints/fetch-is-authorised",
    "hints/prepared-content-has-a-source",
    "hints/fallback-goes-on",
    "hints/internal-failures-do-not-repeat",
    "hints/stored-content-is-found",
    "integrity/no-discrepancy-is-reported",
    "prefetch-cycle/prefetch-before-delivery",
    "prefetch-cycle/failure-is-completed",
    "prefetch-cycle/completion-tells-the-outcome",
    "prefetch-cycle/one-source-per-delivery",
    "prefetch-cycle/no-cache-after-a-miss",
    "prefetch-cycle/notification-is-delivered",
    "prefetch-cycle/summary-tells-a-fallback",
    "prefetch-cycle/summary-tells-a-failed-fetch",
    "telemetry/counters-do-not-fall", "telemetry/network-failures-are-counted",
    "telemetry/refusals-are-counted",
    "telemetry/internal-failures-are-counted",
    "telemetry/reason-is-one-of-three",
    "telemetry/reasons-agree",
  ]

  @Test("A mutation is the same for a seed, and tells one truth")
  func isDeterministic() throws {
    let plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    let trace = Simulation(plan, catalogue: SimulatedRun.book.catalogue).trace(ofDevice: 1)
    for mutation in Mutation.allCases {
      var first = Random(seed: 5)
      var second = Random(seed: 5)
      let mutated = try Mutator(mutation).mutate(trace, random: &first)
      #expect(try Mutator(mutation).mutate(trace, random: &second).records == mutated.records)
      #expect(mutated.entries.count == 1)
      #expect(mutated.records != trace.records)
      let length =
        switch mutation {
        case .drop: trace.records.count - 1
        case .duplicate: trace.records.count + 1
        default: trace.records.count
        }
      #expect(mutated.records.count == length)
      #expect(mutated.records.map(\.time) == mutated.records.map(\.time).sorted())
    }
  }

  @Test(
    "What cannot be mutated is refused with the reason",
    arguments: [
      (Mutation.drop, "cache_miss", "the scenario logs no 'cache_miss'"),
      (
        .alter, "plugin_startup",
        "'alter' is not possible at 'plugin_startup': it depends on what was stored before the log"
          + " begins"
      ),
      (
        .rekey, "plugin_startup",
        "'rekey' is not possible at 'plugin_startup': it has no identifier of which the documents"
          + " tell what it must be"
      ),
    ] as [(Mutation, String, String)])
  func refuses(mutation: Mutation, event: String, message: String) throws {
    let plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    let trace = Simulation(plan, catalogue: SimulatedRun.book.catalogue).trace(ofDevice: 1)
    let problem = #expect(throws: MutationProblem.self) {
      var random = Random(seed: 1)
      _ = try Mutator(mutation, at: event).mutate(trace, random: &random)
    }
    #expect(problem?.message == message)
  }

  @Test("Each row of the table names known events, and rows unless it leaves the effect open")
  func tableIsWhole() {
    let known = Set(SimulatedRun.book.catalogue.events.map(\.name))
    for row in MutationTable.rows {
      let event = String(row.event.prefix { $0 != ":" })
      #expect(known.contains(event), "\(row.event)")
      #expect(row.rows.isEmpty == row.effect.isOpen, "\(row.id)")
      #expect(row.effect.isOpen || !row.injected.source.isEmpty, "\(row.id) has no place")
    }
  }
}
