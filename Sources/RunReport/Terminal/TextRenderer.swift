internal import TextWriting

/// The report that a person reads: what was judged, the cycles, the findings, and the verdict last.
///
/// A terminal shows the end of what is printed, so the verdict and its cause stand there.
package struct TextRenderer: ReportRenderer, Sendable {
  /// The amount of detail that is printed.
  package enum Detail: Sendable {
    /// What is violated, and the verdict.
    case quiet
    case normal
    /// Also every step, what was skipped or not understood, and what rules expect.
    case verbose
  }

  package var detail: Detail
  package var palette: Palette
  package var width: Int
  /// Whether the command that explains the verdict is printed.
  package var isExplained = true

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
    isExplained = style.isExplained
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
    if detail != .quiet {
      addInputs(of: summary, to: &page)
      addAccount(of: summary, to: &page)
      addRuns(of: summary, to: &page)
      addState(of: summary, to: &page)
      addFeed(of: summary, to: &page)
      addScenarios(of: summary, to: &page)
      addCycles(of: summary, to: &page)
    }
    addFindings(of: summary, to: &page)
    if detail == .verbose { addSkipped(of: summary, to: &page) }
    addVerdict(of: summary, to: &page)
    page.bytes.move(behind: &bytes)
  }

  /// Adds the verdict with its first reason as the last line, the other reasons above it.
  private func addVerdict(of summary: RunSummary, to page: inout TextPage) {
    // Reasons may name a rule file's or an input's words.
    var reasons = summary.allReasons.map { TextEscaping.terminal($0) }
    if let share = summary.shareOfRuns, !reasons.isEmpty { reasons[0] = "\(share): \(reasons[0])" }
    page.paragraph()
    if detail != .quiet {
      for reason in reasons.dropFirst() {
        page.labelled("Also", reason, column: Self.labels, indent: 0)
      }
    }
    let word = summary.verdict.word
    let role = summary.verdict.role
    guard let first = reasons.first else { return page.line(palette.paint(role, word)) }
    page.labelled(word, first, column: word.utf8.count + 2, indent: 0, role: role)
  }
}

extension RunSummary.Verdict {
  /// The colour of the verdict's word.
  var role: Palette.Role {
    switch self {
    case .pass: .good
    case .fail: .bad
    case .inconclusive: .doubtful
    }
  }
}
