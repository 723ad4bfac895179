import Foundation
import TestSupport
import Testing

/// Records of test runs: written from a run, and held against a log.
struct TestRunCommandTests {
  private static let log = Samples.path("artifacts/test-run.log")

  private func findings(
    _ record: String, log: String = log, _ options: [String] = []
  ) throws -> Dnplog.Judged {
    let directory = try TemporaryDirectory()
    try directory.add("record", record)
    return try Dnplog.judge(options + ["--testrun", "record", log], in: directory)
  }

  // MARK: Written

  @Test(arguments: [
    "artifacts/test-run.log", "artifacts/test-run-mismatch.log", "inject/network.log",
    "inject/storage-failure.log", "env/force-quit.log", "timing/late-25min.log",
    "prefetch/two-days.log", "prefetch/happy-sim.log", "hints/handler-never-ran.log",
    "acceptance/content-hash-mismatch.log", "prefetch/content-reused.log",
    "timing/lead-capped.log", "env/time-warp.log", "timing/early-handler.log",
    "prefetch/schedule-overwritten.log", "env/killed-in-recovery.log", "hints/cache-no-build.log",
  ])
  func `a run agrees with its own record`(log: String) throws {
    let directory = try TemporaryDirectory()
    let path = Samples.path(log)
    let exports = ["--export", "testrun=run.json", "--export", "template=run.txt"]
    let plain = try Dnplog.judge(exports + ["--allow-inconclusive", path], in: directory)
    for record in ["run.json", "run.txt"] {
      let judged = try Dnplog.judge(
        ["--allow-inconclusive", "--testrun", record, path], in: directory)
      #expect(judged.result.errors == "")
      #expect(judged.status == plain.status)
      #expect(judged.findings.filter { $0.hasPrefix("test-run/") && $0.contains("violated") } == [])
    }
  }

  @Test func `the formats print what the exports hold`() throws {
    let directory = try TemporaryDirectory()
    let exports = ["--export", "testrun=run.json", "--export", "template=run.txt"]
    let judged = try Dnplog.judge(exports + [Self.log], in: directory)
    for (format, file) in [("testrun", "run.json"), ("template", "run.txt")] {
      let result = try Dnplog.run(["validate", "--format", format, Self.log], in: directory)
      #expect(result.exitCode == 0)
      #expect(result.output == (try run("/bin/cat", [file], directory: directory.path).output))
    }
    let saved = try JSONText(run("/bin/cat", ["run.json"], directory: directory.path).output)
    #expect(saved["testRun"] == judged.summary?["testRun"])
  }

  @Test func `the template is filled from the log`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate", "--format", "template", Self.log], in: directory)
    #expect(
      result.output == """
        Date: 2025-11-15T05:40:00Z
        Device model: iPhone 15 Pro
        iOS version: 17.1
        App build / commit: 1.4.0 (4f2c9a1)
        Lead time (T-Lead - see glossary): 300s
        Scenario ID(s) tested: one-cycle
        Conditions: plugged, Wi-Fi, Low Power Mode off, Background App Refresh on
        Outcome summary:
        - Prefetch scheduled at: 2025-11-15T05:48:00Z
        - BGTask executed at: 2025-11-15T05:50:00Z
        - Notification fired at: 2025-11-15T05:53:00.600Z
        - Cached content used: yes
        - Actual execution time vs scheduled: scheduled 5min before, executed 3min before \
        = within heuristics
        Telemetry counters:
        - dnp_prefetch_scheduled_total: 1
        - dnp_prefetch_executed_total: 1
        - dnp_prefetch_success_total: 1
        - dnp_prefetch_used_for_notification_total: 1
        State verification:
        - Content hash match: yes
        - Schedule hash match: yes
        - Cache persistence: verified
        Failures observed (if any) and key log lines: none
        Notes / follow-ups:

        """)
  }

  @Test func `what the log does not say comes from the options`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(
      [
        "validate", "--format", "template", "--env", "device=iPhone15,3,build=7,network=none",
        Samples.path("prefetch/twins.log"),
      ], in: directory)
    #expect(result.output.contains("Device model: iPhone15,3\n"))
    #expect(result.output.contains("App build / commit: 7\n"))
    #expect(result.output.contains("Conditions: no network\n"))
  }

  @Test func `secrets are masked`() throws {
    let directory = try TemporaryDirectory()
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"
    let lines = Samples.text("artifacts/test-run-mismatch.log")
      .replacingOccurrences(of: "device=iPhone 15 Pro", with: "device=Bearer \(token)")
      .replacingOccurrences(of: "id=one-cycle", with: "id=\(token)")
      .replacingOccurrences(
        of: "No cached content available", with: "Fetch failed (error=\(token))")
    try directory.add("device.log", lines)
    try directory.add("run.txt", "Date: 2025-11-15\nDevice model: \(token)\n")
    for format in ["testrun", "template", "json", "text"] {
      let result = try Dnplog.run(
        ["validate", "--testrun", "run.txt", "--format", format, "device.log"], in: directory)
      #expect(!result.output.contains("eyJhbGci"), "\(format)")
      #expect(!result.output.contains("c2lnbmF0dXJl"), "\(format)")
    }
  }

  // MARK: Held against the log

  @Test(arguments: [
    ("2025-11-15\n", "2025-11-25\n", 1, "record-date-is-the-logs", "2025-11-25T00:00:00Z"),
    ("iPhone 15 Pro", "iPhone 12", 2, "record-conditions-are-the-logs", "iPhone 12"),
    ("17.1", "18.0", 3, "record-conditions-are-the-logs", "18.0"),
    ("4f2c9a1", "0000000", 4, "record-conditions-are-the-logs", "1.4.0 (0000000)"),
    ("5min\n", "10min\n", 5, "record-conditions-are-the-logs", "600s"),
    ("one-cycle", "edge-case", 6, "record-conditions-are-the-logs", "edge-case"),
    ("Mode off", "Mode on", 7, "record-conditions-are-the-logs", "yes"),
    ("Wi-Fi", "LTE", 7, "record-conditions-are-the-logs", "cellular"),
    ("T05:48:00Z", "T05:45:00Z", 10, "template-outcome-is-the-logs", "2025-11-15T05:45:00Z"),
    ("T05:50:00Z", "T05:50:03Z", 11, "template-outcome-is-the-logs", "2025-11-15T05:50:03Z"),
    ("T05:53:01Z", "T05:54:01Z", 12, "template-outcome-is-the-logs", "2025-11-15T05:54:01Z"),
    ("used: yes", "used: no", 13, "template-outcome-is-the-logs", "no"),
    ("success_total: 1", "success_total: 2", 19, "template-counters-are-the-logs", "2"),
    (
      "hash match: yes\n- Schedule", "hash match: no\n- Schedule", 23,
      "template-state-is-the-logs", "no"
    ),
    ("verified", "violated", 25, "template-state-is-the-logs", "violated"),
    ("none\n", "the fetch failed\n", 27, "template-failures-are-the-logs", "1"),
  ])
  func `each wrong value of a template is a finding`(
    from: String, to: String, line: Int, rule: String, claimed: String
  ) throws {
    let template = Samples.text("artifacts/run-template.txt")
    let wrong = template.replacingOccurrences(of: from, with: to)
    #expect(wrong != template)
    let judged = try findings(wrong)
    #expect(judged.findings == ["test-run/\(rule) violated environment"])
    let finding = try #require(judged.summary?["findings"][0])
    #expect(finding["severity"].string == "warning")
    #expect(finding["evidence"][0]["file"].string == "record")
    #expect(finding["evidence"][0]["line"].int == line + 2)
    #expect(finding["message"].string?.contains("is recorded as \(claimed), the log shows") == true)
    #expect(judged.status == 0)
    #expect(try findings(wrong, ["--strict"]).status == 1)
  }

  @Test(
    arguments: [
      ("T05:48:00Z", "T05:49:00Z", "artifact-times-are-the-logs", "violated plugin", 6),
      ("T05:50:00Z", "T05:52:00Z", "artifact-times-are-the-logs", "violated plugin", 10),
      ("T05:53:00Z", "T05:59:00Z", "artifact-times-are-the-logs", "violated plugin", 22),
      ("true", "false", "artifact-cache-use-is-the-logs", "violated plugin", 19),
      ("\"used\": 1", "\"used\": 0", "artifact-counters-are-the-logs", "violated plugin", nil),
      ("[]", "[\"AuthError\"]", "artifact-errors-are-the-logs", "violated plugin", nil),
      ("\"17.1\"", "\"16\"", "record-conditions-are-the-logs", "violated environment", nil),
      ("\"17.1\"", "null", "record-is-complete", "inconclusive none", nil),
    ] as [(String, String, String, String, Int?)])
  func `each wrong value of an artifact is a finding`(
    from: String, to: String, rule: String, outcome: String, witness: Int?
  ) throws {
    let artifact = Samples.text("artifacts/test-run.json")
    let wrong = artifact.replacingOccurrences(of: from, with: to)
    #expect(wrong != artifact)
    let judged = try findings(wrong)
    #expect(judged.findings == ["test-run/\(rule) \(outcome)"])
    let finding = try #require(judged.summary?["findings"][0])
    #expect(finding["covers"].elements.isEmpty == false)
    if let witness {
      let lines = finding["evidence"].elements.dropFirst()
      #expect(lines.first?["file"].string == Self.log)
      #expect(lines.first?["line"].int == witness)
      #expect(lines.first?["text"].string?.contains("[DNP-") == true)
      #expect(finding["scope"]["cycle"].string == "notif-2025-11-15")
    }
    #expect(judged.status == (outcome == "violated plugin" ? 1 : 0))
  }

  @Test func `times that contradict each other are a finding`() throws {
    let artifact = Samples.text("artifacts/test-run.json")
      .replacingOccurrences(of: "T05:50:00Z", with: "T05:55:00Z")
    let judged = try findings(artifact)
    #expect(
      judged.findings == [
        "test-run/artifact-times-are-in-order violated plugin",
        "test-run/artifact-times-are-the-logs violated plugin",
      ])
  }

  @Test func `what a log cannot show is inconclusive`() throws {
    let artifact = Samples.text("artifacts/test-run.json")
      .replacingOccurrences(of: "2025-11-15", with: "2025-11-14")
    let untimed = Samples.path("prefetch/happy-sim.log")
    let judged = try findings(artifact, log: untimed)
    #expect(judged.verdict == "pass")
    let told = judged.findings.filter { $0.hasPrefix("test-run/") }
    #expect(told.allSatisfy { $0.hasSuffix("inconclusive none") })
    #expect(told.contains("test-run/artifact-times-are-the-logs inconclusive none"))
    #expect(told.contains("test-run/record-conditions-are-the-logs inconclusive none"))
  }

  @Test func `a task that the whole log does not have did not run`() throws {
    let artifact = Samples.text("artifacts/test-run.json")
      .replacingOccurrences(of: "2025-11-15", with: "2025-11-14")
    let judged = try findings(artifact, log: Samples.path("env/low-power-skipped.log"))
    let finding = judged.summary?["findings"].elements.first {
      $0["message"].string?.hasPrefix("bgTaskExecutedAt") == true
    }
    #expect(finding?["outcome"].string == "violated")
    #expect(finding?["message"].string?.hasSuffix("but the log shows none") == true)
  }

  @Test func `what a filter took out of the log contradicts no record`() throws {
    let artifact = Samples.text("artifacts/test-run.json")
    func line(_ time: String, _ message: String) -> String {
      "2025-11-15 \(time).000000+0000 App[201:1] \(message)"
    }
    // The start of the process is known, so that the log is whole but for the tag.
    let launch = [line("04:00:00", "[DNP-PLUGIN] App launch (start=cold, cause=user)")]
    let filtered = Samples.text("artifacts/test-run.log").split(separator: "\n")
      .map(String.init).filter { !$0.contains("DNP-FETCH") }
    let id = "com.timesafari.dailynotification.fetch"
    let register = line("04:00:01", "[DNP-FETCH] Registering BGTaskScheduler task (id=\(id))")
    let directory = try TemporaryDirectory()
    func told(_ lines: [String]) throws -> [String] {
      let log = try directory.add("device.log", lines.joined(separator: "\n") + "\n")
      return try findings(artifact, log: log).findings.filter { $0.hasPrefix("test-run/") }
    }
    let unseen = try told(launch + filtered)
    #expect(unseen.allSatisfy { $0.hasSuffix("inconclusive none") }, "\(unseen)")
    #expect(unseen.contains("test-run/artifact-times-are-the-logs inconclusive none"))
    #expect(unseen.contains("test-run/artifact-counters-are-the-logs inconclusive none"))
    // One line of the tag shows that such lines are there.
    let seen = try told(launch + [register] + filtered)
    #expect(seen.contains("test-run/artifact-times-are-the-logs violated plugin"), "\(seen)")
    #expect(seen.contains("test-run/artifact-counters-are-the-logs violated plugin"), "\(seen)")
  }

  @Test func `a record is held against the cycle that it speaks of`() throws {
    let log = Samples.path("prefetch/two-days.log")
    for day in [14, 15] {
      let judged = try findings(
        "{\"testRun\": {\"outcome\": {\"bgTaskExecutedAt\": \"2025-11-\(day)T05:51:00Z\"}}}",
        log: log)
      let finding = judged.summary?["findings"].elements.first {
        $0["rule"].string == "test-run/artifact-times-are-the-logs"
      }
      #expect(finding?["scope"]["cycle"].string == "notif-2025-11-\(day)")
      #expect(finding?["message"].string?.contains("2025-11-\(day)T05:50:00Z") == true)
    }
  }

  @Test(arguments: [[], ["--pack", "test-run"]])
  func `an artifact in the log is held against it`(options: [String]) throws {
    let directory = try TemporaryDirectory()
    let artifact = Samples.text("artifacts/test-run-mismatch.json")
    try directory.add("device.log", Samples.text("artifacts/test-run-mismatch.log") + artifact)
    let judged = try Dnplog.judge(options + ["device.log"], in: directory)
    #expect(
      judged.findings == [
        "test-run/artifact-cache-use-is-the-logs violated plugin",
        "test-run/artifact-counters-are-the-logs violated plugin",
      ])
  }

  @Test func `the rules are explained`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(
      [
        "explain", "--testrun", Samples.path("artifacts/run-template.txt"),
        "test-run/template-outcome-is-the-logs", Self.log,
      ], in: directory)
    #expect(result.exitCode == 0)
    #expect(result.output.contains("bgtask executed at is recorded as 2025-11-15T05:50:00Z"))
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("none.json", "none.json: No such file or directory: name a file that can be read"),
    (".", ".: Is a directory: name a file that can be read"),
    ("empty", "empty:1: is empty: give an artifact or a filled template"),
    (
      "bad.json",
      "bad.json:2: this is not a timestamp: write it as 2025-11-14T05:48:00Z"
    ),
    ("bad.txt", "bad.txt:2: 'maybe' is no value of 'cached content used': write yes or no"),
  ])
  func `a record that cannot be read is said`(name: String, message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("empty", "")
    try directory.add("bad.json", "{\"testRun\":\n{\"date\": \"now\"}}\n")
    try directory.add("bad.txt", "Date:\nCached content used: maybe\n")
    let judged = try Dnplog.judge(["--testrun", name, Self.log], in: directory)
    #expect(judged.result.errors == "dnplog: \(message)\n")
    #expect(judged.result.output == "")
    #expect(judged.status == 2)
  }

  @Test func `a record is of one run`() throws {
    let directory = try TemporaryDirectory()
    let record = ["--testrun", Samples.path("artifacts/test-run.json")]
    let logs = [Self.log, Samples.path("prefetch/happy-device.log")]
    let judged = try Dnplog.judge(record + logs, in: directory)
    #expect(judged.status == 2)
    #expect(
      judged.result.errors
        == "dnplog: option '--testrun': a record is of one run, and there are 2 inputs:"
        + " name one log, or join them with --join\n")
    #expect(try Dnplog.judge(record + ["--join"] + logs, in: directory).status != 2)
  }
}
