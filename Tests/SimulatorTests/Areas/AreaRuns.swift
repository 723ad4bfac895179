import LogReading
import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import Testing

/// Scenarios of the areas beside the prefetch cycle, and what came of them.
enum AreaRuns {
  static let scenarios = Scenario.all.filter {
    [.recovery, .sync, .pull, .api].contains($0.group)
  }

  static var catalogue: Catalogue { get throws { try SimulatedRun.book.catalogue } }

  static func simulation(
    of scenario: Scenario, seed: UInt64 = 1, days: Int = 1, form: SimulationPlan.Form = .text
  ) throws -> Simulation {
    var plan = SimulationPlan(scenario: scenario)
    plan.seed = seed
    plan.days = max(days, scenario.fewestDays)
    plan.form = form
    plan.style = .threadtime
    return Simulation(plan, text: try SimulatedRun.words)
  }

  static func trace(of scenario: Scenario, seed: UInt64 = 1, days: Int = 4) throws -> Trace {
    try simulation(of: scenario, seed: seed, days: days).trace(ofDevice: 1)
  }

  static func trace(of name: String, seed: UInt64 = 1, days: Int = 4) throws -> Trace {
    try trace(of: #require(Scenario.named(name)), seed: seed, days: days)
  }

  /// The events of a log as the recogniser reads them.
  static func events(of text: [UInt8]) throws -> EventBatch {
    var scanner = try SimulatedRun.prepared.scanner
    var batch = EventBatch()
    var tally = ScanTally()
    scanner.scan(text.span, firstLine: 1, into: &batch, tally: &tally)
    return batch
  }
}

extension Trace {
  /// The records of an event.
  func all(_ event: String) -> [TraceRecord] { records.filter { $0.event == event } }
}

extension TraceRecord {
  func text(_ field: String) -> String? {
    guard case .text(let text) = self[field] else { return nil }
    return text
  }

  func int(_ field: String) -> Int64? {
    guard case .int(let number) = self[field] else { return nil }
    return number
  }

  func instant(_ field: String) -> Int64? {
    guard case .instant(let instant) = self[field] else { return nil }
    return instant
  }

  func bool(_ field: String) -> Bool? {
    guard case .bool(let truth) = self[field] else { return nil }
    return truth
  }
}
