import RuleLanguage
import RunReport
import SimulatedFaults
import Simulator
import Testing

/// One change of a healthy log breaks what the table says, and nothing else.
@Suite struct MutationTests {
  @Test
  func `each mutant is judged by what was changed, and each rule of severity error is killed`()
    async throws
  {
    var score = try MutationScore()
    var untried = Set(MutationTable.rows.filter { !$0.effect.isOpen }.map(\.id))
    try await withThrowingTaskGroup(of: [Mutant].self) { group in
      for work in try MutationPlans.all() {
        group.addTask { try work.mutants() }
      }
      for try await mutants in group {
        for mutant in mutants {
          score.add(mutant)
          untried.remove(mutant.row.id)
          let isRight = mutant.judgement.isRight && mutant.wrongVerdict == nil
          let faults = "\(mutant.judgement.faults) \(mutant.wrongVerdict ?? "")"
          let place = "\(mutant.run.plan.scenario.name), seed \(mutant.run.plan.seed)"
          #expect(isRight, "\(mutant.row.id) of \(place): \(faults)")
        }
      }
    }
    #expect(score.mutants > 500)
    #expect(score.unkilled == [])
    #expect(untried.sorted() == [])
    try AccuracyPage.check(.mutants, is: AccuracyPage.text(of: score))
  }

  @Test
  func `a mutation is the same for a seed, and tells one truth`() throws {
    let plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    let trace = Simulation(plan, text: try SimulatedRun.words).trace(ofDevice: 1)
    let profile = plan.scenario.profile
    for mutation in Mutation.allCases {
      var first = Random(seed: 5)
      var second = Random(seed: 5)
      let mutated = try Mutator(mutation).mutate(trace, of: profile, random: &first)
      #expect(
        try Mutator(mutation).mutate(trace, of: profile, random: &second).records == mutated.records
      )
      #expect(mutated.entries.count == 1)
      #expect(mutated.records != trace.records)
      let length =
        switch mutation {
        case .drop: trace.records.count - 1
        case .duplicate, .insert: trace.records.count + 1
        default: trace.records.count
        }
      #expect(mutated.records.count == length)
      #expect(mutated.records.map(\.time) == mutated.records.map(\.time).sorted())
    }
  }

  @Test(
    arguments: [
      (Mutation.drop, "cache_miss", "the scenario logs no 'cache_miss'"),
      (
        .duplicate, "delivery_prepare",
        "'duplicate' is not possible at 'delivery_prepare': the second may be a delivery of its own"
      ),
      (
        .rekey, "plugin_startup",
        "'rekey' is not possible at 'plugin_startup': it has no identifier of which the documents"
          + " tell what it must be"
      ),
    ] as [(Mutation, String, String)])
  func `what cannot be mutated is refused with the reason`(
    mutation: Mutation, event: String, message: String
  ) throws {
    let plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    let trace = Simulation(plan, text: try SimulatedRun.words).trace(ofDevice: 1)
    let problem = #expect(throws: MutationProblem.self) {
      var random = Random(seed: 1)
      _ = try Mutator(mutation, at: event).mutate(trace, of: plan.scenario.profile, random: &random)
    }
    #expect(problem?.message == message)
  }

  @Test
  func `each row of the table names known events, and rows unless it leaves the effect open`()
    throws
  {
    let known = Set(try SimulatedRun.book.catalogue.events.map(\.name))
    for row in MutationTable.rows {
      let event = String(row.event.prefix { $0 != ":" })
      #expect(known.contains(event), "\(row.event)")
      #expect(row.rows.isEmpty == row.effect.isOpen, "\(row.id)")
      #expect(row.effect.isOpen || !row.injected.source.isEmpty, "\(row.id) has no place")
    }
  }
}
