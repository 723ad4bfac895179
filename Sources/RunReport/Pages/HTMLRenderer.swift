internal import RuleLanguage
internal import TextWriting

/// The run as one HTML page that needs nothing else: no script, no font, no network.
package enum HTMLRenderer: ReportRenderer {
  /// Appends the page.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var page = HTMLPage()
    let word = summary.verdict.word
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    page.element("title", "dnplog: \(word)")
    page.raw("<style>\n\(sheet)</style>\n</head>\n<body>\n")
    page.element("h1", word, kind: summary.verdict.rawValue)
    for reason in summary.allReasons { page.element("p", reason, kind: "reason") }
    page.table(["Input", "What it holds"], summary.inputs.map { [$0.name, $0.words] })
    for group in FindingGroup.all(in: summary) {
      page.element("h2", group.title)
      for finding in group.findings { add(finding, group, of: summary, to: &page) }
    }
    page.rest(summary.omittedFindings, "more finding")
    addState(of: summary, to: &page)
    addFeed(of: summary, to: &page)
    addScenarios(of: summary, to: &page)
    addCycles(of: summary, to: &page)
    addCircumstances(of: summary, to: &page)
    page.element("h2", "In numbers")
    page.table(
      [],
      [
        ["Counters", summary.counters.words], ["Rules", summary.rules.words],
        ["Judged", summary.extent],
        ["By", "dnplog \(summary.toolVersion), profile \(summary.profile)"],
      ])
    page.raw("</body>\n</html>\n")
    page.bytes.move(behind: &bytes)
  }

  private static func add(
    _ finding: Finding, _ group: FindingGroup, of summary: RunSummary, to page: inout HTMLPage
  ) {
    let text = FindingText(finding, of: summary)
    page.fold(isOpen: group.outcome == .violated) { page in
      page.element("span", group.mark, kind: group.outcome.name)
      page.raw(" ")
      page.element("b", finding.rule)
      page.raw(" ")
      page.text(text.blame)
    } body: { page in
      page.raw("<dl>\n")
      for part in text.parts {
        page.element("dt", part.label)
        page.element("dd", part.text, kind: part.isLogText ? "log" : nil)
      }
      page.raw("</dl>\n")
    }
  }

  private static func addState(of summary: RunSummary, to page: inout HTMLPage) {
    if summary.states.isEmpty { return }
    page.element("h2", "State")
    page.table(["Source", "What it holds"], summary.states.map { [$0.name, $0.words] })
    for note in summary.states.flatMap(\.notes) { page.element("p", note + ".") }
    if summary.items.isEmpty { return }
    let items = StateItem.table(of: summary.items)
    page.table(
      items.heads + ["why, and what should happen next"],
      zip(items.rows, summary.items).map { $0 + [$1.account] })
    page.rest(summary.omittedItems, "more item")
  }

  private static func addFeed(of summary: RunSummary, to page: inout HTMLPage) {
    guard let feed = summary.feed else { return }
    page.element("h2", "Feed")
    page.element("p", "\(feed.name): \(feed.words)")
    if feed.rows.isEmpty { return }
    page.table(feed.columns + ["why"], feed.rows.map { feed.cells(of: $0) + [$0.reason] })
    page.rest(feed.omittedRows, "more message")
  }

  private static func addScenarios(of summary: RunSummary, to page: inout HTMLPage) {
    if summary.scenarios.isEmpty { return }
    page.element("h2", "Scenarios")
    page.table(ScenarioSummary.columns, summary.scenarioTable)
    page.table(ScenarioSummary.questionColumns, summary.scenarioAnswers)
  }

  private static func addCycles(of summary: RunSummary, to page: inout HTMLPage) {
    if summary.cycles.isEmpty { return }
    page.element("h2", "Cycles (\(summary.cycles.count.addingSaturated(summary.omittedCycles)))")
    for cycle in summary.cycles {
      page.fold(isOpen: !cycle.isHealthy && summary.cycles.count <= 20) { page in
        if let time = cycle.notificationTime { page.element("b", InstantText.iso(time)) }
        if let id = cycle.scheduleId {
          page.raw(" ")
          page.text(id)
        }
        page.raw(" ")
        page.element("span", cycle.account, kind: cycle.outcome.rawValue)
      } body: { page in
        let measures = cycle.measures(isVerbose: true).joined(separator: ", ")
        if !measures.isEmpty { page.element("p", measures) }
        page.steps(cycle.steps)
        let ranges = cycle.lines.map { "\($0.file):\($0.first)-\($0.last)" }
        if !ranges.isEmpty { page.element("p", ranges.joined(separator: ", "), kind: "log") }
      }
    }
    page.rest(summary.omittedCycles, "more cycle")
  }

  private static func addCircumstances(of summary: RunSummary, to page: inout HTMLPage) {
    if !summary.toldAssumptions.isEmpty {
      page.element("h2", "Assumptions")
      page.table(
        ["Taken for granted", "As", "Why"],
        summary.toldAssumptions.map { [$0.what, $0.value, $0.why] })
    }
    if !summary.environment.isEmpty {
      page.element("h2", "Environment")
      page.table([], summary.environment.map { [$0.key, $0.value.words] })
    }
  }

  /// The style sheet for light and dark backgrounds; words and marks say what the colours do.
  private static let sheet = """
    :root { color-scheme: light dark; --bad: #b3261e; --good: #1b6e2d; --doubt: #8a5a00;
      --line: #8884; }
    @media (prefers-color-scheme: dark) {
      :root { --bad: #ff8a80; --good: #7bd88f; --doubt: #f0c060; }
    }
    body { font: 15px/1.45 system-ui, sans-serif; max-width: 75rem; margin: 1.5rem auto;
      padding: 0 1rem; }
    h1 { margin: 0; letter-spacing: .03em; }
    h2 { margin: 1.6rem 0 .4rem; font-size: 1.15rem; }
    .reason { margin: .2rem 0; font-size: 1.05rem; }
    .fail, .violated, .missing, .not_delivered { color: var(--bad); }
    .pass, .seen, .used_prefetch, .delivered, .refused { color: var(--good); }
    .inconclusive, .excused, .late, .fallback { color: var(--doubt); }
    table { border-collapse: collapse; margin: .5rem 0; }
    th, td { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0;
      border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    td.time, td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
    td.number { text-align: right; }
    details { border-left: 3px solid var(--line); margin: .4rem 0; padding: .1rem .8rem; }
    summary { cursor: pointer; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .4rem 0; }
    dt { opacity: .7; }
    dd { margin: 0; overflow-wrap: anywhere; }
    .log { font: 13px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }

    """
}
