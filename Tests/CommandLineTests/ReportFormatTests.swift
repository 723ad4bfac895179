import TestSupport
import Testing

/// The reports for CI servers and for people who were not there: `junit`, `github`, `sarif`,
/// `markdown` and `html`.
struct ReportFormatTests {
  /// The counts that a strict reader of XML finds: those that the suites state, and of their cases.
  private struct JUnitCounts: Equatable {
    var said: [String]
    var counted: [String]
  }

  private func counts(of report: String, in directory: borrowing TemporaryDirectory) throws
    -> JUnitCounts
  {
    try directory.add("report.xml", report)
    let script = """
      import sys, xml.dom.minidom as xml
      suites = xml.parse(sys.argv[1]).documentElement
      names = ["tests", "failures", "errors", "skipped"]
      said = [0, 0, 0, 0]
      for suite in suites.getElementsByTagName("testsuite"):
          said = [n + int(suite.getAttribute(name)) for n, name in zip(said, names)]
      assert said[:3] == [int(suites.getAttribute(n)) for n in names[:3]]
      print(*said)
      cases = suites.getElementsByTagName("testcase")
      found = [len(suites.getElementsByTagName(n)) for n in ["failure", "error", "skipped"]]
      print(len(cases), *found)
      """
    let result = try run(
      "/usr/bin/env", ["python3", "-c", script, "report.xml"], directory: directory.path)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    return JUnitCounts(said: lines.first ?? [], counted: lines.last ?? [])
  }

  @Test(arguments: [
    ("prefetch/happy-device.log", []), ("prefetch/two-days.log", []),
    ("hints/fetch-no-success.log", []), ("acceptance/second-cycle-never-completes.log", []),
    ("prefetch/content-reused.log", []), ("prefetch/content-reused.log", ["--strict"]),
    ("prefetch/happy-device.log", ["--profile", "wallet-sync"]),
    ("prefetch/happy-device.log", ["--profile", "pull", "--allow-inconclusive"]),
    ("prefetch/happy-device.log", ["--max-details", "0"]),
    ("hints/fetch-no-success.log", ["--max-details", "0"]),
  ])
  func `a test report is green where the run is and nowhere else`(log: String, options: [String])
    throws
  {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.run(
      ["validate", "--format", "junit"] + options + [Samples.path(log)], in: directory)
    let counts = try counts(of: judged.output, in: directory)
    #expect(counts.said == counts.counted)
    #expect(counts.said.count == 4)
    let isGreen = counts.said.dropFirst().prefix(2).allSatisfy { $0 == "0" }
    #expect(isGreen == (judged.exitCode == 0), "\(counts.said), status \(judged.exitCode)")
  }

  @Test func `what came through a pipe has no file`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("hints/fetch-no-success.log")
    func report(_ format: String) throws -> String {
      try Dnplog.shell("\"$0\" validate --format \(format) - < '\(log)'", in: directory).output
    }
    #expect(try report("github").contains("\n::error title=hints/fetch-has-outcome"))
    #expect(try !report("junit").contains("\n-:9\n"))
    let sarif = try JSONText(report("sarif"))
    #expect(sarif["runs"][0]["results"].elements.isEmpty == false)
    #expect(sarif["runs"][0]["results"][0]["locations"].elements.isEmpty)
  }

  @Test func `a rule that one of two logs breaks is no green case`() throws {
    let directory = try TemporaryDirectory()
    let logs = ["prefetch/happy-device.log", "hints/fetch-no-success.log"].map(Samples.path)
    let options = ["validate", "--format", "junit", "--max-details", "0"]
    let report = try Dnplog.run(options + logs, in: directory).output
    let other = try Dnplog.run(options + logs.reversed(), in: directory).output
    for output in [report, other] {
      #expect(output.contains("<testcase classname=\"hints\" name=\"handler-starts-fetch\""))
      #expect(!output.contains("name=\"fetch-has-outcome\""))
    }
  }

  @Test func `a log with nothing of the plugin is an error of the test report`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "I/Other: nothing of ours\n")
    let judged = try Dnplog.run(["validate", "--format", "junit", "device.log"], in: directory)
    #expect(judged.exitCode == 1)
    #expect(
      judged.output.contains(
        "<error type=\"inconclusive\" message=\"inconclusive: the log has no line of the plugin; is it the right log?\">"
      )
    )
  }

  @Test(arguments: [["missing.log"], ["--profile", "nope", "device.log"], ["--bogus"]])
  func `the report of an older run is never taken for this ones`(words: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let exports = ["--export", "junit=run.xml", "--export", "sarif=run.sarif"]
    _ = try Dnplog.judge(exports + ["device.log"], in: directory)
    let judged = try Dnplog.judge(exports + words, in: directory)
    #expect(judged.status == 2)
    let report = try run("/bin/cat", ["run.xml"], directory: directory.path).output
    #expect(try counts(of: report, in: directory).counted == ["1", "0", "1", "0"])
    #expect(report.contains("dnplog: "))
    let sarif = try JSONText(run("/bin/cat", ["run.sarif"], directory: directory.path).output)
    let invocation = sarif["runs"][0]["invocations"][0]
    #expect(invocation["executionSuccessful"] == .bool(false))
    #expect(invocation["exitCode"] == .number(2))
    #expect(
      invocation["toolExecutionNotifications"][0]["message"]["text"].string?.hasPrefix("dnplog: ")
        == true)
  }

  @Test func `no text of a log breaks out of a report`() throws {
    let directory = try TemporaryDirectory()
    let evil = "</failure>]]><script>x</script>%0A::error::\"'&|`*_```\u{1B}[31m\u{202E}\u{FFFE}"
    let log = Samples.text("hints/fetch-no-success.log")
      .replacing("api.example.com", with: evil)
      .replacing("notif-2025-11-14", with: "n\"<b>&|`*x%:1")
    let name = "a,b:c%d <i>&\".log"
    try directory.add(name, log)
    func report(_ format: String) throws -> String {
      let result = try Dnplog.run(["validate", "--format", format, name], in: directory)
      #expect(result.exitCode == 1)
      return result.output
    }

    #expect(try counts(of: report("junit"), in: directory).said.dropFirst() == ["2", "0", "0"])
    let page = try report("html")
    #expect(!page.contains("<script>x") && !page.contains("<b>&"))
    #expect(page.contains("n&quot;&lt;b&gt;&amp;|`*x%:1"))
    let commands = try report("github").split(separator: "\n")
    #expect(commands.count == 2)
    #expect(
      commands.last?.hasPrefix("::error file=a%2Cb%3Ac%25d <i>&\".log,line=9,title=hints/") == true)
    #expect(commands.last?.contains(#"</script>%250A\x3a:error::"#) == true)
    let sarif = try JSONText(report("sarif"))
    let place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    #expect(place["artifactLocation"]["uri"].string == "a%2cb%3ac%25d%20%3ci%3e%26%22.log")
    #expect(place["region"]["startLine"] == .number(9))
    let markdown = try report("markdown")
    #expect(markdown.contains("| n\"\\<b\\>\\&\\|\\`\\*x%:1 |"))
    // The fence is longer than any in the log.
    #expect(markdown.contains("\n````text\nline 9  "))
  }

  @Test func `the digests in the policy of a page are those of its style and script`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("hints/fetch-no-success.log")
    _ = try Dnplog.run(["validate", "--export", "html=page.html", log], in: directory)
    let script = """
      import base64, hashlib, re
      page = open("page.html", encoding="utf-8").read()
      for name in ["style", "script"]:
          text = re.search(f"<{name}>(.*?)</{name}>", page, re.S)[1]
          digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
          print(f"{name}-src 'sha256-{digest}'" in page)
      """
    let result = try run("/usr/bin/env", ["python3", "-c", script], directory: directory.path)
    #expect(result.errors == "")
    #expect(result.output == "True\nTrue\n")
  }

  @Test func `annotations name the verdict and what is violated only`() throws {
    let directory = try TemporaryDirectory()
    let passed = try Dnplog.run(
      ["validate", "--format", "github", Samples.path("prefetch/two-days.log")], in: directory)
    #expect(
      passed.output
        == "::notice title=dnplog PASS::2 cycles: delivered prefetched content\n")
    try directory.add("device.log", "I/Other: nothing of ours\n")
    let doubted = try Dnplog.run(["validate", "--format", "github", "device.log"], in: directory)
    #expect(
      doubted.output.hasPrefix(
        "::error title=dnplog INCONCLUSIVE::the log has no line of the plugin; is it the right log?%0Alines no tag"
      ))
    let allowed = try Dnplog.run(
      ["validate", "--allow-empty", "--format", "github", "device.log"], in: directory)
    #expect(
      allowed.output.hasPrefix(
        "::warning title=dnplog INCONCLUSIVE::the log has no line of the plugin; is it the right log?%0A"
      ))
  }
}
