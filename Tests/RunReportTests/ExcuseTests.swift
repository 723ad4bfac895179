import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// The excuses for an obligation that was not met, and their proof.
@Suite struct ExcuseTests {
  private static func at(_ clock: String, _ message: String) -> String {
    AnalysisHealthyTests.at(14, clock, message)
  }

  private static let env = at("04:59:50", "[DNP-TEST] Env (lowPower=true)")
  private static let launch = AnalysisHealthyTests.launch(14, "04:59:58", pending: false)
  private static let schedule = AnalysisHealthyTests.schedule(
    14, "05:00:00", for: MissingStepTests.due, begin: MissingStepTests.begin, id: "s1")
  private static let fallback = [
    at("05:53:00", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"),
    at("05:53:01", "[DNP-FETCH] No cached content available, falling back to on-demand fetch"),
    at(
      "05:53:02",
      "[DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)"),
    at("05:53:03", "[DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)"),
    at("05:53:04", "[DNP-SCHEDULER] Notification built (title=T, body=B, id=s1)"),
    at("05:53:05", "[DNP-SCHEDULER] Notification delivered (id=s1, title=T)"),
  ]
  private static let end = at("07:30:00", "[DNP-PLUGIN] App state (state=background)")

  private static func run(_ lines: [String], env: [String: String] = [:]) throws -> RunSummary {
    var options = RunOptions()
    options.environment = env.map { ($0.key, $0.value) }
    let analyser = try LogAnalyser(Judge.prepared.get(), options: options)
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "log")
    return analyser.finish()
  }

  private static func handlerFinding(_ summary: RunSummary) throws -> Finding {
    try #require(summary.findings.first { $0.rule == "hints/handler-runs" })
  }

  private static let renderers: [any ReportRenderer.Type] = [
    TextRenderer.self, JSONRenderer.self, MarkdownRenderer.self, HTMLRenderer.self,
    JUnitRenderer.self, SARIFRenderer.self,
  ]

  @Test
  func `the line that excuses is evidence, and stands in every report`() throws {
    let summary = try Self.run(
      [Self.env] + Self.launch + Self.schedule + Self.fallback + [Self.end])
    #expect(summary.verdict == .pass)
    let finding = try Self.handlerFinding(summary)
    #expect(finding.outcome == .excused)
    let excuses = finding.evidence.filter { $0.role == .excuse }
    #expect(excuses.map(\.line) == [1])
    #expect(excuses.map(\.text) == [Self.env])
    var style = ReportStyle()
    style.detail = .verbose
    for renderer in Self.renderers {
      let report = String(decoding: renderer.report(of: summary, style), as: UTF8.self)
      #expect(report.contains("(lowPower=true)"), "\(renderer)")
    }
  }

  @Test
  func `an option that excuses is named`() throws {
    let summary = try Self.run(
      Self.launch + Self.schedule + Self.fallback + [Self.end], env: ["lowPower": "true"])
    let finding = try Self.handlerFinding(summary)
    #expect(finding.outcome == .excused)
    #expect(finding.message.hasSuffix(" (stated by --env lowPower)"))
    #expect(!finding.evidence.contains { $0.role == .excuse })
  }

  @Test
  func `a condition that began after the notification was due excuses nothing`() throws {
    for clock in ["05:54:00", "07:00:00"] {
      let late = Self.at(clock, "[DNP-TEST] Env (lowPower=true)")
      let summary = try Self.run(Self.launch + Self.schedule + Self.fallback + [late, Self.end])
      #expect(try Self.handlerFinding(summary).outcome == .inconclusive, "\(clock)")
    }
  }

  @Test
  func `a delivery behind a step of the clock is not called late or early`() throws {
    let lines =
      Self.launch + Self.schedule
      + AnalysisHealthyTests.execution(14, "05:48:01", for: MissingStepTests.due, id: "s1")
      + AnalysisHealthyTests.delivery(14, "03:53:01", for: MissingStepTests.due, id: "s1")
    let summary = try Self.run(lines)
    #expect(summary.findings.allSatisfy { $0.outcome != .excused && $0.outcome != .violated })
    #expect(summary.cycles.first?.deliveryDriftSeconds == .some(nil))
  }

  @Test
  func `a task whose completion the clock hides is no pass`() throws {
    let lines =
      Self.launch + Self.schedule
      + AnalysisHealthyTests.execution(14, "05:48:01", for: MissingStepTests.due, id: "s1")
      .filter { !$0.contains("Task completed") }
      + AnalysisHealthyTests.delivery(14, "03:53:01", for: MissingStepTests.due, id: "s1")
    let summary = try Self.run(lines)
    #expect(summary.verdict == .inconclusive)
    #expect(summary.inputs.first?.isTailCut == false)
  }

  @Test(arguments: [false, true])
  func `a move that the log denies excuses nothing`(isNotedLater: Bool) throws {
    let note = Self.at("05:20:00", "[DNP-SCHEDULER] Timezone changed, but UTC schedule unchanged")
    let move = [
      Self.at("05:20:01", "[DNP-SCHEDULER] Scheduling notification for 2025-11-14T06:53:00Z"),
      Self.at("05:20:01", "[DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)"),
    ]
    let noteLate = note.replacing("05:20:00", with: "05:20:02")
    let moved = isNotedLater ? move + [noteLate] : [note] + move
    let rest = Self.fallback.map { $0.replacing("05:53:0", with: "06:53:0") }
    let summary = try Self.run(Self.launch + Self.schedule + moved + rest + [Self.end])
    #expect(summary.verdict == .fail)
    let violated = summary.findings.filter { $0.outcome == .violated }.map(\.rule)
    #expect(violated.contains("environments/zone-change-keeps-the-time"))
    #expect(summary.findings.allSatisfy { $0.outcome != .excused })
    #expect(summary.cycles.contains { $0.outcome == .notDelivered })
    // Without a line of it the system may have shown it all the same: open, and never forgiven.
    let delivery = summary.findings.filter { $0.rule == "prefetch-cycle/notification-is-delivered" }
    #expect(delivery.map(\.outcome) == [.inconclusive])
    // The user may move it: then nothing denies it.
    let free = try Self.run(Self.launch + Self.schedule + move + rest + [Self.end])
    let excused = free.findings.filter { $0.outcome == .excused }
    #expect(free.findings.allSatisfy { $0.outcome != .violated })
    #expect(
      excused.allSatisfy { finding in finding.evidence.contains { $0.role == .excuse } })
    #expect(!excused.isEmpty)
  }

  @Test
  func `a refused call is a cycle that is over, and may pass`() throws {
    let refusal = Self.at(
      "05:00:00", "[DNP-PLUGIN] notifications_denied for scheduleDailyNotification")
    let summary = try Self.run(Self.launch + [refusal, Self.end])
    #expect(summary.verdict == .pass)
    #expect(summary.cycles.map(\.outcome) == [.refused])
    #expect(summary.reasons == ["1 cycle: refused because a permission is missing"])
    let scheduled = try Self.run(Self.launch + [refusal] + Self.schedule + [Self.end])
    #expect(scheduled.verdict == .fail)
    let other = Self.at("05:00:00", "[DNP-PLUGIN] notifications_denied for openChannelSettings")
    #expect(try Self.run(Self.launch + [other, Self.end]).cycles.isEmpty)
  }

  @Test
  func `a delivery that only its summary tells is no pass`() throws {
    let lines = MissingStepTests.day.filter { !$0.contains("Notification delivered") }
    let summary = try Self.run(lines)
    #expect(summary.verdict == .inconclusive)
    #expect(summary.findings.map(\.rule) == ["prefetch-mvp/notification_delivered"])
    #expect(summary.findings.first?.evidence.allSatisfy { $0.role == .around } == true)
  }
}
