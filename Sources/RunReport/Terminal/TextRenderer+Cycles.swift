internal import RuleLanguage
internal import TextWriting

extension TextRenderer {
  /// Beyond this many cycles the healthy ones are only counted.
  private static let fullCycles = 5
  /// Beyond this many, those that are not healthy are only counted too.
  private static let listedCycles = 20

  func addCycles(of summary: RunSummary, to page: inout TextPage) {
    let isShort = summary.cycles.count > Self.fullCycles && detail != .verbose
    var healthy = 0
    var open = 0
    var shown: [ShownCycle] = []
    let told = CycleFindings(of: summary)
    for (index, cycle) in summary.cycles.enumerated() {
      let findings = told.findings(of: cycle)
      if isShort, cycle.isHealthy, findings.isEmpty {
        healthy += 1
        if cycle.outcome == .open { open += 1 }
      } else {
        shown.append(ShownCycle(cycle, number: index + 1, findings: findings))
      }
    }
    // In the order of time where they are as bad.
    shown.sort { ($0.badness, $0.number) < ($1.badness, $1.number) }
    let listed = isShort ? shown.prefix(Self.listedCycles) : shown[...]
    for cycle in listed { add(cycle, to: &page) }
    if shown.count > listed.count {
      page.blank()
      let rest = TextLayout.plural(shown.count - listed.count, "other cycle")
      page.line("\(rest) that went wrong or that findings name (-v)")
    }
    if healthy > 0 {
      let rest = healthy < summary.cycles.count ? "other " : ""
      let note = open > 0 ? " (\(open) not yet due)" : ""
      page.blank()
      page.line("\(TextLayout.plural(healthy, "\(rest)cycle")) healthy\(note)")
    }
    if summary.omittedCycles > 0 {
      page.blank()
      page.line("\(TextLayout.plural(summary.omittedCycles, "more cycle")) not listed")
    }
  }

  private func add(_ shown: ShownCycle, to page: inout TextPage) {
    let cycle = shown.cycle
    page.blank()
    var title = "Cycle \(shown.number)"
    if let time = cycle.notificationTime { title += "  \(InstantText.iso(time))" }
    if let id = cycle.scheduleId { title += "  \(TextEscaping.terminal(id))" }
    let role: Palette.Role =
      switch cycle.outcome {
      case .usedPrefetch, .delivered, .refused: .good
      case .fallback, .excused: .doubtful
      case .notDelivered: .bad
      case .open: .quiet
      }
    let outcome = palette.paint(role, cycle.account)
    page.line("\(palette.paint(.heading, title))  \(outcome)")
    let measures = cycle.measures(isVerbose: detail == .verbose)
    page.labelled("", measures.joined(separator: ", "), column: 0, indent: 2)
    let ranges = cycle.lines.map { "\(TextEscaping.terminal($0.file)):\($0.first)-\($0.last)" }
    page.labelled("lines", ranges.joined(separator: ", "), column: 11, indent: 2)
    for (index, finding) in shown.findings.enumerated() {
      let label = index == 0 ? "findings" : ""
      page.labelled(label, TextEscaping.terminal(finding.words), column: 11, indent: 2)
    }
    addSteps(of: cycle, to: &page)
  }

  private func addSteps(of cycle: CycleSummary, to page: inout TextPage) {
    let table = StepTable(cycle.steps)
    var stage: ProfileStep.Stage?
    let gaps = CycleSummary.gaps(of: cycle.steps)
    for (index, step) in cycle.steps.enumerated() {
      let label = step.stage == stage ? "" : step.stage.name
      stage = step.stage
      page.space(2)
      page.write(palette.paint(.quiet, TextLayout.padded(label, to: 11)))
      page.write(palette.paint(Self.role(of: step.status), step.status.mark))
      table.write(index, gap: gaps[index], to: &page)
      page.line(TextEscaping.terminal(step.event))
    }
  }

  private static func role(of status: CycleSummary.StepSummary.Status) -> Palette.Role {
    switch status {
    case .seen: .good
    case .missing: .bad
    case .late, .excused, .implied: .doubtful
    }
  }
}

/// The columns of a cycle's steps before their events; one that no step fills is left out.
private struct StepTable {
  /// The texts of the steps, empty where a step has no time or no line.
  private let times: [String]
  private let lines: [String]
  private let timeWidth: Int
  private let lineWidth: Int
  /// The width of `2025-11-14T`.
  private static let dateWidth = 11

  init(_ steps: [CycleSummary.StepSummary]) {
    let days = steps.compactMap(\.time).map { WallClock.day(of: $0) }
    let isOneDay = days.min() == days.max()
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
    lines = steps.map { step in step.line.map { "line \($0)" } ?? "" }
    timeWidth = times.map(\.utf8.count).max() ?? 0
    lineWidth = lines.map(\.utf8.count).max() ?? 0
  }

  func write(_ index: Int, gap: String, to page: inout TextPage) {
    page.space(1)
    if timeWidth > 0 {
      page.write(times[index], width: timeWidth)
      page.space(1 + 8 - gap.utf8.count)
      page.write(gap)
      page.space(2)
    }
    if lineWidth > 0 {
      page.write(lines[index], width: lineWidth)
      page.space(2)
    }
  }
}
