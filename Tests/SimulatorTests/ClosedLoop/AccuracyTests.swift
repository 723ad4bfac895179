import Simulator
import Testing

/// The figures of `docs/accuracy.md` are those of this build.
@Suite struct AccuracyTests {
  @Test("docs/accuracy.md tells what was measured")
  func pageIsCurrent() throws {
    var accuracy = Accuracy()
    for scenario in Scenario.all {
      for seed in UInt64(1)...3 {
        for moreDays in [0, 3] {
          let plan = SimulatedRun.plan(scenario, seed: seed, moreDays: moreDays)
          accuracy.add(try SimulatedRun(plan))
        }
      }
    }
    try AccuracyPage.check(.faults, is: AccuracyPage.text(of: accuracy))
  }
}
