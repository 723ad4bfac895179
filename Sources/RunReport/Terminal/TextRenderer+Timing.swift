internal import TextWriting

// Spans of time over all cycles of the run. Of a distribution the counts of its buckets are kept, so
// a median is told as the upper edge of its bucket, with a sign that says so.
extension TextRenderer {
  private static let labelWidth = 24
  private static let columnWidth = 10
  /// Beyond this many days only the latest are printed.
  private static let fullDays = 7

  func addDistributions(of summary: RunSummary, to page: inout TextPage) {
    // One value has no distribution: it stands with its cycle.
    let shown = Measure.allCases.filter { summary.distributions[$0].count > 1 }
    if !shown.isEmpty {
      let rows = shown.map { measure in
        let histogram = summary.distributions[measure]
        return (measure.label, Self.columns("\(histogram.count)", histogram))
      }
      add("Distributions", "count", rows, to: &page)
    }
    addGroups(of: summary, to: &page)
  }

  /// Adds the execution delay by day and by condition; a single group would be the whole run.
  private func addGroups(of summary: RunSummary, to page: inout TextPage) {
    let split = TimingGroup.Condition.allCases.map { condition in
      summary.timingGroups.filter { $0.condition == condition }
    }.filter { $0.count > 1 }
    if split.isEmpty { return }
    var rows: [(label: String, columns: [String])] = []
    for groups in split {
      let isShort = groups.count > Self.fullDays && detail != .verbose
      for group in isShort ? groups.suffix(Self.fullDays) : groups[...] {
        let label = "\(group.condition.rawValue) \(TextEscaping.terminal(group.value))"
        let ran = "\(group.executed) of \(group.cycles)"
        rows.append((label, Self.columns(ran, group.executionDelay)))
      }
      if isShort {
        let rest = TextLayout.plural(groups.count - Self.fullDays, "earlier day")
        rows.append(("\(rest) not listed", []))
      }
    }
    add("Execution delay by", "ran", rows, to: &page)
  }

  /// Adds a table with a heading, its columns as wide as their texts.
  private func add(
    _ title: String, _ count: String, _ rows: [(label: String, columns: [String])],
    to page: inout TextPage
  ) {
    let head = [count, "min", "median", "p90", "max"]
    let widths = head.indices.map { column in
      let texts = rows.compactMap { $0.columns.isEmpty ? nil : $0.columns[column] }
      return (texts.map { TextLayout.width(of: $0) } + [Self.columnWidth]).max() ?? 0
    }
    func line(_ texts: [String]) -> String {
      zip(texts, widths).map { " " + TextLayout.rightAligned($0, to: $1) }.joined()
    }
    page.blank()
    page.line(
      palette.paint(.heading, TextLayout.padded(title, to: Self.labelWidth + 2))
        + palette.paint(.quiet, line(head)))
    for (label, columns) in rows {
      // Nothing stands behind the last column that says something.
      let last = (columns.lastIndex { !$0.isEmpty } ?? -1) + 1
      page.line(
        "  " + (last > 0 ? TextLayout.padded(label, to: Self.labelWidth) : label)
          + line(Array(columns.prefix(last))))
    }
  }

  private static func columns(_ count: String, _ histogram: Histogram) -> [String] {
    [
      count, histogram.min.map(TextLayout.seconds) ?? "", bound(50, of: histogram),
      bound(90, of: histogram), histogram.max.map(TextLayout.seconds) ?? "",
    ]
  }

  private static func bound(_ percent: Int64, of histogram: Histogram) -> String {
    guard let bound = histogram.bound(ofPercent: percent) else { return "" }
    // Where all values are the same, their bucket does not matter.
    return (histogram.min == histogram.max ? "" : "≤ ") + TextLayout.seconds(bound)
  }

  // MARK: In a line

  /// Adds the delays of several cycles in one line: the least and the largest.
  func addDelays(of summary: RunSummary, to page: inout TextPage) {
    let spans = [Measure.executionDelay, .deliveryDrift, .fetchDuration].map {
      summary.distributions[$0]
    }
    guard spans.contains(where: { $0.count > 1 }) else { return }
    let words = spans.map(\.range)
    let parts = [
      words[0].map { "task \($0) late" }, words[1].map { "delivery \($0) late" },
      words[2].map { "fetch \($0) long" },
    ]
    let text = parts.compactMap { $0 }.joined(separator: ", ")
    page.oneLine("Delays", text, column: Self.labels)
  }

  // MARK: The two parts of the verdict

  func addParts(of summary: RunSummary, to page: inout TextPage) {
    page.labelled("Logic", summary.logic.words, column: Self.labels, indent: 0, role: .heading)
    var timing = [summary.timing.words]
    if summary.timing == .notAssessed, summary.isOnSimulator {
      timing = ["not assessed on the simulator"]
    } else {
      let delay = summary.distributions[.executionDelay]
      if let least = delay.min, let most = delay.max {
        let range = least == most ? "" : "\(TextLayout.seconds(least)) to "
        timing.append("OS delay \(range)\(TextLayout.seconds(most))")
      }
      let unknown = summary.unrecordedConditions
      if summary.timing == .excused || summary.timing == .inconclusive, !unknown.isEmpty {
        timing.append("not recorded: \(unknown.joined(separator: ", "))")
      }
    }
    page.labelled(
      "Timing", timing.joined(separator: "; "), column: Self.labels, indent: 0, role: .heading)
  }
}

extension PartVerdict {
  fileprivate var words: String { self == .notAssessed ? "not assessed" : rawValue }
}

extension RunSummary {
  fileprivate var isOnSimulator: Bool {
    environment.contains { $0.key == "simulator" && $0.value == .bool(true) }
  }

  /// The conditions that the record of a device run has, and this run lacks (S4:353).
  fileprivate var unrecordedConditions: [String] {
    ["power", "network", "lowPower", "backgroundRefresh"].filter { name in
      !environment.contains { $0.key == name }
    }
  }
}

extension Histogram {
  /// The only value, or the least and the largest: "12 s to 8 h 1 min"; nil without one.
  fileprivate var range: String? {
    guard let min, let max else { return nil }
    // More digits say nothing of delays.
    let (least, most) = ((min * 10).rounded() / 10, (max * 10).rounded() / 10)
    if least == most { return TextLayout.span(most) }
    return "\(TextLayout.span(least)) to \(TextLayout.span(most))"
  }
}
