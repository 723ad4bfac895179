import TestSupport
import Testing
import TextWriting

/// Output of dnplog itself is no log of the plugin, and the file that it prints into is no input.
struct OwnOutputTests {
  private func run(_ script: String) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    return try Dnplog.shell("mkdir d; cp device.log d\n" + script, in: directory)
  }

  @Test func `reports beside a log are not judged`() throws {
    let result = try run(
      """
      "$0" events d/device.log > d/events.ndjson
      "$0" validate -q --export json=d/verdict.json --export testrun=d/run.json d > /dev/null
      "$0" simulate happy --truth d/truth.json -o /dev/null
      "$0" validate d
      """)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("\nNote      input not read: d/events.ndjson and 3 more: "))
  }

  @Test(arguments: [
    ("\"$0\" events device.log > e.log; \"$0\" validate -q e.log", "e.log: is a list of events"),
    ("\"$0\" events device.log | \"$0\" validate -q", "<stdin>: is a list of events"),
    ("\"$0\" validate --format json device.log | \"$0\" validate -q", "<stdin>: is a report"),
    ("\"$0\" validate --format json device.log | gzip > r.gz; \"$0\" validate r.gz", "r.gz: is a "),
  ])
  func `a report that is named is refused`(script: String, message: String) throws {
    let result = try run(script)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("dnplog: \(message)"))
    #expect(result.exitCode == 2)
  }

  @Test(arguments: ReportFormat.allCases.filter { !$0.traits.isRecord })
  func `no form of a report is a log`(format: ReportFormat) throws {
    let samples = ["prefetch/happy-device.log.gz", "hints/fetch-no-success.log"]
    for log in samples.map(Samples.path) + ["e.log"] {
      let report = ": > e.log; \"$0\" validate --format \(format) '\(log)' > d/r.txt\n"
      let folder = try run(report + "\"$0\" validate d")
      #expect(folder.exitCode == 0, "\(log)")
      #expect(folder.output.contains("\nNote      input not read: d/r.txt: "), "\(log)")
      let named = try run(report + "\"$0\" validate -q d/r.txt")
      #expect(named.errors.hasPrefix("dnplog: d/r.txt: is a report that dnplog printed"), "\(log)")
      #expect(named.exitCode == 2, "\(log)")
    }
  }

  @Test(arguments: ["validate -q d", "validate -q --strict d", "validate -q --each d d/../d2"])
  func `a short report is no log either`(call: String) throws {
    let result = try run(
      "mkdir d2; cp d/device.log d2/x.log; \"$0\" \(call) > r.txt; cp r.txt d; \"$0\" validate d")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("\nNote      input not read: d/r.txt: "))
  }

  @Test func `a template beside a log is not judged`() throws {
    let result = try run(
      "\"$0\" validate --format template d/device.log > d/run.txt; \"$0\" validate d")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("\nNote      input not read: d/run.txt: "))
  }

  @Test(arguments: [
    "PASS  src/app.test.js", "FAIL  src/app.test.js", "runner: PASS 3 cycles", "# HELP up Up.",
  ])
  func `what others print is still a log`(first: String) throws {
    let result = try run("{ echo '\(first)'; cat d/device.log; } > x.log; \"$0\" validate -q x.log")
    #expect(result.exitCode == 0)
  }

  @Test func `a report in an archive is left out`() throws {
    let result = try run(
      "\"$0\" events device.log > d/events.ndjson; tar cf a.tar d; \"$0\" validate a.tar")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("is a list of events that dnplog printed"))
  }

  @Test func `a log of records is still one`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "a.log", "{\"event\":\"prefetch_success\",\"file\":\"main.swift\",\"line\":7}\n")
    let result = try Dnplog.run(["validate", "-q", "a.log"], in: directory)
    #expect(result.exitCode == 1)
    #expect(result.errors == "")
  }

  @Test(arguments: ["events", "redact", "validate"])
  func `what is printed into is not read`(command: String) throws {
    let result = try run("\"$0\" \(command) device.log >> device.log; wc -l < device.log")
    #expect(
      result.errors
        == "dnplog: device.log: is also what is printed into: print into another file\n")
    #expect(result.output.filter { !$0.isWhitespace } == "19")
    let piped = try run("\"$0\" \(command) < device.log >> device.log; wc -l < device.log")
    #expect(piped.output.filter { !$0.isWhitespace } == "19")
  }

  @Test func `a report printed into the folder is no input`() throws {
    let result = try run("\"$0\" validate -q d > d/report.txt; cat d/report.txt")
    #expect(result.output == "PASS  1 cycle: delivered prefetched content\n")
  }
}
