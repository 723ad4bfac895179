import TestSupport
import Testing

/// The lines of `events` and the text of `explain`.
struct EventsCommandTests {
  private static let known = [
    "event", "time", "clockEpoch", "file", "line", "form", "container", "tag", "pid", "process",
    "cycle", "cycleNumber", "window", "execution", "delivery", "phase", "reason", "twin",
    "joinedIds", "derived", "fields",
  ]
  private static let derived = [
    "leadSeconds", "leadCapped", "executionDelaySeconds", "leadAtExecutionSeconds",
    "deliveryDriftSeconds", "fetchDurationSeconds", "cacheAgeAtDeliverySeconds", "ttlValid",
    "fetched", "usedCached", "contentHashMatch", "scheduleHashMatch", "cachePersistence", "outcome",
    "assumed",
  ]

  @Test(arguments: Samples.logs)
  func `every line is an object of known members in order`(log: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["events", Samples.path(log)], in: directory)
    let judged = try Dnplog.judge([Samples.path(log)], in: directory)
    #expect(result.errors == judged.result.errors)
    #expect(result.exitCode == 0)
    let summary = try #require(judged.summary)
    let lines = result.output.split(separator: "\n")
    // Further events of a line are no lines of their own.
    let told = lines.filter { line in
      !["secret_logged", "foreign_tag", "twin_differs", "record_mistake"].contains {
        line.contains("{\"event\":\"\($0)\"")
      }
    }
    let events = summary["inputs"].elements.compactMap { $0["events"].int }
    #expect(told.count == events.reduce(0, +))
    for line in lines {
      let event = try JSONText(String(line))
      #expect(event.keys == Self.known.filter(event.keys.contains))
      #expect(event.keys.starts(with: ["event"]) && event.keys.last == "fields")
      #expect(event["derived"].keys == Self.derived.filter(event["derived"].keys.contains))
      // A window is named by its number, and every cycle has one.
      #expect((event["window"].string == "delivery") == (event["delivery"].int != nil))
      #expect((event["window"].string == "execution") == (event["execution"].int != nil))
      #expect(event["cycle"].string == nil || event["cycleNumber"].int != nil)
      #expect(event["file"].string?.hasPrefix(Samples.path(log)) == true)
      #expect((event["line"].int ?? 0) > 0)
    }
  }

  @Test func `an event tells its place time and fields`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.run(["events", "device.log"], in: directory)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines[9] == """
        {"event":"fetch_success","time":"2025-11-14T05:50:01.300Z","file":"device.log","line":10,\
        "form":"text","container":"nslog","tag":"DNP-FETCH","pid":201,"process":1,\
        "cycle":"2025-11-14T05:53:00Z","cycleNumber":1,"window":"execution","execution":1,\
        "phase":"prefetch","derived":{"fetchDurationSeconds":1.2,"fetched":true},\
        "fields":{"status":200,"bytes":1234,"ttl":86400}}
        """)
  }

  @Test(arguments: Samples.logs.filter { !$0.contains("bodies") })
  func `what the events settle is what the summary says`(log: String) throws {
    let directory = try TemporaryDirectory()
    let options = ["--max-details", "3000", Samples.path(log)]
    let summary = try #require(try Dnplog.judge(options, in: directory).summary)
    var settled: [Int: [String: JSONText]] = [:]
    for line in try Dnplog.run(["events", Samples.path(log)], in: directory).output
      .split(separator: "\n")
    {
      let event = try JSONText(String(line))
      for member in event["derived"].members {
        let number = try #require(event["cycleNumber"].int)
        settled[number, default: [:]][member.key] = member.value
      }
    }
    // Cycles of which no event settles a value are not among the settled ones.
    func values(_ cycle: JSONText) -> [String: JSONText] {
      var values: [String: JSONText] = [:]
      for key in Self.derived where key != "assumed" {
        let value = cycle.keys.contains(key) ? cycle[key] : cycle["derived"][key]
        let isSettled =
          switch (key, value) {
          case (_, .null), ("cachePersistence", .string("unknown")): false
          case ("fetched", .bool(false)), ("leadCapped", .bool(false)): false
          case ("outcome", _): ["used_prefetch", "fallback"].contains(value.string)
          default: true
          }
        if isSettled { values[key] = value }
      }
      return values
    }
    let expected = summary["cycles"].elements.map(values).filter { !$0.isEmpty }
    let found = settled.values.map { $0.filter { $0.value != .null && $0.key != "assumed" } }
    #expect(found.count == expected.count)
    for cycle in expected { #expect(found.contains(cycle), "\(cycle)") }
  }

  @Test func `an event of a cycle that a later line names is found by its number`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "device.log",
      """
      [DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)
      [DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)
      [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z
      [DNP-FETCH] BGTask handler invoked (id=com.timesafari.fetch)
      [DNP-FETCH] Resolved next notification needing content (time=2025-11-14T05:53:00Z, scheduleId=s1)

      """)
    let lines = try Dnplog.run(["events", "device.log"], in: directory).output
      .split(separator: "\n").map { try JSONText(String($0)) }
    #expect(lines.map { $0["cycleNumber"].int } == [1, 1, 1, 1, 1])
    let due = "2025-11-14T05:53:00Z"
    #expect(lines.map { $0["cycle"].string } == [nil, "s1", due, due, due])
    // The lead is known once both of its ends are.
    #expect(lines.map { $0["derived"]["leadSeconds"].int } == [nil, nil, 300, nil, nil])
    #expect(lines[3]["execution"].int == 1)
  }

  @Test func `a clock that was set back begins an epoch`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "device.log",
      """
      2025-11-14T05:50:00.000Z [DNP-FETCH] BGTask handler invoked (id=com.timesafari.fetch)
      2025-11-14T05:50:00.100Z [DNP-FETCH] Starting fetch from https://api.example.com/a (notificationTime=2025-11-14T05:53:00Z, jwtPresent=true)
      2025-11-14T04:50:01.000Z [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)

      """)
    let lines = try Dnplog.run(["events", "device.log"], in: directory).output
      .split(separator: "\n").map { try JSONText(String($0)) }
    #expect(lines.map { $0["clockEpoch"].int } == [nil, nil, 1])
    #expect(lines[2]["derived"].keys == ["fetched"], "an hour less is no duration")
  }

  @Test func `events of several inputs follow each other`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("b.log", Samples.happyCycle)
    let result = try Dnplog.run(["events", "a.log", "missing.log", "b.log"], in: directory)
    let files = try result.output.split(separator: "\n").map { try JSONText(String($0))["file"] }
    #expect(
      files.map(\.string) == Array(repeating: "a.log", count: 19)
        + Array(repeating: "b.log", count: 19))
    #expect(result.errors == "dnplog: missing.log: no such file: check the path\n")
    #expect(result.exitCode == 2)
  }

  @Test func `explain shows each instance with its lines`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("acceptance/second-cycle-never-completes.log")
    let rule = "prefetch-cycle/success-is-stored-and-completed"
    let result = try Dnplog.run(["explain", rule, log], in: directory)
    let title = "After a fetch succeeds, its content is stored and its task completes"
    #expect(result.output.hasPrefix("\(rule)  \(title)\n"))
    for part in [
      "cycle notif-2025-11-14", "bgtask_completed (line 13)", "cycle notif-2025-11-15",
      "bgtask_completed, due by 2025-11-15T05:51:01.300Z", "fetch_success (line 27)",
    ] {
      #expect(result.output.contains(part), "\(part)")
    }
    #expect(result.exitCode == 0)
  }

  @Test func `explain says of what was kept that it was met`() throws {
    let directory = try TemporaryDirectory()
    // The rule's message is the sentence of its violation.
    let result = try Dnplog.run(
      ["explain", "secrets/no-secret-in-the-log", Samples.path("prefetch/happy-device.log")],
      in: directory)
    #expect(result.output.contains("✓ The rule holds here\n"))
    #expect(!result.output.contains("holds a secret\n"))
  }

  @Test func `explain finds a bare name and says when nothing triggered`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "nothing of ours\n")
    let bare = try Dnplog.run(["explain", "fetch-has-outcome", "device.log"], in: directory)
    #expect(bare.output.hasSuffix("device.log: no line of the plugin\n"))
    try directory.add(
      "load.log", "[DNP-PLUGIN] App launch (start=cold, cause=user, platform=ios)\n")
    let unarmed = try Dnplog.run(
      ["explain", "recovery-common/recovery-is-observed", "load.log"], in: directory)
    #expect(unarmed.output.contains("load.log: nothing shows"), "\(unarmed.output)")
    let typo = try Dnplog.run(["explain", "hints/fetch-has-outcom", "device.log"], in: directory)
    #expect(
      typo.errors
        == "dnplog: explain: there is no rule 'hints/fetch-has-outcom': did you mean"
        + " 'hints/fetch-has-outcome'?\n")
    #expect(typo.exitCode == 2)
  }
}
