import Foundation
import RunReport
import Testing

/// The table of recovery scenarios in the reports.
@Suite struct ScenarioReportTests {
  private static func run() -> RunSummary {
    var summary = failedRun()
    var stop = ScenarioSummary(
      .forceStop, .fail, observed: "The next launch took it for | another <start>", times: 2)
    stop.fired = .no
    stop.lines = [
      .init(file: "device.log", line: 3, question: nil),
      .init(file: "device.log", line: 9, question: .fired),
    ]
    var start = ScenarioSummary(
      .coldStart, .pass,
      observed: "The recovery looked for what had been missed, and found nothing",
      remark: "It counts 1 error of its own.")
    start.fired = .notApplicable
    start.nextLaunch = .notApplicable
    let passed = ScenarioSummary(.forceStop, .pass, observed: "It was found out")
    summary.scenarios = ScenarioSummary.merged([start, passed], [stop])
    return summary
  }

  private static func report(_ renderer: any ReportRenderer.Type) -> String {
    String(decoding: renderer.report(of: run()), as: UTF8.self)
  }

  @Test func `the text has the rows that were observed`() {
    let report = text(Self.run(), TextRenderer(width: 80))
    #expect(
      report.contains(
        """

        Scenarios
          ✗ Force stop  The next launch took it for | another <start>
                        This is one of 3 times: 2 failed, 1 passed. Its severity is
                        medium.
                        from line 3; fired: no (line 9); missed detected: not observed;
                        recovered: not observed; next launch: not observed
          ✓ Cold start  The recovery looked for what had been missed, and found nothing
                        It counts 1 error of its own.
                        missed detected: not observed; recovered: not observed

        """), "\(report)")
    #expect(!text(failedRun()).contains("Scenarios"))
    #expect(!text(Self.run(), TextRenderer(detail: .quiet)).contains("Scenarios"))
  }

  @Test(arguments: [80, 100])
  func `the rows keep to the width of the page`(width: Int) throws {
    var summary = Self.run()
    for kind in ScenarioSummary.Kind.allCases {
      let words = String(repeating: "many words that are told ", count: 9)
      summary.scenarios = ScenarioSummary.merged(
        summary.scenarios, [ScenarioSummary(kind, .inconclusive, observed: words, remark: words)])
    }
    let report = text(summary, TextRenderer(width: width))
    let rows = try #require(
      report.split(separator: "Scenarios\n").last?.split(separator: "\n\n").first)
    #expect(rows.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test func `the pages have the whole table`() {
    let markdown = Self.report(MarkdownRenderer.self)
    let rows = [
      "| Scenario | OS Expected | Plugin Expected | Observed Result | Pass/Fail | Notes |",
      "|---|---|---|---|---|---|",
      "| Swipe from recents | Alarm fires | Alarm fires | not observed | not observed |  |",
      "| Force stop | Alarm does NOT fire | Plugin detects on launch | "
        + #"The next launch took it for \| another \<start\> | fail | "#
        + "This is one of 3 times: 2 failed, 1 passed. Its severity is medium. |",
      "| Device reboot (Android) | Alarm does NOT fire | Plugin reschedules on boot | not observed | "
        + "not observed |  |",
      "| Device reboot (iOS) | Notification fires | Notification fires | not observed | not observed |  |",
      "| Cold start | N/A | Missed alarms detected | "
        + "The recovery looked for what had been missed, and found nothing | pass | "
        + "It counts 1 error of its own. |",
      "| Warm start | N/A | Missed alarms detected | not observed | not observed |  |",
      "| Force stop recovery | N/A | All alarms recovered | not observed | not observed |  |",
    ]
    #expect(markdown.contains(rows.joined(separator: "\n") + "\n"), "\(markdown)")
    #expect(markdown.contains("| Force stop | no (line 9) | not observed |"))

    let page = Self.report(HTMLRenderer.self)
    #expect(page.contains("<h2>Recovery scenarios</h2>"))
    #expect(page.contains("another &lt;start&gt;"))
    for kind in ScenarioSummary.Kind.allCases { #expect(page.contains(">\(kind.name)</td>")) }
    for renderer in [MarkdownRenderer.self, HTMLRenderer.self] as [any ReportRenderer.Type] {
      let without = String(decoding: renderer.report(of: failedRun()), as: UTF8.self)
      #expect(!without.contains("Force stop"))
    }
  }

  @Test func `the summary has one object for each row that was observed`() throws {
    var style = ReportStyle()
    style.isOneLine = true
    let json = String(decoding: JSONRenderer.report(of: Self.run(), style), as: UTF8.self)
    let row = #"""
      "scenarios":[{"scenario":"Force stop","osExpected":"Alarm does NOT fire",\#
      "pluginExpected":"Plugin detects on launch",\#
      "observed":"The next launch took it for | another <start>","result":"fail",\#
      "notes":"This is one of 3 times: 2 failed, 1 passed. Its severity is medium.","fired":"no",\#
      "missedDetected":"not observed","recovered":"not observed","nextLaunch":"not observed",\#
      "lines":[{"file":"device.log","line":3,"tells":"scenario"},\#
      {"file":"device.log","line":9,"tells":"fired"}],"remark":"",\#
      "times":{"passed":1,"inconclusive":0,"failed":2}},{"scenario":"Cold start",
      """#
    #expect(json.contains(row), "\(json)")
  }

  @Test(arguments: [
    (ScenarioSummary.Kind.swipe, ""), (.forceStop, "Its severity is medium."),
    (.deviceReboot, "Its severity is medium."), (.coldStart, "Its severity is high."),
    (.warmStart, "Its severity is high."), (.forceStopRecovery, "Its severity is medium."),
  ])
  func `a row that fails names the severity of its gap`(
    kind: ScenarioSummary.Kind, notes: String
  ) throws {
    for result in [ScenarioSummary.Result.fail, .inconclusive] {
      var summary = RunSummary()
      summary.scenarios = [ScenarioSummary(kind, result, observed: "x")]
      var style = ReportStyle()
      style.isOneLine = true
      let json = String(decoding: JSONRenderer.report(of: summary, style), as: UTF8.self)
      #expect(json.contains("\"notes\":\"\(result == .fail ? notes : "")\""))
    }
  }

  @Test func `lines of several files are named with their file`() {
    var summary = Self.run()
    summary.scenarios[1].lines = [.init(file: "other.log", line: 2, question: .missedDetected)]
    let report = text(summary, TextRenderer(width: 100))
    #expect(report.contains("from device.log:3; fired: no (line 9)"))
    #expect(report.contains("in other.log; missed detected: nothing to do (line 2)"))
  }
}
