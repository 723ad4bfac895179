import Redaction
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import TextWriting
import Testing

/// A redacted log tells the same of the plugin and nothing of people.
@Suite struct RedactionTests {
  @Test(arguments: Scenario.all.map(\.name))
  func `a redacted scenario comes to the same`(name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let run = try SimulatedRun(SimulatedRun.plan(scenario))
    Self.compare(run, try Self.redacted(run))
  }

  @Test(arguments: LogStyle.all.map(\.name))
  func `so it does in every container`(name: String) throws {
    let style = try LogStyle(parsing: name)
    for scenario in Self.ofEachArea {
      var plan = SimulatedRun.plan(scenario, seed: 7)
      if plan.zone != .utc, style.resolution != nil, !style.hasZone { continue }
      plan.style = style
      let run = try SimulatedRun(plan)
      Self.compare(run, try Self.redacted(run))
    }
  }

  /// A scenario of each area, since each has fields of its own.
  private static let ofEachArea = Dictionary(grouping: Scenario.all, by: \.profile)
    .values.compactMap(\.first)

  @Test func `the key decides the pseudonyms`() throws {
    let scenario = try #require(Scenario.all.first)
    let run = try SimulatedRun(SimulatedRun.plan(scenario))
    #expect(try Self.redact(run.text, key: "a") == Self.redact(run.text, key: "a"))
    #expect(try Self.redact(run.text, key: "a") != Self.redact(run.text, key: "b"))
  }

  // MARK: Comparing

  private static func redact(_ text: [UInt8], key: String = "dnplog") throws -> [UInt8] {
    var redactor = Redactor(catalogue: try SimulatedRun.book.catalogue, key: key)
    var clean: [UInt8] = []
    for (index, line) in text.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0 { clean.append(UInt8(ascii: "\n")) }
      redactor.redact(Array(line), into: &clean)
    }
    return clean
  }

  private static func redacted(_ run: SimulatedRun) throws -> (text: [UInt8], summary: RunSummary) {
    let text = try redact(run.text)
    let analyser = try LogAnalyser(
      SimulatedRun.prepared, options: SimulatedRun.options(for: run.plan))
    analyser.read(text: text, named: "\(run.plan.scenario.name).log")
    return (text, analyser.finish())
  }

  private static func compare(_ run: SimulatedRun, _ clean: (text: [UInt8], summary: RunSummary)) {
    let (before, after) = (run.summary, clean.summary)
    #expect(after.verdict == before.verdict)
    #expect(after.counters == before.counters)
    #expect(after.cycles.map(\.outcome) == before.cycles.map(\.outcome))
    #expect(after.cycles.map(\.notificationTime) == before.cycles.map(\.notificationTime))
    #expect(findings(of: after) == findings(of: before))
    #expect(after.inputs.map(\.events) == before.inputs.map(\.events))
    #expect(after.inputs.map(\.unclassified) == before.inputs.map(\.unclassified))
    let text = String(decoding: clean.text, as: UTF8.self)
    for word in privateWords(of: run) where text.contains(word) {
      Issue.record("'\(word)' is still there")
    }
  }

  private static func findings(of summary: RunSummary) -> [String] {
    summary.findings.map { "\($0.rule) \($0.outcome) \($0.fault)" }.sorted()
  }

  /// What the plain text of a run holds of ids, titles, bodies, DIDs and secrets.
  private static func privateWords(of run: SimulatedRun) -> Set<String> {
    var words: Set<String> = []
    let text = String(decoding: run.text, as: UTF8.self)
    for pattern in [
      /did:[a-z]+:([A-Za-z0-9]{4,})/, /(?:title|body)=([^,=()"\\]{4,})[,)]/,
      /eyJ([A-Za-z0-9_-]{8,})\./, /[Bb]earer ([A-Za-z0-9._-]{12,})/,
      /(?:scheduleId|notificationId|taskId)=([A-Za-z]{4,}[A-Za-z0-9_.-]*)/,
    ] {
      for match in text.matches(of: pattern) {
        let word = String(match.1)
        // An id of a time and nothing else says nothing.
        if word.contains(where: \.isLetter), word != "expired" { words.insert(word) }
      }
    }
    return words
  }
}
