import TestSupport
import Testing

/// `--baseline`: the violations of an earlier run fail no run, and new ones do.
struct BaselineCommandTests {
  private static let faulty = Samples.path("hints/fetch-no-success.log")

  /// Judges a log by a baseline that another run wrote.
  private func judge(
    _ log: String, knowing other: String, _ options: [String] = [], _ otherOptions: [String] = []
  ) throws -> Dnplog.Judged {
    let directory = try TemporaryDirectory()
    let first = try Dnplog.judge(
      otherOptions + ["--export", "json=known.json", other], in: directory)
    #expect(first.summary != nil)
    return try Dnplog.judge(options + ["--baseline", "known.json", log], in: directory)
  }

  @Test func `a run whose violations are all known passes and tells them`() throws {
    let judged = try judge(Self.faulty, knowing: Self.faulty)
    #expect(judged.status == 0)
    #expect(judged.verdict == "pass")
    let summary = try #require(judged.summary)
    #expect(summary["findings"][0]["outcome"].string == "violated")
    #expect(summary["findings"][0]["known"] == .bool(true))
    let told = summary["assumptions"].elements.first { $0["what"].string == "baseline" }
    #expect(told?["value"].string == "known.json")
    #expect(told?["why"].string == "1 of its 1 violations occurred again and fail no run")
  }

  @Test func `a log of another day whose lines stand elsewhere has the same violations`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.text("hints/fetch-no-success.log")
    try directory.add("one.log", log)
    try directory.add(
      "other.log", "other line\nanother\n" + log.replacing("2025-11-14", with: "2025-12-03"))
    _ = try Dnplog.judge(["--export", "json=known.json", "one.log"], in: directory)
    let judged = try Dnplog.judge(["--baseline", "known.json", "other.log"], in: directory)
    #expect(judged.cycles == ["fallback"])
    #expect(judged.status == 0)
  }

  @Test func `a new violation fails the run`() throws {
    let judged = try judge(Self.faulty, knowing: Samples.path("prefetch/happy-device.log"))
    #expect(judged.status == 1)
    #expect(judged.verdict == "fail")
  }

  @Test func `what was known once is new when it comes twice`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.text("hints/fetch-no-success.log"))
    try directory.add("b.log", Samples.text("hints/fetch-no-success.log"))
    _ = try Dnplog.judge(["--export", "json=known.json", "a.log"], in: directory)
    let judged = try Dnplog.judge(["--baseline", "known.json", "a.log", "b.log"], in: directory)
    #expect(judged.status == 1)
    #expect(judged.summary?["findings"].elements.count == 2)
  }

  @Test func `what cannot be told stays so`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "I/Other: nothing of ours\n")
    _ = try Dnplog.judge(["--export", "json=known.json", "device.log"], in: directory)
    let judged = try Dnplog.judge(["--baseline", "known.json", "device.log"], in: directory)
    #expect(judged.status == 1)
    #expect(judged.verdict == "inconclusive")
  }

  @Test func `findings that a summary leaves out are new`() throws {
    #expect(try judge(Self.faulty, knowing: Self.faulty, ["--max-details", "0"]).status == 1)
    #expect(try judge(Self.faulty, knowing: Self.faulty, [], ["--max-details", "0"]).status == 1)
  }

  @Test(arguments: [
    ("", "known.json:1: is empty: give a summary that 'dnplog validate --format json' "),
    ("[]", "known.json:1: is no summary of a run: "),
    ("{\"findings\": []}", "known.json:1: is no summary of a run: "),
    (
      "{\"schema\":\n\"dnplog.run/9\"}",
      "known.json:1: has a member 'schema' that is 'dnplog.run/9' and not 'dnplog"
    ),
    ("{\"schema\": \"dnplog.run/1\"}", "known.json:1: "),
    (
      "\n{\"schema\": \"dnplog.run/1\", \"findings\": [\n{\"outcome\": \"violated\"}]}",
      "known.json:2: has no member 'tool'"
    ),
    ("{\"schema\": \"dnplog.run/1\", ", "known.json:"),
    ("{\"schema\": \"dnplog.run/1\", \"findings\": 3}", "known.json:1: "),
  ])
  func `a file that is no summary is a mistake of usage`(text: String, message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add("known.json", text)
    let result = try Dnplog.run(
      ["validate", "--baseline", "known.json", "device.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("dnplog: \(message)"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["--baseline", "gone.json"], "gone.json: "),
    (["--each", "--baseline", "known.json"], "--each and --baseline exclude each other"),
    (
      ["--baseline", "known.json", "--export", "json=known.json"], "known.json: this is one of the"
    ),
  ])
  func `what cannot serve as a baseline is refused`(options: [String], message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    _ = try Dnplog.judge(["--export", "json=known.json", "device.log"], in: directory)
    let result = try Dnplog.run(["validate"] + options + ["device.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("dnplog: \(message)"), "\(result.errors)")
  }
}
