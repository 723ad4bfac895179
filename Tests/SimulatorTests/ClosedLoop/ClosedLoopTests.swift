import RunReport
import Simulator
import Testing

/// What is put into a log is found in it, and nothing else.
@Suite struct ClosedLoopTests {
  @Test("Each scenario is judged by what was put into it", arguments: Scenario.all.map(\.name))
  func scenarios(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    guard SimulatedRun.isJudged(scenario) else { return }
    for seed in UInt64(1)...3 {
      for days in [scenario.fewestDays, scenario.fewestDays + 3] {
        var plan = SimulationPlan(scenario: scenario)
        plan.style = .threadtime
        plan.seed = seed
        plan.days = days
        let judgement = Judgement(try SimulatedRun(plan))
        #expect(judgement.isRight, "seed \(seed), \(days) days:\n\(judgement.faults)")
      }
    }
  }
}
