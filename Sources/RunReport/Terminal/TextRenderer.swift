internal import TextWriting

/// The report that a person reads: the verdict, the findings, the cycles and what was judged.
package struct TextRenderer: ReportRenderer, Sendable {
  /// The amount of detail that is printed.
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

  /// Narrower lines hold no sentence; longer ones are not read in one look.
  private static let widths = 60...120

  package init(
    detail: Detail = .normal, palette: Palette = .plain, width: Int = ReportStyle.pageWidth
  ) {
    self.detail = detail
    self.palette = palette
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// Makes a renderer of a style.
  package init(_ style: ReportStyle) {
    self.init(
      detail: style.detail, palette: style.isColoured ? .ansi : .plain, width: style.width)
  }

  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    TextRenderer(style).render(summary, into: &bytes)
  }

  /// Appends the report.
  package func render(_ summary: RunSummary, into bytes: inout [UInt8]) {
    var page = TextPage(palette: palette, width: width)
    if !summary.message.isEmpty {
      page.line(TextEscaping.terminal(summary.message))
      guard detail == .verbose else { return page.bytes.move(behind: &bytes) }
    }
    // Problems stand first; the inputs and assumptions, last.
    addVerdict(of: summary, to: &page)
    addFindings(of: summary, to: &page)
    if detail != .quiet {
      addState(of: summary, to: &page)
      addFeed(of: summary, to: &page)
      addScenarios(of: summary, to: &page)
      addCycles(of: summary, to: &page)
      addDistributions(of: summary, to: &page)
      addInputs(of: summary, to: &page)
      addCircumstances(of: summary, to: &page)
      if detail == .verbose { addSkipped(of: summary, to: &page) }
      addTotals(of: summary, to: &page)
    }
    page.bytes.move(behind: &bytes)
  }

  private func addVerdict(of summary: RunSummary, to page: inout TextPage) {
    let word = summary.verdict.word
    let role: Palette.Role =
      switch summary.verdict {
      case .pass: .good
      case .fail: .bad
      case .inconclusive: .doubtful
      }
    // Reasons may name a rule file's or an input's words.
    let reasons = summary.allReasons.map { TextEscaping.terminal($0) }
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
        page.labelled("", TextEscaping.terminal(input.words), column: 0, indent: 4)
      } else {
        page.labelled(name, TextEscaping.terminal(input.words), column: column, indent: 2)
      }
      if detail == .verbose { addContents(of: input, to: &page) }
    }
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
    if !summary.toldAssumptions.isEmpty { page.heading("Assumptions") }
    for assumption in summary.toldAssumptions {
      let text = "\(assumption.what) = \(assumption.value): \(assumption.why)"
      page.labelled("", TextEscaping.terminal(text), column: 0, indent: 2)
    }
    if summary.environment.isEmpty { return }
    page.heading("Environment")
    let entries = summary.environment.map { "\($0.key) \($0.value.words)" }
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
    page.blank()
    page.labelled("Counters", summary.counters.words, column: 10, indent: 0, role: .heading)
    page.labelled("Rules", summary.rules.words, column: 10, indent: 0, role: .heading)
    addParts(of: summary, to: &page)
    page.labelled("Judged", summary.extent, column: 10, indent: 0, role: .heading)
  }
}
