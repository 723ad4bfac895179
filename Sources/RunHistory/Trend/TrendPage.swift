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
    for (number, group) in report.groups.enumerated() {
      page.section("group-\(number + 1)", name(of: group)) { page in
        page.raw("<div class=\"charts\">\n")
        for chart in charts(of: group) { chart.draw(on: &page) }
        page.raw("</div>\n")
      }
    }
    page.raw("</main>\n</body>\n</html>\n")
    return page.bytes
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
        "\(Int(($0 * 100).rounded(.down))) % (\(group.usedCycles) of \(group.closedCycles))"
      } ?? "-",
      spans(.executionDelay), spans(.deliveryDrift),
      NumberText.decimal(group.findingsPerRun, places: 1),
    ]
  }

  private static func charts(of group: TrendReport.Group) -> [TrendChart] {
    let runs = group.runs
    func largest(_ measure: Measure) -> [Double?] {
      runs.map { $0.totals.distributions[measure].max }
    }
    let numbers = runs.map(\.id)
    return [
      TrendChart(
        title: "Used prefetches", unit: "%", runs: numbers,
        values: group.successRatios.map { $0.map { $0 * 100 } }, top: 100),
      TrendChart(
        title: "Largest execution delay", unit: "s", runs: numbers,
        values: largest(.executionDelay)),
      TrendChart(
        title: "Largest delivery drift", unit: "s", runs: numbers, values: largest(.deliveryDrift)),
      TrendChart(
        title: "Violations", unit: "", runs: numbers, values: runs.map { Double($0.violations) }),
    ]
  }

  private static let style = """

    .charts svg { display: block; width: 100%; height: auto; margin-top: .4rem; }
    .charts .line { fill: none; stroke: var(--bar); stroke-width: 2; stroke-linejoin: round; }
    .charts .point { fill: var(--bar); }
    .charts .axis { stroke: var(--line); stroke-width: 1; }
    .charts text { font: 11px system-ui; fill: var(--quiet); }
    main > h1 { margin-bottom: 1rem; }

    """
}

/// Values of runs, one after the other, as a line.
struct TrendChart {
  var title: String
  var unit: String
  var runs: [Int64]
  /// Nil for a run that has none: the line has a gap there.
  var values: [Double?]
  /// The value at the upper edge; nil for the largest one.
  var top: Double?

  private static let width = 320.0
  private static let height = 110.0
  private static let left = 44.0
  private static let edge = 10.0

  func draw(on page: inout HTMLPage) {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    page.raw("<figure><figcaption>")
    page.text(title)
    guard let most = known.max(), let least = known.min() else {
      page.raw("</figcaption><p>No run has one.</p></figure>\n")
      return
    }
    let low = min(least, 0)
    // Where all are zero the scale still needs two ends.
    let high = top ?? (most > low ? most : low + 1)
    page.raw("<span>")
    page.text("from \(label(least)) to \(label(most)), \(TextLayout.plural(runs.count, "run"))")
    page.raw("</span></figcaption>\n")
    let box = "0 0 \(Int(Self.width)) \(Int(Self.height))"
    page.raw("<svg viewBox=\"\(box)\" role=\"img\" aria-label=\"")
    page.text("\(title), run by run")
    page.raw("\">\n")
    for value in Set([low, high]) {
      let y = place(value, low, high)
      page.raw("<line class=\"axis\" x1=\"\(text(Self.left))\" x2=\"\(text(Self.width))\"")
      page.raw(" y1=\"\(y)\" y2=\"\(y)\"/>")
      page.raw("<text x=\"\(text(Self.left - 5))\" y=\"\(y)\" text-anchor=\"end\"")
      page.raw(" dominant-baseline=\"middle\">")
      page.text(label(value))
      page.raw("</text>\n")
    }
    drawLine(on: &page, low, high)
    page.raw("</svg></figure>\n")
  }

  private func drawLine(on page: inout HTMLPage, _ low: Double, _ high: Double) {
    var part: [String] = []
    func end(_ page: inout HTMLPage) {
      if part.count > 1 {
        page.raw("<polyline class=\"line\" points=\"\(part.joined(separator: " "))\"/>\n")
      }
      part = []
    }
    let step = (Self.width - Self.left - 2 * Self.edge) / Double(max(values.count - 1, 1))
    var points = ""
    for (number, value) in values.enumerated() {
      guard let value, value.isFinite else {
        end(&page)
        continue
      }
      let x = text(Self.left + Self.edge + step * Double(number))
      let y = place(value, low, high)
      part.append("\(x),\(y)")
      points += "<circle class=\"point\" cx=\"\(x)\" cy=\"\(y)\" r=\"2.5\">"
      points += "<title>run \(runs[number]): \(label(value))</title></circle>\n"
    }
    end(&page)
    page.raw(points)
  }

  private func place(_ value: Double, _ low: Double, _ high: Double) -> String {
    let share = min(max((value - low) / (high - low), 0), 1)
    return text(Self.height - Self.edge - share * (Self.height - 2 * Self.edge))
  }

  private func label(_ value: Double) -> String {
    // A long number would not fit beside the plot.
    unit == "s"
      ? TextLayout.span((value * 10).rounded() / 10)
      : NumberText.decimal(value, places: 0) + (unit.isEmpty ? "" : " \(unit)")
  }

  private func text(_ value: Double) -> String { NumberText.decimal(value, places: 1) }
}
