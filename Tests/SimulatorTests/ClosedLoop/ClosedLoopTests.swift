import RunReport
import Simulator
import Testing

/// What is put into a log is found in it, and nothing else.
@Suite struct ClosedLoopTests {
  @Test(arguments: Scenario.all.map(\.name))
  func `each scenario is judged by what was put into it`(name: String) async throws {
    let scenario = try #require(Scenario.named(name))
    let faults = try await ScenarioRuns.shared.outcome(of: scenario).faults
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `each scenario is judged the same in every container`(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    for (number, style) in LogStyle.all.enumerated() {
      var plan = SimulatedRun.plan(scenario, seed: UInt64(number) + 4)
      // Without its zone a wall clock that jumps cannot be told from one that is set.
      if plan.zone != .utc, style.resolution != nil, !style.hasZone { continue }
      plan.style = style
      let judgement = try Judgement(SimulatedRun(plan))
      #expect(judgement.isRight, "\(style.name), seed \(plan.seed):\n\(judgement.faults)")
    }
  }
}
