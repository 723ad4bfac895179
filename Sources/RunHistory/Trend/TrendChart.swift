internal import RunReport
internal import TextWriting

/// Values of runs or groups, one after the other, as lines on a common scale.
struct TrendChart {
  enum Unit { case percent, seconds, count }

  private let chart: TrendPoint.Chart
  private let points: [TrendPoint]
  private let range: ClosedRange<Double>
  private let title: String

  private static let width = 360.0
  private static let height = 140.0
  /// The room for the labels of the scale, and for those below the axis.
  private static let left = 88.0
  private static let bottom = 34.0
  private static let edge = 12.0

  /// Nil where no point has a value.
  init?(
    _ chart: TrendPoint.Chart, of points: [TrendPoint], ofRuns: Bool,
    scaledTo range: ClosedRange<Double>?
  ) {
    guard let range, points.contains(where: { chart.values(of: $0).contains { $0 != nil } })
    else { return nil }
    self.chart = chart
    self.points = points
    self.range = range
    title = chart.title(ofRuns: ofRuns)
  }

  /// Draws what says that there is nothing to plot.
  static func drawEmpty(_ title: String, on page: inout HTMLPage) {
    page.raw("<figure><figcaption>")
    page.text(title)
    page.raw("</figcaption><p>No run has one.</p></figure>\n")
  }

  func draw(on page: inout HTMLPage) {
    page.raw("<figure><figcaption>")
    page.text(title)
    let names = chart.names.filter { !$0.isEmpty }
    if !names.isEmpty {
      page.raw("<span>")
      for (number, name) in names.enumerated() {
        page.raw("<i class=\"key line-\(number)\"></i>")
        page.text(name)
      }
      page.raw("</span>")
    }
    page.raw("</figcaption>\n")
    let box = "0 0 \(Int(Self.width)) \(Int(Self.height))"
    page.raw("<svg viewBox=\"\(box)\" role=\"img\" aria-label=\"")
    page.text("\(title), from \(points.first?.label ?? "") to \(points.last?.label ?? "")")
    page.raw("\">\n")
    for value in Set([range.lowerBound, range.upperBound]).sorted() { drawScale(value, on: &page) }
    drawAxis(on: &page)
    for line in chart.names.indices { draw(line, on: &page) }
    page.raw("</svg></figure>\n")
  }

  private func drawScale(_ value: Double, on page: inout HTMLPage) {
    let y = text(place(value))
    page.raw("<line class=\"axis\" x1=\"\(text(Self.left))\" x2=\"\(text(Self.width))\"")
    page.raw(" y1=\"\(y)\" y2=\"\(y)\"/>")
    page.raw("<text x=\"\(text(Self.left - 5))\" y=\"\(y)\" text-anchor=\"end\"")
    page.raw(" dominant-baseline=\"middle\">")
    page.text(label(value))
    page.raw("</text>\n")
  }

  /// The first and the last of what is plotted, below the axis.
  private func drawAxis(on page: inout HTMLPage) {
    func draw(_ label: String, _ x: Double, _ anchor: String) {
      page.raw("<text x=\"\(text(x))\" y=\"\(text(Self.height - 8))\" text-anchor=\"\(anchor)\">")
      page.text(TrendChart.short(label))
      page.raw("</text>\n")
    }
    guard let first = points.first, let last = points.last else { return }
    draw(first.label, Self.left, "start")
    if points.count > 1 { draw(last.label, Self.width, "end") }
  }

  /// A label that has room beside another one.
  private static func short(_ label: String) -> String {
    label.count > 22 ? "\(label.prefix(21))…" : label
  }

  private func draw(_ line: Int, on page: inout HTMLPage) {
    var part: [String] = []
    func end(_ page: inout HTMLPage) {
      if part.count > 1 {
        let places = part.joined(separator: " ")
        page.raw("<polyline class=\"line line-\(line)\" points=\"\(places)\"/>\n")
      }
      part = []
    }
    let step = (Self.width - Self.left - 2 * Self.edge) / Double(max(points.count - 1, 1))
    var marks: [(x: String, y: String, hint: String)] = []
    let name = chart.names[line].isEmpty ? "" : "\(chart.names[line]) "
    for (number, point) in points.enumerated() {
      guard let value = chart.values(of: point)[line], value.isFinite else {
        // The line has a gap where there is no value.
        end(&page)
        continue
      }
      let (x, y) = (text(Self.left + Self.edge + step * Double(number)), text(place(value)))
      part.append("\(x),\(y)")
      marks.append((x, y, "\(point.label): \(name)\(label(value))"))
    }
    end(&page)
    for mark in marks {
      page.raw("<circle class=\"point line-\(line)\" cx=\"\(mark.x)\" cy=\"\(mark.y)\" r=\"2.5\">")
      page.raw("<title>")
      page.text(mark.hint)
      page.raw("</title></circle>\n")
    }
  }

  private func place(_ value: Double) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    let room = Self.height - Self.edge - Self.bottom
    return Self.height - Self.bottom - min(max(share, 0), 1) * room
  }

  private func label(_ value: Double) -> String {
    switch chart.unit {
    case .seconds: TextLayout.span((value * 10).rounded() / 10)
    case .percent: TrendReport.percent(value / 100)
    case .count: NumberText.decimal(value, places: 1)
    }
  }

  private func text(_ value: Double) -> String { NumberText.decimal(value, places: 1) }
}
