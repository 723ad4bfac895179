internal import TextWriting

/// The columns of a cycle's steps before their events; one that no step fills is left out.
struct StepTable {
  /// The texts of the steps, empty where a step has no time or no line.
  private let times: [String]
  private let lines: [String]
  private let isMissing: [Bool]
  private let timeWidth: Int
  private let lineWidth: Int
  /// The width of `2025-11-14T`.
  private static let dateWidth = 11
  /// The width of the time since the step before, with a space in front of it.
  private static let gapWidth = 9

  /// Whether the time since the step before has room.
  private let hasGaps: Bool

  /// - Parameter width: The room for the table, with the longest event.
  init(_ steps: [CycleSummary.StepSummary], of cycle: CycleSummary, width: Int) {
    let days = steps.compactMap(\.time).map { WallClock.day(of: $0) }
    // The day of the notification stands above.
    let day = cycle.notificationTime.map { WallClock.day(of: $0) }
    let isOneDay = days.min() == days.max() && (day == nil || days.isEmpty || days.first == day)
    var last: Int64?
    times = steps.map { step in
      guard let time = step.time else { return "" }
      if isOneDay { return InstantText.time(time) }
      // A date where the day is another than that of the step before.
      let day = WallClock.day(of: time)
      defer { last = day }
      if day != last { return InstantText.iso(time) }
      return String(repeating: " ", count: Self.dateWidth) + InstantText.time(time)
    }
    isMissing = steps.map { $0.status == .missing }
    lines = steps.map { step in
      step.line.map { "line \($0)" } ?? (step.status == .missing ? "missing" : "")
    }
    timeWidth = times.map { TextLayout.width(of: $0) }.max() ?? 0
    lineWidth = lines.map { TextLayout.width(of: $0) }.max() ?? 0
    let longest = steps.map { TextLayout.width(of: $0.event) }.max() ?? 0
    hasGaps = timeWidth + Self.gapWidth + lineWidth + longest + 5 <= width
  }

  /// Writes the columns of a step.
  ///
  /// - Parameter deadline: When the step was due, if it is missing and a rule says so.
  func write(_ index: Int, gap: String, due deadline: Int64?, to page: inout TextPage) {
    page.space(1)
    if timeWidth > 0 {
      if isMissing[index], let deadline {
        // As wide as the time and the gap together.
        page.write(
          "due " + InstantText.time(deadline), width: timeWidth + (hasGaps ? Self.gapWidth : 4))
      } else {
        page.write(times[index], width: timeWidth)
        page.write(hasGaps ? TextLayout.rightAligned(gap, to: Self.gapWidth) : "    ")
      }
      page.space(2)
    }
    if lineWidth > 0 {
      page.write(lines[index], width: lineWidth)
      page.space(2)
    }
  }
}
