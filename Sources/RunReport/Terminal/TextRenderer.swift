internal import LogReading
internal import TextWriting

/// The report that a person reads: the verdict, what was judged, the cycles and the findings.
package struct TextRenderer: Sendable {
  /// How much is printed.
  package enum Detail: Sendable {
    /// The verdict and what is violated.
    case quiet
    case normal
    /// Also what was skipped or not understood.
    case verbose
  }

  package var detail: Detail
  package var palette: Palette
  package var width: Int

  package init(detail: Detail = .normal, palette: Palette = .plain, width: Int = 100) {
    self.detail = detail
    self.palette = palette
    self.width = max(width, 60)
  }

  /// Appends the report.
  package func render(_ summary: RunSummary, into bytes: inout [UInt8]) {
    var page = TextPage(palette: palette, width: width)
    if !summary.message.isEmpty {
      page.line(TextEscaping.terminal(summary.message))
      guard detail == .verbose else { return page.bytes.move(behind: &bytes) }
    }
    addVerdict(of: summary, to: &page)
    if detail == .quiet {
      addFindings(of: summary, to: &page)
    } else {
      addInputs(of: summary, to: &page)
      addCircumstances(of: summary, to: &page)
      addCycles(of: summary, to: &page)
      addDistributions(of: summary, to: &page)
      addFindings(of: summary, to: &page)
      if detail == .verbose { addSkipped(of: summary, to: &page) }
      addTotals(of: summary, to: &page)
    }
    page.bytes.move(behind: &bytes)
  }

  private func addVerdict(of summary: RunSummary, to page: inout TextPage) {
    let (word, role): (String, Palette.Role) =
      switch summary.verdict {
      case .pass: ("PASS", .good)
      case .fail: ("FAIL", .bad)
      case .inconclusive: ("INCONCLUSIVE", .doubtful)
      }
    // Reasons may name a rule file's or an input's words.
    var reasons = summary.reasons.map { TextEscaping.terminal($0) }
    if summary.interrupted { reasons.append("Interrupted: this report is partial.") }
    guard let first = reasons.first else { return page.line(palette.paint(role, word)) }
    page.labelled(word, first, column: word.utf8.count + 2, indent: 0, role: role)
    if detail == .quiet { return }
    for reason in reasons.dropFirst() {
      page.labelled("", reason, column: word.utf8.count + 2, indent: 0)
    }
  }

  private func addInputs(of summary: RunSummary, to page: inout TextPage) {
    if summary.inputs.isEmpty { return }
    page.heading("Inputs")
    let names = summary.inputs.map { TextEscaping.terminal($0.name) }
    let column = min(names.map { TextLayout.width(of: $0) }.max() ?? 0, 32) + 2
    for (name, input) in zip(names, summary.inputs) {
      if TextLayout.width(of: name) + 2 > column {
        page.line("  " + name)
        page.labelled("", description(of: input), column: 0, indent: 4)
      } else {
        page.labelled(name, description(of: input), column: column, indent: 2)
      }
      if detail == .verbose { addContents(of: input, to: &page) }
    }
  }

  /// One line: container, lines, events, what was not understood, damage, span of time.
  private func description(of input: InputSummary) -> String {
    var parts: [String] = []
    let containers = input.containers.filter { $0.count > 0 }.map(\.name)
    if !containers.isEmpty { parts.append(containers.joined(separator: "+")) }
    if input.compression != .none { parts.append(input.compression.rawValue) }
    parts.append(TextLayout.plural(input.lines, "line"))
    parts.append(TextLayout.plural(input.events, "event"))
    parts.append("\(input.unclassified) unclassified")
    if input.cutLines > 0 { parts.append(TextLayout.plural(input.cutLines, "line") + " cut") }
    if let damage = input.damage {
      let kind = damage.kind == .trailingGarbage ? "trailing garbage" : damage.kind.rawValue
      parts.append("damaged (\(kind) at byte \(damage.offset))")
    }
    if let first = input.firstTime, let last = input.lastTime {
      let isSameDay = InstantText.date(first) == InstantText.date(last)
      let end = isSameDay ? InstantText.time(last) : InstantText.iso(last)
      parts.append("\(InstantText.iso(first)) to \(end)")
    } else if input.events > 0 {
      parts.append("no times")
    }
    if input.isTailCut { parts.append("ends in the middle") }
    return TextEscaping.terminal(parts.joined(separator: ", "))
  }

  private func addContents(of input: InputSummary, to page: inout TextPage) {
    func list(_ counts: [InputSummary.Count]) -> String {
      TextEscaping.terminal(counts.map { "\($0.name) \($0.count)" }.joined(separator: ", "))
    }
    page.labelled("containers", list(input.containers), indent: 4)
    page.labelled("families", list(input.families), indent: 4)
    for (index, example) in input.examples.enumerated() {
      page.logText(index == 0 ? "unrecognised" : "", TextEscaping.terminal(example), indent: 4)
    }
  }

  private func addCircumstances(of summary: RunSummary, to page: inout TextPage) {
    if !summary.assumptions.isEmpty { page.heading("Assumptions") }
    for assumption in summary.assumptions {
      let text = "\(assumption.what) = \(assumption.value): \(assumption.why)"
      page.labelled("", TextEscaping.terminal(text), column: 0, indent: 2)
    }
    if summary.environment.isEmpty { return }
    page.heading("Environment")
    let entries = summary.environment.map { entry in
      let value =
        switch entry.value {
        case .bool(let value): value ? "yes" : "no"
        case .int(let value): "\(value)"
        case .string(let value): value
        case .varies: "varies"
        }
      return "\(entry.key) \(value)"
    }
    let text = TextEscaping.terminal(entries.joined(separator: ", "))
    page.labelled("", text, column: 0, indent: 2)
  }

  private func addSkipped(of summary: RunSummary, to page: inout TextPage) {
    if summary.skipped.isEmpty { return }
    page.heading("Skipped rules")
    let column = (summary.skipped.map { TextLayout.width(of: $0.rule) }.max() ?? 0) + 2
    for rule in summary.skipped {
      page.labelled(
        TextEscaping.terminal(rule.rule), TextEscaping.terminal(rule.reason), column: column,
        indent: 2)
    }
  }

  private func addTotals(of summary: RunSummary, to page: inout TextPage) {
    func value(_ name: String, _ pair: SeedCounters.Pair) -> String {
      guard let reported = pair.reported, reported != pair.derived else {
        return "\(name) \(pair.derived)"
      }
      return "\(name) \(pair.derived) (log says \(reported))"
    }
    let counters = summary.counters
    let values = [
      value("scheduled", counters.scheduled), value("executed", counters.executed),
      value("success", counters.success), value("used", counters.used),
      value("failed by network", counters.failureNetwork), value("auth", counters.failureAuth),
      value("system", counters.failureSystem),
    ]
    page.blank()
    page.labelled("Counters", values.joined(separator: ", "), column: 10, indent: 0, role: .heading)
    let rules = summary.rules
    var lines: Int64 = 0
    var events: Int64 = 0
    for input in summary.inputs {
      lines = lines.addingSaturated(input.lines)
      events = events.addingSaturated(Int64(input.events))
    }
    let cycles = summary.cycles.count.addingSaturated(summary.omittedCycles)
    let outcomes =
      "\(rules.satisfied) satisfied, \(rules.violated) violated, \(rules.excused) excused, "
      + "\(rules.inconclusive) inconclusive, \(rules.notApplicable) skipped"
    page.labelled("Rules", outcomes, column: 10, indent: 0, role: .heading)
    addParts(of: summary, to: &page)
    let extent =
      "\(TextLayout.plural(cycles, "cycle")), \(TextLayout.plural(lines, "line")), "
      + TextLayout.plural(events, "event")
    page.labelled("Judged", extent, column: 10, indent: 0, role: .heading)
  }
}
