import Foundation
import Simulator
import Testing

/// The figures of `docs/accuracy.md` are those of this build.
@Suite struct AccuracyTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/accuracy.md").standardizedFileURL

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
    let text = AccuracyPage.text(of: accuracy)
    let stored = try? String(contentsOf: Self.page, encoding: .utf8)
    guard stored != text else { return }
    if ProcessInfo.processInfo.environment["DNPLOG_RECORD"] == "1" {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
      Issue.record("docs/accuracy.md was written anew")
    } else {
      Issue.record("docs/accuracy.md is out of date: run 'make accuracy'")
    }
  }
}
