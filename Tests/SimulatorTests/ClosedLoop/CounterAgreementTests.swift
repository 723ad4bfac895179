import RunReport
import Simulator
import Testing

/// The five counters are those of the truth, whatever the tasks and the fetches were for.
@Suite struct CounterAgreementTests {
  @Test(
    arguments: ["happy", "wallet", "pull", "api-fetches", "fallback-beside-cache"], [UInt64(1), 2])
  func `counters`(name: String, seed: UInt64) throws {
    let scenario = try #require(Scenario.named(name))
    let run = try SimulatedRun(SimulatedRun.plan(scenario, seed: seed, moreDays: 2))
    let (derived, truth) = (run.summary.counters, run.trace.counters)
    #expect(derived.scheduled.derived == truth.scheduled)
    #expect(derived.executed.derived == truth.executed)
    #expect(derived.success.derived == truth.success)
    #expect(derived.used.derived == truth.used)
    let failures = [derived.failureNetwork, derived.failureAuth, derived.failureSystem]
    #expect(
      failures.map(\.derived) == [truth.failureNetwork, truth.failureAuth, truth.failureSystem])
  }
}
