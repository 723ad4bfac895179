internal import RuleLanguage
internal import TextWriting

/// The run as Markdown, for a step summary or a comment: the verdict, what is violated, the cycles.
package enum MarkdownRenderer: ReportRenderer {
  /// Appends the page.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var page = MarkdownPage()
    page.add { $0.line("## dnplog: \(summary.verdict.word)") }
    for reason in summary.allReasons { page.paragraph(reason) }
    let inputs = summary.inputs.prefix(listedInputs).map { [$0.name, $0.words] }
    page.keeping(40_000) {
      $0.table(
        ["input", "what it holds"], inputs, "input", omitted: summary.inputs.count - inputs.count)
    }
    // Each long list leaves room to those behind it; the cycles may take all that is left.
    page.keeping(24_000) { page in
      for (group, entries) in FindingIndex(of: summary).groups {
        page.fold(group.title, isOpen: group.outcome == .violated) { page in
          for (_, entry) in entries { add(entry, of: summary, to: &page) }
        }
      }
    }
    if summary.omittedFindings > 0 {
      page.paragraph("\(TextLayout.plural(summary.omittedFindings, "more finding")) not listed.")
    }
    page.keeping(14_000) { page in
      addState(of: summary, to: &page)
      addFeed(of: summary, to: &page)
      page.table(ScenarioSummary.columns, summary.scenarioTable, "scenario")
      page.table(ScenarioSummary.questionColumns, summary.scenarioAnswers, "scenario")
    }
    addNumbers(of: summary, to: &page)
    addCycles(of: summary, to: &page)
    page.end()
    bytes += page.bytes
  }

  /// More inputs than this are only counted.
  private static var listedInputs: Int { 50 }

  // MARK: Findings

  /// Adds the first finding of a rule in full, and the places of the others.
  private static func add(
    _ entry: FindingIndex.Entry, of summary: RunSummary, to page: inout MarkdownPage
  ) {
    let finding = summary.findings[entry.findings[0]]
    let hasRoom = page.add { text in
      add(finding, of: summary, to: &text)
      for (rule, account, count) in entry.following {
        let times = count > 1 ? " (\(count) times)" : ""
        text.raw("- **with it** \(MarkdownText.escaped("\(rule): \(account)\(times)"))\n")
      }
      let others = entry.findings.dropFirst()
      if !others.isEmpty {
        var places = others.prefix(namedOthers).map { summary.findings[$0].place(of: summary) }
        if others.count > places.count { places.append("…") }
        let list = "\(others.count) more: " + places.joined(separator: ", ")
        text.raw("- **likewise** \(MarkdownText.escaped(list))\n")
      }
      text.blank()
    }
    if !hasRoom { page.leaveOut(entry.findings.count, "finding") }
  }

  /// More other places than this are only counted.
  private static var namedOthers: Int { 6 }

  private static func add(
    _ finding: Finding, of summary: RunSummary, to markdown: inout MarkdownText
  ) {
    let text = FindingText(finding, of: summary)
    let account = finding.account
    if !account.isEmpty { markdown.line("**\(MarkdownText.escaped(account))**") }
    let rule = MarkdownText.escaped(finding.rule)
    markdown.line("**\(rule)** \(MarkdownText.escaped(text.blame))")
    for part in text.parts where !part.isLogText && part.text != account {
      let label = part.label.isEmpty ? "  - " : "- **\(part.label)** "
      markdown.raw("\(label)\(MarkdownText.escaped(part.text))\n")
    }
    var lines: [String] = []
    for part in text.parts where part.isLogText {
      // Lines that excuse, or ended the process, stand apart from those that took part.
      if part.label == FindingText.label(of: .excuse) || part.label == FindingText.label(of: .end) {
        markdown.code(lines)
        markdown.line("**\(part.label)**")
        lines = []
      }
      lines.append(TextEscaping.terminal(part.text))
    }
    markdown.code(lines)
    markdown.blank()
  }

  // MARK: State and feed

  private static func addState(of summary: RunSummary, to page: inout MarkdownPage) {
    page.table(["state", "what it holds"], summary.states.map { [$0.name, $0.words] }, "state")
    for note in summary.states.flatMap(\.notes) { page.paragraph(note + ".") }
    let items = StateItem.table(of: summary.items)
    page.table(
      items.heads + ["why, and what should happen next"],
      zip(items.rows, summary.items).map { $0 + [$1.account] }, "item",
      omitted: summary.omittedItems)
  }

  private static func addFeed(of summary: RunSummary, to page: inout MarkdownPage) {
    guard let feed = summary.feed else { return }
    page.table(["feed", "what it holds"], [[feed.name, feed.words]], "feed")
    page.table(
      feed.columns + ["why"], feed.rows.map { feed.cells(of: $0) + [$0.reason] }, "message",
      omitted: feed.omittedRows)
  }

  // MARK: Cycles and numbers

  /// Adds the cycles; of many, only those that need attention.
  private static func addCycles(of summary: RunSummary, to page: inout MarkdownPage) {
    if summary.cycles.isEmpty { return }
    let isLong = summary.cycles.count > listedCycles
    let listed = isLong ? summary.cycles.filter { !$0.isHealthy } : summary.cycles
    let count = summary.cycles.count.addingSaturated(summary.omittedCycles)
    page.fold("Cycles (\(count))", isOpen: false) { page in
      let rows = listed.map { cycle in
        let missing = cycle.steps.filter { $0.status == .missing }.map(\.event)
        return [
          cycle.notificationTime.map { InstantText.iso($0) } ?? "", cycle.scheduleId ?? "",
          cycle.account, cycle.measures(isVerbose: false).joined(separator: ", "),
          missing.joined(separator: ", "),
        ]
      }
      page.table(["notification", "schedule", "outcome", "measured", "missing"], rows, "cycle")
      let healthy = summary.cycles.count - listed.count
      if healthy > 0 {
        page.paragraph(
          healthy == 1 ? "1 cycle went as planned." : "\(healthy) cycles went as planned.")
      }
      if summary.omittedCycles > 0 {
        page.paragraph("\(TextLayout.plural(summary.omittedCycles, "more cycle")) not listed.")
      }
    }
  }

  /// The most cycles of which the healthy ones are listed too.
  private static var listedCycles: Int { 20 }

  private static func addNumbers(of summary: RunSummary, to page: inout MarkdownPage) {
    let assumptions = summary.toldAssumptions.map { [$0.what, $0.value, $0.why] }
    if !assumptions.isEmpty {
      page.keeping(8_000) { page in
        page.fold("Assumptions (\(assumptions.count))", isOpen: false) {
          $0.table(["taken for granted", "as", "why"], assumptions, "assumption")
        }
      }
    }
    page.paragraph("Counters: \(summary.counters.words)")
    page.paragraph("Rules: \(summary.rules.words)")
    page.paragraph("Judged: \(summary.extent)")
  }
}
