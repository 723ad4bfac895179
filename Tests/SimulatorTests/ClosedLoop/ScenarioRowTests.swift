import RuleLanguage
import RunReport
import Simulator
import Testing

/// The table of recovery scenarios tells what was put into a log.
@Suite struct ScenarioRowTests {
  /// The row in which each fault shows; the other faults of a recovery break no expectation of the table.
  private static let failing: [String: ScenarioSummary.Kind] = [
    "swipe-cancels-alarms": .swipe, "force-stop-ignored": .forceStop,
    "force-stop-invented": .forceStop, "force-stop-in-warm-start": .forceStop,
    "force-stop-without-recovery": .forceStopRecovery,
    "future-not-rescheduled": .forceStopRecovery, "missed-not-reported": .forceStopRecovery,
    "reboot-taken-for-force-stop": .deviceReboot, "boot-without-recovery": .deviceReboot,
    "boot-ignores-missed": .deviceReboot, "boot-restores-notify-only": .deviceReboot,
    "recovery-missing": .coldStart, "recovery-late": .coldStart,
    "repeat-not-rescheduled": .coldStart, "missed-notification-ignored": .coldStart,
    "notifications-not-checked": .coldStart, "warm-without-check": .warmStart,
  ]

  /// The row that each event of a healthy device passes.
  private static let passing: [String: [ScenarioSummary.Kind]] = [
    "android-swipe": [.swipe], "android-force-stop": [.forceStop, .forceStopRecovery],
    "android-reboot": [.deviceReboot], "android-alarm-dropped": [.coldStart],
    "android-alarm-repaired": [.warmStart], "ios-swipe": [.swipe], "ios-reboot": [.phoneReboot],
    "ios-three-way": [.coldStart],
  ]

  private static let recoveries = Scenario.all.filter { $0.group == .recovery }.map(\.name)

  @Test(arguments: recoveries)
  func `the row of a fault fails, and no other`(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    for seed in UInt64(1)...3 {
      let rows = try SimulatedRun(SimulatedRun.plan(scenario, seed: seed)).summary.scenarios
      let failed = rows.filter { $0.result == .fail }.map(\.kind)
      #expect(failed == (Self.failing[name].map { [$0] } ?? []), "seed \(seed): \(rows)")
      for kind in Self.passing[name] ?? [] {
        #expect(rows.first { $0.kind == kind }?.result == .pass, "seed \(seed): \(rows)")
      }
    }
  }

  @Test func `the names above are those of scenarios`() {
    let names = Set(Self.failing.keys).union(Self.passing.keys)
    #expect(names.subtracting(Self.recoveries) == [])
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `a row fails only where a rule is violated`(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let summary = try SimulatedRun(SimulatedRun.plan(scenario)).summary
    if summary.findings.contains(where: { $0.outcome == .violated }) { return }
    #expect(summary.scenarios.filter { $0.result == .fail } == [])
  }
}
