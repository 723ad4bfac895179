import RunReport
import Simulator
import Testing

/// One change of a healthy log breaks what the table says, and nothing else.
@Suite struct MutationTests {
  static let scenarios = ["happy"]

  static func plans(_ name: String) throws -> [SimulationPlan] {
    let scenario = try #require(Scenario.named(name))
    return (UInt64(1)...3).map { seed in
      var plan = SimulationPlan(scenario: scenario)
      plan.style = .threadtime
      plan.seed = seed
      plan.days = scenario.fewestDays + (seed == 2 ? 2 : 0)
      return plan
    }
  }

  @Test("Each mutant is judged by what was changed", arguments: scenarios)
  func mutants(name: String) throws {
    var score = MutationScore(profile: "prefetch-mvp")
    for plan in try Self.plans(name) {
      let mutants = try Mutant.all(of: plan)
      #expect(mutants.count > 60)
      for mutant in mutants {
        score.add(mutant)
        let what = "\(mutant.row.id) of \(name), seed \(plan.seed):"
        #expect(mutant.judgement.isRight, "\(what) \(mutant.judgement.faults)")
        if let wrong = mutant.wrongVerdict { Issue.record("\(what) \(wrong)") }
      }
    }
    print(score.table, score.unkilled, score.withoutRule.sorted { $0.key < $1.key })
  }
}
