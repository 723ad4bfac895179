import TestSupport
import Testing

/// The exit status of `validate`, input by input.
struct VerdictStatusTests {
  private static let happy = Samples.happyCycle
  private static let lines = happy.split(separator: "\n").map { $0 + "\n" }
  /// Eight lines: the handler is at work when the log ends.
  private static let open = lines.prefix(9).joined()
  /// The launch and tomorrow's schedule of a plugin that is well.
  private static let waiting = lines.prefix(6).joined()
  private static let faulty = Samples.text("acceptance/content-hash-mismatch.log")
  private static let excused = Samples.text("hints/cache-no-build.log")
  private static let inconclusive = Samples.text("hints/handler-never-ran.log")
  private static let foreign = "2025-11-14 05:00:00.000000+0000 App[1:1] nothing of ours\n"

  @Test(arguments: ["wallet-sync", "pull", "api-plan", "android-recovery", "ios-recovery"])
  func `a profile does not pass where nothing of its own came`(profile: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "device.log", "[DNP-PLUGIN] App launch (start=cold, cause=user, platform=ios)\n")
    let judged = try Dnplog.judge(["--profile", profile, "device.log"], in: directory)
    #expect(judged.verdict == "inconclusive")
    #expect(judged.status == 1)
    let allowed = ["--profile", profile, "--allow-inconclusive", "device.log"]
    #expect(try Dnplog.judge(allowed, in: directory).status == 0)
  }

  @Test(arguments: [
    (happy, [], "pass", 0), (faulty, [], "fail", 1), (faulty, ["--exit-zero"], "fail", 0),
    (excused, [], "pass", 0), (inconclusive, [], "inconclusive", 1),
    (inconclusive, ["--allow-inconclusive"], "inconclusive", 0),
    (inconclusive, ["--exit-zero"], "inconclusive", 0),
    (faulty, ["--allow-inconclusive", "--allow-empty"], "fail", 1),
    (open, [], "inconclusive", 1), (waiting, [], "inconclusive", 1),
    (open, ["--allow-empty"], "inconclusive", 1), ("", [], "inconclusive", 1),
    ("", ["--allow-empty"], "inconclusive", 0), ("", ["--allow-inconclusive"], "inconclusive", 1),
    ("[DNP-FETCH] nonsense\n", ["--allow-inconclusive"], "inconclusive", 1),
    ("", ["--strict"], "inconclusive", 1),
    (foreign, [], "inconclusive", 1), (foreign, ["--allow-empty"], "inconclusive", 0),
  ])
  func `a log comes to its status`(
    log: String, options: [String], verdict: String, status: Int32
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", log)
    let judged = try Dnplog.judge(options + ["device.log"], in: directory)
    #expect(judged.result.errors == "")
    #expect(judged.verdict == verdict)
    #expect(judged.status == status)
    // Whether the caller wants it is no property of the run.
    let isSaid = options.contains("--exit-zero") ? 1 : Int(status)
    #expect(judged.summary?["exitStatus"].int == isSaid)
  }

  @Test func `what is due tomorrow is no fault`() throws {
    let directory = try TemporaryDirectory()
    let both = Samples.text("acceptance/second-cycle-never-completes.log")
    let scheduled = both.split(separator: "\n").prefix(23).joined(separator: "\n") + "\n"
    try directory.add("device.log", scheduled)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.cycles == ["used_prefetch", "open"])
    #expect(judged.findings == [])
    #expect(judged.status == 0)
  }

  @Test func `with strict a warning fails`() throws {
    let directory = try TemporaryDirectory()
    // The hash of what was used is not logged.
    let used = Self.lines[15]
    #expect(used.contains("Using cached content MD5"))
    try directory.add("device.log", Self.happy.replacing(used, with: ""))
    let lenient = try Dnplog.judge(["device.log"], in: directory)
    #expect(lenient.findings == ["integrity/used-content-is-hashed violated plugin"])
    #expect(lenient.verdict == "pass")
    #expect(lenient.status == 0)
    let strict = try Dnplog.judge(["--strict", "device.log"], in: directory)
    #expect(strict.findings == lenient.findings)
    #expect(strict.verdict == "fail")
    #expect(strict.status == 1)
  }

  @Test(arguments: [
    ("missing.log", "missing.log: no such file: check the path"),
    ("dangling.log", "dangling.log: no such file: check the path"),
    ("loop.log", "loop.log: too many symbolic links: name the file that they lead to"),
    (
      "bare",
      "bare: directory holds no log files: name a file, or a directory with files in .log .txt"
        + " .json .jsonl .ndjson .logcat .out .tar .tgz .zip"
    ),
    (
      "/dev/null",
      "/dev/null: is a device, not a log: name a log file, or give - to read standard input"
    ),
  ])
  func `an input that cannot be opened is named`(input: String, message: String) throws {
    let directory = try TemporaryDirectory()
    _ = try Dnplog.shell(
      "mkdir bare; echo > bare/notes.bin; ln -s nowhere dangling.log; ln -s loop.log loop.log",
      in: directory)
    let alone = try Dnplog.judge([input], in: directory)
    #expect(alone.result.output == "")
    #expect(alone.result.errors == "dnplog: \(message)\n")
    #expect(alone.status == 2)

    // Among good ones it does not keep them from being judged.
    try directory.add("good.log", Self.happy)
    let among = try Dnplog.judge(["--exit-zero", input, "good.log"], in: directory)
    #expect(
      among.result.errors
        == "dnplog: \(message)\ndnplog: the verdict is not of all that was named:"
        + " see the messages above\n")
    // A report that lies in a file says so too.
    #expect(among.verdict == "inconclusive")
    let reason = among.summary?["reasons"].elements.first?.string
    #expect(reason == "\(input) could not be read", "\(reason ?? "")")
    #expect(among.summary?["exitStatus"].int == 2)
    #expect(among.summary?["inputs"].elements.map { $0["name"].string } == ["good.log"])
    #expect(among.status == 2)

    let each = try Dnplog.run(["validate", "--each", "-q", input, "good.log"], in: directory)
    #expect(each.output == "good.log: PASS  1 cycle: delivered prefetched content\n")
    #expect(each.exitCode == 2)
  }

  @Test func `several inputs are one summary of the worst`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("happy.log", Self.happy)
    try directory.add("faulty.log", Self.faulty)
    let judged = try Dnplog.judge(["happy.log", "faulty.log"], in: directory)
    #expect(judged.verdict == "fail")
    #expect(judged.status == 1)
    #expect(judged.cycles == ["used_prefetch", "used_prefetch"])
    #expect(judged.counters == [2, 2, 2, nil, 2])
    #expect(judged.summary?["inputs"].elements.count == 2)
  }

  @Test func `skipped rules do not judge`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.faulty)
    let judged = try Dnplog.judge(
      ["--skip", "integrity/content-hash-matches", "device.log"], in: directory)
    #expect(judged.verdict == "pass")
    #expect(judged.status == 0)
    let skipped = judged.summary?["skipped"].elements ?? []
    #expect(
      skipped.contains {
        $0["rule"].string == "integrity/content-hash-matches" && $0["reason"].string == "skipped"
      })
  }

  @Test func `a parameter moves the limit`() throws {
    let directory = try TemporaryDirectory()
    // The fetch of the happy cycle takes 1.2 s, and the line of an outcome may be a second late.
    try directory.add("device.log", Self.happy)
    let tight = try Dnplog.judge(["--set", "hints.fetch_limit=100ms", "device.log"], in: directory)
    #expect(tight.findings == ["hints/fetch-has-outcome violated plugin"])
    #expect(tight.status == 1)
    let wide = try Dnplog.judge(["--set", "hints.fetch_limit=2s", "device.log"], in: directory)
    #expect(wide.status == 0)
  }

  @Test func `what is stated of the device excuses`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.inconclusive)
    try directory.add("device.json", #"{"lowPower": true, "osVersion": "17.1", "device": null}"#)
    for words in [["--env", "lowPower=true,osVersion=17.1"], ["--env", "device.json"]] {
      let judged = try Dnplog.judge(words + ["device.log"], in: directory)
      #expect(judged.summary?["environment"]["lowPower"] == .bool(true))
      #expect(judged.summary?["environment"]["osVersion"] == .string("17.1"))
      #expect(judged.summary?["testRun"]["iosVersion"] == .string("17.1"))
      #expect(judged.findings.contains("hints/handler-runs excused os"))
    }
  }

  @Test func `the zone and the year move the times`() throws {
    let directory = try TemporaryDirectory()
    let line = "[DNP-FETCH] Registering BGTaskScheduler task (id=a)\n"
    try directory.add("local.log", "2025-11-14 05:00:00.000 App[1:1] \(line)")
    try directory.add("yearless.log", "11-14 05:00:00.000  201  201 I dnp: \(line)")
    let zoned = try Dnplog.judge(["--tz", "+02:00", "local.log"], in: directory)
    #expect(zoned.input["firstTime"].string == "2025-11-14T03:00:00Z")
    let assumed = try Dnplog.judge(["local.log"], in: directory)
    #expect(assumed.input["firstTime"].string == "2025-11-14T05:00:00Z")
    #expect(assumed.summary?["assumptions"][0]["what"].string == "timezone")
    let dated = try Dnplog.judge(["--year", "2024", "--tz", "UTC", "yearless.log"], in: directory)
    #expect(dated.input["firstTime"].string == "2024-11-14T05:00:00Z")
  }

  @Test func `a damaged rule file is status three`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.happy)
    try directory.add("rules.yaml", "pack: mine\nrules: [\n")
    let judged = try Dnplog.judge(
      ["--rules", "rules.yaml", "device.log", "none.log"], in: directory)
    #expect(judged.status == 3)
    #expect(judged.result.output == "")
    #expect(judged.result.errors.hasPrefix("rules.yaml:2:9: error: not valid YAML: "))
  }
}
