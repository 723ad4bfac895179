import RuleEngine
import RunReport
import Simulator
import Testing

/// One run comes to the same in whatever container and form its events are written.
@Suite struct ContainerAgreementTests {
  private static let names = [
    "happy", "network-off", "handler-without-fetch", "too-many-tasks", "force-quit",
    "content-hash-mismatch", "android-swipe",
  ]

  /// What a summary says, but for names of files, lines and what the container gives beside.
  private struct Came: Equatable, CustomStringConvertible {
    var verdict: RunSummary.Verdict
    var counters: SeedCounters
    var cycles: [String]
    var findings: [String]

    init(_ summary: RunSummary) {
      verdict = summary.verdict
      counters = summary.counters
      cycles = summary.cycles.map { "\($0.scheduleId ?? "-") \($0.outcome.rawValue)" }
      findings = summary.findings.map {
        "\($0.rule) \($0.outcome) \($0.fault) \($0.reason) \($0.missing.joined(separator: " "))"
      }.sorted()
    }

    var violated: Set<String> {
      Set(findings.filter { $0.contains(" violated ") })
    }

    var description: String {
      "\(verdict) \(counters)\n\(cycles)\n\(findings.joined(separator: "\n"))"
    }
  }

  private static func came(
    _ scenario: Scenario, _ form: SimulationPlan.Form, _ style: LogStyle
  ) throws -> (came: Came, shows: UInt8) {
    var plan = SimulatedRun.plan(scenario, seed: 2)
    plan.form = form
    plan.style = style
    return (Came(try SimulatedRun(plan).summary), UInt8(truncatingIfNeeded: plan.shows.rawValue))
  }

  @Test("Containers that show the same come to the same", arguments: names)
  func containers(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    for form in SimulationPlan.Form.allCases {
      var first: [UInt8: (came: Came, style: String)] = [:]
      for style in LogStyle.all {
        let (came, shows) = try Self.came(scenario, form, style)
        guard let known = first[shows] else {
          first[shows] = (came, style.name)
          continue
        }
        #expect(came == known.came, "\(form) in \(style.name) and in \(known.style)")
      }
    }
  }

  @Test("Records beside the text change nothing", arguments: names)
  func both(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    for style in LogStyle.all where style.shows.contains(.fractions) {
      let text = try Self.came(scenario, .text, style).came
      let both = try Self.came(scenario, .both, style).came
      #expect(both.verdict == text.verdict, "\(style.name)")
      #expect(both.counters == text.counters, "\(style.name)")
      #expect(both.cycles == text.cycles, "\(style.name)")
      #expect(both.violated == text.violated, "\(style.name)")
    }
  }

  @Test("What records have no word for is no fault", arguments: names)
  func records(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    for style in LogStyle.all where style.shows.contains(.fractions) {
      let text = try Self.came(scenario, .text, style).came
      let json = try Self.came(scenario, .json, style).came
      #expect(json.violated.isSubset(of: text.violated), "\(style.name)")
    }
  }
}
