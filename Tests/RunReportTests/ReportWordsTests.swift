import Foundation
import LogReading
import RuleLanguage
import RunReport
import TestSupport
import Testing

/// What the text report says of a log: all that was found, and nothing that no line shows.
@Suite struct ReportWordsTests {
  private static func sample(_ name: String) throws -> String {
    try String(contentsOf: SampleLogs.directory.appending(path: name), encoding: .utf8)
  }

  private static func report(
    _ log: String, _ detail: TextRenderer.Detail = .normal
  ) throws -> String {
    try text(Judge.summary(log), TextRenderer(detail: detail, width: 120))
  }

  // MARK: What follows from a finding

  private static func consequence(_ number: Int) -> Finding {
    var finding = unmetFetch()
    finding.rule = "pack/rule-\(number)"
    finding.message = "Another thing went wrong"
    finding.scope.process = 2
    finding.cause = unmetFetch().rule
    return finding
  }

  private static func run(consequences: Int) -> RunSummary {
    var run = failedRun()
    run.runs = 1
    if consequences > 0 { run.findings += (1...consequences).map { consequence($0) } }
    run.findingCounts[0].count = run.findings.count
    run.reasons = [run.failure]
    return run
  }

  @Test(arguments: [0, 1, 5, 6, 9], [TextRenderer.Detail.normal, .quiet])
  func `as many consequences are told as the last line counts`(
    count: Int, detail: TextRenderer.Detail
  ) {
    let report = text(Self.run(consequences: count), TextRenderer(detail: detail, width: 120))
    #expect(report.split(separator: "\n").count { $0.contains("and so  ✗") } == min(count, 5))
    let rest = count - 5
    let more = rest > 0 ? "\n  and so  \(rest) more consequence\(rest == 1 ? "" : "s") (-v)\n" : nil
    #expect(more.map { report.contains($0) } ?? !report.contains("more consequence"))
    let told = count == 0 ? "" : ", \(count) consequence\(count == 1 ? "" : "s")"
    #expect(report.contains("\nFAIL  1 plugin fault\(told): "))
  }

  @Test func `a finding whose cause is not shown stands for itself`() {
    var run = Self.run(consequences: 1)
    run.findings[0].outcome = .excused
    let report = text(run, TextRenderer(detail: .quiet, width: 120))
    #expect(report.contains("✗ plugin fault: Another thing went wrong"))
    run = Self.run(consequences: 1)
    run.findings[0].isKnown = true
    let news = text(run, TextRenderer(detail: .quiet, width: 120))
    #expect(news.contains("✗ plugin fault: Another thing went wrong"))
  }

  @Test func `a warning that follows is counted as a warning, where warnings fail too`() {
    var run = Self.run(consequences: 1)
    run.isStrict = true
    run.findings[1].severity = .warning
    run.findingCounts[0].count = 1
    run.findingCounts.append(
      FindingCount(pack: "pack", outcome: .violated, fault: .plugin, severity: .warning, count: 1))
    run.reasons = [run.failure]
    let report = text(run, TextRenderer(width: 120))
    #expect(report.contains("  and so  ! Another thing went wrong"))
    #expect(report.contains("\nFAIL  1 plugin fault, 1 warning: "))
  }

  @Test func `a consequence in another process is told`() throws {
    let report = try Self.report(Self.sample("robust/android-support-case.log"))
    #expect(report.contains("  and so  ✗ After the delivery at line 23 "))
    #expect(report.contains("FAIL  2 plugin faults, 1 consequence: "))
  }

  // MARK: Outcomes of cycles

  @Test func `content that was fetched at the delivery is told, and why`() throws {
    let log = try Self.sample("inject/network.log")
    #expect(
      try Self.report(log).contains(
        "delivered content fetched on demand; the prefetch failed (NETWORK)"))
    let without = log.split(separator: "\n").enumerated().filter { $0.offset != 17 }
      .map { $0.element + "\n" }.joined()
    #expect(
      try Self.report(without).contains(
        "delivered without prefetched content: the prefetch failed (NETWORK)"))
  }

  @Test func `a prefetch that the system ended did not merely not end`() throws {
    let log = try Self.sample("inject/expiration-at-its-limit.log")
    #expect(
      try Self.report(log).contains("the system ended the prefetch at its expiration (line 12)"))
    let silent = try Self.sample("hints/fetch-no-success.log")
    #expect(try Self.report(silent).contains("the prefetch did not end"))
  }

  @Test func `only what a line says was not delivered is said to be so`() throws {
    let silent = try Self.report(Self.sample("env/shown-without-app.log"))
    #expect(silent.contains("no delivery in the log"))
    #expect(!silent.contains("not delivered"))
    #expect(
      try Self.report(Self.sample("prefetch/android-content-lost.log")).contains("not delivered"))
  }

  @Test func `two runs that differ in lines alone have the same outcome`() throws {
    let log = try Self.sample("inject/network.log")
    let longer = "2025-11-14 04:59:00.000000+0000 App[201:1] something else\n" + log
    let cycles = try [log, longer].map { try Judge.summary($0).cycles }
    #expect(cycles[0][0].deliveryFetchLine == 18)
    #expect(cycles[1][0].deliveryFetchLine == 19)
  }

  // MARK: Other words

  @Test func `a pass of a feed says what was looked at`() throws {
    let log = try Self.sample("feed/none-shown.log")
    #expect(
      try Self.report(log).contains(
        "PASS  every rule holds; 1 feed check: 5 messages, none shown\n"))
  }

  @Test func `a scenario names the time of its first line`() throws {
    let report = try Self.report(Self.sample("scenarios/force-stop-half-recovered.log"))
    #expect(report.contains(/from line \d+ \(20\d\d-\d\d-\d\dT[0-9:.]+Z\)/))
  }

  @Test(arguments: [
    ("Cached content", "content_cached or cache_write_failed"),
    ("Task completed", "bgtask_completed"),
  ])
  func `a message names the step that is missing`(line: String, step: String) throws {
    let log = try Self.sample("prefetch/happy-device.log").split(separator: "\n")
      .filter { !$0.contains(line) && !$0.contains("cached content") && !$0.contains("usedCached") }
      .map { $0 + "\n" }.joined()
    let finding = try Judge.summary(log).findings.first {
      $0.rule == "prefetch-cycle/success-is-stored-and-completed"
    }
    #expect(finding?.message.hasPrefix("The fetch succeeded at line ") == true)
    #expect(finding?.message.contains(", but no \(step) follows") == true)
  }

  // MARK: Several runs

  @Test func `of many runs those with most faults are listed, and the others counted`() {
    var sum = RunSummary()
    for number in 1...30 {
      var run = number <= 25 ? Self.run(consequences: number == 25 ? 3 : 0) : RunSummary()
      run.runs = 1
      let name = "a/folder/with/a/long/name/so/that/it/must/be/cut/log-\(number).log"
      run.inputs = [InputSummary()]
      run.inputs[0].name = name
      for index in run.findings.indices { run.findings[index].evidence[0].file = name }
      if number > 25 { run.verdict = .pass }
      run.noteVerdict()
      sum.merge(run)
    }
    let report = text(sum, TextRenderer(width: 100))
    let rows = report.split(separator: "\n").filter { $0.hasPrefix("FAIL      ") }
    #expect(rows.count == 20)
    #expect(rows.first?.contains("log-25.log") == true)
    #expect(report.contains("\nand 10 other runs: 5 FAIL, 5 PASS\n"))
    #expect(report.contains("prefetch-cycle/fetch-has-outcome\n"))
    #expect(report.contains("\nFAIL  25 of 30 logs: "))
  }

  @Test func `a path is cut at its front, and a reason in front of its rule`() {
    var sum = RunSummary()
    for number in 1...2 {
      var run = RunSummary()
      run.runs = 1
      run.inputs = [InputSummary()]
      run.inputs[0].name =
        "\(number)/" + String(repeating: "folder/", count: 12) + "device-\(number).log"
      run.reasons = [
        "the log does not show that a required rule holds: "
          + String(repeating: "many words ", count: 20) + "(pack/rule)"
      ]
      run.noteVerdict()
      sum.merge(run)
    }
    let report = text(sum, TextRenderer(width: 80))
    #expect(report.contains(/INCONCLUSIVE  …\/[a-z\/]+\/device-1\.log +the log/))
    #expect(report.contains("(pack/rule)\n"))
    let rows = report.split(separator: "\n").drop { !$0.hasPrefix("INCONCLUSIVE") }.prefix(6)
    #expect(rows.allSatisfy { $0.unicodeScalars.count <= 80 })
  }
}
