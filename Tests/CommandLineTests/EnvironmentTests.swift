import RuleLanguage
import TestSupport
import Testing

@testable import dnplog

/// Statements on the device: with `--env`, in a file, and by lines of the log.
struct EnvironmentTests {
  private static let book = Result { try Pipeline.book(rulePaths: []) }

  private func book() throws -> RuleBook { try Self.book.get() }

  // MARK: Options

  /// Every condition that can be stated, with a value that it may have and one that it may not.
  static let values: [(key: String, good: String, bad: String?)] = [
    ("platform", "android", "symbian"), ("simulator", "false", "no"),
    ("backgroundRefresh", "off", "false"), ("lowPower", "true", "on"),
    ("power", "battery", "mains"), ("batteryLevel", "critical", "low"),
    ("network", "cellular", "wlan"), ("doze", "true", "1"),
    ("notificationPermission", "denied", "no"), ("timezone", "Asia/Manila", nil),
    ("dstTransition", "true", "yes"), ("osVersion", "17.1", nil), ("device", "iPhone15,3", nil),
    ("build", "4711", nil), ("forceQuit", "true", "yes"), ("phase", "2", "two"),
    ("scenarioId", "device-3", nil),
  ]

  @Test func `every condition that can be stated is tested`() {
    #expect(Set(Self.values.map(\.key)) == Set(EnvironmentWords.keys.map(\.name)))
  }

  @Test(arguments: values.map(\.key))
  func `a condition takes its values only`(key: String) throws {
    let words = EnvironmentWords(try book())
    let value = try #require(Self.values.first { $0.key == key })
    #expect(words.mistake(inKey: key) == nil)
    #expect(words.mistake(inValueOf: .init(key: key, value: value.good)) == nil)
    if let bad = value.bad {
      #expect(words.mistake(inValueOf: .init(key: key, value: bad)) != nil)
    }
  }

  @Test(arguments: [
    ("lowpower=true", "'lowpower' is not a condition of a device: did you mean 'lowPower'?"),
    ("lowPower=yes", "lowPower cannot be 'yes': give true or false"),
    ("phase=two", "phase cannot be 'two': give 1 or 2"),
    ("phase=3", "phase cannot be '3': give 1 or 2"),
    ("network=wlan", "network cannot be 'wlan': choose wifi, cellular or none"),
    ("network=wif", "network cannot be 'wif': did you mean 'wifi'?"),
    (
      "zoneChanged=true",
      "'zoneChanged' is not a condition of a device: choose platform, simulator,"
    ),
  ])
  func `a wrong condition is refused`(text: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    let result = try Dnplog.run(["validate", "--env", text, "device.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("dnplog: option '--env': \(expected)"))
  }

  // MARK: Files

  @Test(arguments: [
    (
      #"{"lowPower": true, "network": "wifi", "phase": 2, "doze": null}"#,
      ["lowPower=true", "network=wifi", "phase=2"], nil
    ),
    (
      #"{"scenarioId": "device-3", "profile": "wallet-sync"}"#, ["scenarioId=device-3"],
      "wallet-sync"
    ),
    ("{}", [], nil),
    // Programs indent with tabs, and write a character in two halves.
    ("{\n\t\"device\": \"\\ud83d\\ude00\"\n}", ["device=😀"], nil),
  ])
  func `a file is a flat object`(text: String, conditions: [String], profile: String?) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("env.json", text)
    let file = try EnvironmentFile.read(path, for: try book())
    #expect(file.conditions.map { "\($0.key)=\($0.value)" } == conditions)
    #expect(file.profile == profile)
  }

  @Test(arguments: [
    ("{\n  \"network\": {\"type\": \"wifi\"}\n}", "2:14: error: expected text, a number, true or"),
    (#"["lowPower"]"#, "1:1: error: expected a mapping, found a list"),
    ("{\n  \"lowPower\": true,\n  \"network\": \n", "3:"),
    ("{\n  \"lowpower\": true\n}", "2:3: error: 'lowpower' is not a condition of a device"),
    ("{\n  \"lowPower\": \"maybe\"\n}", "2:15: error: lowPower cannot be 'maybe'"),
    ("{\"network\": \"wlan\"}", "1:13: error: network cannot be 'wlan'"),
    ("{\"lowPower\": true, \"lowPower\": false}", "1:20: error: key 'lowPower' is already"),
    ("{\"profile\": \"prefetch\"}", "1:13: error: unknown value 'prefetch'"),
    ("", "1:1: error: the file is empty"),
  ])
  func `a mistake in a file is told with its place`(text: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    try directory.add("env.json", text)
    let result = try Dnplog.run(["validate", "--env", "env.json", "device.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("env.json:\(expected)"), "\(result.errors)")
  }

  @Test(arguments: [
    (["--env", "none.json"], "dnplog: none.json: No such file or directory: "),
    (["--env", "."], "dnplog: .: Is a directory: "),
  ])
  func `a file that cannot be read is named`(words: [String], expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    let result = try Dnplog.run(["validate"] + words + ["device.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.hasPrefix(expected))
  }

  // MARK: What prevails

  @Test func `the command line goes before the file and the log before both`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    try directory.add("told.log", "[DNP-TEST] Env (osVersion=16)\n" + Self.noHandler)
    try directory.add("env.json", #"{"osVersion": "17", "device": "file", "profile": "pull"}"#)
    let words = ["--env", "device=a,device=b", "--env", "env.json", "--profile", "prefetch-mvp"]
    let judged = try Dnplog.judge(words + ["device.log"], in: directory)
    #expect(judged.summary?["environment"]["osVersion"] == .string("17"))
    #expect(judged.summary?["environment"]["device"] == .string("b"))
    #expect(judged.summary?["profile"] == .string("prefetch-mvp"))
    let told = try Dnplog.judge(words + ["told.log"], in: directory)
    #expect(told.summary?["environment"]["osVersion"] == .string("16"))
    let pull = try Dnplog.judge(["--env", "env.json", "device.log"], in: directory)
    #expect(pull.summary?["profile"] == .string("pull"))
  }

  /// The last state would explain nothing that happened before it.
  @Test func `a condition that the log changes has no one value`() throws {
    let directory = try TemporaryDirectory()
    let lines = ["true", "false", "false"].map { "[DNP-TEST] Env (lowPower=\($0), network=wifi)\n" }
    try directory.add("device.log", lines.joined() + Self.noHandler)
    let judged = try Dnplog.judge(["--env", "network=none", "device.log"], in: directory)
    #expect(judged.summary?["environment"]["lowPower"] == .null)
    #expect(judged.summary?["environment"]["network"] == .string("wifi"))
    let report = try Dnplog.run(["validate", "device.log"], in: directory).output
    #expect(report.contains("\nDevice    ios, lowPower varies, network wifi; "), "\(report)")
  }

  @Test func `a force quit that is stated excuses`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    let judged = try Dnplog.judge(["--env", "forceQuit=true", "device.log"], in: directory)
    #expect(judged.findings.contains("hints/handler-runs excused os"))
    #expect(judged.summary?["environment"]["forceQuit"] == .bool(true))
  }

  // MARK: What is assumed

  private static func assumptions(_ judged: Dnplog.Judged) -> [String] {
    (judged.summary?["assumptions"].elements ?? []).map {
      "\($0["what"].string ?? "?")=\($0["value"].string ?? "?")"
    }
  }

  @Test func `what is assumed is said`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(
      Self.assumptions(judged) == [
        "platform=ios", "simulator=false",
        "unknown=power, network, lowPower, backgroundRefresh", "lead=300 s",
        "profile=prefetch-mvp",
      ])
    let report = try Dnplog.run(["validate", "device.log"], in: directory).output
    #expect(report.contains("\nDevice    ios; not known: power, network, "))
    let text = try Dnplog.run(["validate", "-v", "device.log"], in: directory).output
    #expect(
      text.contains(
        "unknown = power, network, lowPower, backgroundRefresh: the log does not show"))
  }

  @Test func `what is stated is not assumed`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.noHandler)
    let words = [
      "--env", "platform=ios,simulator=false,power=plugged,network=wifi,lowPower=false",
      "--env", "backgroundRefresh=on", "--set", "lead=5m", "--profile", "prefetch-mvp",
    ]
    let judged = try Dnplog.judge(words + ["device.log"], in: directory)
    #expect(Self.assumptions(judged) == ["options=--set lead=5m"])
  }

  @Test func `a simulator that is concluded is said`() throws {
    let directory = try TemporaryDirectory()
    let failure = "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)\n"
    try directory.add("device.log", Self.noHandler + failure)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(Self.assumptions(judged).contains("simulator=true"))
    #expect(judged.summary?["environment"]["simulator"] == .bool(true))
  }

  @Test(arguments: [
    ("lowpower=true", "lowpower", "did you mean 'lowPower'?"),
    ("network=wlan", "network=wlan", "no value of network, which is wifi, cellular, none"),
    ("lowPower=maybe", "lowPower=maybe", "no value of lowPower, which is true, false"),
  ])
  func `a marker that says nothing is told`(marker: String, value: String, why: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "[DNP-TEST] Env (\(marker), power=plugged)\n" + Self.noHandler)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    let told = judged.summary?["assumptions"].elements.first {
      $0["what"].string == "environment"
    }
    #expect(told?["value"].string == value)
    #expect(told?["why"].string?.hasPrefix("line 1 of device.log: ") == true)
    #expect(told?["why"].string?.contains(why) == true)
    #expect(judged.summary?["environment"]["power"] == .string("plugged"))
  }

  /// A task that is accepted and never runs; the notification falls back.
  private static let noHandler = """
    2025-11-14 05:00:00.000000+0000 App[201:1] [DNP-FETCH] Registering BGTaskScheduler task (id=a)
    2025-11-14 05:00:00.500000+0000 App[201:1] [DNP-PLUGIN] Startup complete (hasPendingSchedules=false)
    2025-11-14 05:00:01.000000+0000 App[201:1] [DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z
    2025-11-14 05:00:01.100000+0000 App[201:1] [DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)
    2025-11-14 05:00:01.200000+0000 App[201:1] [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z
    2025-11-14 05:00:01.300000+0000 App[201:1] [DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)
    2025-11-14 05:53:00.000000+0000 App[201:1] [DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z
    2025-11-14 05:53:00.100000+0000 App[201:1] [DNP-FETCH] No cached content, falling back to on-demand fetch
    2025-11-14 05:53:00.200000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)
    2025-11-14 05:53:01.000000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)
    2025-11-14 05:53:02.000000+0000 App[201:1] [DNP-SCHEDULER] Notification built (title=Your daily update, body=Today, id=n1)
    2025-11-14 05:53:02.100000+0000 App[201:1] [DNP-SCHEDULER] Notification delivered (id=n1, title=Your daily update)
    2025-11-14 05:53:02.200000+0000 App[201:1] [DNP-PLUGIN] Prefetch cycle complete (id=n1, fetched=false, usedCached=false)

    """

  // MARK: The plan

  /// The offline device has no cache before phase 2, where its silence is a warning, and news trigger
  /// nothing before phase 3.
  @Test(arguments: [("1", 0), ("2", 1), ("3", 2), ("4", 2)])
  func `a phase of the plan leaves out what later ones bring`(phase: String, violations: Int) throws
  {
    let directory = try TemporaryDirectory()
    let log = try directory.add(
      "device.log",
      """
      2025-11-14 05:50:00.000000+0000 App[201:1] [DNP-API] Connectivity (online=false)
      2025-11-14 09:50:00.000000+0000 App[201:1] [DNP-API] Connectivity (online=true)
      2025-11-14 09:50:01.000000+0000 App[201:1] [DNP-API] Activity diff (newItems=2, triggered=false)

      """)
    let judged = try Dnplog.judge(
      ["--profile", "api-plan", "--set", "plan_phase=\(phase)", log], in: directory)
    #expect(judged.findings.filter { $0.contains(" violated ") }.count == violations)
    #expect(judged.status == (violations < 2 ? 0 : 1))
  }
}
