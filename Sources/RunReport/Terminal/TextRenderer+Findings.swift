internal import RuleLanguage
internal import TextWriting

extension TextRenderer {
  /// More findings of a rule than this are only counted.
  private static let otherFindings = 6
  /// Of what follows from a finding more rules than this are only counted.
  private static let listedConsequences = 5
  /// Of more hints than this the first are shown: the likeliest.
  private static let listedHints = 3
  /// More rules that could not be judged than this are only counted.
  private static let openedDoubts = 3
  /// More rules than this that fail no run are only counted.
  private static let listedRules = 6

  func addFindings(of summary: RunSummary, to page: inout TextPage) {
    var explanation = detail == .quiet || !isExplained ? nil : summary.explanation
    let groups = FindingGroup.all(in: summary).filter {
      detail != .quiet || $0.outcome == .violated
    }
    let causes = CausedFindings(of: groups)
    for group in groups {
      // What decides the verdict is shown with its lines, everything else in a line or two.
      let isOpened =
        detail == .verbose || group.outcome == .violated
        || group.outcome == .inconclusive && summary.verdict == .inconclusive
      // What a baseline holds is no news.
      let lists = lists(of: group, causes).filter { detail != .quiet || !$0[0].isKnown }
      let limit =
        detail == .verbose || group.outcome == .violated
        ? lists.count : isOpened ? Self.openedDoubts : Self.listedRules
      let shown = lists.prefix(limit)
      if !isOpened { page.paragraph() }
      for findings in shown {
        if isOpened { page.paragraph() }
        let isNews = detail == .verbose || !findings[0].isKnown
        add(findings[0], isOpened: isOpened && isNews, of: summary, to: &page)
        if let explained = explanation, explained.rule == findings[0].rule {
          addCommand(explained.command, to: &page)
          explanation = nil
        }
        addOthers(findings.dropFirst(), of: summary, to: &page)
        if detail != .verbose {
          addFollowing(causes.following(findings[0]), of: summary, to: &page)
        }
      }
      let rest = Set(lists.dropFirst(shown.count).map { $0[0].rule })
        .subtracting(shown.map { $0[0].rule })
      if !rest.isEmpty {
        let words = TextLayout.plural(rest.count, "other rule")
        page.line("\(group.mark) \(words) \(group.name.lowercased()) (-v)")
      } else if lists.count > shown.count {
        let count = lists.dropFirst(shown.count).reduce(0) { $0 + $1.count }
        let words = TextLayout.plural(count, "more finding")
        page.line("\(group.mark) \(words) \(group.name.lowercased()) (-v)")
      }
    }
    if summary.omittedFindings > 0 {
      page.paragraph()
      page.line("\(TextLayout.plural(summary.omittedFindings, "more finding")) not listed")
    }
  }

  /// Returns the findings printed together: those of a rule and of one blame, or each alone in a verbose
  /// report.
  private func lists(of group: FindingGroup, _ causes: CausedFindings) -> [[Finding]] {
    detail == .verbose ? group.findings.map { [$0] } : causes.heads(of: group)
  }

  /// Adds the findings that follow from another: a line for each rule, the violated ones first.
  private func addFollowing(
    _ lists: [[Finding]], of summary: RunSummary, to page: inout TextPage
  ) {
    for findings in lists.prefix(Self.listedConsequences) {
      let (mark, role) = findings[0].mark
      let sentence = findings[0].account.isEmpty ? findings[0].title : findings[0].account
      var text = "\(mark) \(sentence)  [\(findings[0].rule)]"
      if findings.count > 1 { text += ", and \(findings.count - 1) more of this rule" }
      page.labelled("and so", TextEscaping.terminal(text), column: 8, indent: 2, role: role)
    }
    let rest = lists.dropFirst(Self.listedConsequences).flatMap { $0 }
    let failing = rest.count { summary.fails($0) && $0.severity == .error }
    let parts = [
      failing > 0 ? TextLayout.plural(failing, "more consequence") : nil,
      rest.count > failing ? "\(rest.count - failing) more that fail nothing" : nil,
    ].compactMap { $0 }
    if parts.isEmpty { return }
    page.labelled("and so", parts.joined(separator: ", ") + " (-v)", column: 8, indent: 2)
  }

  /// Adds the other places of a rule.
  private func addOthers(
    _ findings: ArraySlice<Finding>, of summary: RunSummary, to page: inout TextPage
  ) {
    if findings.isEmpty { return }
    var places: [String] = []
    // Several of one record or one cycle have one place.
    for place in findings.prefix(Self.otherFindings).map({ $0.place(of: summary) })
    where place != places.last {
      places.append(place)
    }
    if findings.count > Self.otherFindings { places.append("…") }
    let text = "likewise in \(findings.count) more: " + places.joined(separator: ", ")
    page.labelled("", TextEscaping.terminal(text), column: 0, indent: 2)
  }

  /// Appends every instance of one rule, met or not, in the order of the log.
  package func renderInstances(
    of rule: String, title: String, _ summary: RunSummary, input: String, into bytes: inout [UInt8]
  ) {
    var page = TextPage(palette: palette, width: width)
    page.line(
      palette.paint(.heading, TextEscaping.terminal(rule)) + "  " + TextEscaping.terminal(title))
    let instances = summary.findings.sorted {
      ($0.evidence.first?.line ?? 0) < ($1.evidence.first?.line ?? 0)
    }
    if instances.isEmpty {
      let skipped = summary.skipped.first { $0.rule == rule && $0.reason != "vacuous" }
      let isEmpty = summary.inputs.allSatisfy { $0.events == 0 }
      let why =
        isEmpty ? "no line of the plugin" : skipped?.words ?? "the rule was never triggered"
      page.line("  " + TextEscaping.terminal(input) + ": " + why)
    }
    for var instance in instances {
      page.paragraph()
      if instance.outcome == .satisfied { instance.hints = [] }
      add(instance, isOpened: true, of: summary, to: &page)
    }
    if summary.omittedFindings > 0 {
      page.paragraph()
      page.line("\(TextLayout.plural(summary.omittedFindings, "more instance")) not listed")
    }
    page.bytes.move(behind: &bytes)
  }

  /// Adds a finding: what is wrong, the lines that prove it, and what to check next.
  private func add(
    _ finding: Finding, isOpened: Bool, of summary: RunSummary, to page: inout TextPage
  ) {
    let (mark, role) = finding.mark
    let sentence = finding.account.isEmpty ? finding.title : finding.account
    let head = TextEscaping.terminal(finding.label.map { "\($0): " + sentence } ?? sentence)
    page.labelled(mark, head, column: 2, indent: 0, role: role)
    if detail == .verbose { addWords(of: finding, of: summary, to: &page) }
    var source = "[\(finding.rule)]"
    // Where there is one cycle, all findings are of it.
    if summary.cycles.count != 1 || detail == .quiet, let cycle = finding.scope.cycle {
      source += " in cycle \(cycle)"
    }
    if !isOpened, let excuse = finding.evidence.first(where: { $0.role == .excuse }),
      excuse.line != finding.evidence.first?.line
    {
      source += ", excused by line \(excuse.line)"
    }
    let firstDay = summary.inputs.first { $0.name == finding.evidence.first?.file }?.firstTime
      .map { WallClock.day(of: $0) }
    let rows =
      isOpened
      ? EvidenceRows(of: finding, firstDay: firstDay, isWhole: detail == .verbose).rows : []
    if rows.isEmpty {
      let place = finding.evidence.first.map { $0.place + " " } ?? ""
      page.labelled("-->", TextEscaping.terminal(place + source), column: 4, indent: 2)
    } else {
      add(rows, source: source, to: &page)
    }
    // An excused finding is explained already.
    if isOpened, finding.outcome != .excused, !finding.hints.isEmpty {
      let shown = detail == .verbose ? finding.hints[...] : finding.hints.prefix(Self.listedHints)
      let rest = finding.hints.count - shown.count
      let hints =
        shown.map { TextEscaping.terminal($0) + ($0.hasSuffix(".") ? "" : ".") }
        + (rest > 0 ? ["(\(rest) more: -v)"] : [])
      page.labelled("Next:", hints.joined(separator: " "), column: 6, indent: 2, role: .heading)
    }
  }

  /// Adds the command that shows each time the rule applied.
  private func addCommand(_ command: String, to page: inout TextPage) {
    page.line("  " + palette.paint(.heading, "Why:") + "  " + TextEscaping.terminal(command))
  }

  /// Adds what only authors of rules, and those who look closely, want to know.
  private func addWords(of finding: Finding, of summary: RunSummary, to page: inout TextPage) {
    page.labelled("expected", TextEscaping.terminal(finding.title), indent: 2)
    page.labelled("condition", TextEscaping.terminal(finding.condition), indent: 2)
    for part in FindingText(finding, of: summary).parts
    where ["in", "met", "missing"].contains(part.label) {
      page.labelled(part.label, TextEscaping.terminal(part.text), indent: 2)
    }
  }

  /// Adds lines of the log with their numbers in a gutter; where they are stands above them.
  private func add(_ rows: [EvidenceRows.Row], source: String, to page: inout TextPage) {
    let numbers = rows.compactMap(\.line).map { "\($0)" }
    let column = (numbers.map { TextLayout.width(of: $0) }.max() ?? 0) + 2
    var file: String?
    for row in rows {
      if let place = row.place, row.file != file {
        let behind = file == nil ? " " + source : ""
        file = row.file
        page.labelled("-->", TextEscaping.terminal(place + behind), column: 4, indent: column + 1)
      }
      let number = row.line.map { "\($0)" } ?? ""
      page.gutter(
        number, column: column, TextEscaping.terminal(row.text),
        rows: row.rows, role: row.isNote ? .doubtful : nil)
    }
  }
}

extension Finding {
  /// The sign in front of the finding, and its colour.
  fileprivate var mark: (String, Palette.Role) {
    let role: Palette.Role =
      switch outcome {
      case .satisfied: .good
      case .violated: isKnown ? .quiet : severity == .error ? .bad : .doubtful
      case .excused, .inconclusive, .notApplicable: .doubtful
      }
    return (sign, role)
  }

  /// Whose fault it is, in front of the sentence: "plugin fault", "warning, plugin fault".
  fileprivate var label: String? {
    let fault = FindingText.words(of: fault)
    switch outcome {
    case .violated:
      let severity = severity == .error ? nil : severity.name
      let words = [isKnown ? "known" : nil, severity, fault].compactMap { $0 }
      return words.isEmpty ? "fault" : words.joined(separator: ", ")
    case .excused: return fault.map { "excused, \($0)" } ?? "excused"
    case .inconclusive: return FindingText.doubt(of: self)
    case .satisfied, .notApplicable: return nil
    }
  }
}
