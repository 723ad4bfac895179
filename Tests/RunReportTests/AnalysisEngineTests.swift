import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// The machines of the rules, each with a rule of its own and a short log.
@Suite struct AnalysisEngineTests: LogLines {
  /// Returns a pack of one rule over the shipped catalogue; the lines stand below the rule's title, but for
  /// a first one of the platform, which is the pack's.
  static func book(_ rule: String) throws -> (book: RuleBook, rule: Int) {
    var lines = rule.split(separator: "\n")
    let platform = rule.hasPrefix("platform: ") ? String(lines.removeFirst()) : ""
    let text = """
      pack: t
      title: T
      \(platform)
      excuses:
        low: {if: "env.lowPower == true", class: os, note: low}
        quit: {if: "env.forceQuit == true", class: os, note: quit}
        killed: {if: "cycle.taskKilled", class: os, note: killed}
      rules:
        - id: r
          title: R
          bucket: A

      """ + lines.map { "    \($0)\n" }.joined()
    var base = LoadedRules()
    base.book.catalogue = try Judge.book.get().catalogue
    let loaded = try RuleLoader.load(
      [RuleFile(path: "t.yaml", bytes: Array(text.utf8))], over: base)
    return (loaded.book, 0)
  }

  static func judge(
    _ rule: String, _ lines: [String], environment: [(String, String)] = []
  ) throws -> (summary: RunSummary, satisfied: Int64) {
    let (book, number) = try book(rule)
    var options = RunOptions()
    options.onlyRule = number
    options.environment = environment.map { (key: $0.0, value: $0.1) }
    let analyser = try LogAnalyser(PreparedBook(book), options: options)
    // A last line that ends with an ellipsis is cut there.
    var text = lines.map { $0 + "\n" }.joined()
    if text.hasSuffix("…\n") { text.removeLast(2) }
    analyser.read(text: Array(text.utf8), named: "log")
    let summary = analyser.finish()
    return (summary, analyser.engine.timesSatisfied(number))
  }

  /// Returns `violated not_seen fetch_success`, `satisfied`, or nothing.
  static func outcome(
    _ rule: String, _ lines: [String], environment: [(String, String)] = []
  ) throws -> String {
    let (summary, satisfied) = try judge(rule, lines, environment: environment)
    let findings = summary.findings.map { finding in
      ([finding.outcome.name, finding.reason] + finding.missing).joined(separator: " ")
    }
    return (findings + [String](repeating: "satisfied", count: Int(satisfied)))
      .joined(separator: ", ")
  }

  // MARK: Messages

  @Test
  func `what is forbidden is told by what it says, where that is held against another event`()
    throws
  {
    let lines = [Self.start, Self.success]
    func message(_ condition: String) throws -> String {
      let rule = """
        never:
          event: fetch_success
          where: "\(condition)"
          after: {event: fetch_start, as: begun}
        """
      return try Self.judge(rule, lines).summary.findings.first?.message ?? ""
    }
    #expect(
      try message("status == 200") == "fetch_success at line 2 came after fetch_start at line 1")
    #expect(
      try message("!has(begun.url)")
        == "fetch_success at line 2 conflicts with fetch_start at line 1")
    #expect(
      try message("status == 200 && ttl > duration('1s')").hasSuffix(
        ": ttl is 24 h"))
  }

  // MARK: Response

  static let response = """
    scope: log
    when: {event: fetch_start}
    expect: [{event: fetch_success, within: 30s}]
    """

  @Test(arguments: [
    ([at("05:48:00", start), at("05:48:30", success)], "satisfied"),
    ([at("05:48:00", start), at("05:48:31", success)], "violated seen_late fetch_success"),
    ([at("05:48:00", start), at("05:48:31", startup)], "violated not_seen fetch_success"),
    // The log ends before the deadline has passed.
    ([at("05:48:00", start), at("05:48:30", startup)], "inconclusive tail_cut fetch_success"),
    // A line of any program is log time.
    (
      [at("05:48:00", start), "2025-11-14 05:49:00.000000+0000 kernel[1:1] x"],
      "violated not_seen fetch_success"
    ),
    (
      [at("05:48:00", success), at("05:48:01", start), at("05:48:40", startup)],
      "violated seen_early fetch_success"
    ),
    // Untimed lines meet steps, and no deadline passes.
    ([start, startup, success], "satisfied"),
    // No deadline passes while the clock was set back.
    (
      [at("05:48:00", start), at("05:40:00", startup), at("05:49:00", startup)],
      "inconclusive other_epoch fetch_success"
    ),
  ]) func `deadline expires by log time`(lines: [String], expected: String) throws {
    #expect(try Self.outcome(Self.response, lines) == expected)
  }

  @Test func `late step is the nearest miss`() throws {
    let (summary, _) = try Self.judge(
      Self.response, [Self.at("05:48:00", Self.start), Self.at("05:48:34", Self.success)])
    let finding = try #require(summary.findings.first)
    #expect(finding.nearMisses.first?.offsetSeconds == 4)
    #expect(finding.nearMisses.first?.line == 2)
    #expect(finding.steps.last?.status == "late")
    #expect(finding.deadline == 1_763_099_310_000_000)
  }

  @Test func `step of another schedule is a wrong key`() throws {
    let other = "2025-11-14T06:53:00Z"
    let (summary, _) = try Self.judge(
      "scope: cycle\nwhen: {event: notification_scheduling}\nexpect: [{event: delivery_prepare}]",
      [
        Self.at("05:00:00", Self.scheduling),
        Self.at("05:00:10", Self.scheduling.replacing(Self.due, with: other)),
        Self.at("05:00:10", "[DNP-STORAGE] Persisted schedule to DB (id=s2, type=DAILY)"),
        Self.at("05:53:00", Self.prepare.replacing(Self.due, with: other)),
        Self.at("05:53:01", "[DNP-SCHEDULER] Notification delivered (id=n2, title=a)"),
        Self.at("06:58:00", Self.startup),
      ])
    let finding = try #require(summary.findings.first { $0.outcome == .violated })
    #expect(finding.reason == "wrong_key")
    #expect(finding.nearMisses.first?.detail == "for schedule s2")
  }

  @Test func `step with another field is a wrong field`() throws {
    let rule = """
      scope: log
      when: {event: fetch_start}
      expect: [{event: bgtask_completed, where: "success"}]
      """
    let failed = "[DNP-FETCH] Task completed (success=false, reason=NETWORK)"
    #expect(
      try Self.outcome(rule, [Self.start, failed, Self.later])
        == "violated wrong_field bgtask_completed")
  }

  @Test func `cancel ends the wait`() throws {
    let rule = Self.response + "\ncancel: [{event: process_crash}]"
    let crash = Self.at("05:48:02", "Fatal error: x")
    #expect(
      try Self.outcome(
        rule, [Self.at("05:48:00", Self.start), crash, Self.at("05:50:00", Self.startup)]) == "")
  }

  @Test(arguments: [
    ("restart", "satisfied"), ("violate", "violated retriggered fetch_success, satisfied"),
    ("ignore", "satisfied"),
  ]) func `second trigger`(kind: (String, String)) throws {
    let rule = Self.response + "\non_retrigger: \(kind.0)"
    let lines = [
      Self.at("05:48:00", Self.start), Self.at("05:48:20", Self.start),
      Self.at("05:48:29", Self.success),
    ]
    #expect(try Self.outcome(rule, lines) == kind.1)
  }

  @Test func `second trigger counts from itself only if restarted`() throws {
    let lines = [
      Self.at("05:48:00", Self.start), Self.at("05:48:20", Self.start),
      Self.at("05:48:40", Self.success),
    ]
    #expect(try Self.outcome(Self.response + "\non_retrigger: restart", lines) == "satisfied")
    #expect(
      try Self.outcome(Self.response + "\non_retrigger: ignore", lines)
        == "violated seen_late fetch_success")
  }

  static let chain = """
    scope: log
    when: {event: bgtask_handler_invoked}
    expect:
      - {event: fetch_start}
      - {event: http_request, optional: true, check: ["attempt == 1"]}
      - {event: fetch_success}
      - {event: content_cached, before: {event: bgtask_completed}}
    """
  static let plainChain = chain.replacing(#", check: ["attempt == 1"]"#, with: "")

  @Test(arguments: [
    ([handler, start, success, cached, completed], "satisfied"),
    (
      [
        handler, start, "[DNP-FETCH] API call: GET /api/notifications (JWT present, ETag=1)",
        success, cached,
      ], "satisfied"
    ),
    ([handler, success, start, cached], "violated seen_early fetch_success"),
    ([handler, start, success, completed, cached], "violated after_cancel content_cached"),
    ([handler, start, success, completed], "violated not_seen content_cached"),
  ]) func `chain is in order`(lines: [String], expected: String) throws {
    #expect(try Self.outcome(Self.plainChain, lines + [Self.later]).contains(expected))
  }

  @Test(arguments: [[success, cached], [cached, success]]) func `any order is any order`(
    lines: [String]
  ) throws {
    let rule = """
      scope: log
      when: {event: fetch_start}
      expect_any_order: [{event: content_cached}, {event: fetch_success}]
      """
    #expect(try Self.outcome(rule, [Self.start] + lines) == "satisfied")
    #expect(
      try Self.outcome(rule, [Self.start, lines[0], Self.later]).hasPrefix("violated not_seen"))
  }

  // MARK: Excuses and doubts

  @Test(arguments: [
    // On before the deadline; off again after it; on only after it.
    ([("05:48:10", "true")], "excused"),
    ([("05:48:10", "true"), ("05:49:00", "false")], "excused"),
    ([("05:49:00", "true")], "violated"),
    ([("05:48:10", "true"), ("05:48:20", "false")], "violated"),
  ]) func `excuse holds at the deadline`(changes: [(String, String)], expected: String) throws {
    let rule = Self.response + "\nexcuse: [low]"
    let lines =
      [Self.at("05:48:00", Self.start)]
      + changes.map { Self.at($0.0, "[DNP-TEST] Env (lowPower=\($0.1))") }
      + [Self.at("05:50:00", Self.startup)]
    #expect(try Self.outcome(rule, lines).hasPrefix(expected))
  }

  @Test(arguments: [true, false]) func `excuse of a cycle holds when it was due`(isTimed: Bool)
    throws
  {
    let rule = """
      scope: cycle
      when: {event: notification_scheduling}
      expect: [{event: bgtask_handler_invoked}]
      excuse: [quit]
      """
    let quit = "[DNP-TEST] App state (state=terminated, by=user)"
    let lines = [
      ("05:00:00", Self.register), ("05:00:00", Self.scheduling), ("05:10:00", quit),
      ("07:00:00", Self.register), ("07:00:00", Self.startup),
      // Without times it takes a later notification to tell that the turn of this one is over.
      ("07:00:00", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-15T05:53:00Z"),
      ("07:00:00", "[DNP-SCHEDULER] Notification delivered (id=n2, title=Your daily update)"),
    ]
    let log = lines.map { isTimed ? Self.at($0.0, $0.1) : $0.1 }
    #expect(try Self.outcome(rule, log) == "excused not_seen bgtask_handler_invoked")
    #expect(
      try Self.outcome(rule, log.filter { !$0.contains(quit) })
        == "violated not_seen bgtask_handler_invoked")
  }

  @Test func `unmet may be a doubt`() throws {
    let rule = Self.response + "\nunmet: inconclusive"
    #expect(
      try Self.outcome(rule, [Self.at("05:48:00", Self.start), Self.at("05:50:00", Self.startup)])
        == "inconclusive not_seen fetch_success")
  }

  @Test func `absence of a proposed event is armed by its group`() throws {
    let rule = """
      scope: log
      when: {event: fetch_start}
      expect: [{event: http_response}]
      """
    #expect(try Self.outcome(rule, [Self.start, Self.later]) == "")
    let other = "[DNP-API] Response (requestId=1, status=200)"
    #expect(
      try Self.outcome(rule, [other, Self.start, Self.later])
        == "violated seen_early http_response")
  }

  @Test func `lone JSON proves no absence of text`() throws {
    let rule = """
      scope: cycle
      when: {event: fetch_success}
      expect: [{event: content_cached}]
      """
    let json =
      #"{"event":"prefetch_success","id":"n1","ttl":1,"scheduledFor":"2025-11-14T05:53:00Z","timestamp":"2025-11-14T05:48:00Z"}"#
    let later = Self.at("07:00:00", Self.startup)
    #expect(
      try Self.outcome(rule, [json, later]) == "inconclusive source_cannot_show content_cached")
    let text = [
      Self.at("05:47:59", Self.handler), Self.at("05:48:00", Self.start),
      Self.at("05:48:00", Self.success),
    ]
    #expect(try Self.outcome(rule, text + [json, later]) == "violated not_seen content_cached")
  }

  @Test func `filtered tag proves no absence`() throws {
    let rule = """
      scope: cycle
      when: {event: notification_scheduling}
      expect: [{event: schedule_persisted}]
      """
    let lines = [Self.at("05:00:00", Self.scheduling), Self.at("07:00:00", Self.startup)]
    #expect(try Self.outcome(rule, lines) == "inconclusive source_cannot_show schedule_persisted")
    let storage = Self.at("07:00:00", "[DNP-STORAGE] Storage ready (backend=sqlite)")
    #expect(try Self.outcome(rule, lines + [storage]) == "violated not_seen schedule_persisted")
  }
}
