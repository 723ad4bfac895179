import RunReport
import Testing

/// The template and the artifact, as a run fills them.
@Suite struct TestRunTests {
  private func template(_ summary: RunSummary) -> String {
    String(decoding: RunTemplate.report(of: summary), as: UTF8.self)
  }

  private func artifact(_ summary: RunSummary) -> String {
    String(decoding: TestRunArtifact.report(of: summary), as: UTF8.self)
  }

  @Test
  func `the template has every key of the guide; what is not known stays empty`() {
    #expect(
      template(failedRun()) == """
        Date: 2025-11-14T05:48:00Z
        Device model: iPhone 15 Pro
        iOS version:
        App build / commit:
        Lead time (T-Lead - see glossary): 300s
        Scenario ID(s) tested: one-cycle
        Conditions: Wi-Fi, Low Power Mode off
        Outcome summary:
        - Prefetch scheduled at: 2025-11-14T05:48:00Z
        - BGTask executed at: 2025-11-14T05:48:12Z
        - Notification fired at:
        - Cached content used:
        - Actual execution time vs scheduled: scheduled 5min before, executed 288s before \
        = within heuristics
        Telemetry counters:
        - dnp_prefetch_scheduled_total: 1
        - dnp_prefetch_executed_total: 1
        - dnp_prefetch_success_total: 0
        - dnp_prefetch_used_for_notification_total: 0
        State verification:
        - Content hash match:
        - Schedule hash match:
        - Cache persistence:
        Failures observed (if any) and key log lines:
        - prefetch-cycle/fetch-has-outcome: The fetch started and nothing ended it. (device.log:12)
        - device.log:18: Fetch failed
        - device.log:19: No cached content
        Notes / follow-ups:

        """)
  }

  @Test
  func `the artifact has the members of the guide; what is not known is null`() {
    #expect(
      artifact(failedRun()) == """
        {
          "testRun": {
            "date": "2025-11-14T05:48:00Z",
            "device": "iPhone 15 Pro",
            "iosVersion": null,
            "outcome": {
              "prefetchScheduledAt": "2025-11-14T05:48:00Z",
              "bgTaskExecutedAt": "2025-11-14T05:48:12Z",
              "notificationFiredAt": null,
              "cachedContentUsed": null,
              "errors": [
                "Fetch failed",
                "The fetch started and nothing ended it."
              ]
            },
            "telemetry": {"scheduled": 1, "executed": 1, "success": 0, "used": 0}
          }
        }

        """)
  }

  @Test
  func `of several cycles the template has each by name, the artifact the worst`() {
    var summary = failedRun()
    summary.cycles = [healthyCycle(2), failedCycle(), healthyCycle(3)]
    summary.cycles[0].usedCache = true
    let lines = template(summary).split(separator: "\n")
    for (key, count) in [("Date:", 1), ("Telemetry counters:", 1)] {
      #expect(lines.count { $0.hasPrefix(key) } == count)
    }
    for heading in ["Outcome summary", "State verification"] {
      #expect(
        lines.filter { $0.hasPrefix(heading) } == [
          "\(heading) (daily-1):", "\(heading) (daily-2):", "\(heading) (daily-3):",
        ])
    }
    #expect(summary.testRun.bgTaskExecutedAt == morning + 12_000_000)
    #expect(summary.testRun.cachedContentUsed == nil)
  }

  @Test
  func `a template shows no more cycles and lines than people read, and says how many it omits`() {
    var summary = failedRun()
    summary.findings = []
    summary.cycles = (1...50).map(healthyCycle)
    summary.omittedCycles = 5
    summary.failures = (1...50).map { number in
      FailureLine(
        line: .init(file: "a.log", line: Int64(number), time: nil, event: "e", text: "x"),
        isError: true)
    }
    summary.omittedFailures = 7
    let lines = template(summary).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("Outcome summary") } == RunTemplate.limit)
    #expect(lines.contains("- (35 more cycles are not listed)"))
    #expect(lines.contains("- (37 more are not listed)"))
  }

  @Test
  func `a value neither begins a line of its own nor drives the terminal`() {
    var summary = failedRun()
    summary.environment[4].value = .string("iPhone\u{1B}[2J\nDate: 1970-01-01\u{202E}")
    summary.failures[0].line.text = "x\r\nNotes / follow-ups: none"
    let text = template(summary)
    #expect(text.contains("Device model: iPhone\\x1b[2J\\nDate: 1970-01-01\\u{202e}\n"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("Date:") } == 1)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("Notes") } == 1)
    #expect(!artifact(summary).utf8.contains(0x1B))
  }

  @Test
  func `a run without events knows nothing, not even that nothing failed`() {
    let lines = template(RunSummary()).split(separator: "\n")
    #expect(lines.contains("Failures observed (if any) and key log lines:"))
    #expect(lines.contains("- BGTask executed at:"))
    #expect(artifact(RunSummary()).contains("\"date\": null"))
  }

  @Test
  func `when the task ran is said in the words of the guide`() {
    var cycle = failedCycle()
    func words(_ handler: Int64) -> String? {
      cycle.handlerTime = handler
      var summary = RunSummary()
      summary.cycles = [cycle]
      return summary.runTemplate.outcomes.first?.execution
    }
    let scheduled = "scheduled 5min before, executed "
    #expect(words(morning + 120_000_000) == scheduled + "3min before = within heuristics")
    #expect(words(morning - 60_000_000) == scheduled + "6min before = before its time")
    #expect(words(morning + 1_800_000_000) == scheduled + "25min after = late")
    #expect(words(morning + 1_500_000) == scheduled + "298.5s before = within heuristics")
    #expect(words(.max)?.hasSuffix("= late") == true)
  }
}
