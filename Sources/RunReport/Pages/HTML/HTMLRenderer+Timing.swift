internal import TextWriting

extension HTMLRenderer {
  /// Adds a histogram of each span of time that was measured, and the delay by condition.
  static func addTiming(of summary: RunSummary, to page: inout HTMLPage) {
    // One value has no distribution: it stands with its cycle.
    let shown = Measure.allCases.filter { summary.distributions[$0].count > 1 }
    if shown.isEmpty { return }
    page.section("timing", "Timing") { page in
      page.raw("<div class=\"charts\">\n")
      for measure in shown { addChart(of: measure, summary.distributions[measure], to: &page) }
      page.raw("</div>\n")
      addGroups(of: summary, to: &page)
    }
  }

  private static func addChart(
    of measure: Measure, _ histogram: Histogram, to page: inout HTMLPage
  ) {
    page.raw("<figure>")
    page.raw("<figcaption>")
    page.element("b", measure.label.prefix(1).uppercased() + measure.label.dropFirst())
    page.element("span", measure.summary)
    page.raw("</figcaption>\n<table class=\"bars\"><tbody>\n")
    let most = histogram.counts.max() ?? 0
    let labels = histogram.bucketLabels
    // Empty buckets beyond the values say nothing.
    let filled = histogram.counts.indices.filter { histogram.counts[$0] > 0 }
    for place in (filled.first ?? 0)...(filled.last ?? 0) {
      let count = histogram.counts[place]
      page.raw("<tr>")
      page.raw("<th scope=\"row\">")
      page.text(labels[place])
      page.raw("</th><td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" ")
      page.raw("aria-hidden=\"true\"><rect width=\"\(width(of: count, most))\" height=\"10\"/>")
      page.raw("</svg></td><td class=\"count\">\(count)</td></tr>\n")
    }
    page.raw("</tbody></table>\n")
    var parts: [String] = []
    if let least = histogram.min { parts.append("Least \(TextLayout.span(signed: least))") }
    if let median = histogram.bound(ofPercent: 50) {
      parts.append("half at most \(TextLayout.span(signed: median))")
    }
    if let tail = histogram.bound(ofPercent: 90) {
      parts.append("nine in ten at most \(TextLayout.span(signed: tail))")
    }
    if let most = histogram.max { parts.append("most \(TextLayout.span(signed: most))") }
    page.element("p", parts.joined(separator: ", ") + ".")
    page.raw("</figure>\n")
  }

  /// The width of a bar in hundredths; what is counted is seen, however rare.
  private static func width(of count: Int64, _ most: Int64) -> Int64 {
    if count == 0 || most == 0 { return 0 }
    return Swift.max(1, Int64((Double(count) / Double(most) * 100).rounded()))
  }

  /// Adds when the system ran the tasks, by day and by condition; a single group would be the whole run.
  private static func addGroups(of summary: RunSummary, to page: inout HTMLPage) {
    for condition in TimingGroup.Condition.allCases {
      let groups = summary.timingGroups.filter { $0.condition == condition }
      if groups.count < 2 { continue }
      page.fold(summary: "Execution delay by \(condition.words)") { page in
        page.table(
          [condition.words, "tasks that ran", "least", "half at most", "most"],
          groups.suffix(listedGroups).map { group in
            let delay = group.executionDelay
            return [group.value, "\(group.executed) of \(group.cycles)"]
              + [delay.min, delay.bound(ofPercent: 50), delay.max].map {
                $0.map { TextLayout.span(signed: $0) } ?? "–"
              }
          })
        page.rest(Swift.max(0, groups.count - listedGroups), "earlier one")
      }
    }
  }

  /// The latest groups that the page lists: a row is a dozen elements.
  private static var listedGroups: Int { 60 }
}

extension TimingGroup.Condition {
  fileprivate var words: String {
    switch self {
    case .day: "day"
    case .power: "power"
    case .lowPower: "Low Power Mode"
    case .forceQuit: "force quit"
    }
  }
}

extension Histogram {
  /// The span of each bucket in words: `up to 5 s`, `5 s to 30 s`, `over 15 min`.
  fileprivate var bucketLabels: [String] {
    counts.indices.map { place in
      let upper = place < edges.count ? TextLayout.span(signed: edges[place]) : nil
      let lower = place > 0 ? TextLayout.span(signed: edges[place - 1]) : nil
      switch (lower, upper) {
      case (nil, let upper?): return "up to \(upper)"
      case (let lower?, let upper?): return "\(lower) to \(upper)"
      case (let lower?, nil): return "over \(lower)"
      case (nil, nil): return "all"
      }
    }
  }
}

extension TextLayout {
  /// Returns a span that may lie before its mark: `3 min early`.
  fileprivate static func span(signed value: Double) -> String {
    value < 0 ? "\(shortSpan(-value)) early" : shortSpan(value)
  }

  /// Rounded to what a reader takes in; `span` has milliseconds.
  private static func shortSpan(_ value: Double) -> String {
    if value == 60 { return "1 min" }
    if value >= 120 { return span(value) }
    let places = value < 1 ? 2 : value < 10 ? 1 : 0
    return NumberText.decimal(value, places: places) + " s"
  }
}
