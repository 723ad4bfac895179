internal import RuleLanguage
internal import TextWriting

extension TextRenderer {
  /// More cycles than this, and the healthy ones are only counted.
  private static let fullCycles = 5

  func addCycles(of summary: RunSummary, to page: inout TextPage) {
    let isShort = summary.cycles.count > Self.fullCycles && detail != .verbose
    var healthy = 0
    var open = 0
    let concerned = Set(summary.findings.compactMap(\.scope.cycle))
    for (index, cycle) in summary.cycles.enumerated() {
      let hasFinding = cycle.isNamed(in: concerned)
      if isShort, cycle.isHealthy, !hasFinding {
        healthy += 1
        if cycle.outcome == .open { open += 1 }
      } else {
        add(cycle, number: index + 1, to: &page)
      }
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

  private func add(_ cycle: CycleSummary, number: Int, to page: inout TextPage) {
    page.blank()
    var title = "Cycle \(number)"
    if let time = cycle.notificationTime { title += "  \(InstantText.iso(time))" }
    if let id = cycle.scheduleId { title += "  \(TextEscaping.terminal(id))" }
    let (outcome, role): (String, Palette.Role) =
      switch cycle.outcome {
      case .usedPrefetch: ("used the prefetch", .good)
      case .fallback: ("fell back", .doubtful)
      case .notDelivered: ("not delivered", .bad)
      case .excused: ("excused", .doubtful)
      case .open: ("open", .quiet)
      }
    page.line("\(palette.paint(.heading, title))  \(palette.paint(role, outcome))")
    page.labelled("", measures(of: cycle).joined(separator: ", "), column: 0, indent: 2)
    let ranges = cycle.lines.map { "\(TextEscaping.terminal($0.file)):\($0.first)-\($0.last)" }
    page.labelled("lines", ranges.joined(separator: ", "), column: 11, indent: 2)
    addSteps(of: cycle, to: &page)
  }

  private func measures(of cycle: CycleSummary) -> [String] {
    var parts: [String] = []
    if let lead = cycle.leadSeconds { parts.append(Self.words(ofLead: lead, cycle.leadCapped)) }
    if let delay = cycle.executionDelaySeconds {
      parts.append("execution delay \(TextLayout.seconds(delay))")
    }
    if let left = cycle.leadAtExecutionSeconds {
      let distance = TextLayout.seconds(abs(left))
      parts.append("executed \(distance) \(left < 0 ? "after" : "before") the notification")
    }
    if let duration = cycle.fetchDurationSeconds {
      parts.append("fetch \(TextLayout.seconds(duration))")
    }
    if let age = cycle.cacheAgeAtDeliverySeconds {
      let note = cycle.ttlValid == false ? ", expired" : ""
      parts.append("content \(TextLayout.seconds(age)) old at delivery\(note)")
    }
    if let drift = cycle.deliveryDriftSeconds {
      parts.append("delivery drift \(TextLayout.seconds(drift))")
    }
    if let match = cycle.contentHashMatch {
      parts.append(match ? "content hash matches" : "content hash differs")
    }
    if let match = cycle.scheduleHashMatch {
      parts.append(match ? "schedule hash matches" : "schedule hash differs")
    }
    switch cycle.cachePersistence {
    case .verified: parts.append("cache state verified")
    case .violated: parts.append("cache state wrong")
    case .unknown: break
    }
    if cycle.isBaseline == true { parts.append("baseline") }
    if cycle.isBaseline == false, detail == .verbose { parts.append("no baseline") }
    return parts
  }

  /// Above an hour the system favours a task less (S4:48).
  private static func words(ofLead lead: Double, _ isCapped: Bool) -> String {
    let note = isCapped ? " (capped)" : lead > 3600 ? " (long: the system favours it less)" : ""
    return "lead \(TextLayout.seconds(lead))\(note)"
  }

  private func addSteps(of cycle: CycleSummary, to page: inout TextPage) {
    let table = StepTable(cycle.steps)
    var stage: ProfileStep.Stage?
    var previous: Int64?
    for (index, step) in cycle.steps.enumerated() {
      let label = step.stage == stage ? "" : step.stage.name
      stage = step.stage
      let gap = step.time.flatMap { time -> String? in
        guard let previous else { return nil }
        let (difference, overflow) = time.subtractingReportingOverflow(previous)
        return overflow ? nil : TextLayout.gap(difference)
      }
      if let time = step.time { previous = time }
      let (mark, role) = Self.mark(of: step.status)
      page.space(2)
      page.write(palette.paint(.quiet, TextLayout.padded(label, to: 11)))
      page.write(palette.paint(role, mark))
      table.write(index, gap: gap ?? "", to: &page)
      page.line(TextEscaping.terminal(step.event))
    }
  }

  private static func mark(
    of status: CycleSummary.StepSummary.Status
  ) -> (String, Palette.Role) {
    switch status {
    case .seen: ("✓", .good)
    case .missing: ("✗", .bad)
    case .late: ("!", .doubtful)
    case .excused: ("~", .doubtful)
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

  init(_ steps: [CycleSummary.StepSummary]) {
    let days = steps.compactMap(\.time).map { WallClock.day(of: $0) }
    let showsDates = days.min() != days.max()
    times = steps.map { step in
      step.time.map { showsDates ? InstantText.iso($0) : InstantText.time($0) } ?? ""
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

extension ProfileStep.Stage {
  fileprivate var name: String {
    switch self {
    case .launch: "launch"
    case .schedule: "schedule"
    case .execution: "execution"
    case .delivery: "delivery"
    case .summary: "summary"
    }
  }
}
