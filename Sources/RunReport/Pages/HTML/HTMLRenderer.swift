internal import RuleLanguage
internal import TextWriting

/// The run as one HTML page that needs nothing else: its style and script stand in it.
///
/// Verdict, findings and faulty cycles are markup, which needs no script. The detail of all cycles is
/// data, from which the script makes what a reader opens: as markup, a log of ten years would be a
/// hundred thousand elements.
package enum HTMLRenderer: ReportRenderer {
  /// Appends the page.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    let index = FindingIndex(of: summary)
    var page = HTMLPage()
    page.begin(title: "dnplog: \(summary.verdict.word)", script: PageScript.text)
    addHead(of: summary, style, to: &page)
    page.raw("<main>\n")
    addStrip(of: summary, to: &page)
    addFindings(of: summary, index, to: &page)
    addCycles(of: summary, index, to: &page)
    addTiming(of: summary, to: &page)
    addState(of: summary, to: &page)
    addFeed(of: summary, to: &page)
    addScenarios(of: summary, to: &page)
    addCircumstances(of: summary, to: &page)
    page.raw("</main>\n")
    if !summary.cycles.isEmpty {
      page.data(ReportData.json(of: summary, index), id: "data")
      page.raw("<script>\(PageScript.text)</script>\n")
    }
    page.raw("</body>\n</html>\n")
    page.bytes.move(behind: &bytes)
  }

  // MARK: Tables

  private static func addState(of summary: RunSummary, to page: inout HTMLPage) {
    if summary.states.isEmpty { return }
    page.section("state", "State") { page in
      page.table(["Source", "What it holds"], summary.states.map { [$0.name, $0.words] })
      for note in summary.states.flatMap(\.notes) { page.element("p", note + ".") }
      if summary.items.isEmpty { return }
      let items = StateItem.table(of: summary.items)
      page.table(
        items.heads + ["why, and what should happen next"],
        zip(items.rows, summary.items).map { $0 + [$1.account] })
      page.rest(summary.omittedItems, "more item")
    }
  }

  private static func addFeed(of summary: RunSummary, to page: inout HTMLPage) {
    guard let feed = summary.feed else { return }
    page.section("feed", "Feed") { page in
      page.element("p", "\(feed.name): \(feed.words)")
      if feed.rows.isEmpty { return }
      page.table(feed.columns + ["why"], feed.rows.map { feed.cells(of: $0) + [$0.reason] })
      page.rest(feed.omittedRows, "more message")
    }
  }

  private static func addScenarios(of summary: RunSummary, to page: inout HTMLPage) {
    if summary.scenarios.isEmpty { return }
    page.section("scenarios", "Recovery scenarios") { page in
      page.table(ScenarioSummary.columns, summary.scenarioTable)
      page.table(ScenarioSummary.questionColumns, summary.scenarioAnswers)
    }
  }

  private static func addCircumstances(of summary: RunSummary, to page: inout HTMLPage) {
    page.section("circumstances", "What was read and assumed") { page in
      page.table(["Input", "What it holds"], summary.inputs.map { [$0.name, $0.words] })
      if !summary.toldAssumptions.isEmpty {
        page.element("h3", "Assumptions")
        page.table(
          ["What", "Assumed", "Why"], summary.toldAssumptions.map { [$0.what, $0.value, $0.why] })
      }
      if !summary.environment.isEmpty {
        page.element("h3", "Environment")
        page.table([], summary.environment.map { [$0.key, $0.value.words] })
      }
      page.element("h3", "In numbers")
      page.table(
        [],
        [
          ["Counters", summary.counters.words], ["Rules", summary.rules.words],
          ["Judged", summary.extent], ["Profile", summary.profile],
        ])
    }
  }
}
