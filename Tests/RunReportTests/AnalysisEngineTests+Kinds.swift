import RunReport
import Testing

/// The kinds that wait for nothing.
extension AnalysisEngineTests {
  @Test(arguments: [
    ([register, startup], "satisfied"), ([handler, register, startup], "satisfied"),
    ([register, handler, startup], "satisfied"),
    ([handler, startup], "inconclusive head_cut bgtask_register"),
    (
      ["[DNP-PLUGIN] App launch (start=cold, cause=user, platform=ios)", startup],
      "violated not_seen bgtask_register"
    ),
  ]) func `precedence looks back`(lines: [String], expected: String) throws {
    let rule = "scope: process\nwhen: {event: plugin_startup}\nrequire: [{event: bgtask_register}]"
    #expect(try Self.outcome(rule, lines) == expected)
  }

  @Test func `precedence keeps its trigger as a witness`() throws {
    let rule = """
      scope: log
      when: {event: cache_miss}
      require: [{event: fetch_failure}, {event: fetch_start}]
      """
    let failures = (0..<40).map { Self.at("05:48:\(10 + $0)", Self.failure) }
    let (summary, _) = try Self.judge(rule, failures + [Self.at("05:49:30", Self.miss)])
    #expect(summary.findings.first?.evidence.last?.event == "cache_miss")
  }

  @Test(arguments: [
    ([prepare, hit], "satisfied"), ([prepare, hit, miss], "violated forbidden"),
    ([miss, prepare, hit], "satisfied"), ([prepare, hit, handler, miss], "satisfied"),
    ([prepare, hit, miss, hit, miss], "violated forbidden, violated forbidden"),
  ]) func `prohibition holds between its ends`(lines: [String], expected: String) throws {
    let rule = """
      scope: log
      never: {event: cache_miss, after: {event: cache_hit}, until: {event: bgtask_handler_invoked}}
      """
    #expect(try Self.outcome(rule, lines) == expected)
  }

  @Test func `condition of the end may name the beginning`() throws {
    let rule = """
      scope: log
      never:
        event: cache_miss
        where: "false"
        after: {event: content_cached, as: first}
        until: {event: content_cached, where: "scheduleId == first.scheduleId"}
      """
    #expect(
      try Self.outcome(rule, [Self.cached, Self.miss, Self.cached]) == "satisfied, satisfied"
        || Self.outcome(rule, [Self.cached, Self.miss, Self.cached]) == "satisfied")
  }

  @Test(arguments: [
    ("exactly: 1", 1, "satisfied"), ("exactly: 1", 2, "violated too_many"),
    ("at_least: 2", 1, "violated too_few fetch_failure"), ("at_least: 2", 2, "satisfied"),
    ("at_most: 1", 0, "satisfied"), ("at_most: 20", 25, "violated too_many"),
  ]) func `count is bounded`(bound: String, count: Int, expected: String) throws {
    let rule = "scope: log\ncount: {event: fetch_failure, \(bound)}"
    let lines = (0..<count).map { Self.at("05:48:\(10 + $0)", Self.failure) }
    #expect(try Self.outcome(rule, [Self.register] + lines) == expected)
  }

  @Test func `count begins anew with its trigger`() throws {
    let rule = "scope: log\nwhen: {event: fetch_start}\ncount: {event: fetch_success, at_least: 1}"
    let lines = [
      Self.at("05:48:00", Self.start), Self.at("05:48:10", Self.start),
      Self.at("05:48:11", Self.success),
    ]
    #expect(try Self.outcome(rule, lines) == "violated too_few fetch_success, satisfied")
  }

  @Test(arguments: [
    ("ttl=86400", "satisfied"), ("ttl=0", "violated check_failed"),
    ("bytes=1", "inconclusive missing_field"),
  ])
  func `check looks at one event`(field: String, expected: String) throws {
    let rule =
      "scope: log\nwhen: {event: fetch_success, as: ok}\ncheck: [\"ok.ttl > duration('0s')\"]"
    #expect(
      try Self.outcome(rule, ["[DNP-FETCH] Fetch success (status=200, \(field))"]) == expected)
  }

  static let equal = """
    scope: log
    equal:
      left: {event: content_hash, as: fetched, where: "phase == 'fetch'", field: hash}
      right: {event: content_hash, as: used, where: "phase == 'delivery'", field: hash}
      both_required: true
    """

  @Test(arguments: [
    (["Cached content MD5: ab", "Using cached content MD5: AB"], "satisfied"),
    (["Cached content MD5: ab", "Using cached content MD5: cd"], "violated differs"),
    (
      ["Cached content MD5: <private>", "Using cached content MD5: <private>"],
      "inconclusive redacted"
    ),
    (["Cached content MD5: ab"], "violated not_seen content_hash"),
    // The last left one counts.
    (
      ["Cached content MD5: ab", "Cached content MD5: cd", "Using cached content MD5: cd"],
      "satisfied"
    ),
  ]) func `equal compares with the last`(texts: [String], expected: String) throws {
    let lines = [Self.register] + texts.map { "[DNP-FETCH] " + $0 }
    #expect(try Self.outcome(Self.equal, lines) == expected)
  }

  @Test(arguments: [(2, "satisfied"), (0, "violated relation")]) func `balance relates counters`(
    reported: Int, expected: String
  ) throws {
    let rule = """
      scope: process
      balance:
        at: {event: telemetry_snapshot, as: now, where: "has(reportedExecuted)"}
        relation: "now.reportedExecuted >= derived.executed"
      """
    let lines = [
      Self.register, Self.handler, Self.completed,
      "[DNP-PLUGIN] DNP- dnp_prefetch_executed_total \(reported)",
    ]
    #expect(try Self.outcome(rule, lines) == expected)
  }
}
