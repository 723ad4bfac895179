import RuleLanguage
import RunReport
import Testing

@Suite struct TextRendererTests {
  @Test
  func `the report explains a failure from the verdict to the next check`() {
    let expected = #"""
      FAIL  1 rule is violated.

      Violated (1)
        ✗ prefetch-cycle/fetch-has-outcome  error, plugin fault
          expected     A started fetch ends in success or failure
          found        The fetch started and nothing ended it.
          in           cycle daily-1, process 1
          met          fetch_start (line 12)
          missing      fetch_success or fetch_failure, due by 2025-11-14T05:48:42Z
          near miss    fetch_success seen 4.2 s late at line 40
          evidence     line 12  [DNP-FETCH] Starting fetch\x1b[2J
          check next   Check network connectivity
                       Verify the API endpoint is accessible

      Cycle 1  2025-11-14T05:53:00Z  daily-1  not delivered
        lead 300 s, execution delay 12 s, executed 288 s before the notification
        lines      device.log:3-20
        findings   ✗ prefetch-cycle/fetch-has-outcome
        schedule   ✓ 05:48:00Z               line 3   bgtask_scheduled
        execution  ✓ 05:48:12Z         +12s  line 9   bgtask_handler_invoked
                   ! 05:48:12.250Z   +0.25s  line 12  fetch_start
                   ✗                                  fetch_success | fetch_failure
        delivery   ~                                  notification_delivered

      Inputs
        device.log  threadtime, 40 lines, 11 events, 1 unclassified, damaged (truncated at byte 1024),
                    2025-11-14T05:48:00Z to 05:53:00.500Z, ends in the middle

      Assumptions
        timezone = UTC: the lines name none

      Environment
        platform ios, simulator no, lowPower no, network wifi, device iPhone 15 Pro

      Counters  scheduled 1, executed 1, success 0, used 0, failed by network 0, auth 0, system 0; the
                last report: executed 2
      Rules     3 satisfied, 1 violated, 0 excused, 0 inconclusive, 1 skipped
      Logic     fail
      Timing    pass; OS delay 12 s
      Judged    1 cycle, 40 lines, 11 events

      """#
    #expect(text(failedRun()) == expected)
  }

  @Test
  func `a quiet report holds the verdict and what is violated`() {
    var summary = failedRun()
    var excused = unmetFetch()
    excused.outcome = .excused
    excused.rule = "other/excused"
    summary.findings.append(excused)
    let report = text(summary, TextRenderer(detail: .quiet))
    #expect(report.hasPrefix("FAIL  1 rule is violated.\n\nViolated (1)\n"))
    #expect(!report.contains("other/excused"))
    #expect(!report.contains("Inputs"))
    summary = RunSummary()
    summary.verdict = .pass
    #expect(text(summary, TextRenderer(detail: .quiet)) == "PASS\n")
  }

  @Test
  func `a verbose report adds what was skipped and not understood`() {
    let report = text(failedRun(), TextRenderer(detail: .verbose))
    #expect(report.contains("    containers   threadtime 12\n"))
    #expect(report.contains("    families     bracket 12\n"))
    #expect(report.contains("    unrecognised  [DNP-FETCH] what is this\n"))
    #expect(report.contains("Skipped rules\n  pull/ack  vacuous\n"))
  }

  @Test
  func `of many cycles only those that ask for a look are printed in full`() {
    var summary = failedRun()
    summary.cycles += (1...8).map { healthyCycle($0) }
    summary.cycles[8].outcome = .open
    summary.omittedCycles = 2
    let report = text(summary)
    #expect(report.contains("Cycle 1  2025-11-14T05:53:00Z  daily-1  not delivered\n"))
    // The finding names this schedule too.
    #expect(report.contains("Cycle 2  2025-11-15T05:48:00Z  daily-1  used the prefetch\n"))
    #expect(!report.contains("Cycle 3"))
    #expect(report.contains("\n7 other cycles healthy (1 not yet due)\n"))
    #expect(report.contains("\n2 more cycles not listed\n"))
    #expect(report.contains("Judged    11 cycles, 40 lines"))
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
    let numbers = report.split(separator: "\n").filter { $0.hasPrefix("Cycle") }
      .compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(numbers == ["3", "4", "2", "1"])
    #expect(report.split(separator: "\n").count { $0.contains("findings   ✗ prefetch-cycle") } == 2)
    #expect(report.contains("    in           cycles s3, s4, process 1\n"))
  }

  @Test
  func `of very many bad cycles the worst are printed`() {
    var summary = failedRun()
    summary.cycles = (1...40).map { healthyCycle($0) }
    for index in summary.cycles.indices { summary.cycles[index].outcome = .fallback }
    summary.cycles[39].outcome = .notDelivered
    summary.findings = []
    func cycles(_ report: String) -> [Substring] {
      report.split(separator: "\n").filter { $0.hasPrefix("Cycle") }
    }
    let report = text(summary)
    #expect(cycles(report).first?.hasPrefix("Cycle 40 ") == true)
    #expect(cycles(report).count == 20)
    #expect(report.contains("\n20 other cycles that went wrong or that findings name (-v)\n"))
    #expect(cycles(text(summary, TextRenderer(detail: .verbose))).count == 40)
  }

  @Test
  func `a date stands in a step where the day is another than before`() {
    var summary = failedRun()
    summary.cycles[0].steps[0].time = morning - 86_400_000_000
    let report = text(summary)
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
    let rows = text(summary).split(separator: "\n").map(String.init)
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
      let lines = text(summary, TextRenderer(detail: .quiet, width: asked)).split(separator: "\n")
      let longest = lines.map(\.unicodeScalars.count).max() ?? 0
      #expect(longest <= width && longest > width - 15)
    }
  }

  @Test
  func `what was reported last is told with the process or the runs that it counts`() {
    var summary = failedRun()
    summary.counters.reportingProcess = 3
    #expect(text(summary).contains("; the\n          last report, of process 3: executed 2\n"))
    summary.counters.runs = 1
    summary.counters.reportingRuns = 1
    var silent = RunSummary()
    silent.counters.runs = 1
    silent.counters.executed.derived = 4
    summary.merge(silent)
    let report = text(summary)
    #expect(report.contains("last reports, of 1 of 2 runs: executed 2\n"))
  }

  @Test
  func `a message that a record carries stands behind its time`() {
    var summary = failedRun()
    summary.findings[0].evidence[0].text = "[DNP-FETCH] Starting fetch"
    summary.findings[0].evidence[0].time = morning
    summary.findings[0].evidence[0].isCarried = true
    #expect(text(summary).contains("line 12  2025-11-14T05:48:00Z [DNP-FETCH] Starting fetch\n"))
  }

  @Test
  func `colour changes nothing but the escape sequences`() {
    let coloured = text(failedRun(), TextRenderer(palette: .ansi))
    #expect(coloured.hasPrefix("\u{1B}[1;31mFAIL\u{1B}[0m  "))
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
    #expect(report.split(separator: "\n").count == harmless.split(separator: "\n").count)
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
    #expect(text(summary).contains("x…\n"))
  }

  @Test(
    arguments: [
      ("seen_late", 4.2, 40, "", "e seen 4.2 s late at line 40"),
      ("seen_late", -312, 40, "", "e seen 5 min 12 s late at line 40"),
      ("seen_early", 18659.8, nil, "", "e seen 5 h 11 min early"),
      ("seen_early", 7200, nil, "", "e seen 2 h early"),
      ("seen_early", 273_600, nil, "", "e seen 3 d 4 h early"),
      ("seen_early", 1e300, nil, "", "e seen \(TextLayout.seconds(1e300)) early"),
      ("seen_early", 3.0, 5, "before the handler", "e seen before the handler at line 5"),
      ("seen_early", 3.0, nil, "", "e seen 3 s early"),
      ("wrong_key", nil, 7, "for schedule s2", "e seen for schedule s2 at line 7"),
      ("wrong_field", nil, 7, "status is 500", "e seen, but status is 500 at line 7"),
      ("after_cancel", nil, nil, "", "e seen only after what it had to precede"),
      ("other_epoch", nil, nil, "", "e seen after the clock was set back"),
      ("not_seen", nil, nil, "", "e not seen"),
    ] as [(String, Double?, Int64?, String, String)])
  func `near misses are said in words`(
    reason: String, offset: Double?, line: Int64?, detail: String, expected: String
  ) {
    let miss = Finding.NearMiss(
      reason: reason, event: "e", offsetSeconds: offset, line: line, detail: detail)
    #expect(miss.sentence == expected)
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
    #expect(report.contains("Violated (16)\n"))
    #expect(
      report.split(separator: "\n").count { $0.hasPrefix("  ✗ prefetch-cycle/fetch-has") } == 1)
    #expect(
      report.contains(
        "\n    likewise     15 more (-v): cycle daily-2 (line 200), cycle daily-3 (line 300), cycle"
          + " daily-4\n"))
    #expect(report.contains("700), …\n"))
    let verbose = text(summary, TextRenderer(detail: .verbose))
    #expect(
      verbose.split(separator: "\n").count { $0.hasPrefix("  ✗ prefetch-cycle/fetch-has") } == 16)
  }

  @Test
  func `text of the log is broken at its spaces, and the spaces stay`() {
    var summary = failedRun()
    let url = "https://api.example.com/" + String(repeating: "a", count: 40)
    summary.findings[0].evidence[0].text = "[DNP-FETCH]  Starting fetch from \(url) and more of it"
    let report = text(summary)
    #expect(report.contains("evidence     line 12  [DNP-FETCH]  Starting fetch from\n"))
    #expect(report.contains("\n                 \(url) and more of it\n"))
  }

  @Test
  func `what is excused asks for nothing more to check`() {
    var summary = failedRun()
    summary.findings[0].outcome = .excused
    #expect(!text(summary).contains("check next"))
  }
}
