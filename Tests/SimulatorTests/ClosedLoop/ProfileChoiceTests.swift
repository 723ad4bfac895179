import Foundation
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import Testing

/// Without a profile a log is judged by those of all areas that it tells of.
@Suite struct ProfileChoiceTests {
  /// Logs that hold no line of their area, since that is the fault, and one that tells of a prefetch
  /// too, whose task never ran.
  private static let untold: Set = [
    "recovery-missing", "notifications-not-checked", "wallet-background-without-submit",
    "wallet-no-submit-after-kill", "pull-feed-not-checked", "ios-missed-task",
  ]

  private static let scenarios = Scenario.all.filter { $0.profile != "legacy-markers" }.map(\.name)

  /// What a scenario comes to by its own profile, and by those that its log chooses.
  private static func judgements(
    of name: String
  ) throws -> (own: RunSummary, chosen: RunSummary) {
    let plan = SimulatedRun.plan(try #require(Scenario.named(name)))
    let own = try SimulatedRun(plan).summary
    let chosen = try SimulatedRun(plan) { $0.profile = nil }.summary
    return (own, chosen)
  }

  @Test(arguments: scenarios)
  func `a scenario comes to the same without a profile as with its own`(name: String) throws {
    let (own, chosen) = try Self.judgements(of: name)
    guard !Self.untold.contains(name) else {
      #expect(chosen.verdict != .pass)
      return
    }
    #expect(chosen.verdict == own.verdict)
    func causes(_ summary: RunSummary) -> [String] {
      Set(summary.findings.filter { $0.outcome == .violated && $0.cause == nil }.map(\.rule))
        .sorted()
    }
    #expect(causes(chosen) == causes(own))
  }

  @Test
  func `the report says what each profile was chosen by, and what a named one leaves out`() throws {
    var plan = SimulatedRun.plan(try #require(Scenario.named("pull")))
    plan.seed = 2
    let chosen = try SimulatedRun(plan) { $0.profile = nil }.summary
    #expect(chosen.profile == "pull")
    let why = chosen.assumptions.first { $0.what == "profile" }?.why
    #expect(why == "the log has feed_check; choose another with --profile")
    let named = try SimulatedRun(plan) { $0.profile = RunOptions.defaultProfile }.summary
    let left = named.assumptions.first { $0.what == "profile" }
    #expect(left?.value == "pull takes no part")
  }
}
