import LogReading
import TestSupport
import Testing

/// The part of a log that `--since` and `--until` leave.
struct TimeSpanTests {
  /// Three days, each with a prefetch and a notification at 05:53 UTC.
  private static func days(_ words: String = "") throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try Dnplog.shell("\"$0\" simulate happy --days 3 \(words) -o device.log", in: directory)
    return directory
  }

  private static func note(_ what: String, _ judged: Dnplog.Judged) -> JSONText? {
    judged.summary?["assumptions"].elements.first { $0["what"].string == what }
  }

  @Test func `one day of several is judged alone`() throws {
    let directory = try Self.days()
    let all = try Dnplog.judge(["device.log"], in: directory)
    #expect(all.cycles.count == 4, "the last day plans one more")
    let one = try Dnplog.judge(
      ["--since", "2025-11-15", "--until", "2025-11-16T00:00:00Z", "device.log"], in: directory)
    #expect(one.cycles.contains("used_prefetch"))
    #expect(one.cycles.count < 4)
    #expect(one.findings.filter { $0.contains("violated") } == [])
    #expect(Self.note("since", one)?["value"].string == "2025-11-15T00:00:00Z")
    #expect(Self.note("until", one)?["value"].string == "2025-11-16T00:00:00Z")
    #expect(Self.note("since", one)?["why"].string?.contains(" earlier events left out") == true)
    #expect(Self.note("until", one)?["why"].string?.contains(" later events left out") == true)
  }

  /// What is cut off is never taken for missing, wherever the cut is: a healthy log has no fault in any
  /// of its parts.
  @Test(arguments: ["--since", "--until"])
  func `no cut of a healthy log makes a fault`(option: String) throws {
    let directory = try Self.days()
    let times = try Dnplog.run(["events", "device.log"], in: directory).output
      .split(separator: "\n").compactMap { try JSONText(String($0))["time"].string }
    #expect(times.count > 30)
    for time in times {
      let judged = try Dnplog.judge([option, time, "device.log"], in: directory)
      #expect(judged.findings.filter { $0.contains("violated") } == [], "\(option) \(time)")
      #expect(judged.verdict != "fail", "\(option) \(time)")
    }
  }

  /// The same rules judge the part that judge a file with no other lines.
  @Test func `a part is judged as a log that has nothing else`() throws {
    let directory = try Self.days("--container threadtime")
    let times = try Dnplog.run(["events", "device.log"], in: directory).output
      .split(separator: "\n").map { try JSONText(String($0)) }
    for index in stride(from: 3, to: times.count, by: 7) {
      let time = times[index]["time"].string ?? ""
      // Of lines of one time all are in, or none.
      let line = times.first { $0["time"].string == time }?["line"].int ?? 1
      _ = try Dnplog.shell("tail -n +\(line) device.log > part.log", in: directory)
      let part = try Dnplog.judge(["--year", "2025", "part.log"], in: directory)
      let span = try Dnplog.judge(
        ["--year", "2025", "--since", time, "device.log"], in: directory)
      #expect(span.findings == part.findings, "\(time)")
      #expect(span.cycles == part.cycles, "\(time)")
      #expect(span.verdict == part.verdict, "\(time)")
    }
  }

  @Test func `a fault in the part stays one and one outside is gone`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("acceptance/content-hash-mismatch.log")
    let all = try Dnplog.judge([log], in: directory)
    #expect(all.verdict == "fail")
    let last = all.input["lastTime"].string ?? ""
    #expect(try Dnplog.judge(["--until", last, log], in: directory).cycles.count == 1)
    let none = try Dnplog.judge(["--since", "2030-01-01", log], in: directory)
    #expect(none.verdict == "inconclusive")
    #expect(none.findings == [])
    let text = try Dnplog.run(["validate", "--since", "2030-01-01", log], in: directory)
    #expect(text.output.contains("no line of the plugin is in the part that --since and --until"))
    #expect(text.exitCode == 1)
  }

  @Test(arguments: [
    ("2025-11-16", "2025-11-15"), ("07:00", "07:00"), ("22:00", "07:00"),
    ("2025-11-16T00:00:00Z", "2025-11-16T00:00:00Z"),
  ])
  func `a part that no log can have an event in is refused`(since: String, until: String) throws {
    let directory = try Self.days()
    let run = try Dnplog.run(
      ["validate", "--since", since, "--until", until, "device.log"], in: directory)
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(run.errors.contains("--until \(until) is not after --since"))
    #expect(run.errors.contains("a time alone is of the day on which the log begins"))
  }

  @Test func `a time without a zone is of the zone of the log`() throws {
    let directory = try Self.days("--container threadtime --tz +02:00")
    let words = ["--tz", "+02:00", "--since"]
    for bound in ["2025-11-15 07:00", "2025-11-15T07:00:00", "2025-11-15T05:00:00Z"] {
      let judged = try Dnplog.judge(words + [bound, "device.log"], in: directory)
      #expect(Self.note("since", judged)?["value"].string == "2025-11-15T05:00:00Z", "\(bound)")
    }
    // A time alone is of the day on which the log begins.
    let judged = try Dnplog.judge(words + ["07:30", "device.log"], in: directory)
    #expect(Self.note("since", judged)?["value"].string == "2025-11-14T05:30:00Z")
  }

  @Test(arguments: ["yesterday", "7:00", "24:00", "2025-13-01", "2025-11-15T25:00", "07:00Z", ""])
  func `what is no time is refused`(text: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate", "--since=\(text)"], in: directory)
    #expect(
      result.errors
        == "dnplog: option '--since': '\(text)' is not a time: write e.g. 2025-11-15T07:00:00Z,"
        + " '2025-11-15 07:00', 2025-11-15 or 07:00\n")
    #expect(result.exitCode == 2)
  }

  @Test func `events prints those of the part`() throws {
    let directory = try Self.days()
    let all = try Dnplog.run(["events", "device.log"], in: directory).output
    let part = try Dnplog.run(
      ["events", "--since", "2025-11-15", "--until", "2025-11-16", "device.log"], in: directory
    ).output
    let times = try part.split(separator: "\n").map {
      try JSONText(String($0))["time"].string ?? ""
    }
    #expect(!times.isEmpty)
    #expect(times.allSatisfy { $0.hasPrefix("2025-11-15T") })
    let expected = try all.split(separator: "\n").filter {
      try JSONText(String($0))["time"].string?.hasPrefix("2025-11-15T") == true
    }
    #expect(times.count == expected.count)
  }
}
