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
      for moreDays in [0, 3] {
        let plan = SimulatedRun.plan(scenario, seed: seed, moreDays: moreDays)
        let judgement = Judgement(try SimulatedRun(plan))
        #expect(judgement.isRight, "seed \(seed), \(plan.days) days:\n\(judgement.faults)")
      }
    }
  }

  @Test("Each scenario is judged the same in every container", arguments: Scenario.all.map(\.name))
  func containers(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    guard SimulatedRun.isJudged(scenario) else { return }
    for (number, style) in LogStyle.all.enumerated() {
      var plan = SimulatedRun.plan(scenario, seed: UInt64(number) + 4)
      // Without its zone a wall clock that jumps cannot be told from one that is set.
      if plan.zone != .utc, style.resolution != nil, !style.hasZone { continue }
      plan.style = style
      let judgement = Judgement(try SimulatedRun(plan))
      #expect(judgement.isRight, "\(style.name), seed \(plan.seed):\n\(judgement.faults)")
    }
  }
}
