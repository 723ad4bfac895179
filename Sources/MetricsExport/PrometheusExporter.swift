internal import RuleLanguage
package import RunReport

/// A run summary as Prometheus text, for the textfile collector of the node exporter.
///
/// Labels are bounded: no id, path, hash or message of a log becomes one.
package enum PrometheusExporter: ReportRenderer {
  /// Appends the series of a run.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = ExpositionWriter(constantLabels: usable(style.labels))
    let totals = style.totals ?? RunTotals(of: summary)
    writeSeedCounters(totals.counters, to: &writer)
    writeRun(summary, to: &writer)
    writeInputs(summary.inputs, totals, to: &writer)
    writeJudgements(totals, isOfHistory: style.totals != nil, to: &writer)
    for measure in Measure.allCases {
      writer.family(name(of: measure), measure.summary, totals.distributions[measure])
    }
    writer.family(
      "dnplog_last_run_verdict", .gauge, "1 for the verdict of the last run.",
      ["pass", "fail", "inconclusive"].map { verdict in
        ([("verdict", verdict)], summary.verdict.rawValue == verdict ? 1 : 0)
      })
    writeLastRun(wasJudged: summary.wasJudged, now: style.now, to: &writer)
    if let silence = style.silence { write(silence, to: &writer) }
    bytes += writer.bytes
  }

  /// Returns the metric of a measure; its unit stands in the name, as in the key of the JSON.
  private static func name(of measure: Measure) -> String {
    "dnplog_\(measure.metricName)_seconds"
  }

  /// Appends the series of a run that could not be judged, so that no older file looks fresh.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = ExpositionWriter(constantLabels: usable(style.labels))
    writeLastRun(wasJudged: false, now: style.now, to: &writer)
    bytes += writer.bytes
  }

  /// Returns the fault in the name of a constant label, or nil.
  package static func problem(withLabel name: String) -> String? {
    let isLetter = { (byte: UInt8) in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
    }
    guard let first = name.utf8.first, isLetter(first),
      name.utf8.allSatisfy({ isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return "a label name has letters, digits and '_', and begins with no digit" }
    if name.hasPrefix("__") { return "label names that begin with '__' belong to Prometheus" }
    if name == "quantile" { return "only summaries may have this label, and dnplog writes none" }
    if ownLabels.contains(name) { return "dnplog sets this label itself" }
    return nil
  }

  private static let ownLabels = [
    "class", "le", "measure", "outcome", "pack", "platform", "profile", "reason", "severity",
    "verdict",
    "version",
  ]

  /// Keeps allowed labels: one that the format forbids would make the collector drop the whole
  /// file.
  static func usable(_ labels: [(String, String)]) -> [MetricLabel] {
    var kept: [MetricLabel] = []
    for (name, value) in labels where problem(withLabel: name) == nil {
      if !kept.contains(where: { $0.name == name }) { kept.append((name, value)) }
    }
    return kept
  }

  private static func writeSeedCounters(
    _ counters: SeedCounters, to writer: inout ExpositionWriter
  ) {
    writer.family(
      "dnp_prefetch_scheduled_total", .counter, "Background tasks scheduled successfully.",
      counters.scheduled.derived)
    writer.family(
      "dnp_prefetch_executed_total", .counter, "Background task handlers run.",
      counters.executed.derived)
    writer.family(
      "dnp_prefetch_success_total", .counter, "Prefetches that succeeded.",
      counters.success.derived)
    writer.family(
      "dnp_prefetch_failure_total", .counter, "Prefetches that failed, by reason.",
      [
        ([("reason", "NETWORK")], counters.failureNetwork.derived),
        ([("reason", "AUTH")], counters.failureAuth.derived),
        ([("reason", "SYSTEM")], counters.failureSystem.derived),
      ])
    writer.family(
      "dnp_prefetch_used_for_notification_total", .counter,
      "Notifications that used prefetched content.", counters.used.derived)
  }

  private static func writeRun(_ summary: RunSummary, to writer: inout ExpositionWriter) {
    writer.family(
      "dnplog_run_info", .gauge, "What judged the last run, and as what.",
      [
        (
          [
            ("version", summary.toolVersion), ("profile", summary.profile),
            ("platform", summary.platform),
          ], 1
        )
      ])
  }

  private static func writeInputs(
    _ inputs: [InputSummary], _ totals: RunTotals, to writer: inout ExpositionWriter
  ) {
    writer.family("dnplog_inputs", .gauge, "Inputs of the last run.", Int64(inputs.count))
    writer.family("dnplog_lines_total", .counter, "Lines read.", totals.lines)
    writer.family("dnplog_events_total", .counter, "Events recognised.", totals.events)
    writer.family(
      "dnplog_unclassified_total", .counter, "Plugin lines that no event describes.",
      totals.unclassified)
  }

  /// - Parameter isOfHistory: Whether all runs of a history are counted: a cycle that is open now will be of
  ///   another outcome, and a counter never falls.
  private static func writeJudgements(
    _ totals: RunTotals, isOfHistory: Bool, to writer: inout ExpositionWriter
  ) {
    let findings = totals.findingCounts.map { entry in
      (
        labels: [
          (name: "pack", value: entry.pack), (name: "outcome", value: entry.outcome.name),
          (name: "class", value: entry.fault.name),
          (name: "severity", value: entry.severity.name),
        ], value: Int64(entry.count)
      )
    }
    writer.family(
      "dnplog_findings_total", .counter, "Findings by pack, outcome, class and severity.", findings)
    writer.family(
      "dnplog_cycles_total", .counter, "Notification cycles by outcome.",
      CycleSummary.Outcome.allCases.filter { !isOfHistory || $0 != .open }.map { outcome in
        ([("outcome", outcome.rawValue)], Int64(totals.cycleCounts[outcome]))
      })
  }

  private static func write(_ silence: LiveSilence, to writer: inout ExpositionWriter) {
    writer.family(
      "dnplog_watch_silence_seconds", .gauge, "For how long no line has come.",
      Int64(silence.seconds))
    writer.family(
      "dnplog_watch_silence_findings", .gauge,
      "Findings that rest on the clock alone, since no line comes.", Int64(silence.findings))
    writer.family(
      "dnplog_watch_silence_cycles", .gauge,
      "Cycles that are over by the clock alone, since no line comes.", Int64(silence.cycles))
  }

  private static func writeLastRun(
    wasJudged: Bool, now: Int64, to writer: inout ExpositionWriter
  ) {
    writer.family(
      "dnplog_last_run_success", .gauge, "1 where the last run could be judged.",
      wasJudged ? 1 : 0)
    writer.family(
      "dnplog_last_run_timestamp_seconds", .gauge, "When the last run ended.", now)
  }
}
