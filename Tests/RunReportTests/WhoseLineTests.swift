import Foundation
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// Of lines that any program may write, those of the plugin's own app count, and no others.
@Suite struct WhoseLineTests {
  /// The words of a finding, without the numbers of lines.
  struct Told: Equatable {
    var rule: String
    var outcome: String
    var reason: String
    var missing: [String]
    var texts: [String]
  }

  struct Judged: Equatable {
    var verdict: RunSummary.Verdict
    var events: Int
    var cycles: [String]
    var told: [Told]
  }

  static func judge(_ lines: [String], profile: String? = nil, apps: [String] = []) throws
    -> RunSummary
  {
    try Judge.summary(lines.map { $0 + "\n" }.joined()) { options in
      options.profile = profile
      options.apps = apps
    }
  }

  static func judged(_ summary: RunSummary) -> Judged {
    Judged(
      verdict: summary.verdict, events: summary.inputs.reduce(0) { $0 + $1.events },
      cycles: summary.cycles.map { "\($0.scheduleId ?? "") \($0.outcome)" },
      told: summary.findings.map {
        Told(
          rule: $0.rule, outcome: "\($0.outcome)", reason: $0.reason, missing: $0.missing,
          texts: $0.evidence.map(\.text))
      })
  }

  /// The samples of one record a line, by their paths.
  static let samples: [String] = {
    let root = SampleLogs.directory.path()
    let paths = (FileManager.default.enumerator(atPath: root)?.allObjects ?? [])
      .compactMap { $0 as? String }
    return paths.filter { $0.hasSuffix(".log") && !$0.hasPrefix("robust/") }.sorted()
  }()

  static func lines(_ sample: String) throws -> [String] {
    let text = try String(contentsOf: SampleLogs.directory.appending(path: sample), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  static func inserting(_ others: [String], into lines: [String]) -> [String] {
    var result = lines
    // Never behind the last line: where a log ends, its last time tells.
    for place in Set([1, lines.count / 2, lines.count - 1]).sorted(by: >) where place > 0 {
      result.insert(contentsOf: others, at: place)
    }
    return result
  }

  @Test(arguments: samples)
  func `lines of other apps change no verdict and no finding`(sample: String) throws {
    let lines = try Self.lines(sample)
    let isAndroid = lines.contains { $0.contains("ActivityManager") || $0.contains("DN|") }
    let profile = isAndroid ? "android-recovery" : nil
    for profile in Set([nil, profile]) {
      let alone = Self.judged(try Self.judge(lines, profile: profile))
      for (name, head) in OtherApps.heads {
        let others = OtherApps.lines(head: head)
        let beside = Self.judged(
          try Self.judge(Self.inserting(others, into: lines), profile: profile))
        #expect(beside == alone, "\(sample) with \(name)")
      }
      let beside = Self.judged(
        try Self.judge(Self.inserting(OtherApps.systemLines, into: lines), profile: profile))
      #expect(beside == alone, "\(sample) with the system's lines")
    }
  }

  @Test func `samples are many`() { #expect(Self.samples.count > 60) }

  // MARK: The own app

  static let device = "prefetch/happy-device.log"
  private static let crash = "crashes/app-does-not-crash"

  private static func crashes(_ summary: RunSummary) -> [String] {
    summary.findings.filter { $0.rule == crash && $0.outcome == .violated }
      .flatMap(\.evidence).map(\.text)
  }

  @Test(arguments: [
    "2025-11-14 05:49:00.000000+0000 App[201:1] Fatal error: Index out of range",
    "2025-11-14 05:49:00.000000+0000 App[201:1] *** Terminating app due to uncaught exception 'x'",
    "Nov 14 05:49:00.000000 App(libswiftCore.dylib)[201] <Critical>: Fatal error: x",
    // Another process of it.
    "Nov 14 05:49:00.000000 App(libswiftCore.dylib)[333] <Critical>: Fatal error: x",
    "Fatal error: Index out of range",
    "MyApp/Fetcher.swift:12: Fatal error: Unexpectedly found nil",
    "Nov 14 05:49:00.000000 ReportCrash[300] <Notice>: Formulating crash report for process App[201]",
    "2025-11-14 05:49:00.000000+0000 SpringBoard[60:1] com.timesafari.dailynotification: 0x8badf00d",
  ])
  func `a crash of the own app is found, whoever tells of it`(line: String) throws {
    let lines = try Self.lines(Self.device)
    for place in [0, lines.count / 2, lines.count] {
      var lines = lines
      lines.insert(line, at: place)
      let summary = try Self.judge(lines)
      #expect(Self.crashes(summary) == [line], "at \(place)")
      #expect(summary.verdict == .fail)
    }
  }

  static let android = [
    "11-15 06:10:00.000  4211  4230 I DNP-PLUGIN: App launch (start=cold, cause=user, platform=android)",
    "11-15 06:10:00.120  4211  4230 I DNP-PLUGIN: load() called",
    "11-15 06:10:00.300  4211  4230 I DNP-STORAGE: Storage ready (backend=room)",
    "11-15 06:10:00.350  4211  4230 I DNP-RECOVERY: Recovery begin (trigger=cold)",
    "11-15 06:10:00.400  4211  4230 I DNP-RECOVERY: State compare (db=3, active=3)",
    "11-15 06:10:00.650  4211  4230 I DNP-RECOVERY: Recovery end (missed=0, rescheduled=0, verified=3, errors=0)",
    "11-15 06:10:00.700  4211  4230 I DNP-PLUGIN: Startup complete (hasPendingSchedules=true)",
    "11-15 06:44:00.000  4211  4230 I DNP-PLUGIN: Call getNotificationStatus (outcome=ok)",
  ]
  private static let start =
    "11-15 06:09:59.900  1382  1701 I ActivityManager: Start proc 4211:com.example.wallet/u0a99 for top-activity"

  @Test(arguments: [
    "Formulating fatal 309 report for corpse[201] App",
    "Formulating corpse report for process App[201]",
    "Saved crashreport to /var/mobile/Library/Logs/CrashReporter/App-2025-11-14-054900.ips using uid: 0",
    "Saved crash report to /var/mobile/Library/Logs/CrashReporter/App_2025-11-14-054900_iPhone.ips",
    "Saved crashreport App-2025-11-14-054900.ips",
  ])
  func `a report of a crash is about the app that it names`(words: String) throws {
    let line = "Nov 14 05:49:00.000000 ReportCrash[300] <Notice>: " + words
    let lines = try Self.lines(Self.device)
    let other = line.replacing("App-", with: "Other-").replacing("App_", with: "Other_")
      .replacing("App[201]", with: "Other[9911]").replacing("corpse[201] App", with: "corpse[99] X")
    #expect(Self.crashes(try Self.judge(lines + [line])) == [line])
    #expect(Self.crashes(try Self.judge(lines + [other])).isEmpty)
  }

  @Test(arguments: [
    "11-15 06:20:00.000  4211  4230 E AndroidRuntime: FATAL EXCEPTION: main",
    "11-15 06:20:00.000  4211  4230 F libc    : Fatal signal 11 (SIGSEGV), code 1, in tid 4230 (x)",
    "11-15 06:20:00.000  4211  4230 F libc    : Fatal signal 6 (SIGABRT), code -6, fault addr -- in tid 4230 (x), pid 4211 (com.example.wallet)",
    "11-15 06:20:00.000  1382  1701 E ActivityManager: ANR in com.example.wallet (com.example.wallet/.Main)",
    "11-15 06:20:00.000  4300  4300 F DEBUG   : pid: 4211, tid: 4230, name: Thread-2  >>> com.example.wallet <<<",
    "11-15 06:20:00.000  4300  4300 F libc    : Fatal signal 11 (SIGSEGV), code 1, in tid 4230 (x), pid 4211",
    "11-15 06:20:00.000  1382  1701 I am_crash: [4211,0,com.example.wallet,952,java.lang.Error,x]",
    "11-15 06:20:00.000  1382  1701 I am_anr  : [0,4211,com.example.wallet,952,Input dispatching]",
  ])
  func `what Android says of the own app counts`(line: String) throws {
    let lines = [Self.start] + Self.android[..<7] + [line] + Self.android[7...]
    let summary = try Self.judge(Array(lines), profile: "android-recovery")
    #expect(Self.crashes(summary) == [line])
    #expect(try Self.judge(Self.android, profile: "android-recovery").verdict == .pass)
  }

  @Test
  func `an option names the app where no line does`() throws {
    let line =
      "11-15 06:20:00.000  1382  1701 E ActivityManager: ANR in com.example.wallet (x/.Main)"
    let lines = Array(Self.android[..<7] + [line] + Self.android[7...])
    #expect(try Self.crashes(Self.judge(lines, profile: "android-recovery")).isEmpty)
    let summary = try Self.judge(lines, profile: "android-recovery", apps: ["com.example.wallet"])
    #expect(Self.crashes(summary) == [line])
    #expect(summary.assumptions.contains { $0.what == "app" && $0.value == "com.example.wallet" })
  }

  @Test(arguments: [("com.example.wallet", 1), ("com.other.app", 0)])
  func `a crash that names no app is that of the line behind it`(app: String, crashes: Int) throws {
    let lines = [
      "11-15 06:20:00.000 E/AndroidRuntime: FATAL EXCEPTION: main",
      "11-15 06:20:00.000 E/AndroidRuntime: Process: \(app), PID: 4211",
    ]
    let log = Array(Self.android[..<7] + lines + Self.android[7...]).map {
      $0.replacing("  4211  4230 I DNP", with: " I/DNP")
    }
    let summary = try Self.judge(log, profile: "android-recovery", apps: ["com.example.wallet"])
    #expect(Self.crashes(summary).count == crashes)
  }

  @Test
  func `a log with the crash of another app alone holds no event`() throws {
    let lines = [
      "11-22 14:39:01.548 19537 19537 E AndroidRuntime: FATAL EXCEPTION: main",
      "11-22 14:39:01.548 19537 19537 E AndroidRuntime: Process: com.other.app, PID: 19537",
    ]
    let summary = try Self.judge(lines)
    #expect(summary.inputs.map(\.events) == [0])
    #expect(summary.verdict == .inconclusive)
  }

  @Test
  func `a number that another process took over is not the app's any more`() throws {
    let again = Self.start.replacing("06:09:59.900", with: "06:30:00.000")
      .replacing("com.example.wallet", with: "com.other.app")
    let crash = "11-15 06:31:00.000  4211  4211 E AndroidRuntime: FATAL EXCEPTION: main"
    let lines = Array(Self.android[..<7] + [again, crash] + Self.android[7...])
      .filter { !$0.contains("getNotificationStatus") }
    let summary = try Self.judge([Self.start] + lines, profile: "android-recovery")
    #expect(Self.crashes(summary).isEmpty)
  }

  // MARK: Kills

  private static let kills = [
    "11-15 06:10:00.490  1382  1701 I ActivityManager: Process com.example.wallet (pid 4211) has died: cch+5 CRE",
    "11-15 06:10:00.490  1382  1701 I ActivityManager: Killing 4211:com.example.wallet/u0a99 (adj 900): empty",
    "11-15 06:10:00.490  1382  1701 I ActivityManager: Force stopping com.example.wallet appid=10099 user=0: from pid 77",
    "11-15 06:10:00.490   601   601 I lowmemorykiller: Kill 'com.example.wallet' (4211), uid 10099, oom_score_adj 900",
    "11-15 06:10:00.490   601   601 I Zygote  : Process 4211 exited due to signal 9 (Killed)",
    "11-15 06:10:00.490   601   601 D Zygote  : Process 4211 terminated by signal (9)",
    "11-15 06:10:00.490     0     0 W kernel  : Out of memory: Killed process 4211 (com.example.wallet) total-vm:9kB",
    "11-15 06:10:00.490   601   601 I killinfo: [4211,10099,900,0,12345,2]",
    "11-15 06:10:00.490  1382  1701 I am_kill : [0,4211,com.example.wallet,900,empty]",
    "11-15 06:10:00.490  1382  1701 I am_proc_died: [0,4211,com.example.wallet,900,15]",
  ]
  private static let ends = "recovery-common/recovery-comes-to-an-end"

  /// Returns a recovery that breaks off, and the next start, half an hour later.
  private static func cutOff(by line: String?) -> [String] {
    let next = Self.android.map {
      $0.replacing("06:10:0", with: "06:40:0").replacing("  4211  4230", with: "  4300  4319")
    }
    return [Self.start] + Self.android[..<5] + (line.map { [$0] } ?? []) + next
  }

  @Test(arguments: kills)
  func `a recovery that the system cut off is excused, by the line that says so`(line: String)
    throws
  {
    let summary = try Self.judge(Self.cutOff(by: line), profile: "android-recovery")
    let finding = try #require(summary.findings.first { $0.rule == Self.ends })
    #expect(finding.outcome == .excused)
    #expect(finding.fault == .os)
    #expect(finding.evidence.last?.text == line)
    #expect(summary.verdict == .pass)
  }

  @Test(
    arguments: [4211, 1382],
    ["force_stopped, by=user", "terminated, by=system", "terminated"])
  func `so is one that a tester says was ended, by whichever process`(pid: Int, state: String)
    throws
  {
    let line = "11-15 06:10:00.490  \(pid)  1701 I DNP-TEST: App state (state=\(state))"
    let summary = try Self.judge(Self.cutOff(by: line), profile: "android-recovery")
    let finding = try #require(summary.findings.first { $0.rule == Self.ends })
    #expect(finding.outcome == .excused)
    #expect(finding.evidence.last?.text == line)
    #expect(summary.verdict != .fail)
  }

  // What it had still to say within two seconds does not show that it goes on.
  @Test(
    arguments: [4211, 1382],
    [
      ("force_stopped, by=user", "06:11:00", Outcome.violated),
      ("terminated, by=system", "06:11:00", .violated),
      ("terminated", "06:10:03", .violated), ("terminated", "06:10:02", .excused),
    ])
  func `a process that goes on to log was not ended`(
    pid: Int, end: (state: String, next: String, outcome: Outcome)
  ) throws {
    let line = "11-15 06:10:00.490  \(pid)  1701 I DNP-TEST: App state (state=\(end.state))"
    var lines = Self.cutOff(by: line)
    lines.insert(
      "11-15 \(end.next).000  4211  4230 I DNP-PLUGIN: Call getNotificationStatus (outcome=ok)",
      at: 7)
    let summary = try Self.judge(lines, profile: "android-recovery")
    let finding = try #require(summary.findings.first { $0.rule == Self.ends })
    #expect(finding.outcome == end.outcome)
  }

  // The next process says how it began; the same one goes on without.
  @Test(
    arguments: ["App[4211:1]", "Tester[77:1]"],
    ["terminated, by=user", "terminated, by=system", "force_stopped, by=user"])
  func `what a process left undone is excused if it was ended, and not if it goes on`(
    writer: String, state: String
  ) throws {
    let due = "2025-11-14T05:53:00Z"
    func log(_ pid: Int, _ start: [String]) -> [String] {
      let before = [
        "05:50:00.000 [DNP-FETCH] BGTask handler invoked (id=com.example.fetch)",
        "05:50:00.100 [DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=daily)",
      ]
      let behind =
        start + [
          "05:53:00.000 [DNP-SCHEDULER] Preparing content for notification at \(due)",
          "05:53:00.100 [DNP-FETCH] No cached content available, falling back to on-demand fetch",
          "05:53:00.300 [DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=daily)",
          "05:53:01.200 [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)",
          "05:53:02.000 [DNP-SCHEDULER] Notification built (title=t, body=b, id=n1)",
          "05:53:02.500 [DNP-SCHEDULER] Notification delivered (id=n1, title=t)",
        ]
      func head(_ line: String, _ writer: String) -> String {
        "2025-11-14 \(line.prefix(12))000+0000 \(writer) \(line.dropFirst(13))"
      }
      return before.map { head($0, "App[4211:1]") }
        + [head("05:50:01.000 [DNP-TEST] App state (state=\(state))", writer)]
        + behind.map { head($0, "App[\(pid):1]") }
    }
    let rule = "hints/fetch-has-outcome"
    let alive = try Self.judge(log(4211, []))
    #expect(alive.findings.first { $0.rule == rule }?.outcome == .violated)
    let ended = try Self.judge(
      log(
        4300,
        [
          "05:52:00.000 [DNP-FETCH] Registering BGTaskScheduler task (id=com.example.fetch)",
          "05:52:00.100 [DNP-PLUGIN] Startup complete (hasPendingSchedules=true)",
        ]))
    #expect(ended.findings.first { $0.rule == rule }?.outcome == .excused)
  }

  @Test
  func `without such a line, or with one about another app, it is the plugin's`() throws {
    let other = Self.kills[0].replacing("com.example.wallet (pid 4211)", with: "com.other (pid 77)")
    for line in [nil, other] {
      let summary = try Self.judge(Self.cutOff(by: line), profile: "android-recovery")
      let finding = try #require(summary.findings.first { $0.rule == Self.ends })
      #expect(finding.outcome == .violated)
      #expect(summary.verdict == .fail)
    }
  }

  @Test
  func `a process that crashed was not killed`() throws {
    let crash = "11-15 06:10:00.480  4211  4230 E AndroidRuntime: FATAL EXCEPTION: main"
    var lines = Self.cutOff(by: Self.kills[0])
    lines.insert(crash, at: 6)
    let summary = try Self.judge(lines, profile: "android-recovery")
    #expect(Self.crashes(summary) == [crash])
    #expect(!summary.findings.contains { $0.outcome == .excused })
  }

  // MARK: Objects and secrets

  @Test(arguments: [
    (#"{"error":"timeout","code":504}"#, 0), (#"{"level":"error","error":"x"}"#, 0),
    (#"{"error":"notifications_denied"}"#, 1), (#"{"error":"boom"}"#, 0),
    (#"[DNP-PLUGIN] {"error":"boom"}"#, 1), (#"[DNP-PLUGIN] {"error":"x","code":1}"#, 1),
    (#"{"title":"a","body":"b"}"#, 0),
  ])
  func `an object that has a key in common with the plugin's is no event`(line: String, events: Int)
    throws
  {
    #expect(try Self.judge([line]).inputs.map(\.events) == [events])
  }

  @Test
  func `a token in what the bridge tells of a call of the plugin is a finding`() throws {
    let call =
      "11-15 06:10:01.000  4211  4230 V Capacitor: callback: 69107722, pluginId: DailyNotification,"
      + " methodName: configureNativeFetcher, methodData: {\"jwtToken\":\"eyJhbGciOiJIUzI1NiJ9."
      + "eyJzdWIiOiIxIn0.c2lnbmF0dXJl\"}"
    let rule = "secrets/no-secret-in-the-log"
    let own = try Self.judge(Self.android + [call], profile: "android-recovery")
    #expect(own.findings.contains { $0.rule == rule && $0.outcome == .violated })
    let other = call.replacing("pluginId: DailyNotification", with: "pluginId: Preferences")
      .replacing("4211  4230", with: "9911  9920")
    let others = try Self.judge(Self.android + [other], profile: "android-recovery")
    #expect(!others.findings.contains { $0.rule == rule })
  }
}
