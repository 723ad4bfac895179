import TestSupport
import Testing

/// The borders of `dnplog feed`: what it reads, what it refuses, and what its reports hold.
struct FeedCommandTests {
  private static let known = [
    "--region", "ON", "--app-version", "1.4.0", "--today", "2025-11-15", "--receipts", "none",
  ]
  private static let message =
    #"{"id":"m1","priority":1,"posted_at":"2025-11-01","expires_at":"2025-11-30","target_regions":["CA"]}"#

  private func run(
    _ feed: String, _ options: [String], log: String = ""
  ) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    try directory.add("feed.json", feed)
    if !log.isEmpty { try directory.add("device.log", log) }
    return try Dnplog.run(
      ["feed", "feed.json"] + options + (log.isEmpty ? [] : ["device.log"]), in: directory)
  }

  @Test(arguments: [
    ("", "feed.json:1: is empty: "), ("hello", "feed.json:1: is no JSON: "),
    ("[\n{\"id\":\"a\"},]", "feed.json:2: is no JSON: "),
    ("{\"messages\":[]}", "feed.json:1: is an object, where a list of messages should stand: "),
    ("[\n\n5]", "feed.json:3: element 1 is a number, where a message should stand: "),
    (String(repeating: " ", count: 10 << 20), "feed.json:1: is larger than 4 MiB: "),
  ])
  func `what is no feed is refused with its place`(feed: String, error: String) throws {
    let result = try run(feed, Self.known)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("dnplog: " + error), "\(result.errors)")
  }

  @Test func `a directory is no feed`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["feed", "."], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors == "dnplog: .: Is a directory: name a file that can be read\n")
  }

  @Test(arguments: [
    (["--today", "soon"], "'soon' is no date"), (["--today", "2025-11-15T07:00"], "is no date"),
    (["--app-version", "newest"], "'newest' is no version"),
    (["--region", "on"], "'on' is no region: write it as ON"),
    (["--region", "CA"], "CA is for all regions"),
    (["--receipts", "missing.json"], "missing.json: "),
  ])
  func `an option that makes no sense is refused`(options: [String], error: String) throws {
    let result = try run("[\(Self.message)]", options)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains(error), "\(result.errors)")
  }

  @Test func `a feed comes through standard input`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      "printf '%s' '[\(Self.message)]' | \"$0\" feed - --receipts none --today 2025-11-15 -v",
      in: directory)
    #expect(result.exitCode == 0)
    #expect(result.output.contains("standard input: 1 message"))
    #expect(result.output.contains("✓ 1 m1     shown"))
  }

  @Test(arguments: ["--region", "--app-version", "--today", "--receipts"])
  func `what is not known is said with the option that settles it`(option: String) throws {
    let place = try #require(Self.known.firstIndex(of: option))
    var options = Self.known
    options.removeSubrange(place...(place + 1))
    let message =
      #"{"id":"m1","priority":1,"posted_at":"2025-11-01","expires_at":"2025-11-30","target_regions":["ON"],"target_version":">=1.0"}"#
    let result = try run("[\(message)]", options)
    #expect(result.exitCode == 0)
    #expect(result.output.contains("? 1 m1     unknown"))
    #expect(result.output.replacing("\n      ", with: " ").contains("give \(option)"))
    let log =
      "[DNP-PULL] Feed check (status=304, messages=0, notModified=true, today=unknown)\n"
      + "[DNP-PULL] Message evaluated (id=m9, eligible=false)\n"
    let judged = try run("[\(message)]", options, log: log)
    #expect(judged.exitCode == 1)
    #expect(judged.output.contains("\nINCONCLUSIVE  "))
    #expect(judged.output.contains("give \(option)"))
  }

  @Test func `a log that tells of no message proves nothing`() throws {
    let result = try run(
      "[\(Self.message)]", Self.known, log: "[DNP-PLUGIN] App state (state=background)\n")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("\nINCONCLUSIVE  the log shows no check of a feed"))
    #expect(result.output.contains("tells of no message"))
  }

  @Test(arguments: ["markdown", "html", "sarif", "junit", "github", "prometheus", "ndjson"])
  func `every format tells of it`(format: String) throws {
    let result = try run("[\(Self.message),\(Self.message)]", Self.known + ["--format", format])
    #expect(result.errors == "" || format == "ndjson", "\(result.errors)")
    if ["markdown", "html"].contains(format) {
      #expect(result.output.contains("It is the only eligible message."))
    }
    if ["markdown", "html", "sarif", "junit", "github"].contains(format) {
      #expect(result.output.contains("message-ids-differ"))
      #expect(result.output.contains("message 1 has the same id"))
    }
  }

  @Test func `reports of logs have no feed`() throws {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.judge([Samples.path("prefetch/happy-device.log")], in: directory)
    #expect(judged.summary?.keys.contains("feed") == false)
  }

  @Test func `the JSON names what the messages were held against`() throws {
    let result = try run("[\(Self.message)]", Self.known + ["--format", "json"])
    let feed = try JSONText(result.output)["feed"]
    #expect(
      feed.keys == [
        "name", "region", "appVersion", "today", "receipts", "messages", "omittedMessages", "told",
      ])
    #expect(
      feed["messages"][0].keys == [
        "place", "line", "id", "verdict", "reason", "shownTimes", "shown",
      ])
    #expect(feed["region"].string == "ON")
    #expect(feed["name"].string == "feed.json")
  }

  @Test func `no more rows are kept than asked for`() throws {
    let feed = "[" + Array(repeating: Self.message, count: 9).joined(separator: ",") + "]"
    let result = try run(feed, Self.known + ["--max-details", "2"])
    #expect(result.output.contains("7 more messages not listed"))
    // The one that is shown is not left out.
    let last =
      #"{"id":"m2","priority":9,"posted_at":"2025-11-01","expires_at":"2025-11-30","target_regions":["CA"]}"#
    let other = try run(feed.dropLast() + ",\(last)]", Self.known + ["--max-details", "0"])
    #expect(other.output.contains("✓ 10 m2    shown"))
  }

  @Test func `warnings fail a run where that is asked for`() throws {
    let feed = #"[{"id":"m1","priority":1,"target_regions":["CA"]}]"#
    #expect(try run(feed, Self.known).exitCode == 0)
    #expect(try run(feed, Self.known + ["--strict"]).exitCode == 1)
    #expect(try run(feed, Self.known + ["--strict", "--exit-zero"]).exitCode == 0)
  }

  @Test func `another profile judges beside the rules on feeds`() throws {
    let log = try #require(Samples.text("feed/lower-priority-shown.log") as String?)
    let result = try run(
      Samples.text("feed/feed.json"), Self.known + ["--profile", "pull", "--format", "json"],
      log: log)
    let summary = try JSONText(result.output)
    #expect(summary["profile"].string == "pull")
    let rules = summary["findings"].elements.compactMap { $0["rule"].string }
    #expect(rules.contains("feed/best-message-is-shown"))
  }
}
