internal import RunHistory
internal import RunReport
internal import TextWriting

/// A trend as text, with a sparkline for each group.
struct TrendText {
  private let report: TrendReport

  init(_ report: TrendReport) { self.report = report }

  var text: String {
    let absence = report.absence.map { $0 + "\n" } ?? ""
    if report.groups.isEmpty { return "no runs\n" + absence }
    var table = AlignedTable(
      [
        report.grouping.rawValue, "runs", "pass", "used", "execution delay", "delivery drift",
        "findings a run", "used, run by run",
      ], numbers: [1, 2, 3, 6])
    for group in report.groups {
      table.add([
        group.value.isEmpty ? "not known" : group.value, "\(group.runs.count)", "\(group.passes)",
        group.successRatio.map(TrendReport.percent) ?? "-",
        Self.spans(group.totals.distributions[.executionDelay]),
        Self.spans(group.totals.distributions[.deliveryDrift]),
        NumberText.decimal(group.findingsPerRun, places: 1), Sparkline.text(group.successRatios),
      ])
    }
    return table.text
      + "\nused: the share of closed cycles whose notification used the prefetch."
      + "\nDelay and drift: p50, p90, largest. p50 and p90 are upper bounds.\n" + absence
  }

  /// p50, p90 and the largest value; `-` where there is none.
  static func spans(_ histogram: Histogram) -> String {
    let values = [histogram.bound(ofPercent: 50), histogram.bound(ofPercent: 90), histogram.max]
    let words = values.compactMap { $0.map(TextLayout.span) }
    return words.isEmpty ? "-" : words.joined(separator: ", ")
  }
}

extension TrendReport {
  var json: String {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("schema", "dnplog.trend/1")
      writer.member("by", grouping.rawValue)
      writer.member("pruned", pruned)
      writer.array("groups", of: groups) { writer, group in
        writer.object { Self.write(group, to: &$0) }
      }
    }
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ group: Group, to writer: inout JSONWriter) {
    writer.member("value", group.value.isEmpty ? nil : group.value)
    writer.member("runs", group.runs.count)
    writer.member("passed", group.passes)
    writer.member("closedCycles", group.closedCycles)
    writer.member("usedPrefetch", group.usedCycles)
    writer.member("successRatio", seconds: group.successRatio)
    for measure in [Measure.executionDelay, .deliveryDrift, .fetchDuration] {
      let histogram = group.totals.distributions[measure]
      writer.object(measure.key, inline: true) {
        $0.member("count", histogram.count)
        $0.member("p50", seconds: histogram.bound(ofPercent: 50))
        $0.member("p90", seconds: histogram.bound(ofPercent: 90))
        $0.member("max", seconds: histogram.max)
      }
    }
    writer.member("violations", group.violations)
    writer.array("byRun", of: Array(zip(group.runs, group.successRatios))) { writer, run in
      writer.object(inline: true) {
        $0.member("run", run.0.id)
        $0.member("time", time: run.0.time)
        $0.member("verdict", run.0.verdict)
        $0.member("successRatio", seconds: run.1)
        $0.member("violations", run.0.violations)
      }
    }
  }
}
