internal import RuleLanguage
internal import TextWriting

/// The run as workflow commands of GitHub Actions, which it shows as annotations: the verdict and
/// the violations, the worst first.
package enum GitHubRenderer: ReportRenderer {
  /// Appends the commands, one a line.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    let title = "dnplog \(summary.verdict.word)"
    let level: Level =
      switch (summary.verdict, summary.exitStatus) {
      case (.pass, 0): .notice
      case (.inconclusive, 0): .warning
      default: .error
      }
    add(level, [("title", title)], summary.allReasons + summary.notes, to: &bytes)
    // Where no error is violated, what is not known of one decides.
    let isOpen = summary.verdict == .inconclusive
    for finding in summary.findings
    where finding.outcome == .violated
      || isOpen && finding.outcome == .inconclusive && finding.severity == .error
    {
      add(finding, of: summary, to: &bytes)
    }
    if summary.omittedFindings > 0 {
      let rest = TextLayout.plural(summary.omittedFindings, "more finding")
      add(.notice, [("title", title)], ["\(rest) not listed"], to: &bytes)
    }
  }

  private enum Level: String { case notice, warning, error }

  private static func add(
    _ finding: Finding, of summary: RunSummary, to bytes: inout [UInt8]
  ) {
    let level: Level =
      summary.fails(finding)
      ? .error : finding.severity == .info || finding.isKnown ? .notice : .warning
    var properties: [(String, String)] = []
    // Standard input is no file that could be annotated.
    if let place = finding.evidence.first, !place.isPiped {
      properties = [("file", place.file), ("line", "\(place.line)")]
    }
    let text = FindingText(finding, of: summary)
    properties.append(("title", "\(finding.rule) (\(text.blame))"))
    let lines = text.parts.map { part in
      part.label.isEmpty ? "  \(part.text)" : "\(part.label): \(part.text)"
    }
    add(level, properties, lines, to: &bytes)
  }

  private static func add(
    _ level: Level, _ properties: [(name: String, value: String)], _ lines: [String],
    to bytes: inout [UInt8]
  ) {
    bytes.append(utf8: "::\(level.rawValue) ")
    for (number, property) in properties.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(utf8: "\(property.name)=")
      TextEscaping.workflowCommand(property.value.utf8.span, isProperty: true, into: &bytes)
    }
    bytes.append(utf8: "::")
    for (number, line) in lines.enumerated() {
      if number > 0 { bytes.append(utf8: "%0A") }
      TextEscaping.workflowCommand(line.utf8.span, isProperty: false, into: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
