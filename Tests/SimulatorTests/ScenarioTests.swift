import RuleLanguage
import Simulator
import Testing

/// What every scenario keeps to.
@Suite struct ScenarioTests {
  private func trace(_ scenario: Scenario, seed: UInt64, days: Int? = nil) throws -> Trace {
    var plan = SimulationPlan(scenario: scenario)
    plan.seed = seed
    plan.days = days ?? scenario.fewestDays
    return Simulation(plan, text: try SimulatedRun.words).trace(ofDevice: 1)
  }

  @Test
  func `names and what is injected are told once`() {
    let names = Scenario.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }) }
  }

  @Test(arguments: Scenario.all)
  func `a scenario puts into its log what it declares, and nothing else`(scenario: Scenario) throws
  {
    for seed in UInt64(1)...5 {
      let entries = try trace(scenario, seed: seed).entries
      #expect(
        Set(entries.map(\.injected.name)) == Set(scenario.injects.map(\.name)), "seed \(seed)")
    }
  }

  @Test(arguments: Scenario.all)
  func `every event has words, or is a document`(scenario: Scenario) throws {
    let text = try SimulatedRun.words
    var random = Random(seed: 1)
    for record in try trace(scenario, seed: 3, days: scenario.fewestDays + 3).records {
      #expect(text.text(of: record, random: &random) != nil, "\(record.event)")
    }
  }

  @Test(arguments: Scenario.all)
  func `a seed gives the same log, another one another`(scenario: Scenario) throws {
    let first = try trace(scenario, seed: 1, days: 2)
    let again = try trace(scenario, seed: 1, days: 2)
    let other = try trace(scenario, seed: 2, days: 2)
    #expect(first.records == again.records && first.entries == again.entries)
    #expect(first.records != other.records)
  }

  @Test(arguments: Scenario.all)
  func `no line comes before the one above it`(scenario: Scenario) throws {
    for seed in UInt64(1)...3 {
      let times = try trace(scenario, seed: seed, days: scenario.fewestDays + 2).records.map(\.time)
      #expect(times == times.sorted())
    }
  }

  @Test(arguments: Scenario.all.filter { $0.firstNotification != nil })
  func `a scenario that matters on a day begins with the notification that it names`(
    scenario: Scenario
  ) throws {
    let first = try trace(scenario, seed: 1).cycles.first
    #expect(first?.notificationTime == scenario.firstNotification)
  }
}
