internal import RuleLanguage
internal import TextWriting

extension TextRenderer {
  /// Beyond this many cycles the healthy ones are only counted.
  private static let listedCycles = 5
  /// Beyond this many, those that are not healthy are only counted too.
  private static let listedFaulty = 10
  /// Of more cycles than this the steps are not shown, unless the report is verbose.
  private static let openedCycles = 3

  /// A delivery that comes later than the rules allow unless they are told otherwise is told beside the
  /// outcome.
  private static let lateSeconds = 180.0

  /// More findings of a cycle than this are only counted.
  private static let namedFindings = 3

  /// Adds the cycles: of several runs only in a verbose report, since each run has a row.
  func addCycles(of summary: RunSummary, to page: inout TextPage) {
    if summary.runs > 1, detail != .verbose { return }
    if summary.cycles.isEmpty, summary.omittedCycles == 0 { return }
    let isShort = summary.cycles.count > Self.listedCycles && detail != .verbose
    var healthy = 0
    var open = 0
    var shown: [ShownCycle] = []
    let told = CycleFindings(of: summary)
    for (index, cycle) in summary.cycles.enumerated() {
      let findings = told[index]
      if isShort, cycle.isHealthy, findings.isEmpty {
        if cycle.outcome == .open { open += 1 } else { healthy += 1 }
      } else {
        shown.append(ShownCycle(cycle, number: index + 1, findings: findings))
      }
    }
    // In the order of time where they are as bad.
    shown.sort { ($0.badness, $0.number) < ($1.badness, $1.number) }
    let listed = isShort ? shown.prefix(Self.listedFaulty) : shown[...]
    page.paragraph()
    var opened = 0
    for cycle in listed {
      if detail == .verbose { page.paragraph() }
      let isOpened = detail == .verbose || opened < Self.openedCycles && cycle.cycle.hasGap
      if isOpened { opened += 1 }
      add(cycle, isOpened: isOpened, of: summary, to: &page)
    }
    if shown.count > listed.count {
      let rest = TextLayout.plural(shown.count - listed.count, "other cycle")
      page.line("\(rest) that went wrong or that findings name (-v)")
    }
    if healthy + open > 0 {
      let rest = healthy + open < summary.cycles.count ? "other " : ""
      let first = TextLayout.plural(healthy > 0 ? healthy : open, "\(rest)cycle")
      let more = healthy > 0 && open > 0 ? ", \(open) still open" : ""
      page.line(first + (healthy > 0 ? " healthy" : " still open") + more)
    }
    if summary.omittedCycles > 0 {
      page.line("\(TextLayout.plural(summary.omittedCycles, "more cycle")) not listed")
    }
  }

  private func add(
    _ shown: ShownCycle, isOpened: Bool, of summary: RunSummary, to page: inout TextPage
  ) {
    let cycle = shown.cycle
    let missing = summary.missing(in: cycle)
    let (mark, role) = shown.mark(missing)
    var title: [String] = []
    if let time = cycle.notificationTime {
      title.append(InstantText.date(time) + " " + InstantText.time(time))
    }
    if let id = cycle.scheduleId { title.append(TextEscaping.terminal(id)) }
    if title.isEmpty { title.append("cycle \(shown.number)") }
    let name = title.joined(separator: "  ")
    var outcome = TextEscaping.terminal(cycle.account)
    if cycle.outcome == .open, let due = cycle.notificationTime,
      let last = summary.lastTime(of: cycle), due < last
    {
      outcome =
        cycle.isToldUnshown
        ? "not delivered" : "due before the log ends, which does not tell what became of it"
    }
    if let drift = cycle.deliveryDriftSeconds, drift > Self.lateSeconds {
      outcome += ", \(TextLayout.span(drift)) late\(cycle.assumptionNote)"
    }
    let failed = shown.findings.count { $0.mark == "✗" }
    if failed > 0 { outcome += "; \(TextLayout.plural(failed, "check")) failed" }
    let warnings = shown.findings.count { $0.mark == "!" }
    if warnings > 0 { outcome += "; \(TextLayout.plural(warnings, "warning"))" }
    let head = palette.paint(role, mark) + " " + palette.paint(.heading, name)
    if TextLayout.width(of: name + outcome) + 4 <= width {
      page.line(head + "  " + palette.paint(role, outcome))
    } else {
      page.line(head)
      page.labelled("", outcome, column: 0, indent: 2)
    }
    if detail == .verbose {
      let measures = cycle.measures(isVerbose: true)
      page.labelled("", measures.joined(separator: ", "), column: 0, indent: 2)
      let ranges = cycle.lines.map { "\(TextEscaping.terminal($0.file)):\($0.first)-\($0.last)" }
      page.labelled("lines", ranges.joined(separator: ", "), column: 11, indent: 2)
    }
    // Where there is one cycle, all findings are of it.
    if detail == .verbose || summary.cycles.count > 1 {
      let limit = detail == .verbose ? shown.findings.count : Self.namedFindings
      var rules = shown.findings.prefix(limit).map { TextEscaping.terminal($0.words) }
      if shown.findings.count > limit { rules.append("\(shown.findings.count - limit) more") }
      page.labelled("findings", rules.joined(separator: ", "), column: 11, indent: 2)
    }
    if isOpened {
      addSteps(of: cycle, blamed: missing, to: &page)
    } else {
      addQuietSteps(of: cycle.steps, to: &page)
    }
  }

  /// Adds the steps; the stages without a fault are one line, unless the report is verbose.
  private func addSteps(of cycle: CycleSummary, blamed: MissingEvents, to page: inout TextPage) {
    let stages = cycle.stages
    let opened = stages.filter { detail == .verbose || $0.contains(where: \.isFaulty) }
    let table = StepTable(opened.flatMap { $0 }, of: cycle, width: width - 16)
    let gaps = CycleSummary.gaps(of: cycle.steps)
    var row = 0
    var last = -1
    var others: [ArraySlice<CycleSummary.StepSummary>] = []
    for steps in stages {
      guard detail == .verbose || steps.contains(where: \.isFaulty) else {
        others.append(steps)
        continue
      }
      var rest: [String] = []
      for (index, step) in zip(steps.indices, steps) {
        defer {
          row += 1
          last = index
        }
        let isNext = index + 1 < steps.endIndex && steps[index + 1].status == .missing
        // Of steps missing one after the other the first says where it broke off.
        if detail != .verbose, index > steps.startIndex, steps[index - 1].status == .missing,
          step.status == .missing
        {
          rest.append(TextEscaping.terminal(step.words))
          if !isNext {
            page.labelled(
              "", "and then " + rest.joined(separator: ", "), column: 13, indent: 2)
            rest = []
          }
          continue
        }
        page.space(2)
        let label = index == steps.startIndex ? step.stage.name : ""
        page.write(palette.paint(.quiet, TextLayout.padded(label, to: 11)))
        let isBlamed = step.alternatives.contains { blamed.events.contains($0) }
        let (mark, role) = Self.mark(of: step.status, isBlamed: isBlamed)
        page.write(palette.paint(role, mark))
        let due = step.alternatives.lazy.compactMap { blamed.deadlines[$0] }.first
        // The time since a step that is not shown says nothing.
        table.write(row, gap: last == index - 1 ? gaps[index] : "", due: due, to: &page)
        page.line(TextEscaping.terminal(step.words))
      }
    }
    let places = others.compactMap { steps -> String? in
      let lines = steps.filter { $0.status == .seen }.compactMap(\.line)
      guard let stage = steps.first?.stage, let first = lines.min(), let last = lines.max() else {
        return nil
      }
      return (first == last ? "\(first)" : "\(first)-\(last)") + " " + stage.name
    }
    if !places.isEmpty {
      let isOne = places.count == 1 && !places[0].contains("-")
      let text = (isOne ? "line " : "lines ") + places.joined(separator: ", ")
      page.labelled("✓", text, column: 2, indent: 2, role: .good)
    }
    addQuietSteps(of: others.flatMap { $0 }, to: &page)
  }

  /// Adds the steps that no line shows and that nobody misses, one line for each kind.
  private func addQuietSteps(of steps: [CycleSummary.StepSummary], to page: inout TextPage) {
    if detail == .verbose { return }
    for (status, label) in [
      (CycleSummary.StepSummary.Status.implied, "implied by other lines"),
      (.excused, "missing, excused"), (.late, "late"), (.missing, "missing"),
    ] {
      let names = steps.filter { $0.status == status }.map { TextEscaping.terminal($0.words) }
      if names.isEmpty { continue }
      let (mark, role) = Self.mark(of: status, isBlamed: false)
      page.labelled(
        mark, "\(label): \(names.joined(separator: ", "))", column: 2, indent: 2, role: role)
    }
  }

  /// Returns the sign of a step, and its colour.
  ///
  /// - Parameter isBlamed: Whether a violation says that it is missing; else the log may lack its line.
  private static func mark(
    of status: CycleSummary.StepSummary.Status, isBlamed: Bool
  ) -> (String, Palette.Role) {
    switch status {
    case .seen: (status.mark, .good)
    case .missing: isBlamed ? (status.mark, .bad) : ("?", .doubtful)
    case .late, .excused, .implied: (status.mark, .doubtful)
    }
  }
}

extension ShownCycle {
  /// The sign in front of the cycle, and its colour.
  fileprivate func mark(_ missing: MissingEvents) -> (String, Palette.Role) {
    let gaps = cycle.steps.filter { $0.status == .missing }
    if findings.contains(where: { $0.mark == "✗" })
      || gaps.contains(where: { $0.alternatives.contains { missing.events.contains($0) } })
    {
      return ("✗", .bad)
    }
    if findings.contains(where: { $0.mark == "!" }) { return ("!", .doubtful) }
    switch cycle.outcome {
    case .open: return ("·", .quiet)
    case .usedPrefetch, .delivered, .refused:
      if !gaps.isEmpty { return ("?", .doubtful) }
      // Not all went as it should, but nobody is to blame.
      return findings.contains { $0.mark == "~" } ? ("~", .doubtful) : ("✓", .good)
    case .fallback, .excused, .notDelivered: break
    }
    if findings.contains(where: { $0.mark == "?" }) { return ("?", .doubtful) }
    let isUnexplained = cycle.outcome == .notDelivered && findings.isEmpty
    return isUnexplained ? ("?", .doubtful) : ("~", .doubtful)
  }
}

extension CycleSummary {
  /// Whether a step is missing or late, so that the steps around it are worth a look.
  fileprivate var hasGap: Bool { steps.contains(where: \.isFaulty) }

  /// The steps of one stage that follow each other, in order.
  fileprivate var stages: [ArraySlice<StepSummary>] {
    var stages: [ArraySlice<StepSummary>] = []
    var start = 0
    for index in steps.indices
    where index + 1 == steps.count || steps[index].stage != steps[index + 1].stage {
      stages.append(steps[start...index])
      start = index + 1
    }
    return stages
  }
}

extension CycleSummary.StepSummary {
  fileprivate var isFaulty: Bool { status == .missing || status == .late }

  /// The step in words: "fetch_success or fetch_failure".
  fileprivate var words: String { alternatives.joined(separator: " or ") }
}

extension RunSummary {
  /// The last time of the input that holds the end of a cycle.
  package func lastTime(of cycle: CycleSummary) -> Int64? {
    inputs.first { $0.name == cycle.lines.last?.file }?.lastTime
  }
}

/// The events that violations of a cycle miss, and when they were due.
private struct MissingEvents {
  var events: Set<String> = []
  var deadlines: [String: Int64] = [:]
}

extension RunSummary {
  /// Returns the events that findings miss in a cycle.
  fileprivate func missing(in cycle: CycleSummary) -> MissingEvents {
    var missing = MissingEvents()
    let names = cycle.names
    for finding in findings where !finding.missing.isEmpty {
      let isOfCycle = finding.scope.cycle.map { names.contains($0) }
      // A finding of no cycle may be of the launch before it.
      let first = finding.evidence.first
      guard isOfCycle ?? true,
        cycle.lines.contains(where: { range in
          range.file == first?.file && (isOfCycle != nil || range.last >= first?.line ?? .max)
        })
      else { continue }
      let isNews = finding.outcome == .violated && !finding.isKnown
      if isNews { missing.events.formUnion(finding.missing) }
      guard isOfCycle == true, let deadline = finding.deadline else { continue }
      for event in finding.missing { missing.deadlines[event] = deadline }
    }
    return missing
  }
}
