import LogReading
import RuleLanguage
import Simulator
import Testing

/// What the scenarios beside the prefetch cycle write is what the recogniser reads.
@Suite struct AreaLogTests {
  @Test
  func `each line is read as the event and the fields that it was written from`() throws {
    for scenario in AreaRuns.scenarios {
      let runs: [(UInt64, Int, SimulationPlan.Form)] = [
        (1, 1, .json), (2, 1, .text), (3, 4, .text),
      ]
      for (seed, days, form) in runs {
        let simulation = try AreaRuns.simulation(of: scenario, seed: seed, days: days, form: form)
        try expectRead(simulation, "\(scenario.name), seed \(seed), \(days) days, \(form)")
      }
    }
  }

  private func expectRead(_ simulation: Simulation, _ what: String) throws {
    let trace = simulation.trace(ofDevice: 1)
    var writer = LogWriter(style: .threadtime)
    simulation.write(trace, to: &writer)
    let batch = try AreaRuns.events(of: writer.take())
    let catalogue = try AreaRuns.catalogue
    let names = batch.events.map { catalogue[$0.kind].name }
    #expect(names == trace.records.map(\.event), "\(what)")
    guard names.count == trace.records.count else { return }
    for (event, record) in zip(batch.events, trace.records) {
      let first = Int(event.firstField)
      let fields = batch.fields[first..<first + Int(event.fieldCount)]
      #expect(fields.allSatisfy { $0.state == .value }, "\(what): \(record)")
      let read = Set(fields.map { catalogue.name(of: $0.name) })
      let written = Set(record.fields.map(\.name))
      #expect(written.isSubset(of: read), "\(what): \(record)")
    }
  }

  @Test
  func `a seed gives the same trace again, and another gives another`() throws {
    for scenario in AreaRuns.scenarios {
      let first = try AreaRuns.trace(of: scenario, seed: 3)
      let second = try AreaRuns.trace(of: scenario, seed: 3)
      #expect(first.records == second.records, "\(scenario.name)")
      #expect(first.entries == second.entries, "\(scenario.name)")
      let other = try AreaRuns.trace(of: scenario, seed: 4)
      #expect(first.records != other.records, "\(scenario.name)")
    }
  }

  @Test
  func `what a scenario says that it injects is in its truth, and nothing else`() throws {
    for scenario in AreaRuns.scenarios {
      for seed in UInt64(1)...3 {
        for days in [1, 4] {
          let trace = try AreaRuns.trace(of: scenario, seed: seed, days: days)
          let names = Set(trace.entries.map(\.injected.name))
          #expect(
            names == Set(scenario.injects.map(\.name)), "\(scenario.name), seed \(seed), \(days)")
          #expect(trace.entries.allSatisfy { $0.record <= trace.records.count })
        }
      }
    }
  }

  @Test
  func `the device's clock never runs back`() throws {
    for scenario in AreaRuns.scenarios {
      let times = try AreaRuns.trace(of: scenario).records.map(\.time)
      #expect(times == times.sorted(), "\(scenario.name)")
    }
  }

  @Test
  func `no two scenarios have one name`() {
    let names = Scenario.all.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
