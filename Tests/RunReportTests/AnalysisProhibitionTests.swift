import Testing

/// Comparisons in a prohibition, and scopes by key where the log begins too late.
@Suite struct AnalysisProhibitionTests {
  /// The display of another message than that of highest priority.
  private static let best = """
    never:
      event: message_displayed
      where: "messageId != best.messageId"
      after:
        one_of:
          - {event: message_evaluated, as: best, where: "!has(best) || priority > best.priority"}
      until: {event: feed_check}
    """

  private static func evaluated(_ id: String, _ priority: Int) -> String {
    "[DNP-PULL] Message evaluated (id=\(id), eligible=true, priority=\(priority))"
  }

  @Test(arguments: [[1, 5, 3], [5, 1, 3]])
  func `the best of several is kept, whatever their order`(priorities: [Int]) throws {
    let lines = priorities.map { Self.evaluated("m\($0)", $0) }
    #expect(
      try AnalysisEngineTests.outcome(Self.best, lines + ["[DNP-PULL] Message displayed (id=m5)"])
        == "satisfied")
    #expect(
      try AnalysisEngineTests.outcome(Self.best, lines + ["[DNP-PULL] Message displayed (id=m3)"])
        == "violated forbidden")
  }

  @Test
  func `a key whose beginning the log may lack proves no absence`() throws {
    let rule = """
      scope: {key: [taskId]}
      when: {event: bgtask_handler_invoked}
      require: [{event: bgtask_register}]
      """
    let handler = "[DNP-SYNC] BGTask handler invoked (id=sync)"
    #expect(
      try AnalysisEngineTests.outcome(rule, [handler]) == "inconclusive head_cut bgtask_register")
    #expect(
      try AnalysisEngineTests.outcome(rule, ["[DNP-PLUGIN] App launch (start=cold)", handler])
        == "violated not_seen bgtask_register")
  }

  @Test(arguments: [
    ("process_crash", "*** Terminating app due to uncaught exception 'x'"),
    ("device_reboot", "[DNP-TEST] Device reboot"),
    ("app_launch", "[DNP-PLUGIN] App launch (start=cold)"),
    ("app_state", "[DNP-TEST] App state (state=terminated, by=user)"),
  ])
  func `what befalls the process or the device reaches every key that waits`(
    event: String, line: String
  ) throws {
    let rule = """
      scope: {key: [scheduleId]}
      when: {event: schedule_persisted}
      expect: [{event: content_cached}]
      cancel: [{event: \(event)}]
      """
    let asked = ["s1", "s2"].map { "[DNP-STORAGE] Persisted schedule to DB (id=\($0), type=DAILY)" }
    typealias Engine = AnalysisEngineTests
    // The end of a log without times would leave them open.
    let end = Engine.at("07:00:00", "[DNP-PLUGIN] load() called")
    #expect(
      try Engine.outcome(rule, [Engine.register] + asked + [end])
        == "violated not_seen content_cached, violated not_seen content_cached")
    #expect(try Engine.outcome(rule, [Engine.register] + asked + [line]) == "")
    // A key that comes later is not concerned.
    #expect(
      try Engine.outcome(rule, [Engine.register, asked[0], line, asked[1], end])
        == "violated not_seen content_cached")
  }
}
