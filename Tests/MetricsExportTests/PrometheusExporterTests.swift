import Foundation
import MetricsExport
import RuleLanguage
import RunReport
import TestSupport
import Testing

@Suite struct PrometheusExporterTests {
  private func summary() -> RunSummary {
    var summary = RunSummary()
    summary.toolVersion = "1.0"
    summary.verdict = .fail
    summary.exitStatus = 1
    summary.profile = "prefetch-mvp"
    summary.environment = [.init(key: "platform", value: .string("ios"))]
    var input = InputSummary()
    input.name = "/secret/path/device.log"
    input.lines = 40
    input.events = 11
    input.unclassified = 2
    summary.inputs = [input]
    summary.counters.scheduled.derived = 3
    summary.counters.scheduled.reported = 9
    summary.counters.failureAuth.derived = 1
    summary.cycleCounts.usedPrefetch = 2
    summary.findingCounts = [
      FindingCount(pack: "p", outcome: .violated, fault: .plugin, severity: .error, count: 4)
    ]
    for value in [0.5, 1, 4, 2000] { summary.distributions[.executionDelay].add(value) }
    return summary
  }

  private func parse(
    _ summary: RunSummary, labels: [(String, String)] = []
  ) throws -> Exposition {
    try Exposition(PrometheusExporter.report(of: summary, style(1_763_099_280, labels)))
  }

  private func style(_ now: Int64, _ labels: [(String, String)] = []) -> ReportStyle {
    var style = ReportStyle()
    style.now = now
    style.labels = labels
    return style
  }

  @Test
  func `the seed counters carry the derived values, zeros too`() throws {
    let metrics = try parse(summary())
    #expect(metrics.value("dnp_prefetch_scheduled_total") == 3)
    #expect(metrics.value("dnp_prefetch_executed_total") == 0)
    #expect(metrics.value("dnp_prefetch_success_total") == 0)
    #expect(metrics.value("dnp_prefetch_failure_total", ["reason": "NETWORK"]) == 0)
    #expect(metrics.value("dnp_prefetch_failure_total", ["reason": "AUTH"]) == 1)
    #expect(metrics.value("dnp_prefetch_failure_total", ["reason": "SYSTEM"]) == 0)
    #expect(metrics.value("dnp_prefetch_used_for_notification_total") == 0)
  }

  @Test
  func `the series of the run are complete`() throws {
    let metrics = try parse(summary())
    let info = ["version": "1.0", "profile": "prefetch-mvp", "platform": "ios"]
    #expect(metrics.value("dnplog_run_info", info) == 1)
    #expect(metrics.value("dnplog_inputs") == 1)
    #expect(metrics.value("dnplog_lines_total") == 40)
    #expect(metrics.value("dnplog_events_total") == 11)
    #expect(metrics.value("dnplog_unclassified_total") == 2)
    let labels = ["pack": "p", "outcome": "violated", "class": "plugin", "severity": "error"]
    #expect(metrics.value("dnplog_findings_total", labels) == 4)
    #expect(metrics.value("dnplog_cycles_total", ["outcome": "used_prefetch"]) == 2)
    #expect(metrics.value("dnplog_cycles_total", ["outcome": "open"]) == 0)
    #expect(metrics.value("dnplog_last_run_verdict", ["verdict": "fail"]) == 1)
    #expect(metrics.value("dnplog_last_run_verdict", ["verdict": "pass"]) == 0)
    #expect(metrics.value("dnplog_last_run_success") == 1)
    #expect(metrics.value("dnplog_last_run_timestamp_seconds") == 1_763_099_280)
  }

  @Test
  func `totals are counters, all else gauges and histograms`() throws {
    for (name, type) in try parse(summary()).types {
      let expected =
        name.hasSuffix("_total")
        ? "counter"
        : name.hasSuffix("_seconds") && name != "dnplog_last_run_timestamp_seconds"
          ? "histogram" : "gauge"
      #expect(type == expected, "\(name)")
    }
  }

  @Test
  func `buckets are cumulative and end with all values`() throws {
    let metrics = try parse(summary())
    let name = "dnplog_execution_delay_seconds"
    let buckets = metrics.samples.filter { $0.name == name + "_bucket" }
    #expect(
      buckets.compactMap { $0.labels["le"] } == ["1", "5", "30", "60", "300", "900", "+Inf"])
    #expect(buckets.map(\.value) == [2, 3, 3, 3, 3, 3, 4])
    #expect(metrics.value(name + "_sum") == 2005.5)
    #expect(metrics.value(name + "_count") == 4)
    #expect(metrics.value("dnplog_fetch_duration_seconds_bucket", ["le": "0.1"]) == 0)
  }

  @Test
  func `every measure is a histogram of its own, and values below zero are counted`() throws {
    var summary = summary()
    for measure in Measure.allCases {
      for value in [-400.0, 100, 4000] { summary.distributions[measure].add(value) }
    }
    let metrics = try parse(summary)
    let histograms = metrics.types.filter { $0.value == "histogram" }.keys
    #expect(histograms.count == Measure.allCases.count)
    for name in histograms where name != "dnplog_execution_delay_seconds" {
      let buckets = metrics.samples.filter { $0.name == name + "_bucket" }.map(\.value)
      #expect(buckets.first == 1, "\(name)")
      #expect(buckets == buckets.sorted() && buckets.last == 3, "\(name)")
      #expect(metrics.value(name + "_sum") == 3700, "\(name)")
    }
  }

  @Test
  func `constant labels stand on every sample, whatever their text`() throws {
    let evil = "a\"b\\c\nd{}"
    let metrics = try parse(
      summary(), labels: [("app", evil), ("le", "1"), ("app", "again"), ("9x", "y"), ("a-b", "c")])
    for sample in metrics.samples { #expect(sample.labels["app"] == evil) }
    #expect(metrics.value("dnplog_inputs", ["app": evil]) == 1)
  }

  @Test(arguments: ["", "9x", "a-b", "é", "__name__", "le", "outcome", "a b"])
  func `labels that would break the file are refused`(name: String) {
    #expect(PrometheusExporter.problem(withLabel: name) != nil)
    #expect(PrometheusExporter.problem(withLabel: "app_2") == nil)
  }

  @Test
  func `no path, and no platform of a stranger's wording, becomes a label`() {
    var summary = summary()
    summary.environment = [.init(key: "platform", value: .string("id-4711"))]
    let text = String(decoding: PrometheusExporter.report(of: summary), as: UTF8.self)
    #expect(!text.contains("secret"))
    #expect(!text.contains("4711"))
    #expect(text.contains("platform=\"unknown\""))
  }

  @Test(arguments: [2, 3, 130] as [Int32])
  func `a run that could not be judged says so`(status: Int32) throws {
    var summary = summary()
    summary.exitStatus = status
    #expect(try parse(summary).value("dnplog_last_run_success") == 0)
    let failed = RunFailure([], exitStatus: 2)
    let bytes = PrometheusExporter.report(of: failed, style(7, [("app", "x")]))
    let failure = try Exposition(bytes)
    #expect(failure.samples.count == 2)
    #expect(failure.value("dnplog_last_run_success", ["app": "x"]) == 0)
    #expect(failure.value("dnplog_last_run_timestamp_seconds", ["app": "x"]) == 7)
  }

  @Test(.enabled(if: findProgram("promtool") != nil))
  func `promtool finds nothing to say`() throws {
    let program = try #require(findProgram("promtool"))
    let labels = [("app", "a\"b\\c\nd")]
    for bytes in [
      PrometheusExporter.report(of: summary(), style(1_763_099_280, labels)),
      PrometheusExporter.report(of: RunSummary()),
      PrometheusExporter.report(of: RunFailure([], exitStatus: 2)),
    ] {
      let result = try run(program, ["check", "metrics"], input: bytes)
      #expect(result.exitCode == 0)
      #expect(result.output + result.errors == "")
    }
  }
}
