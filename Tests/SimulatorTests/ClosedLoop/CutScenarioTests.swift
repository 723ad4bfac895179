import Foundation
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import Testing

/// A log that begins or ends anywhere holds nothing against a plugin that did all right.
///
/// `DNPLOG_CUT_STRIDE=1` cuts at every line; else at one of so many, others in each scenario.
@Suite struct CutScenarioTests {
  /// Those of which nothing went wrong; to the letter of the original script each cut is a fault.
  private static let healthy = Scenario.all.filter { scenario in
    scenario.profile != "legacy-markers" && !scenario.injects.contains { $0.outcome == .violated }
  }.map(\.name)

  private static let stride =
    ProcessInfo.processInfo.environment["DNPLOG_CUT_STRIDE"].flatMap(Int.init) ?? 12

  /// A log of a scenario in a container, by lines.
  private static func lines(
    of scenario: Scenario, _ style: LogStyle, _ form: SimulationPlan.Form
  ) throws -> (lines: [ArraySlice<UInt8>], options: RunOptions) {
    var plan = SimulatedRun.plan(scenario)
    plan.style = style
    plan.form = form
    let simulation = Simulation(plan, text: try SimulatedRun.words)
    let trace = simulation.trace(ofDevice: 1)
    var writer = LogWriter(style: style)
    simulation.write(trace, to: &writer)
    let newline = UInt8(ascii: "\n")
    let lines = writer.take().split(separator: newline, omittingEmptySubsequences: false)
    return (lines.filter { !$0.isEmpty }, try SimulatedRun.options(for: plan))
  }

  /// The errors that are violated in some of the lines.
  private static func faults(
    of lines: ArraySlice<ArraySlice<UInt8>>, _ options: RunOptions
  ) throws -> [String] {
    let analyser = try LogAnalyser(try SimulatedRun.prepared, options: options)
    var text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    text.append(UInt8(ascii: "\n"))
    analyser.read(text: text, named: "cut.log")
    let summary = analyser.finish()
    let rows = summary.scenarios.filter { $0.result == .fail }
    return summary.findings
      .filter { $0.outcome == .violated && $0.severity == .error }
      .map { "\($0.rule): \($0.message)" } + rows.map { "\($0.kind.name): \($0.observed)" }
  }

  private static func check(
    _ name: String, _ style: LogStyle? = nil, _ form: SimulationPlan.Form = .text
  ) throws {
    let scenario = try #require(Scenario.named(name))
    // A container of the other platform would tell that one where the log's own word is cut off.
    let style = try style ?? LogStyle(parsing: scenario.platform == .ios ? "nslog" : "threadtime")
    let (lines, options) = try Self.lines(of: scenario, style, form)
    let first = scenario.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % stride
    for place in Swift.stride(from: first, to: lines.count, by: stride) {
      #expect(try faults(of: lines[place...], options) == [], "begins at line \(place + 1)")
      #expect(try faults(of: lines[...place], options) == [], "ends with line \(place + 1)")
    }
  }

  @Test func `many scenarios are healthy`() { #expect(Self.healthy.count > 60) }

  @Test(arguments: healthy)
  func `a log with times`(name: String) throws { try Self.check(name) }

  @Test(arguments: healthy)
  func `a log without times`(name: String) throws { try Self.check(name, .bare) }

  @Test(arguments: healthy)
  func `a log of records`(name: String) throws {
    try Self.check(name, .bare, .json)
  }
}
