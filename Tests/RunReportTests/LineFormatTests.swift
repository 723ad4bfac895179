import RunReport
import Testing

/// The formats for programs that read line by line or draw: `ndjson` and `trace`.
@Suite struct LineFormatTests {
  private func lines(_ summary: RunSummary, _ renderer: any ReportRenderer.Type) -> [Substring] {
    String(decoding: renderer.report(of: summary), as: UTF8.self).split(separator: "\n")
  }

  @Test func `each finding is a line and the last line ends the run`() {
    let lines = lines(failedRun(), NDJSONRenderer.self)
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "{\"schema\":\"dnplog.finding/1\",\"rule\":\"prefetch-cycle/fetch-has-outcome\","))
    #expect(
      lines[1].hasPrefix(
        "{\"schema\":\"dnplog.end/1\",\"tool\":{\"name\":\"dnplog\",\"version\":\"1.0\"},"
          + "\"verdict\":\"fail\",\"exitStatus\":1,\"reasons\":[\"1 rule is violated.\"],"))
    #expect(lines[1].contains("\"findings\":1,\"omittedFindings\":0,\"cycles\":1,"))
  }

  @Test func `a run without findings has its last line`() {
    var summary = failedRun()
    summary.findings = []
    #expect(lines(summary, NDJSONRenderer.self).count == 1)
  }

  @Test func `a cycle is a group of tracks, and a stage is a slice of it`() {
    let lines = lines(failedRun(), TraceRenderer.self)
    let group = "\"pid\": 2, \"tid\": "
    #expect(
      lines.contains {
        $0.contains(
          "\"process_name\", \(group)32, \"args\": {\"name\": \"2025-11-14T05:53:00Z  daily-1  not delivered\"}"
        )
      })
    #expect(
      lines.contains {
        $0.contains("{\"ph\": \"X\", \"name\": \"execution\", \(group)36, \"cat\": \"dnplog\", ")
          && $0.contains("\"ts\": 1763099292000000, \"dur\": 250000,")
      })
    #expect(
      lines.contains {
        $0.contains(
          "{\"ph\": \"i\", \"name\": \"violated: prefetch-cycle/fetch-has-outcome\", \(group)39")
          && $0.contains("\"ts\": 1763099322000000, \"s\": \"t\"")
      })
  }

  @Test func `what has no time that a viewer can count is left out and counted`() {
    var summary = failedRun()
    summary.cycles[0].steps = []
    summary.cycles[0].beginDate = nil
    summary.cycles[0].notificationTime = .max
    summary.findings[0].deadline = nil
    summary.findings[0].evidence[0].time = .min
    let lines = lines(summary, TraceRenderer.self)
    #expect(lines.contains { $0.contains("\"cyclesWithoutTimes\": \"1\"") })
    #expect(!lines.contains { $0.contains("\"ts\"") })
  }
}
