import TestSupport
import Testing

/// Logs that begin or end anywhere, or hold a part of themselves twice, of a plugin without a
/// fault.
struct CutLogTests {
  @Test
  func `a last line that ends in the middle speaks against nobody`() throws {
    let bytes = Array(Samples.happyCycle.utf8)
    let directory = try TemporaryDirectory()
    // One of 61 bytes lies in each part of each line, in some cut or other.
    for count in stride(from: 80, to: bytes.count, by: 61) {
      try directory.add("device.log", bytes: Array(bytes[..<count]))
      let judged = try Dnplog.judge(["device.log"], in: directory)
      #expect(judged.summary != nil && judged.verdict != "fail", "cut at byte \(count)")
    }
  }

  @Test(arguments: [
    ("?since=a(b)", "inconclusive"), ("?since=a(b) (jwtPresent=true)", "violated"),
    ("?since=a(b) (jwtPresent=true", "inconclusive"), (" (jwtPresent=f(x)", "inconclusive"),
    ("?since=a{b}", "inconclusive"), ("?since=a[b]", "inconclusive"),
  ])
  func `a bracket that closes the fields of a last line ends it, one inside a value does not`(
    end: String, outcome: String
  ) throws {
    let directory = try TemporaryDirectory()
    let handler = "2025-11-14T05:49:59Z [DNP-FETCH] BGTask handler invoked (id=t)\n"
    let fetch = "2025-11-14T05:50:00Z [DNP-FETCH] Starting fetch from https://example.org/v1"
    try directory.add("device.log", handler + fetch + end)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    let finding = "log-format/fetch-names-its-notification \(outcome)"
    #expect(judged.findings.contains { $0.hasPrefix(finding) })
  }

  @Test
  func `what is missing of a cut last line makes its rule inconclusive, and the input cut`() throws
  {
    let line = "[DNP-FETCH] Using cached content MD5: 9e107d9d372bb6826bd81d3542a419d6"
    let whole = Samples.happyCycle
    let end = try #require(whole.firstRange(of: line)).upperBound
    let directory = try TemporaryDirectory()
    try directory.add("device.log", String(whole[..<end].dropLast(26)))
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.findings.contains("integrity/content-hash-matches inconclusive none"))
    #expect(judged.input["tail"].string == "cut")
    let messages = judged.summary?["findings"].elements.compactMap { $0["message"].string } ?? []
    #expect(messages.contains { $0.hasPrefix("content_hash at line 16 may be cut off; ") })
    // With its newline the line is whole, and the hash another one.
    try directory.add("device.log", String(whole[..<end].dropLast(26)) + "\n")
    let told = try Dnplog.judge(["device.log"], in: directory)
    #expect(told.findings.contains("integrity/content-hash-matches violated plugin"))
  }

  @Test(arguments: ["text", "json", "template", "testrun"])
  func `a token that evidence cuts is masked`(format: String) throws {
    let directory = try TemporaryDirectory()
    let claims = String(repeating: "eyJzdWIi", count: 60)
    try directory.add(
      "device.log",
      "2025-11-14T05:50:01Z [DNP-FETCH] Fetch failed (error=Unauthorized"
        + " eyJhbGciOiJIUzI1NiJ9.\(claims).c2lnbmF0dXJl, httpStatus=401, willRetry=false)\n")
    let result = try Dnplog.run(["validate", "--format", format, "device.log"], in: directory)
    #expect(result.output.contains("Unauthorized eyJ***"))
    #expect(!result.output.contains("eyJzdWIi"))
  }

  @Test(arguments: [100, 5_000, 300_000])
  func `the last line tells the log's last time, however long it is`(length: Int) throws {
    let directory = try TemporaryDirectory()
    let lines = Samples.happyCycle.split(separator: "\n").map { $0 + "\n" }
    let fetch = try #require(lines.firstIndex { $0.contains("Starting fetch") })
    let last =
      "2025-11-15 05:48:00.000000+0000 kernel[1:1] \(String(repeating: "x", count: length))\n"
    try directory.add("device.log", lines[...fetch].joined() + last)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.input["lastTime"].string == "2025-11-15T05:48:00Z")
    #expect(judged.verdict == "fail")
  }

  @Test
  func `a line longer than is read proves nothing by what lies behind that`() throws {
    let directory = try TemporaryDirectory()
    let note = String(repeating: "x", count: 1_200_000)
    try directory.add(
      "device.log", "[DNP-FETCH] Task completed (note=\(note), success=true)\n")
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.findings.contains { $0.contains(" inconclusive ") })
    #expect(!judged.findings.contains { $0.contains(" violated ") })
  }

  @Test(arguments: [
    ("timing/batching.log", 36), ("prefetch/content-reused.log", 37), ("env/adapting.log", 20),
    ("robust/starts-mid-run.log", 197),
  ])
  func `a log that begins inside a delivery, or a prefetch, is healthy`(log: String, line: Int)
    throws
  {
    let lines = Samples.text(log).split(separator: "\n", omittingEmptySubsequences: false)
    let directory = try TemporaryDirectory()
    try directory.add("device.log", lines[(line - 1)...].joined(separator: "\n"))
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.verdict == "pass")
  }

  @Test(arguments: [
    ("timing/lead-capped.log", 5, "timing/capped-lead-is-told"),
    ("env/low-power-late.log", 6, "timing/lead-is-the-usual-one"),
    ("acceptance/delivery-before-handler.log", 6, "hints/found-content-is-built"),
    ("hints/handler-no-fetch.log", 7, "hints/fetch-has-outcome"),
    ("timing/late-after-notification.log", 9, "prefetch-cycle/prefetch-before-delivery"),
    ("timing/late-after-notification.log", 10, "prefetch-cycle/prefetch-before-delivery"),
  ])
  func `what stood before the log began is not taken for not having been`(
    log: String, line: Int, rule: String
  ) throws {
    let lines = Samples.text(log).split(separator: "\n", omittingEmptySubsequences: false)
    let directory = try TemporaryDirectory()
    try directory.add("device.log", lines[(line - 1)...].joined(separator: "\n"))
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.summary != nil && judged.verdict != "inconclusive")
    #expect(!judged.findings.contains { $0.hasPrefix("\(rule) violated") })
  }

  @Test(arguments: 3...11)
  func `two hashes that differ are a fault, wherever in the task the log begins`(line: Int) throws {
    let lines = Samples.text("acceptance/content-hash-mismatch.log").split(separator: "\n")
    let directory = try TemporaryDirectory()
    try directory.add("device.log", lines[(line - 1)...].map { $0 + "\n" }.joined())
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.findings.contains("integrity/content-hash-matches violated plugin"))
    #expect(judged.verdict == "fail")
  }

  /// Returns the lines of a cycle in another order, all within the start of its process.
  private func judge(_ order: [Int]) throws -> Dnplog.Judged {
    let lines = Samples.happyCycle.split(separator: "\n")
    let start = order.enumerated().map { place, line in
      "2025-11-14 05:00:00.\(100 + place)000+0000" + lines[line - 1].dropFirst(31) + "\n"
    }
    let directory = try TemporaryDirectory()
    try directory.add("device.log", start.joined() + lines[6...].map { $0 + "\n" }.joined())
    return try Dnplog.judge(["device.log"], in: directory)
  }

  @Test(arguments: [[2, 1, 3, 4, 5, 6], [2, 3, 4, 5, 6, 1], [2, 3, 1, 4, 5, 6]])
  func `what comes before the registration of its own process is a fault in a log without its head`(
    order: [Int]
  ) throws {
    let judged = try judge(order)
    #expect(judged.findings.contains("hints/registration-precedes-startup violated plugin"))
    #expect(judged.verdict == "fail")
  }

  @Test
  func `a start-up without a registration is in doubt where the log begins with it`() throws {
    let judged = try judge([2, 3, 4, 5, 6])
    #expect(judged.findings.contains("hints/registration-precedes-startup inconclusive none"))
    #expect(judged.verdict == "inconclusive")
  }

  @Test
  func `a process that ends at once after an earlier one is in doubt, and so is the run`() throws {
    let directory = try TemporaryDirectory()
    let last =
      "2025-11-14 06:00:00.000000+0000 App[202:1] [DNP-FETCH]"
      + " Registering BGTaskScheduler task (id=com.timesafari.dailynotification.fetch)\n"
    try directory.add("device.log", Samples.happyCycle + last)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.findings.contains("hints/startup-follows-registration inconclusive none"))
    #expect(judged.verdict == "inconclusive")
  }

  @Test(arguments: 1...4)
  func `a log without times that ends in the middle is no fault`(count: Int) throws {
    let lines = [
      "I/DNP-PLUGIN( 4211): load() called", "I/DNP-RECOVERY( 4211): Recovery begin (trigger=cold)",
      "I/DNP-RECOVERY( 4211): State compare (stored=2, active=2)",
      "I/DNP-PLUGIN( 4211): App state (state=background)",
    ]
    let directory = try TemporaryDirectory()
    try directory.add("device.log", lines[..<count].map { $0 + "\n" }.joined())
    let judged = try Dnplog.judge(
      ["--profile", "android-recovery", "device.log"], in: directory)
    #expect(judged.verdict == "inconclusive")
    #expect(!judged.findings.contains { $0.contains(" violated ") })
  }

  @Test(arguments: [
    "\"$0\" simulate happy --days 2 > a; cp a b; \"$0\" validate -q --merge a b",
    "\"$0\" simulate happy --days 2 > a; cat a a | \"$0\" validate -q -",
    "\"$0\" simulate happy --days 2 > a; cp a b; \"$0\" validate -q --join a b",
    "\"$0\" simulate happy --days 2 > a; (head -18 a; tail -n +9 a) | \"$0\" validate -q -",
  ])
  func `lines that come once more at their own times are no events`(script: String) throws {
    let result = try Dnplog.shell(script, in: try TemporaryDirectory())
    #expect(result.output.hasPrefix("PASS  2 cycles: delivered"))
    #expect(result.exitCode == 0)
  }
}
