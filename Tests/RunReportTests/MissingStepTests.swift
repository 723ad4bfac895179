import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// A required step that a cycle lacks is told as a finding is told.
@Suite struct MissingStepTests {
  static let due = AnalysisHealthyTests.due
  static let begin = AnalysisHealthyTests.begin
  /// A line of the store shows that its tag is not filtered out.
  static let day =
    [AnalysisHealthyTests.at(14, "04:59:57", "[DNP-STORAGE] Storage ready (backend=coredata)")]
    + AnalysisHealthyTests.launch(14, "04:59:58", pending: false)
    + AnalysisHealthyTests.schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
    + AnalysisHealthyTests.execution(14, "05:48:01", for: due, id: "s1")
    + AnalysisHealthyTests.delivery(14, "05:53:01", for: due, id: "s1")
    + [AnalysisHealthyTests.at(14, "07:00:00", "[DNP-PLUGIN] App state (state=background)")]

  static func summary(of lines: [String], details: Int = 1000) throws -> RunSummary {
    var options = RunOptions()
    options.maxDetails = details
    let analyser = try LogAnalyser(Judge.prepared.get(), options: options)
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "log")
    return analyser.finish()
  }

  @Test func `a healthy day lacks none`() throws {
    let summary = try Self.summary(of: Self.day)
    #expect(summary.verdict == .pass)
    #expect(summary.findings == [])
  }

  @Test(arguments: [
    ("Persisted", "schedule_persisted", ["notification_scheduling", "bgtask_handler_invoked"]),
    (
      "Scheduling notification", "notification_scheduling",
      ["bgtask_scheduled", "schedule_persisted"]
    ),
  ])
  func `the finding shows cycle and neighbours`(
    line: String, step: String, neighbours: [String]
  ) throws {
    let summary = try Self.summary(of: Self.day.filter { !$0.contains(line) })
    #expect(summary.verdict == .inconclusive)
    #expect(summary.reasons == ["1 cycle lacks a required step: \(step) in cycle s1"])
    let finding = try #require(summary.findings.first)
    #expect(summary.findings.count == 1)
    #expect(finding.rule == "prefetch-mvp/\(step)")
    #expect(finding.outcome == .inconclusive)
    #expect(finding.fault == .none)
    #expect(finding.scope == Finding.Scope(process: 1, cycle: "s1"))
    #expect(finding.missing == [step])
    #expect(finding.reason == "not_seen")
    #expect(finding.evidence.map(\.event) == neighbours)
    #expect(finding.evidence.allSatisfy { $0.text.contains("[DNP-") && $0.time != nil })
    #expect(finding.steps.map(\.status) == ["seen", "seen", "missing"])
    #expect(!finding.hints.isEmpty)
    #expect(summary.rules.inconclusive == 1)
    #expect(
      summary.findingCounts == [
        FindingCount(
          pack: "prefetch-mvp", outcome: .inconclusive, fault: .none, severity: .error, count: 1)
      ])
  }

  /// A rule that says the same has the word, and so has a fault of the cycle.
  @Test(arguments: [
    ("Notification delivered", "prefetch-cycle/notification-is-delivered"),
    ("BGTask handler", "hints/handler-runs"),
  ])
  func `what a rule tells is told once`(line: String, rule: String) throws {
    let delivery = ["Preparing", "Found", "Using", "built", "delivered", "cycle complete"]
    let isDelivery = line == "Notification delivered"
    let left = Self.day.filter { text in
      isDelivery
        ? !delivery.contains { text.contains($0) }
        : !["BGTask handler", "Resolved", "Starting", "Fetch success", "Cached", "Task completed"]
          .contains { text.contains($0) }
    }
    let summary = try Self.summary(of: left)
    #expect(summary.findings.map(\.rule).contains(rule))
    #expect(!summary.findings.contains { $0.rule.hasPrefix("prefetch-mvp/") })
  }

  @Test func `what is not kept is counted`() throws {
    let summary = try Self.summary(of: Self.day.filter { !$0.contains("Persisted") }, details: 0)
    #expect(summary.reasons == ["1 cycle lacks a required step: schedule_persisted in cycle s1"])
    #expect(summary.findings == [])
    #expect(summary.omittedFindings == 1)
    #expect(summary.findingCounts.map(\.count) == [1])
  }

  @Test(arguments: [("ios", false), ("android", true)])
  func `steps of another platform are not asked for`(platform: String, passes: Bool) throws {
    let tasks = ["BGAppRefreshTask", "Registering", "BGTask handler", "Task completed"]
    let launch = "[DNP-PLUGIN] App launch (start=cold, cause=user, platform=\(platform))"
    let lines =
      [AnalysisHealthyTests.at(14, "04:59:57", launch)]
      + Self.day.filter { text in !tasks.contains { text.contains($0) } }
    #expect(try (Self.summary(of: lines).verdict == .pass) == passes)
  }
}
