import BuiltinRules
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import TextWriting

/// A simulated log, what was judged of it, and the truth.
struct SimulatedRun {
  let plan: SimulationPlan
  let trace: Trace
  /// The line of each record in the log, by its index.
  let lines: [Int: Int]
  let text: [UInt8]
  let summary: RunSummary

  /// Loaded and made ready once: every run is judged by the same rules.
  private static let loading = Result {
    let prepared = PreparedBook(try BuiltinRules.book())
    return (prepared: prepared, words: MessageText(catalogue: prepared.book.catalogue))
  }

  static var prepared: PreparedBook { get throws { try loading.get().prepared } }
  static var book: RuleBook { get throws { try prepared.book } }
  static var words: MessageText { get throws { try loading.get().words } }

  /// - Parameters:
  ///   - adjust: What becomes of the options, which tell the year and the zone.
  ///   - change: What becomes of the trace before it is written.
  init(
    _ plan: SimulationPlan, adjust: (inout RunOptions) -> Void = { _ in },
    change: (Trace) throws -> Trace = { $0 }
  ) throws {
    let simulation = Simulation(plan, text: try Self.words)
    let trace = try change(simulation.trace(ofDevice: 1))
    var writer = LogWriter(style: plan.style)
    simulation.write(trace, to: &writer)
    let text = writer.take()
    self.plan = plan
    self.trace = trace
    self.text = text
    lines = Dictionary(writer.marks.map { ($0.id, $0.line) }) { first, _ in first }
    var options = try Self.options(for: plan)
    adjust(&options)
    let analyser = try LogAnalyser(try Self.prepared, options: options)
    analyser.read(text: text, named: "\(plan.scenario.name).log")
    summary = analyser.finish()
  }

  /// A plan for a scenario in the container that shows most, on the seed and so many more days.
  static func plan(_ scenario: Scenario, seed: UInt64 = 1, moreDays: Int = 0) -> SimulationPlan {
    var plan = SimulationPlan(scenario: scenario)
    plan.style = .threadtime
    // Where the wall clock matters the lines name its zone.
    let needsZones = scenario.injects.contains { $0.needs.contains(.zones) }
    if plan.zone != .utc || needsZones, let zoned = try? LogStyle(parsing: "threadtime+zone") {
      plan.style = zoned
    }
    plan.seed = seed
    plan.days += moreDays
    return plan
  }

  static func options(for plan: SimulationPlan) throws -> RunOptions {
    var options = RunOptions()
    options.profile = plan.scenario.profile
    if !plan.style.hasZone { options.zone = LocalZone(plan.zone.name) }
    options.year = Int(WallClock(plan.firstNotification).year)
    var words = plan.scenario.arguments[...]
    while let option = words.popFirst() {
      guard let value = words.popFirst() else { throw Unsupported(word: option) }
      switch option {
      case "--env":
        for pair in value.split(separator: ",") {
          let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
          guard parts.count == 2 else { throw Unsupported(word: value) }
          options.environment.append((parts[0], parts[1]))
        }
      default: throw Unsupported(word: option)
      }
    }
    return options
  }

  /// An argument of a scenario that these tests cannot pass on.
  struct Unsupported: Error { let word: String }
}
