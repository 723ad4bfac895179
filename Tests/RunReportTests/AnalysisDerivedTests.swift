import RunReport
import Testing

/// The values that the engine derives from lines on the device and the schedule, as rules read
/// them.
@Suite struct AnalysisDerivedTests {
  typealias Engine = AnalysisEngineTests

  /// Whether a condition holds at a `cache_miss` behind the lines.
  static func holds(
    _ condition: String, after lines: [String], environment: [(String, String)] = []
  ) throws -> Bool {
    let rule = "scope: log\nnever: {event: cache_miss, where: \"\(condition)\"}"
    let outcome = try Engine.outcome(rule, lines + [Engine.miss], environment: environment)
    return outcome.hasPrefix("violated forbidden")
  }

  static func fault(_ kind: String) -> String { "[DNP-TEST] Fault injected (kind=\(kind))" }
  static func device(_ fields: String) -> String { "[DNP-TEST] Env (\(fields))" }
  static func state(_ fields: String) -> String { "[DNP-PLUGIN] App state (\(fields))" }
  static let delivered = "[DNP-SCHEDULER] Notification delivered (id=n1, title=a)"
  static let refused = "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)"
  static let quit = state("state=terminated, by=user")
  static let reboot = "[DNP-TEST] Device reboot"
  static let stop = state("state=force_stopped, by=user")
  static let androidLaunch =
    "[DNP-PLUGIN] App launch (start=cold, cause=user, platform=android)"

  @Test(arguments: [
    ([fault("sleep")], true),
    ([fault("sleep"), Engine.handler], true),
    ([], false),
    ([fault("sleep"), fault("bad_json")], false),
    ([fault("sleep"), Engine.prepare, delivered], false),
    ([fault("sleep"), "[DNP-TEST] Scenario end (id=expiration)"], false),
  ]) func `fault lasts until its delivery`(lines: [String], expected: Bool) throws {
    #expect(try Self.holds("env.fault == 'sleep'", after: lines) == expected)
  }

  @Test(arguments: [
    ([device("timezone=Europe/Zurich")], false),
    ([device("timezone=Europe/Zurich"), device("timezone=Europe/Zurich")], false),
    ([device("timezone=Europe/Zurich"), device("timezone=Asia/Kolkata")], true),
    ([fault("timezone_change")], true),
    (["[DNP-SCHEDULER] Timezone changed, but UTC schedule unchanged"], true),
  ]) func `zone change is told by any of its lines`(lines: [String], expected: Bool) throws {
    #expect(try Self.holds("env.zoneChanged", after: lines) == expected)
  }

  @Test(
    arguments: [
      ([Engine.register, quit, Engine.register, Engine.startup], "force_quit"),
      ([Engine.register, state("state=swiped, by=unknown"), Engine.register], "force_quit"),
      ([Engine.register, reboot, Engine.register, Engine.startup], "reboot"),
      ([Engine.register, quit, reboot, Engine.register], "reboot"),
      // The launch after that one came after nothing.
      ([Engine.register, quit, Engine.register, Engine.startup, Engine.register], nil),
      ([Engine.register, state("state=terminated, by=system"), Engine.register], nil),
      ([Engine.register, quit], nil),
      ([androidLaunch, stop, androidLaunch], "force_stop"),
      ([androidLaunch, stop, reboot, androidLaunch], "reboot_after_force_stop"),
      ([androidLaunch, state("state=swiped, by=user"), androidLaunch], nil),
    ] as [([String], String?)])
  func `launch knows what it comes after`(lines: [String], cause: String?) throws {
    // Identical lines without times that follow each other would be one event.
    let lines = lines.flatMap { [$0, "[DNP-PLUGIN] load() called"] }
    for known in ["force_quit", "force_stop", "reboot", "reboot_after_force_stop"] {
      #expect(
        try Self.holds("env.launchedAfter == '\(known)'", after: lines) == (known == cause),
        "\(known)")
    }
  }

  @Test(arguments: [("force_stopped", true), ("swiped", false), ("terminated", false)])
  func `only a force stop ends an app on android`(word: String, expected: Bool) throws {
    let lines = [Self.androidLaunch, Self.state("state=\(word), by=user")]
    #expect(try Self.holds("env.forceQuit == true", after: lines) == expected)
  }

  @Test func `launch tells the platform`() throws {
    #expect(try Self.holds("env.platform == 'android'", after: [Self.androidLaunch]))
  }

  @Test(
    arguments: [
      ([refused], [], true),
      ([device("simulator=false"), refused], [], false),
      ([refused], [("simulator", "false")], false),
    ] as [([String], [(String, String)], Bool)])
  func `simulator is inferred only where nothing is known`(
    lines: [String], environment: [(String, String)], expected: Bool
  ) throws {
    #expect(
      try Self.holds("env.simulator == true", after: lines, environment: environment) == expected)
  }

  @Test func `disabled prefetch is a value of its cycle`() throws {
    let begin = "[DNP-FETCH] Scheduling prefetch for notification at \(Engine.due)"
    let disabled = "[DNP-FETCH] Prefetch disabled (reason=too_soon)"
    #expect(
      try Self.holds("cycle.prefetchDisabled", after: [begin, disabled, Engine.prepare]))
    #expect(try !Self.holds("cycle.prefetchDisabled", after: [begin, Engine.prepare]))
  }

  /// A time further away than two zones may be is of another day.
  @Test(
    arguments: [
      ("06:53:00Z", "60m"), ("11:38:00Z", "345m"), ("04:53:00Z", "-60m"), ("05:53:00Z", nil),
      ("06:50:00Z", "57m"),
    ] as [(String, String?)])
  func `shift is the distance to the scheduled time`(clock: String, shift: String?) throws {
    let lines = [
      Engine.scheduling,
      "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T\(clock)",
    ]
    #expect(try Self.holds("has(cycle.shift)", after: lines) == (shift != nil))
    if let shift { #expect(try Self.holds("cycle.shift == \(shift)", after: lines)) }
  }

  @Test(arguments: [
    ("2025-11-14T05:53:00Z", "satisfied"), ("2025-11-14T05:53:00+00:00", "satisfied"),
    ("2025-11-14T06:53:00+01:00", "violated forbidden"),
    // Without a zone nobody can say.
    ("2025-11-14T05:53:00", "satisfied"), ("<private>", "satisfied"),
  ]) func `instant is known to be in UTC`(instant: String, expected: String) throws {
    let rule = "scope: log\nnever: {event: delivery_prepare, where: \"!isUTC(notificationTime)\"}"
    let line = "[DNP-SCHEDULER] Preparing content for notification at \(instant)"
    #expect(try Engine.outcome(rule, [line, Engine.startup]) == expected)
  }

  /// A word such as `...` in the place of a value shows that the value was there.
  @Test(arguments: [
    ("title=t, id=n1", "violated check_failed"), ("title=t, body=, id=n1", "violated check_failed"),
    ("title=t, body=..., id=n1", "satisfied"), ("title=t, body=<body>, id=n1", "satisfied"),
    ("title=t, body=<private>, id=n1", "satisfied"), ("title=t, body=b, id=n1", "satisfied"),
  ]) func `what stands for a value is not absent`(fields: String, expected: String) throws {
    let rule =
      "scope: log\nwhen: {event: notification_built, as: it}\ncheck: [\"!absent(it.body)\"]"
    let line = "[DNP-SCHEDULER] Notification built (\(fields))"
    #expect(try Engine.outcome(rule, [line, Engine.startup]) == expected)
  }

  /// One task is outstanding: scheduling a later notification keeps the request of an earlier one.
  @Test(arguments: [("05:48", "satisfied"), ("06:48", "violated forbidden")])
  func `kept request is no begin date of a later notification`(begin: String, expected: String)
    throws
  {
    func call(_ clock: String, _ due: String, _ begin: String, _ id: String) -> [String] {
      [
        "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T\(due):00Z",
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T\(begin):00Z)",
        "[DNP-SCHEDULER] Scheduling notification for 2025-11-14T\(due):00Z",
        "[DNP-STORAGE] Persisted schedule to DB (id=\(id), type=DAILY)",
      ].map { Engine.at(clock, $0) }
    }
    let rule = """
      scope: log
      never: {event: schedule_persisted, where: "scheduleId == 's2' && has(cycle.beginDate)"}
      """
    let lines = call("05:00:00", "05:53", "05:48", "s1") + call("05:00:10", "06:53", begin, "s2")
    #expect(try Engine.outcome(rule, lines) == expected)
  }

  @Test func `capped lead in a handler is that of its submission`() throws {
    let rule = "scope: log\nnever: {event: bgtask_scheduled, where: \"cycle.leadCapped\"}"
    let cap = "[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)"
    let next = "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T06:48:00Z)"
    let before = [Engine.handler, Engine.start]
    #expect(try Engine.outcome(rule, before + [cap, next]) == "violated forbidden")
    #expect(try Engine.outcome(rule, before + [next]) == "satisfied")
  }

  /// The clock was set back between the two lines.
  @Test func `times of two clock epochs are not compared`() throws {
    let rule = """
      scope: log
      when: {event: fetch_start, as: start}
      expect: [{event: fetch_success, as: end, check: ["end.time >= start.time"]}]
      """
    let ahead = [Engine.at("05:48:00", Engine.start), Engine.at("05:49:00", Engine.success)]
    #expect(try Engine.outcome(rule, ahead) == "satisfied")
    let back = [Engine.at("05:48:00", Engine.start), Engine.at("05:40:00", Engine.success)]
    #expect(try Engine.outcome(rule, back) == "inconclusive missing_field")
  }

  @Test(arguments: [
    ("2025-11-14 05:48:00.000000+0000 App[201:1] ", "violated forbidden"),
    ("2025-11-14 05:48:00.000000 App[201:1] ", "satisfied"), ("", "satisfied"),
  ]) func `line tells the zone of its time`(head: String, expected: String) throws {
    let rule = "scope: log\nnever: {event: cache_miss, where: \"isUTC(time)\"}"
    #expect(try Engine.outcome(rule, [head + Engine.miss, head + Engine.startup]) == expected)
  }

  @Test(arguments: [
    (["[DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=2025-11-14T05:48:00Z)"], true),
    (["[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)"], true),
    ([Engine.scheduling, Engine.register], false),
  ]) func `only a submission asks for a task`(lines: [String], expected: Bool) throws {
    #expect(try Self.holds("env.taskAsked", after: lines) == expected)
  }
}
