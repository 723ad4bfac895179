import MetricsExport
import RuleLanguage
import RunReport
import Testing

@Suite struct InfluxExporterTests {
  private func lines(
    _ summary: RunSummary, labels: [(String, String)] = [], now: Int64 = 1_763_099_280
  ) -> [String] {
    var style = ReportStyle()
    style.now = now
    style.labels = labels
    let report = String(decoding: InfluxExporter.report(of: summary, style), as: UTF8.self)
    return report.split(separator: "\n").map(String.init)
  }

  @Test func `the run is a point at the time of the clock`() {
    var summary = RunSummary()
    summary.toolVersion = "1.0"
    summary.profile = "prefetch-mvp+pull"
    summary.environment = [.init(key: "platform", value: .string("ios"))]
    var input = InputSummary()
    input.name = "/secret/path"
    input.lines = 40
    summary.inputs = [input]
    let lines = lines(summary)
    #expect(
      lines.first
        == "dnplog_run,platform=ios,profile=prefetch-mvp+pull,version=1.0 success=1i,exit_status=1i,"
        + "verdict=\"inconclusive\",inputs=1i,lines=40i,events=0i,unclassified=0i 1763099280000000000"
    )
    #expect(!lines.contains { $0.contains("secret") })
  }

  @Test func `a cycle is a point at its time, unless that is an assumption`() {
    var summary = RunSummary()
    var cycle = CycleSummary()
    cycle.notificationTime = 1_763_099_280_000_000
    cycle.outcome = .fallback
    cycle.deliveryDriftSeconds = -2.5
    summary.cycles = [cycle]
    let point =
      "dnplog_cycle,outcome=fallback cycles=1i,delivery_drift_seconds=-2.5 1763099280000000000"
    #expect(lines(summary).last == point)
    summary.cycles[0].assumed = ["timezone"]
    #expect(!lines(summary).contains(point))
  }

  @Test func `buckets are cumulative`() {
    var summary = RunSummary()
    for value in [0.5, 2, 2000] { summary.distributions[.executionDelay].add(value) }
    #expect(
      lines(summary).contains {
        $0.hasPrefix(
          "dnplog_seconds,measure=execution_delay count=3i,sum=2002.5,min=0.5,max=2000,le_1=1i,le_5=2i,"
        )
      })
  }

  @Test(arguments: [
    ("a b,c=d", "a\\ b\\,c\\=d"), ("C:\\x\\", "C:/x/"), ("two\nlines", "two\u{FFFD}lines"),
    ("\u{202E}turned", "\u{FFFD}turned"),
  ])
  func `no value of a tag ends it`(value: String, written: String) {
    let line = lines(RunSummary(), labels: [("host", value)]).first
    #expect(line?.contains(",host=\(written),platform=") == true)
  }

  @Test func `a tag without a value and one that the format sets are left out`() {
    let line = lines(RunSummary(), labels: [("host", ""), ("measure", "x")]).first ?? ""
    #expect(line.hasPrefix("dnplog_run,platform=unknown success=1i"))
  }

  @Test func `times that the format cannot count make no point`() {
    var summary = RunSummary()
    summary.cycles = [CycleSummary()]
    summary.cycles[0].notificationTime = .max
    #expect(!lines(summary, now: .max).contains { $0.hasPrefix("dnplog_cycle,") })
  }
}
