import RunReport
import Simulator
import Testing

/// One run comes to the same in whatever container and form its events are written.
@Suite struct ContainerAgreementTests {
  private static let names = ["happy", "network-off", "content-hash-mismatch", "android-swipe"]

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

  /// What a scenario comes to in each container, and what that shows.
  private static func came(
    _ scenario: Scenario, _ form: SimulationPlan.Form
  ) throws -> [(style: LogStyle, shows: Injected.Needs, came: Came)] {
    try LogStyle.all.map { style in
      var plan = SimulatedRun.plan(scenario, seed: 2)
      plan.form = form
      plan.style = style
      return (style, plan.shows, Came(try SimulatedRun(plan).summary))
    }
  }

  @Test(arguments: names)
  func `a run comes to the same in every container, as text and as records`(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let text = try Self.came(scenario, .text)
    let json = try Self.came(scenario, .json)
    let both = try Self.came(scenario, .both)
    for runs in [text, json, both] {
      for run in runs {
        let first = try #require(runs.first { $0.shows == run.shows })
        #expect(run.came == first.came, "\(run.style.name) and \(first.style.name)")
      }
    }
    for (index, run) in text.enumerated() where run.shows.contains(.fractions) {
      // Records beside the text change nothing; what records have no word for is no fault.
      #expect(both[index].came.verdict == run.came.verdict, "\(run.style.name)")
      #expect(both[index].came.counters == run.came.counters, "\(run.style.name)")
      #expect(both[index].came.cycles == run.came.cycles, "\(run.style.name)")
      #expect(both[index].came.violated == run.came.violated, "\(run.style.name)")
      #expect(json[index].came.violated.isSubset(of: run.came.violated), "\(run.style.name)")
    }
  }
}
