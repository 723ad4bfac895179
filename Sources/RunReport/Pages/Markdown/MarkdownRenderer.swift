internal import RuleLanguage
internal import TextWriting

/// The run as Markdown, for a step summary or a comment: the verdict, what is violated, the cycles.
package enum MarkdownRenderer: ReportRenderer {
  /// Appends the page.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    line("## dnplog: \(summary.verdict.word)", to: &bytes)
    for reason in summary.allReasons { paragraph(reason, to: &bytes) }
    let inputs = summary.inputs.map { [$0.name, $0.words] }
    table(["input", "what it holds"], inputs, to: &bytes)
    for group in FindingGroup.all(in: summary) { add(group, of: summary, to: &bytes) }
    if summary.omittedFindings > 0 {
      let rest = TextLayout.plural(summary.omittedFindings, "more finding")
      paragraph("\(rest) not listed.", to: &bytes)
    }
    addState(of: summary, to: &bytes)
    addFeed(of: summary, to: &bytes)
    table(ScenarioSummary.columns, summary.scenarioTable, to: &bytes)
    table(ScenarioSummary.questionColumns, summary.scenarioAnswers, to: &bytes)
    addCycles(of: summary, to: &bytes)
    let assumptions = summary.toldAssumptions.map { [$0.what, $0.value, $0.why] }
    fold("Assumptions (\(assumptions.count))", isOpen: false, to: &bytes) {
      table(["taken for granted", "as", "why"], assumptions, to: &$0)
    }
    paragraph("Counters: \(summary.counters.words)", to: &bytes)
    paragraph("Rules: \(summary.rules.words)", to: &bytes)
    paragraph("Judged: \(summary.extent)", to: &bytes)
  }

  // MARK: Findings

  private static func add(
    _ group: FindingGroup, of summary: RunSummary, to bytes: inout [UInt8]
  ) {
    fold(group.title, isOpen: group.outcome == .violated, to: &bytes) { bytes in
      for finding in group.findings { add(finding, of: summary, to: &bytes) }
    }
  }

  private static func add(_ finding: Finding, of summary: RunSummary, to bytes: inout [UInt8]) {
    let text = FindingText(finding, of: summary)
    line("**\(escaped(finding.rule))** \(escaped(text.blame))", to: &bytes)
    for part in text.parts where !part.isLogText {
      let label = part.label.isEmpty ? "" : "**\(part.label)** "
      bytes.append(utf8: "\(part.label.isEmpty ? "  " : "")- \(label)\(escaped(part.text))\n")
    }
    var lines: [String] = []
    for part in text.parts where part.isLogText {
      // Lines that excuse stand apart from those that took part.
      if part.label == FindingText.excuseLabel {
        if !lines.isEmpty { code(lines, to: &bytes) }
        line("**\(part.label)**", to: &bytes)
        lines = []
      }
      lines.append(TextEscaping.terminal(part.text))
    }
    if !lines.isEmpty { code(lines, to: &bytes) }
    blank(&bytes)
  }

  // MARK: State

  private static func addState(of summary: RunSummary, to bytes: inout [UInt8]) {
    table(["state", "what it holds"], summary.states.map { [$0.name, $0.words] }, to: &bytes)
    for note in summary.states.flatMap(\.notes) { paragraph(note + ".", to: &bytes) }
    let items = StateItem.table(of: summary.items)
    table(
      items.heads + ["why, and what should happen next"],
      zip(items.rows, summary.items).map { $0 + [$1.account] }, to: &bytes)
    if summary.omittedItems > 0 {
      paragraph("\(TextLayout.plural(summary.omittedItems, "more item")) not listed.", to: &bytes)
    }
  }

  // MARK: Feed

  private static func addFeed(of summary: RunSummary, to bytes: inout [UInt8]) {
    guard let feed = summary.feed else { return }
    table(["feed", "what it holds"], [[feed.name, feed.words]], to: &bytes)
    table(feed.columns + ["why"], feed.rows.map { feed.cells(of: $0) + [$0.reason] }, to: &bytes)
    if feed.omittedRows > 0 {
      paragraph("\(TextLayout.plural(feed.omittedRows, "more message")) not listed.", to: &bytes)
    }
  }

  // MARK: Cycles

  private static func addCycles(of summary: RunSummary, to bytes: inout [UInt8]) {
    let rows = summary.cycles.map { cycle in
      let missing = cycle.steps.filter { $0.status == .missing }.map(\.event)
      return [
        cycle.notificationTime.map { InstantText.iso($0) } ?? "", cycle.scheduleId ?? "",
        cycle.account, cycle.measures(isVerbose: false).joined(separator: ", "),
        missing.joined(separator: ", "),
      ]
    }
    fold("Cycles (\(rows.count.addingSaturated(summary.omittedCycles)))", isOpen: false, to: &bytes)
    {
      table(["notification", "schedule", "outcome", "measured", "missing"], rows, to: &$0)
      if summary.omittedCycles > 0 {
        let rest = TextLayout.plural(summary.omittedCycles, "more cycle")
        paragraph("\(rest) not listed.", to: &$0)
      }
    }
  }

  // MARK: Markdown

  private static func blank(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "\n")) }

  private static func line(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(utf8: text)
    bytes.append(utf8: "\n\n")
  }

  private static func paragraph(_ text: String, to bytes: inout [UInt8]) {
    line(escaped(text), to: &bytes)
  }

  private static func table(_ head: [String], _ rows: [[String]], to bytes: inout [UInt8]) {
    if rows.isEmpty { return }
    bytes.append(utf8: "| \(head.joined(separator: " | ")) |\n")
    bytes.append(utf8: "|\(String(repeating: "---|", count: head.count))\n")
    for row in rows {
      bytes.append(utf8: "| \(row.map(escaped).joined(separator: " | ")) |\n")
    }
    blank(&bytes)
  }

  /// Adds a part that a reader unfolds; the blank lines make Markdown work inside it.
  private static func fold(
    _ title: String, isOpen: Bool, to bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void
  ) {
    var inside: [UInt8] = []
    body(&inside)
    if inside.isEmpty { return }
    line("<details\(isOpen ? " open" : "")><summary>\(title)</summary>", to: &bytes)
    bytes += inside
    line("</details>", to: &bytes)
  }

  /// Adds lines as they are, in a fence longer than any in them.
  private static func code(_ lines: [String], to bytes: inout [UInt8]) {
    var longest = 0
    for line in lines {
      var run = 0
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    bytes.append(utf8: "\n\(fence)text\n\(lines.joined(separator: "\n"))\n\(fence)\n")
  }

  /// Returns a text in which nothing means anything to Markdown or to HTML.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in TextEscaping.terminal(text).utf8 {
      if byte == UInt8(ascii: "@") {
        // In a comment the user of that name would be notified.
        bytes.append(utf8: "&#64;")
        continue
      }
      if Self.special.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let special = Array(#"\`*_[]<>|~&#"#.utf8)
}
