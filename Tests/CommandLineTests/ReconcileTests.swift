import Foundation
import TestSupport
import Testing

/// The borders of `reconcile` and of `--state`.
struct ReconcileTests {
  private static let healthy = Samples.path("state/healthy.json")

  @Test(arguments: [
    ([], "no state: name one with --state; docs/state.md says how to take it"),
    (["--state", "none.db"], "none.db: No such file or directory: name a file that can be read"),
    (["--state", "."], ".: Is a directory: name a file that can be read"),
    (["--state", "empty"], "empty: is empty: take the state again: see docs/state.md"),
    (
      ["--state", "words.txt"],
      "words.txt: is no database, no dump of Android, no snapshot and no document that is known:"
        + " see docs/state.md for what is, and for the command that takes it"
    ),
    (
      ["--state", "packed"],
      "packed: is compressed by gzip, and no state of a device:"
        + " unpack it first, as with gunzip"
    ),
    (
      ["--state", "typo.json"],
      "typo.json:1: unknown key 'schedule': did you mean 'schedules'?"
    ),
    (
      ["--state", "untimed.json"],
      "untimed.json:1: does not say when it was taken: add \"now\", in milliseconds since 1970"
    ),
    (
      ["--state", "other.json"],
      "other.json:1: holds no list of a state snapshot: give at least one of schedules,"
        + " notifications, pending, delivered, alarms, receipts, cache, history"
    ),
    (
      ["--now", "yesterday"],
      "option '--now': 'yesterday' is no instant: write e.g. 2025-11-15T07:00:00Z, or"
        + " milliseconds since 1970"
    ),
  ])
  func `a source that cannot be read is told with what to do`(
    options: [String], expected: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("empty", "\n")
    try directory.add("words.txt", "these are words\n")
    try directory.add("packed", bytes: gzip(Array("text".utf8)))
    try directory.add("typo.json", #"{"now": 1763185980000, "schedule": []}"#)
    try directory.add("untimed.json", #"{"schedules": []}"#)
    try directory.add("other.json", #"{"now": 1763185980000}"#)
    let result = try Dnplog.run(["reconcile"] + options, in: directory)
    #expect(result.errors == "dnplog: \(expected)\n")
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }

  @Test func `what can be read is judged without what cannot`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("words.txt", "these are words\n")
    let result = try Dnplog.run(
      ["reconcile", "-q", "--state", "words.txt", "--state", Self.healthy], in: directory)
    #expect(result.output.hasPrefix("INCONCLUSIVE  words.txt could not be read"))
    #expect(result.errors.hasPrefix("dnplog: words.txt: is no database"))
    #expect(result.exitCode == 2)
  }

  @Test func `a state may come through a pipe`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      "cat '\(Self.healthy)' | \"$0\" reconcile -q --state /dev/stdin", in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
  }

  @Test func `a state is of one device`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("b.log", Samples.happyCycle)
    let result = try Dnplog.run(
      ["validate", "--state", Self.healthy, "a.log", "b.log"], in: directory)
    #expect(result.errors.contains("a state is of one device, and there are 2 inputs"))
    #expect(result.exitCode == 2)
  }

  @Test func `a log is judged as ever beside a state`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    let alone = try Dnplog.judge(["a.log"], in: directory)
    let beside = try Dnplog.judge(["--state", Self.healthy, "a.log"], in: directory)
    #expect(beside.status == alone.status)
    #expect(beside.findings == alone.findings)
    #expect(beside.cycles == alone.cycles)
    #expect(beside.summary?["items"].elements.isEmpty == false)
    #expect(alone.summary?.keys.contains("items") == false)
  }

  @Test func `what a log set for later is held against the alarms`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "a.log",
      """
      11-15 05:40:00.000  1234  1234 I DNP-SCHEDULER: Scheduling notification for 2025-11-15T07:00:00Z
      11-15 05:40:01.000  1234  1234 I DNP-SCHEDULER: Scheduling notification for 2025-11-16T07:00:00Z

      """)
    try directory.add(
      "s.json",
      #"{"now": 1763185980000, "platform": "android", "alarms": [{"triggerAt": 1763190000000}]}"#)
    let result = try Dnplog.run(
      ["reconcile", "--format", "json", "--tz", "UTC", "--state", "s.json", "a.log"], in: directory)
    let items = try JSONText(result.output)["items"].elements.map {
      "\($0["due"].string ?? "") \($0["verdict"].string ?? "")"
    }
    #expect(items == ["2025-11-16T07:00:00Z lost", "2025-11-15T07:00:00Z scheduled"])
    #expect(result.exitCode == 1)
  }

  @Test func `a dump tells the year and the zone of a log beside it`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "a.log", "02-24 17:20:00.000  1234  1234 I DNP-SCHEDULER: Alarm cancelled\n")
    let result = try Dnplog.run(
      [
        "validate", "--format", "json", "--state",
        Samples.root + "/Tests/DeviceStateTests/Dumps/alarm-11.txt", "a.log",
      ], in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["inputs"][0]["lastTime"].string == "2026-02-24T16:20:00Z")
  }

  @Test func `the alarms of a bug report are read where they stand`() throws {
    let directory = try TemporaryDirectory()
    let report = Samples.root + "/Tests/DeviceStateTests/Dumps/bugreport-13.txt"
    let result = try Dnplog.run(["validate", "--format", "json", report], in: directory)
    let summary = try JSONText(result.output)
    let alarms = summary["items"].elements.filter { $0["item"].string == "alarm" }
    #expect(alarms.count == 3)
    // The line of the alarm in the report.
    let text = try String(contentsOfFile: report, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for alarm in alarms {
      let line = try #require(alarm["rows"][0]["line"].int)
      #expect(lines[Int(line) - 1].contains("Alarm{"))
    }
  }

  @Test func `secrets of a state are masked in every report`() throws {
    let directory = try TemporaryDirectory()
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9"
    try directory.add(
      "s.json",
      """
      {"now": 1763185980000, "schedules": [{"id": "\(token)", "kind": "notify", "enabled": 1,
       "nextRunAt": 1763190000000}], "alarms": [{"triggerAt": 1763199000000}]}
      """)
    for format in ["text", "json", "html", "markdown", "junit", "sarif"] {
      let result = try Dnplog.run(
        ["reconcile", "-v", "--format", format, "--state", "s.json"], in: directory)
      #expect(!result.output.contains("dozjgNry"), "\(format)")
    }
  }
}
