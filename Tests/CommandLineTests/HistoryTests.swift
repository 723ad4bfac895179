import TestSupport
import Testing

/// `--history`: what is recorded, what is counted, and what never is twice.
struct HistoryTests {
  private func value(_ series: String, in directory: borrowing TemporaryDirectory) throws -> Int? {
    let metrics = try run("/bin/cat", ["dnp.prom"], directory: directory.path).output
    return metrics.split(separator: "\n").first { $0.hasPrefix(series + " ") }
      .flatMap { Int($0.dropFirst(series.count + 1)) }
  }

  private func record(
    _ arguments: [String], in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    try Dnplog.run(
      ["validate", "-q", "--history", "h.db", "--export", "prometheus=dnp.prom"] + arguments,
      in: directory)
  }

  private func runs(in directory: borrowing TemporaryDirectory) throws -> [JSONText] {
    let result = try Dnplog.run(["history", "list", "--format", "json", "h.db"], in: directory)
    return try JSONText(result.output)["runs"].elements
  }

  /// A cycle of another notification, so that its bytes differ.
  private static func cycle(_ number: Int) -> String {
    Samples.happyCycle + "[DNP-PLUGIN] run \(number)\n"
  }

  private static let used = "dnp_prefetch_used_for_notification_total"

  @Test func `counters add up over runs, and the gauges are those of the last`() throws {
    let directory = try TemporaryDirectory()
    for number in 1...3 {
      try directory.add("device.log", Self.cycle(number))
      #expect(try record(["device.log"], in: directory).exitCode == 0)
      #expect(try value(Self.used, in: directory) == number)
      #expect(try value("dnplog_execution_delay_seconds_count", in: directory) == number)
      #expect(try value("dnplog_cycles_total{outcome=\"used_prefetch\"}", in: directory) == number)
      #expect(try value("dnplog_inputs", in: directory) == 1)
    }
    #expect(try runs(in: directory).count == 3)
  }

  @Test func `the same log is counted once, plain, compressed, by another name and piped`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.cycle(1))
    _ = try run(
      "/bin/sh", ["-c", "gzip -k device.log; cp device.log b.log"], directory: directory.path)
    for name in ["device.log", "device.log.gz", "b.log", "device.log"] {
      #expect(try record([name], in: directory).exitCode == 0)
      #expect(try value(Self.used, in: directory) == 1)
    }
    _ = try Dnplog.shell("\"$0\" validate -q --history h.db - < device.log", in: directory)
    let all = try runs(in: directory)
    #expect(all.count == 1)
    #expect(all.first?["times"].int == 5)
  }

  @Test func `a log judged with other options, or beside a state, replaces its record`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.cycle(1))
    _ = try record(["device.log"], in: directory)
    _ = try record(["--env", "build=9,power=plugged", "device.log"], in: directory)
    let all = try runs(in: directory)
    #expect(all.count == 1)
    #expect(all.first?["build"].string == "9")
    #expect(try value(Self.used, in: directory) == 1)
  }

  @Test(arguments: [1, 300, 5000, 70_000])
  func `a log that grew replaces its record, however long it was`(length: Int) throws {
    let directory = try TemporaryDirectory()
    let noise = String(
      repeating: "2025-11-14T04:00:00Z another program says nothing\n", count: 4000)
    let whole = String(noise.prefix(length / 2)) + "\n" + Self.cycle(1) + noise
    try directory.add("device.log", String(whole.prefix(length)))
    _ = try record(["device.log"], in: directory)
    try directory.add("device.log", whole)
    #expect(try record(["device.log"], in: directory).exitCode == 0)
    #expect(try runs(in: directory).count == 1)
    #expect(try value(Self.used, in: directory) == 1)
  }

  @Test func `a rotation that goes on replaces its record, and parts of it are not counted again`()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.cycle(1))
    _ = try record(["device.log"], in: directory)
    _ = try run("/bin/mv", ["device.log", "device.log.1"], directory: directory.path)
    try directory.add("device.log", Self.cycle(2))
    _ = try record(["device.log.1", "device.log"], in: directory)
    #expect(try runs(in: directory).count == 1)
    let part = try record(["device.log"], in: directory)
    #expect(part.errors.contains("device.log is part of run 1, which was recorded before"))
    #expect(try runs(in: directory).count == 1)
    // With the oldest part gone, what is left was counted, and what is new was not.
    _ = try run("/bin/rm", ["device.log.1"], directory: directory.path)
    _ = try run("/bin/mv", ["device.log", "device.log.1"], directory: directory.path)
    try directory.add("device.log", Self.cycle(3))
    let rest = try record(["device.log.1", "device.log"], in: directory)
    #expect(rest.exitCode == 2)
    #expect(rest.errors.contains("device.log.1 was counted in run 1, with other files"))
    #expect(rest.errors.contains("--paths-from"))
    #expect(try value("dnplog_last_run_success", in: directory) == 0)
    #expect(try value(Self.used, in: directory) == nil)
  }

  @Test func `files that are judged one by one are a run each, whatever they are called later`()
    throws
  {
    let directory = try TemporaryDirectory()
    let judge = """
      ls device.log* | "$0" validate -q --history h.db --export prometheus=dnp.prom --paths-from - \
      > /dev/null
      """
    for number in 1...3 {
      _ = try Dnplog.shell(
        "for i in 3 2 1; do mv device.log.$i device.log.$((i+1)); done 2> /dev/null;"
          + " mv device.log device.log.1 2> /dev/null; true", in: directory)
      try directory.add("device.log", Self.cycle(number))
      #expect(try Dnplog.shell(judge, in: directory).errors == "")
      #expect(try value(Self.used, in: directory) == number)
    }
  }

  @Test func `pruned runs still count, and their logs are not counted again`() throws {
    let directory = try TemporaryDirectory()
    for number in 1...3 {
      try directory.add("device.log", Self.cycle(number))
      _ = try record(["--history-events", "device.log"], in: directory)
    }
    let pruned = try Dnplog.run(["history", "prune", "--keep-runs", "1", "h.db"], in: directory)
    #expect(pruned.output == "2 runs pruned\n")
    #expect(try runs(in: directory).count == 1)
    _ = try record(["device.log"], in: directory)
    #expect(try value(Self.used, in: directory) == 3)
    try directory.add("device.log", Self.cycle(1))
    _ = try record(["device.log"], in: directory)
    #expect(try value(Self.used, in: directory) == 3)
    #expect(try runs(in: directory).count == 2)
    let none = try Dnplog.run(
      ["history", "prune", "--before", "2001-01-01", "h.db"], in: directory)
    #expect(none.output == "0 runs pruned\n")
    let all = try Dnplog.run(["history", "prune", "--before", "2101-01-01", "h.db"], in: directory)
    #expect(all.output == "2 runs pruned\n")
  }

  @Test func `events are recorded where they are asked for, as events prints them`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.cycle(1))
    _ = try record(["--history-events", "device.log"], in: directory)
    let events = try Dnplog.run(["events", "device.log"], in: directory).output
    let kept = try run(
      "/usr/bin/env", ["sqlite3", "h.db", "SELECT event FROM events ORDER BY number"],
      directory: directory.path
    ).output
    #expect(kept == events)
    _ = try record(["device.log"], in: directory)
    let shown = try Dnplog.run(["history", "show", "h.db", "1"], in: directory)
    #expect(!shown.output.contains("events kept"))
  }

  @Test func `the summary of a run is kept as it was printed`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.text("hints/fetch-no-success.log"))
    let judged = try Dnplog.run(
      ["validate", "--format", "json", "--history", "h.db", "device.log"], in: directory)
    let shown = try Dnplog.run(["history", "show", "--format", "json", "h.db", "1"], in: directory)
    #expect(judged.exitCode == 1)
    #expect(shown.output == judged.output)
    let text = try Dnplog.run(["history", "show", "h.db", "1"], in: directory)
    #expect(text.output.contains("hints/fetch-has-outcome"))
  }

  @Test func `words of a log cannot command the terminal or the page`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.cycle(1))
    _ = try record(["--env", "build=<b>\u{1B}[31m\n&", "device.log"], in: directory)
    for command in ["list", "trend --by build"] {
      let words = command.split(separator: " ").map(String.init)
      let result = try Dnplog.run(["history"] + words + ["h.db"], in: directory)
      #expect(!result.output.contains("\u{1B}"), "\(result.output)")
      #expect(result.output.contains("<b>"))
    }
    let page = try Dnplog.run(
      ["history", "trend", "--by", "build", "--format", "html", "h.db"], in: directory
    ).output
    #expect(!page.contains("<b>"))
    #expect(page.contains("&lt;b&gt;"))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("<script"))
    #expect(page.contains("<polyline") || page.contains("<circle"))
  }

  @Test func `a campaign is complete once each kind of run is there or put off`() throws {
    let directory = try TemporaryDirectory()
    let good = "simulator=false,power=plugged,network=wifi"
    let steps: [(scenario: String, env: String, missing: [String])] = [
      (
        "simulated-launch", "simulator=true",
        ["device", "failure", "small-lead", "timezone", "majority"]
      ),
      (
        "late-after-notification", good,
        ["device", "failure", "small-lead", "timezone", "majority"]
      ),
      ("happy", good, ["failure", "small-lead", "timezone", "majority"]),
      (
        "network-off", "simulator=false,power=battery",
        ["small-lead", "timezone", "majority"]
      ),
      ("zone-change", good, ["small-lead"]),
      ("lead-capped", "simulator=false,power=battery", []),
    ]
    for step in steps {
      _ = try Dnplog.run(["simulate", step.scenario, "-o", "\(step.scenario).log"], in: directory)
      _ = try record(["--env", step.env, "\(step.scenario).log"], in: directory)
      let result = try Dnplog.run(
        ["history", "signoff", "--format", "json", "h.db"], in: directory)
      let missing = try JSONText(result.output)["items"].elements.filter {
        $0["status"].string == "missing"
      }.compactMap { $0["item"].string }
      #expect(missing == step.missing, "\(step.scenario)")
      #expect(result.exitCode == (missing.isEmpty ? 0 : 1))
    }
    _ = try Dnplog.run(["history", "prune", "--keep-runs", "0", "h.db"], in: directory)
    _ = try record(["--env", "simulator=false,power=battery", "network-off.log"], in: directory)
    let result = try Dnplog.run(
      ["history", "signoff", "--defer", "small-lead", "--defer", "timezone", "h.db"], in: directory)
    #expect(result.exitCode == 1)
    #expect(result.output.contains("\nsmall-lead  deferred  -"))
    #expect(result.output.hasSuffix("not complete: simulator, device and majority are missing\n"))
  }
}
