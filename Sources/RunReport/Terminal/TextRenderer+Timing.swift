internal import TextWriting

// Spans of time over all cycles of the run. Of a distribution the counts of its buckets are kept, so
// a median is told as the upper edge of its bucket, with a sign that says so.
extension TextRenderer {
  private static let labelWidth = 24
  private static let columnWidth = 11
  /// More days than this, and only the latest are printed.
  private static let fullDays = 7

  func addDistributions(of summary: RunSummary, to page: inout TextPage) {
    // One value has no distribution: it stands with its cycle.
    let shown = Measure.allCases.filter { summary.distributions[$0].count > 1 }
    if !shown.isEmpty {
      addHead("Distributions", "count", to: &page)
      for measure in shown {
        let histogram = summary.distributions[measure]
        addRow(measure.label, "\(histogram.count)", histogram, to: &page)
      }
    }
    addGroups(of: summary, to: &page)
  }

  /// The execution delay by day and by condition: where there is only one group, it is the run.
  private func addGroups(of summary: RunSummary, to page: inout TextPage) {
    let split = TimingGroup.Condition.allCases.map { condition in
      summary.timingGroups.filter { $0.condition == condition }
    }.filter { $0.count > 1 }
    if split.isEmpty { return }
    addHead("Execution delay by", "ran", to: &page)
    for groups in split {
      let isShort = groups.count > Self.fullDays && detail != .verbose
      for group in isShort ? groups.suffix(Self.fullDays) : groups[...] {
        let label = "\(group.condition.rawValue) \(TextEscaping.terminal(group.value))"
        addRow(label, "\(group.executed) of \(group.cycles)", group.executionDelay, to: &page)
      }
      if isShort {
        page.line(
          "  " + TextLayout.plural(groups.count - Self.fullDays, "earlier day") + " not listed")
      }
    }
  }

  private func addHead(_ title: String, _ count: String, to page: inout TextPage) {
    page.blank()
    let columns = [count, "min", "median", "p90", "max"].map(Self.column).joined()
    page.line(
      palette.paint(.heading, TextLayout.padded(title, to: Self.labelWidth + 2))
        + palette.paint(.quiet, columns))
  }

  private func addRow(
    _ label: String, _ count: String, _ histogram: Histogram, to page: inout TextPage
  ) {
    let columns = [
      count, histogram.min.map(TextLayout.seconds) ?? "", Self.bound(50, of: histogram),
      Self.bound(90, of: histogram), histogram.max.map(TextLayout.seconds) ?? "",
    ]
    page.line(
      "  " + TextLayout.padded(label, to: Self.labelWidth) + columns.map(Self.column).joined())
  }

  private static func bound(_ percent: Int64, of histogram: Histogram) -> String {
    guard let bound = histogram.bound(ofPercent: percent) else { return "" }
    // Where all values are the same, their bucket does not matter.
    return (histogram.min == histogram.max ? "" : "≤ ") + TextLayout.seconds(bound)
  }

  private static func column(_ text: String) -> String {
    " " + TextLayout.rightAligned(text, to: columnWidth - 1)
  }

  // MARK: The two parts of the verdict

  func addParts(of summary: RunSummary, to page: inout TextPage) {
    page.labelled("Logic", summary.logic.words, column: 10, indent: 0, role: .heading)
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
    page.labelled("Timing", timing.joined(separator: "; "), column: 10, indent: 0, role: .heading)
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
