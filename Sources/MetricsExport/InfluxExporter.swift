internal import RuleLanguage
package import RunReport
internal import TextWriting

/// A run summary in the line protocol of InfluxDB: the figures that Prometheus gets, and a point for
/// each cycle at the time of its notification.
///
/// Tags are bounded as labels are there: no id, path, hash or message of a log becomes one.
package enum InfluxExporter: ReportRenderer {
  /// Appends the points of a run.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = LineProtocolWriter(constantTags: PrometheusExporter.usable(style.labels))
    let now = style.microseconds
    writeRun(summary, at: now, to: &writer)
    writeSeedCounters(summary.counters, at: now, to: &writer)
    for entry in summary.findingCounts {
      writer.point(
        "dnplog_findings",
        tags: [
          ("pack", entry.pack), ("outcome", entry.outcome.name), ("class", entry.fault.name),
          ("severity", entry.severity.name),
        ], [("count", .integer(Int64(entry.count)))], at: now)
    }
    for outcome in CycleSummary.Outcome.allCases {
      writer.point(
        "dnplog_cycles", tags: [("outcome", outcome.rawValue)],
        [("count", .integer(Int64(summary.cycleCounts[outcome])))], at: now)
    }
    for measure in Measure.allCases {
      write(summary.distributions[measure], of: measure, at: now, to: &writer)
    }
    for cycle in summary.cycles { write(cycle, to: &writer) }
    bytes += writer.bytes
  }

  /// Appends the point of a run that could not be judged, which says so.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = LineProtocolWriter(constantTags: PrometheusExporter.usable(style.labels))
    writer.point(
      "dnplog_run", tags: [("version", failure.toolVersion)],
      [("success", .integer(0)), ("exit_status", .integer(Int64(failure.exitStatus)))],
      at: style.microseconds)
    bytes += writer.bytes
  }

  private static func writeRun(
    _ summary: RunSummary, at now: Int64, to writer: inout LineProtocolWriter
  ) {
    writer.point(
      "dnplog_run",
      tags: [
        ("version", summary.toolVersion), ("profile", summary.profile),
        ("platform", summary.platform),
      ],
      [
        ("success", .integer(summary.wasJudged ? 1 : 0)),
        ("exit_status", .integer(Int64(summary.exitStatus))),
        ("verdict", .text(summary.verdict.rawValue)),
        ("inputs", .integer(Int64(summary.inputs.count))),
        ("lines", .integer(summary.inputs.sum { $0.lines })),
        ("events", .integer(summary.inputs.sum { Int64($0.events) })),
        ("unclassified", .integer(summary.inputs.sum { Int64($0.unclassified) })),
      ], at: now)
  }

  private static func writeSeedCounters(
    _ counters: SeedCounters, at now: Int64, to writer: inout LineProtocolWriter
  ) {
    writer.point(
      "dnp_prefetch",
      [
        ("scheduled_total", .integer(counters.scheduled.derived)),
        ("executed_total", .integer(counters.executed.derived)),
        ("success_total", .integer(counters.success.derived)),
        ("used_for_notification_total", .integer(counters.used.derived)),
      ], at: now)
    for (reason, pair) in [
      ("NETWORK", counters.failureNetwork), ("AUTH", counters.failureAuth),
      ("SYSTEM", counters.failureSystem),
    ] {
      writer.point(
        "dnp_prefetch", tags: [("reason", reason)], [("failure_total", .integer(pair.derived))],
        at: now)
    }
  }

  /// Writes a distribution; its buckets are cumulative, as those of Prometheus.
  private static func write(
    _ histogram: Histogram, of measure: Measure, at now: Int64, to writer: inout LineProtocolWriter
  ) {
    var total: Int64 = 0
    let buckets = zip(histogram.edges, histogram.counts).map { edge, count in
      total = total.addingSaturated(count)
      return (key: "le_\(NumberText.decimal(edge))", value: LineProtocolWriter.Field.integer(total))
    }
    writer.point(
      "dnplog_seconds", tags: [("measure", measure.metricName)],
      [
        ("count", .integer(histogram.count)), ("sum", .decimal(histogram.sum)),
        ("min", histogram.min.map { .decimal($0) }), ("max", histogram.max.map { .decimal($0) }),
      ] + buckets.map { ($0.key, $0.value) }, at: now)
  }

  /// Writes a cycle, unless its time is not known or rests on an assumption.
  private static func write(_ cycle: CycleSummary, to writer: inout LineProtocolWriter) {
    guard let time = cycle.notificationTime, !WallClock.lacksYear(time), cycle.assumed.isEmpty
    else { return }
    func seconds(_ value: Double?) -> LineProtocolWriter.Field? {
      guard let value, value.isFinite else { return nil }
      return .decimal(value)
    }
    writer.point(
      "dnplog_cycle", tags: [("outcome", cycle.outcome.rawValue)],
      [
        ("cycles", .integer(1)),
        ("execution_delay_seconds", seconds(cycle.executionDelaySeconds)),
        ("delivery_drift_seconds", seconds(cycle.deliveryDriftSeconds)),
        ("fetch_duration_seconds", seconds(cycle.fetchDurationSeconds)),
        ("lead_at_execution_seconds", seconds(cycle.leadAtExecutionSeconds)),
        ("cache_age_at_delivery_seconds", seconds(cycle.cacheAgeAtDeliverySeconds)),
      ], at: time)
  }
}

extension ReportStyle {
  /// The clock in microseconds since 1970, as other times of a report.
  fileprivate var microseconds: Int64 {
    let (value, isTooLarge) = now.multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? 0 : value
  }
}
