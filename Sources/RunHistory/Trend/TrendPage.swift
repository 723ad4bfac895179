internal import RunReport
internal import TextWriting

/// A trend as one HTML page with plots, which needs nothing else: no script, its style in it.
package enum TrendPage {
  package static func page(of report: TrendReport) -> [UInt8] {
    var page = HTMLPage()
    page.begin(title: "dnplog: trend by \(report.grouping.rawValue)", extraStyle: style)
    page.raw("<main>\n")
    page.element("h1", "Trend by \(report.grouping.rawValue)")
    if report.groups.isEmpty { page.element("p", "No runs.") }
    page.table(
      [
        report.grouping.rawValue, "Runs", "Pass", "Used prefetches", "Execution delay",
        "Delivery drift", "Findings a run",
      ], report.groups.map(row))
    if !report.groups.isEmpty {
      page.element(
        "p",
        "Used prefetches: the share of closed cycles whose notification used the prefetch. Delay and"
          + " drift: p50, p90, largest; p50 and p90 are upper bounds.", kind: "meta")
    }
    if let sentence = report.absence { page.element("p", sentence, kind: "meta") }
    if report.groups.count > 1 {
      let points = report.groups.map(point)
      page.section("groups", "From \(report.grouping.rawValue) to \(report.grouping.rawValue)") {
        draw(points, ofRuns: false, among: points, on: &$0)
      }
    }
    // One scale for all, so that groups can be compared.
    let all = report.groups.flatMap(\.runs).map(point)
    for (number, group) in report.groups.enumerated() {
      page.section("group-\(number + 1)", name(of: group)) {
        draw(group.runs.map(point), ofRuns: true, among: all, on: &$0)
      }
    }
    page.raw("</main>\n</body>\n</html>\n")
    return page.bytes
  }

  private static func draw(
    _ points: [TrendPoint], ofRuns: Bool, among all: [TrendPoint], on page: inout HTMLPage
  ) {
    page.raw("<div class=\"charts\">\n")
    for kind in TrendPoint.Chart.allCases {
      let range = kind.range(over: all)
      if let chart = TrendChart(kind, of: points, ofRuns: ofRuns, scaledTo: range) {
        chart.draw(on: &page)
      } else {
        TrendChart.drawEmpty(kind.title(ofRuns: ofRuns), on: &page)
      }
    }
    page.raw("</div>\n")
  }

  private static func point(_ group: TrendReport.Group) -> TrendPoint {
    TrendPoint(
      label: name(of: group),
      passed: group.runs.isEmpty ? nil : 100 * Double(group.passes) / Double(group.runs.count),
      used: group.successRatio.map { $0 * 100 }, distributions: group.totals.distributions,
      findings: group.findingsPerRun)
  }

  private static func point(_ run: RunEntry) -> TrendPoint {
    TrendPoint(
      label: "run \(run.id), \(InstantText.date(run.time))",
      passed: run.verdict == "pass" ? 100 : 0,
      used: TrendReport.Group.ratio(run.usedCycles, run.closedCycles).map { $0 * 100 },
      distributions: run.totals.distributions, findings: Double(run.violations))
  }

  private static func name(of group: TrendReport.Group) -> String {
    group.value.isEmpty ? "not known" : group.value
  }

  private static func row(_ group: TrendReport.Group) -> [String] {
    func spans(_ measure: Measure) -> String {
      let histogram = group.totals.distributions[measure]
      let values = [histogram.bound(ofPercent: 50), histogram.bound(ofPercent: 90), histogram.max]
      let words = values.compactMap { $0.map(TextLayout.span) }
      return words.isEmpty ? "-" : words.joined(separator: ", ")
    }
    return [
      name(of: group), "\(group.runs.count)", "\(group.passes)",
      group.successRatio.map {
        "\(TrendReport.percent($0)) (\(group.usedCycles) of \(group.closedCycles))"
      } ?? "-",
      spans(.executionDelay), spans(.deliveryDrift),
      NumberText.decimal(group.findingsPerRun, places: 1),
    ]
  }

  private static let style = """

    .charts svg { display: block; width: 100%; height: auto; margin-top: .4rem; }
    .charts .line { fill: none; stroke: var(--bar); stroke-width: 2; stroke-linejoin: round; }
    .charts .line.line-1 { stroke-dasharray: 5 3; }
    .charts .line.line-2 { stroke-dasharray: 1 3; stroke-linecap: round; }
    .charts .point { fill: var(--bar); }
    .charts .point.line-1 { fill-opacity: .6; }
    .charts .point.line-2 { fill-opacity: .3; }
    .charts .axis { stroke: var(--line); stroke-width: 1; }
    .charts text { font: 11px system-ui; fill: var(--quiet); }
    .charts .key { display: inline-block; width: 1.6em; margin: 0 .3em 0 .8em;
      border-top: 2px solid var(--bar); vertical-align: middle; }
    .charts .key.line-1 { border-top-style: dashed; }
    .charts .key.line-2 { border-top-style: dotted; }
    main > h1 { margin-bottom: 1rem; }

    """
}
