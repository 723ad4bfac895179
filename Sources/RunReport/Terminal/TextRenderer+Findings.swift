internal import RuleLanguage
internal import TextWriting

extension TextRenderer {
  func addFindings(of summary: RunSummary, to page: inout TextPage) {
    let groups: [(Outcome, String, String, Palette.Role)] = [
      (.violated, "Violated", "✗", .bad), (.inconclusive, "Inconclusive", "?", .doubtful),
      (.excused, "Excused", "~", .doubtful),
    ]
    for (outcome, name, mark, role) in groups where detail != .quiet || outcome == .violated {
      let findings = summary.findings.filter { $0.outcome == outcome }
      if findings.isEmpty { continue }
      page.heading("\(name) (\(findings.count))")
      for (index, finding) in findings.enumerated() {
        if index > 0 { page.blank() }
        add(finding, mark: palette.paint(role, mark), of: summary, to: &page)
      }
    }
    if summary.omittedFindings > 0 {
      page.blank()
      page.line("\(TextLayout.plural(summary.omittedFindings, "more finding")) not listed")
    }
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
    let rule = palette.paint(.heading, TextEscaping.terminal(finding.rule))
    page.line("  \(mark) \(rule)  \(blame(for: finding))")
    page.labelled("expected", TextEscaping.terminal(finding.title), indent: 4)
    page.labelled("found", TextEscaping.terminal(message(of: finding)), indent: 4)
    page.labelled("in", TextEscaping.terminal(scope(of: finding)), indent: 4)
    let met = finding.steps.filter { $0.status != "missing" }.map { step in
      let line = step.line.map { " (line \($0))" } ?? ""
      return step.event + line + (step.status == "late" ? ", late" : "")
    }
    page.labelled("met", TextEscaping.terminal(met.joined(separator: "; ")), indent: 4)
    page.labelled("missing", TextEscaping.terminal(missing(in: finding)), indent: 4)
    for (index, miss) in finding.nearMisses.enumerated() {
      page.labelled(
        index == 0 ? "near miss" : "", TextEscaping.terminal(miss.sentence), indent: 4)
    }
    for (index, evidence) in finding.evidence.enumerated() {
      let text = evidence.text.isEmpty ? evidence.event : evidence.text
      // The name of the only input says nothing that the head has not said.
      let isOnly = summary.inputs.count == 1 && summary.inputs[0].name == evidence.file
      let place = isOnly ? "line " : "\(evidence.file):"
      page.logText(
        index == 0 ? "evidence" : "",
        TextEscaping.terminal("\(place)\(evidence.line)  \(text)"), indent: 4)
    }
    for (index, hint) in finding.hints.enumerated() {
      page.labelled(index == 0 ? "check next" : "", TextEscaping.terminal(hint), indent: 4)
    }
  }

  /// Severity and whose doing it is.
  private func blame(for finding: Finding) -> String {
    if finding.outcome == .inconclusive { return "evidence missing" }
    let fault: String? =
      switch finding.fault {
      case .plugin: "plugin fault"
      case .os: "OS limitation"
      case .environment: "environment"
      case .none: nil
      }
    let severity = finding.outcome == .violated ? finding.severity.name : nil
    return [severity, fault].compactMap { $0 }.joined(separator: ", ")
  }

  /// The message, or the reason where nothing else says what is wrong.
  private func message(of finding: Finding) -> String {
    if !finding.message.isEmpty || !finding.missing.isEmpty { return finding.message }
    return finding.reason.replacing("_", with: " ")
  }

  private func scope(of finding: Finding) -> String {
    var parts: [String] = []
    if let cycle = finding.scope.cycle { parts.append("cycle \(cycle)") }
    if let process = finding.scope.process { parts.append("process \(process)") }
    return parts.joined(separator: ", ")
  }

  private func missing(in finding: Finding) -> String {
    if finding.missing.isEmpty { return "" }
    let events = finding.missing.joined(separator: " or ")
    return finding.deadline.map { "\(events), due by \(InstantText.iso($0))" } ?? events
  }
}

extension Finding.NearMiss {
  /// What came near, in words: "fetch_success seen 4.2 s late at line 40".
  package var sentence: String {
    let place = line.map { " at line \($0)" } ?? ""
    return "\(event) \(manner)\(place)"
  }

  private var manner: String {
    let span = offsetSeconds.map { TextLayout.seconds(abs($0)) }
    let note = detail.isEmpty ? "" : " \(detail)"
    switch reason {
    case "seen_late": return (span.map { "seen \($0) late" } ?? "seen late") + note
    case "seen_early":
      if !detail.isEmpty { return "seen\(note)" }
      return span.map { "seen \($0) early" } ?? "seen too early"
    case "wrong_key": return detail.isEmpty ? "seen for another key" : "seen\(note)"
    case "wrong_field": return detail.isEmpty ? "seen with another value" : "seen, but\(note)"
    case "after_cancel": return "seen after the obligation was cancelled\(note)"
    case "other_epoch": return "seen after the clock was set back\(note)"
    default: return "not seen\(note)"
    }
  }
}
