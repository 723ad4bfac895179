import Foundation
import LogReading
import RuleLanguage
import RunReport
import TestSupport
import Testing

@Suite struct TextRendererTests {
  @Test
  func `the report explains a failure from what was read to the verdict`() {
    let expected = #"""
      dnplog: device.log
              threadtime, 40 lines, 11 events, 1 plugin line not understood, damaged
              (truncated at byte 1024), ends in the middle
      Device    ios, lowPower no, network wifi, device iPhone 15 Pro
      Assumed   time zone UTC
      Counters  scheduled 1, executed 1, success 0, used 0, failed 0
      Rules     3 ok, 1 violated, 0 excused, 0 inconclusive, 1 did not apply

      ✗ 2025-11-14 05:53:00Z  daily-1  no delivery in the log; 1 check failed
        execution  ✓ 05:48:12Z               line 9   bgtask_handler_invoked
                   ! 05:48:12.250Z   +0.25s  line 12  fetch_start
                   ✗ due 05:48:42Z           missing  fetch_success or fetch_failure
        ✓ line 3 schedule
        ~ missing, excused: notification_delivered

      ✗ plugin fault: The fetch started and nothing ended it.
           --> device.log:12 [prefetch-cycle/fetch-has-outcome]
        12 │ 05:48:12.250Z [DNP-FETCH] Starting fetch\x1b[2J
           │ ↳ no fetch_success or fetch_failure by 05:48:42Z
        40 │ ↳ fetch_success came 4.2 s too late
        Next: Check network connectivity. Verify the API endpoint is accessible.
        Why:  dnplog explain prefetch-cycle/fetch-has-outcome device.log

      FAIL  1 rule is violated.

      """#
    #expect(text(failedRun(), TextRenderer(width: 80)) == expected)
  }

  @Test(arguments: [
    ("hints/fetch-no-success.log", 24),
    ("prefetch/happy-device.log", 12), ("prefetch/two-days.log", 12),
  ])
  func `a failure of one cause fits a terminal of 24 rows, and a pass 12`(
    sample: String, rows: Int
  ) throws {
    let log = try String(
      contentsOf: SampleLogs.directory.appending(path: sample), encoding: .utf8)
    let report = try text(Judge.summary(log), TextRenderer(width: 80))
    #expect(report.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= rows)
    #expect(report.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
  }

  @Test
  func `a quiet report holds what is violated and the verdict`() {
    var summary = failedRun()
    var excused = unmetFetch()
    excused.outcome = .excused
    excused.rule = "other/excused"
    summary.findings.append(excused)
    let report = text(summary, TextRenderer(detail: .quiet))
    #expect(report.hasPrefix("✗ plugin fault: The fetch started and nothing ended it."))
    #expect(report.hasSuffix("\n\nFAIL  1 rule is violated.\n"))
    #expect(!report.contains("other/excused"))
    #expect(!report.contains("Device"))
    summary = RunSummary()
    summary.verdict = .pass
    #expect(text(summary, TextRenderer(detail: .quiet)) == "PASS\n")
  }

  @Test
  func `a verbose report adds what did not apply and what was not understood`() {
    let report = text(failedRun(), TextRenderer(detail: .verbose))
    #expect(report.contains("  log formats     threadtime 12\n"))
    #expect(report.contains("  families        bracket 12\n"))
    #expect(report.contains("  not understood  [DNP-FETCH] what is this\n"))
    #expect(report.contains("Rules that did not apply\n  never triggered\n    pull  ack\n"))
    #expect(report.contains("  expected     A started fetch ends in success or failure\n"))
  }

  @Test
  func `of many cycles only those that ask for a look are printed`() {
    var summary = failedRun()
    summary.cycles += (1...8).map { healthyCycle($0) }
    summary.cycles[8].outcome = .open
    summary.omittedCycles = 2
    let report = text(summary)
    #expect(
      report.contains("\n✗ 2025-11-14 05:53:00Z  daily-1  no delivery in the log; 1 check failed\n")
    )
    // The other cycle of this schedule has none of the finding's lines.
    #expect(!report.contains("2025-11-15 05:48:00Z"))
    #expect(report.contains("\n7 other cycles healthy, 1 still open\n"))
    #expect(report.contains("\n2 more cycles not listed\n"))
  }

  @Test
  func `cycles in which a rule is violated stand first, then those that went worst`() {
    var summary = failedRun()
    summary.cycles = (1...4).map { healthyCycle($0) }
    for index in summary.cycles.indices { summary.cycles[index].scheduleId = "s\(index + 1)" }
    summary.cycles[1].outcome = .notDelivered
    var several = unmetFetch()
    several.scope.cycle = nil
    several.scope.cycles = ["s3", "s4"]
    summary.findings = [several]
    let report = text(summary)
    let names = report.split(separator: "\n").filter { $0.contains("05:48:00Z  s") }
      .compactMap { $0.split(separator: " ").dropFirst(3).first }
    #expect(names == ["s3", "s4", "s2", "s1"])
    #expect(report.split(separator: "\n").count { $0.contains("findings   ✗ prefetch-cycle") } == 2)
    let verbose = text(summary, TextRenderer(detail: .verbose))
    #expect(verbose.contains("  in           cycles s3, s4, process 1\n"))
  }

  @Test
  func `of very many bad cycles the worst are printed`() {
    var summary = failedRun()
    summary.cycles = (1...40).map { healthyCycle($0) }
    for index in summary.cycles.indices { summary.cycles[index].outcome = .fallback }
    summary.cycles[39].outcome = .notDelivered
    summary.findings = []
    func cycles(_ report: String) -> [Substring] {
      report.split(separator: "\n").filter { $0.contains("  daily-") }
    }
    let report = text(summary)
    #expect(cycles(report).first?.hasPrefix("? 2025-12-24 05:48:00Z  daily-40 ") == true)
    #expect(cycles(report).count == 10)
    #expect(report.contains("\n30 other cycles that went wrong or that findings name (-v)\n"))
    #expect(cycles(text(summary, TextRenderer(detail: .verbose))).count == 40)
  }

  @Test
  func `several runs have a row each, the worst first, and then their findings`() {
    var sum = RunSummary()
    for (number, run) in [failedRun(), failedRun(), RunSummary()].enumerated() {
      var run = run
      run.runs = 1
      run.inputs = run.inputs.isEmpty ? [InputSummary()] : run.inputs
      run.inputs[0].name = "d/\(number == 1 ? "e/" : "")phone-\(number).log"
      for note in 1...5 {
        run.assumptions.append(
          Assumption(what: "order", value: "newest first", why: "note \(note) of \(number)"))
      }
      if number == 2 {
        run.verdict = .pass
        run.reasons = ["1 cycle: delivered prefetched content"]
      }
      run.noteVerdict()
      sum.merge(run)
    }
    let report = text(sum, TextRenderer(width: 80))
    #expect(report.hasPrefix("dnplog: 3 logs in d/, 2 cycles, 80 lines, 22 events\n"))
    #expect(
      report.contains(
        """

        FAIL          e/phone-1.log  1 rule is violated.
        FAIL          phone-0.log    1 rule is violated.
        PASS          phone-2.log    1 cycle: delivered prefetched content

        ✗ plugin fault: The fetch started and nothing ended it.
        """))
    #expect(report.split(separator: "\n").count { $0.hasPrefix("Note ") } == 4)
    #expect(report.contains("\nNote      12 other notes (-v)\n"))
    #expect(!report.contains("no delivery"), "cycles are in the verbose report")
  }

  @Test
  func `a date stands in a step where the day is another than before`() {
    var summary = failedRun()
    summary.cycles[0].steps[0].time = morning - 86_400_000_000
    let report = text(summary, TextRenderer(detail: .verbose))
    #expect(report.contains("schedule   ✓ 2025-11-13T05:48:00Z               line 3 "))
    #expect(report.contains("execution  ✓ 2025-11-14T05:48:12Z      +24h00m  line 9 "))
    #expect(report.contains("           !            05:48:12.250Z   +0.25s  line 12 "))
  }

  @Test
  func `columns of numbers never touch`() {
    var summary = failedRun()
    for value in [-86_399.215, 1.5, 86_399.215] {
      summary.distributions[.cacheAge].add(value)
    }
    let report = text(summary, TextRenderer(detail: .verbose))
    let rows = report.split(separator: "\n").map(String.init)
    let row = rows.first { $0.contains("cache age at delivery") }
    let cells = row?.matches(of: /(?:≤ )?-?[0-9.]+ s/).map { String($0.output) } ?? []
    #expect(cells.count == 4)
    #expect(cells.allSatisfy { row?.contains(" " + $0) == true })
  }

  @Test
  func `a report is as wide as it is asked to be, within what can be read`() {
    var summary = failedRun()
    summary.findings[0].message = String(repeating: "longer words ", count: 40)
    for (asked, width) in [(20, 60), (60, 60), (80, 80), (120, 120), (500, 120)] {
      summary.findings[0].hints = []
      let lines = text(summary, TextRenderer(detail: .quiet, width: asked)).split(separator: "\n")
      let longest = lines.map(\.unicodeScalars.count).max() ?? 0
      #expect(longest <= width && longest > width - 15)
    }
  }

  @Test
  func `what was reported last is told with the process or the runs that it counts`() {
    var summary = failedRun()
    summary.counters.reportingProcess = 3
    let verbose = TextRenderer(detail: .verbose)
    #expect(
      text(summary, verbose).contains("; the last report, of process 3:\n          executed 2\n"))
    summary.counters.runs = 1
    summary.counters.reportingRuns = 1
    var silent = RunSummary()
    silent.counters.runs = 1
    silent.counters.executed.derived = 4
    summary.merge(silent)
    let report = text(summary, verbose)
    #expect(report.contains("last reports, of 1 of 2 runs:\n          executed 2\n"))
  }

  @Test
  func `a message that a record carries stands behind its time`() {
    var summary = failedRun()
    summary.findings[0].evidence[0].text = "[DNP-FETCH] Starting fetch"
    summary.findings[0].evidence[0].time = morning
    summary.findings[0].evidence[0].isCarried = true
    #expect(text(summary).contains("  12 │ 05:48:00Z [DNP-FETCH] Starting fetch\n"))
  }

  @Test
  func `colour changes nothing but the escape sequences`() {
    let coloured = text(failedRun(), TextRenderer(palette: .ansi))
    #expect(coloured.contains("\n\u{1B}[1;31mFAIL\u{1B}[0m  "))
    var plain = coloured
    for code in ["0", "32", "1;31", "33", "1", "2"] { plain.replace("\u{1B}[\(code)m", with: "") }
    #expect(plain == text(failedRun()))
  }

  @Test
  func `no text of the log reaches the terminal unescaped`() {
    let evil = "\u{1B}]0;x\u{07}\n\u{202E}\u{9B}"
    var summary = failedRun()
    summary.inputs[0].name = evil
    summary.inputs[0].containers = [.init(name: evil, count: 1)]
    summary.inputs[0].families = [.init(name: evil, count: 1)]
    summary.inputs[0].examples = [evil]
    summary.environment = [.init(key: evil, value: .string(evil))]
    summary.assumptions = [Assumption(what: evil, value: evil, why: evil)]
    summary.reasons = [evil]
    summary.cycles[0].scheduleId = evil
    summary.cycles[0].steps[0].event = evil
    summary.cycles[0].lines[0].file = evil
    summary.skipped = [SkippedRule(rule: evil, reason: evil)]
    var finding = unmetFetch()
    finding.rule = evil
    finding.title = evil
    finding.message = evil
    finding.scope.cycle = evil
    finding.missing = [evil]
    finding.hints = [evil]
    finding.steps[0].event = evil
    finding.nearMisses = [.init(reason: "wrong_key", event: evil, detail: evil)]
    finding.evidence[0].file = evil
    summary.findings = [finding]
    let report = text(summary, TextRenderer(detail: .verbose))
    let bad = report.unicodeScalars.filter {
      $0 != "\n" && ($0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0 == "\u{202E}")
    }
    #expect(bad.isEmpty)
    // Each of its lines is one of the report's own.
    let harmless = text(failedRun(), TextRenderer(detail: .verbose))
    // A name with control characters is in no command.
    let expected = harmless.split(separator: "\n").filter { !$0.hasPrefix("  Why:") }
    #expect(report.split(separator: "\n").count == expected.count)
  }

  @Test
  func `lines stay within the width but for words that do not fit`() {
    var summary = failedRun()
    summary.reasons = [String(repeating: "word ", count: 60)]
    summary.findings[0].message = String(repeating: "longer words ", count: 40)
    summary.findings[0].evidence[0].text = String(repeating: "x", count: 5000)
    for line in text(summary).split(separator: "\n") {
      #expect(line.unicodeScalars.count <= 100)
    }
  }

  @Test(
    arguments: [
      ("seen_late", 4.2, 40, "", "e at line 40 came 4.2 s too late"),
      ("seen_late", -312, 40, "", "e at line 40 came 5 min 12 s too late"),
      ("seen_early", 18659.8, nil, "", "e came 5 h 11 min too early"),
      ("seen_early", 7200, nil, "", "e came 2 h too early"),
      ("seen_early", 273_600, nil, "", "e came 3 d 4 h too early"),
      ("seen_early", 1e300, nil, "", "e came \(TextLayout.seconds(1e300)) too early"),
      ("seen_early", 3.0, 5, "before the handler", "e at line 5 came too early before the handler"),
      ("wrong_key", nil, 7, "for schedule s2", "e at line 7 does not count: it is for schedule s2"),
      ("wrong_field", nil, 7, "", "e at line 7 does not count: its values do not fit"),
      (
        "wrong_field", nil, 7, "not where status == 500",
        "e at line 7 does not count: its values do not fit"
      ),
      ("after_cancel", nil, nil, "", "e came only after what it must precede"),
      ("other_epoch", nil, nil, "", "e came after the clock was set back"),
      ("not_seen", nil, nil, "", "e was not seen"),
    ] as [(String, Double?, Int64?, String, String)])
  func `near misses are said in words`(
    reason: String, offset: Double?, line: Int64?, detail: String, expected: String
  ) {
    let miss = Finding.NearMiss(
      reason: reason, event: "e", offsetSeconds: offset, line: line, detail: detail)
    #expect(miss.sentence == expected)
  }
}
