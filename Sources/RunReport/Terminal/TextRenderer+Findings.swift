internal import RuleLanguage
internal import TextWriting

extension TextRenderer {
  func addFindings(of summary: RunSummary, to page: inout TextPage) {
    for group in FindingGroup.all(in: summary)
    where detail != .quiet || group.outcome == .violated {
      if lists(of: group).isEmpty { continue }
      let role: Palette.Role = group.outcome == .violated ? .bad : .doubtful
      page.heading(group.title)
      let mark = palette.paint(role, group.mark)
      for (index, findings) in lists(of: group).enumerated() {
        if index > 0 { page.blank() }
        add(findings[0], mark: mark, of: summary, to: &page)
        if detail != .verbose { addFollowing(findings[0], of: summary, to: &page) }
        addOthers(findings.dropFirst(), of: summary, to: &page)
      }
    }
    if summary.omittedFindings > 0 {
      page.blank()
      page.line("\(TextLayout.plural(summary.omittedFindings, "more finding")) not listed")
    }
  }

  /// Returns the findings printed together: all of a rule, or each alone in a verbose report.
  private func lists(of group: FindingGroup) -> [[Finding]] {
    detail == .verbose ? group.findings.map { [$0] } : group.byRule
  }

  /// Adds the findings that follow from another, a line each.
  private func addFollowing(_ cause: Finding, of summary: RunSummary, to page: inout TextPage) {
    let following = summary.findings.filter { $0.follows(from: cause) }
    for (index, finding) in following.prefix(Self.otherFindings).enumerated() {
      let text = "\(finding.rule): \(finding.account)"
      page.labelled(index == 0 ? "with it" : "", TextEscaping.terminal(text), indent: 4)
    }
    let rest = following.count - Self.otherFindings
    if rest > 0 { page.labelled("", "\(rest) more (-v)", indent: 4) }
  }

  /// More findings of a rule than this are only counted.
  private static let otherFindings = 6

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
    let text = "\(findings.count) more (-v): " + places.joined(separator: ", ")
    page.labelled("likewise", TextEscaping.terminal(text), indent: 4)
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
      let reason = summary.skipped.first { $0.rule == rule }?.reason
      let why =
        switch reason {
        case "simulator": "not judged on a simulator"
        case "unarmed": "unarmed: nothing shows that the plugin logs what the rule waits for"
        default: "the rule was never triggered"
        }
      page.line("  " + TextEscaping.terminal(input) + ": " + why)
    }
    for var instance in instances {
      page.blank()
      if instance.outcome == .satisfied { instance.hints = [] }
      let (mark, role): (String, Palette.Role) =
        switch instance.outcome {
        case .satisfied: ("✓", .good)
        case .violated: ("✗", .bad)
        case .excused: ("~", .doubtful)
        case .inconclusive, .notApplicable: ("?", .doubtful)
        }
      add(instance, mark: palette.paint(role, mark), of: summary, to: &page)
    }
    if summary.omittedFindings > 0 {
      page.blank()
      page.line("\(TextLayout.plural(summary.omittedFindings, "more instance")) not listed")
    }
    page.bytes.move(behind: &bytes)
  }

  private func add(
    _ finding: Finding, mark: String, of summary: RunSummary, to page: inout TextPage
  ) {
    let text = FindingText(finding, of: summary)
    let rule = palette.paint(.heading, TextEscaping.terminal(finding.rule))
    page.line("  \(mark) \(rule)  \(text.blame)")
    if detail == .verbose, !finding.condition.isEmpty {
      page.labelled("condition", TextEscaping.terminal(finding.condition), indent: 4)
    }
    for part in text.parts {
      if part.isLogText {
        page.logText(part.label, TextEscaping.terminal(part.text), indent: 4)
      } else {
        page.labelled(part.label, TextEscaping.terminal(part.text), indent: 4)
      }
    }
  }
}
