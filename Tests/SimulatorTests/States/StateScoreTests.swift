import RunReport
import Simulator
import Testing

/// What is put into a state is found in it, and nothing else.
@Suite struct StateScoreTests {
  private static let scenarios = Scenario.all.filter { [.recovery, .state].contains($0.group) }

  @Test
  func `each state is judged by its truth, and each rule of states is killed`() throws {
    var score = try StateScore()
    let neverViolated = try MutationScore.neverViolated
    for scenario in Self.scenarios {
      for seed in UInt64(1)...2 {
        let plan = SimulatedRun.plan(scenario, seed: seed, moreDays: Int(seed) - 1)
        let run = try StateRun(plan, readsSnapshot: scenario.platform == .ios)
        let verdict = "\(run.summary.verdict)"
        #expect(verdict == run.truth.verdict.rawValue, "\(scenario.name), seed \(seed)")
        let rules = run.speaking(neverViolated)
        if scenario.injects.isEmpty { #expect(rules == [], "\(scenario.name)") }
        score.add(scenario, rules)
      }
    }
    #expect(score.unkilled == [])
    try AccuracyPage.check(.states, is: AccuracyPage.text(of: score))
  }

  @Test(arguments: Scenario.all.filter { $0.keepsState && $0.platform == .android })
  func `the same device has the same files`(scenario: Scenario) throws {
    func files() throws -> [StateFiles.File]? {
      let simulation = Simulation(SimulatedRun.plan(scenario), text: try SimulatedRun.words)
      let snapshot = try #require(simulation.trace(ofDevice: 1).snapshot)
      return StateFiles.files(of: snapshot)
    }
    let first = try #require(try files())
    #expect(try files() == first)
    for file in first where file.name.hasSuffix(".db") {
      #expect(file.bytes.count % 4096 == 0)
    }
  }
}
