import Foundation
import LogReading
import RuleLanguage
import RunReport
import TestSupport
import Testing

/// Findings in the text report.
@Suite struct TextFindingTests {
  @Test
  func `an expression of a rule is in a verbose report only`() {
    var summary = failedRun()
    summary.findings[0].nearMisses = [
      .init(reason: "wrong_field", event: "fetch_success", line: 40, detail: "not where a == 1")
    ]
    #expect(!text(summary).contains("fetch_success does not count"))
    let verbose = text(summary, TextRenderer(detail: .verbose))
    #expect(verbose.contains("  40 │ ↳ fetch_success does not count: it is not where a == 1\n"))
  }

  @Test
  func `what a rule finds again and again is told once, and where else`() {
    var summary = failedRun()
    for number in 2...16 {
      var again = unmetFetch()
      again.scope.cycle = "daily-\(number)"
      again.evidence[0].line = Int64(number * 100)
      summary.findings.append(again)
    }
    let report = text(summary)
    let head = "✗ plugin fault: The fetch started"
    #expect(report.split(separator: "\n").count { $0.hasPrefix(head) } == 1)
    #expect(
      report.contains(
        "\n  likewise in 15 more: cycle daily-2 (line 200), cycle daily-3 (line 300), cycle daily-4 "
      ))
    #expect(report.contains("700), …\n"))
    let verbose = text(summary, TextRenderer(detail: .verbose))
    #expect(verbose.split(separator: "\n").count { $0.hasPrefix(head) } == 16)
  }

  @Test
  func `only what is excused for the same reason is told together`() {
    var summary = failedRun()
    summary.findings = (1...4).map { number in
      var finding = unmetFetch()
      (finding.outcome, finding.fault) = (.excused, number == 3 ? .environment : .os)
      let why = ["the app was killed", "the app was killed", "no network", "Low Power Mode"]
      finding.message = "The fetch at line \(number); it had no end; \(why[number - 1])"
      finding.scope.cycle = "daily-\(number)"
      finding.evidence[0].line = Int64(number)
      return finding
    }
    summary.findings.append(unmetFetch())
    summary.findings[4].outcome = .inconclusive
    summary.findings[4].reason = "apps_mixed"
    summary.findings.append(summary.findings[4])
    summary.findings[5].reason = "tail_cut"
    let report = text(summary)
    let heads = ["excused, OS limitation: ", "excused, environment: ", "excused, OS limitation: "]
    let lines = report.split(separator: "\n").map(String.init)
    let told = lines.filter { $0.hasPrefix("~ excused") }
    #expect(told.count == 3 && zip(told, heads).allSatisfy { $0.hasPrefix("~ " + $1) })
    #expect(
      lines.filter { $0.contains("likewise") } == ["  likewise in 1 more: cycle daily-2 (line 2)"])
    #expect(lines.contains { $0.hasPrefix("? cause unknown: ") })
    #expect(lines.contains { $0.hasPrefix("? evidence missing: ") })
    let page = String(decoding: MarkdownRenderer.report(of: summary), as: UTF8.self)
    #expect(page.split(separator: "\n").count { $0.contains("likewise") } == 1)
    #expect(page.contains("- **likewise** 1 more: cycle daily-2 (line 2)"))
  }

  @Test
  func `text of the log is broken at its spaces, and the spaces stay`() {
    var summary = failedRun()
    let url = "https://api.example.com/" + String(repeating: "a", count: 60)
    summary.findings[0].missing = []
    summary.findings[0].evidence[0].text = "[DNP-FETCH]  Starting fetch from \(url) and more of it"
    let report = text(summary)
    #expect(report.contains("  12 │ 05:48:12.250Z [DNP-FETCH]  Starting fetch from\n"))
    #expect(report.contains("\n     │ \(url) and more\n"))
  }

  @Test
  func `of a line that something is missing after one row is shown`() {
    var summary = failedRun()
    summary.findings[0].evidence[0].text = "[DNP-FETCH] " + String(repeating: "x", count: 5000)
    let report = text(summary)
    #expect(report.contains("x…\n     │ ↳ no fetch_success or fetch_failure by 05:48:42Z\n"))
  }

  @Test
  func `what is excused asks for nothing more to check`() {
    var summary = failedRun()
    summary.findings[0].outcome = .excused
    #expect(!text(summary).contains("Next:"))
  }

  @Test(arguments: [
    ("device.log", "dnplog explain prefetch-cycle/fetch-has-outcome device.log"),
    ("a b's.log", #"dnplog explain prefetch-cycle/fetch-has-outcome 'a b'\''s.log'"#),
    ("logs.zip!a/b.log", "dnplog explain prefetch-cycle/fetch-has-outcome logs.zip"),
    ("run!2.log", "dnplog explain prefetch-cycle/fetch-has-outcome 'run!2.log'"),
    ("-dash.log", "dnplog explain prefetch-cycle/fetch-has-outcome ./-dash.log"),
    ("new\nline.log", nil),
    ("<stdin>", nil),
  ])
  func `the command that explains the verdict can be pasted`(name: String, command: String?) {
    var summary = failedRun()
    summary.inputs[0].name = name
    if name.contains("zip!") { summary.inputs[0].compression = .zip }
    let report = text(summary)
    let line = report.split(separator: "\n").first { $0.hasPrefix("  Why:") }
    #expect(line.map { String($0.dropFirst(8)) } == command)
  }

  @Test
  func `the command stands under the finding that it explains`() {
    var summary = failedRun()
    summary.profile = "prefetch"
    var step = unmetFetch()
    step.rule = "prefetch/required-steps"
    summary.findings.insert(step, at: 0)
    let report = text(summary)
    let findings = report.split(separator: "✗ plugin fault")
    #expect(findings.count == 3)
    #expect(!findings[1].contains("Why:"))
    #expect(findings[2].contains("  Why:  dnplog explain prefetch-cycle/fetch-has-outcome"))
  }

  @Test
  func `what came near to the missing event is noted below its own line`() {
    var summary = failedRun()
    summary.findings[0].evidence.append(
      .init(
        file: "device.log", line: 15, time: morning + 13_000_000, event: "http_request",
        text: "[DNP-FETCH] Asking"))
    summary.findings[0].nearMisses = [
      .init(reason: "wrong_key", event: "fetch_success", line: 12, detail: "for schedule s2"),
      .init(reason: "seen_late", event: "fetch_failure", offsetSeconds: 4.2, line: 15),
    ]
    let report = text(summary)
    #expect(
      report.contains(
        """
          12 │ 05:48:12.250Z [DNP-FETCH] Starting fetch\\x1b[2J
             │ ↳ fetch_success does not count: it is for schedule s2
          15 │ 05:48:13Z [DNP-FETCH] Asking
             │ ↳ no fetch_success or fetch_failure by 05:48:42Z
             │ ↳ fetch_failure came 4.2 s too late

        """), "\(report)")
  }

  @Test
  func `what follows stands under the cause in the same log, and once`() {
    var summary = failedRun()
    var following = unmetFetch()
    following.rule = "telemetry/failures-are-counted"
    following.cause = "prefetch-cycle/fetch-has-outcome"
    following.message = "The failure was not counted"
    var elsewhere = following
    elsewhere.evidence[0].file = "other.log"
    elsewhere.message = "Of another device"
    summary.findings += [following, following, elsewhere]
    let report = text(summary)
    #expect(report.split(separator: "The failure was not counted").count == 2)
    #expect(!report.contains("Of another device"))
  }
}
