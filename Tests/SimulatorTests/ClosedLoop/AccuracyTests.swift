import Simulator
import Testing

/// The figures of `docs/accuracy.md` are those of this build.
@Suite struct AccuracyTests {
  @Test
  func `docs/accuracy.md tells what was measured`() async throws {
    var accuracy = Accuracy()
    for scenario in Scenario.all {
      accuracy.add(try await ScenarioRuns.shared.outcome(of: scenario).accuracy)
    }
    try AccuracyPage.check(.faults, is: AccuracyPage.text(of: accuracy))
  }
}
