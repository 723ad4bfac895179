internal import TextWriting

/// The comparison as a person reads it in a terminal: what differs, and the verdict last.
enum ComparisonText {
  /// The column behind the labels.
  private static let column = 11

  static func report(of comparison: RunComparison, _ style: ReportStyle) -> [UInt8] {
    let palette: Palette = style.isColoured ? .ansi : .plain
    let width = TextRenderer(style).width
    var page = TextPage(palette: palette, width: width)
    if style.detail != .quiet { addHead(of: comparison, to: &page) }
    addParity(of: comparison, style.detail, to: &page)
    addCycles(of: comparison, style.detail, to: &page)
    addFindings(of: comparison, style.detail, to: &page)
    addCounters(of: comparison, style.detail, to: &page)
    addVerdict(of: comparison, style.detail, to: &page)
    return page.bytes
  }

  private static func add(
    _ label: String, _ text: String, role: Palette.Role = .heading, to page: inout TextPage
  ) {
    page.labelled(label, TextEscaping.terminal(text), column: column, indent: 0, role: role)
  }

  private static func addHead(of comparison: RunComparison, to page: inout TextPage) {
    add("Golden", comparison.golden.words, to: &page)
    add("Candidate", comparison.candidate.words, to: &page)
    for difference in comparison.others {
      add("Other", difference.account, role: .doubtful, to: &page)
    }
    if comparison.parity == nil { add("Tolerance", comparison.tolerance.words, to: &page) }
  }

  // MARK: Parts

  private static func addCycles(
    of comparison: RunComparison, _ detail: TextRenderer.Detail, to page: inout TextPage
  ) {
    if comparison.cycles.isEmpty { return }
    page.paragraph()
    if detail != .quiet {
      if let same = comparison.sameWords {
        page.line(page.palette.paint(.good, "✓") + " " + same)
      }
      if let unmatched = comparison.unmatched {
        page.line(page.palette.paint(.doubtful, "!") + " " + unmatched)
      }
      for repeated in comparison.repeatedWords {
        page.labelled(
          "·", TextEscaping.terminal(repeated), column: 2, indent: 0,
          role: Difference.Effect.told.role)
      }
    }
    for cycle in comparison.changedCycles {
      guard let effect = cycle.effect, detail != .quiet || effect == .fails else { continue }
      let title = TextEscaping.terminal(cycle.title)
      page.line(page.palette.paint(effect.role, effect.mark) + " " + title)
      for difference in cycle.differences where detail != .quiet || difference.effect == .fails {
        add(difference, indent: 4, to: &page)
      }
    }
  }

  private static func add(_ difference: Difference, indent: Int, to page: inout TextPage) {
    let role = difference.effect.role
    page.labelled(
      "\(difference.effect.mark) \(difference.kind.label)",
      TextEscaping.terminal(difference.words), column: 14, indent: indent, role: role)
  }

  private static func addFindings(
    of comparison: RunComparison, _ detail: TextRenderer.Detail, to page: inout TextPage
  ) {
    let isParity = comparison.parity != nil
    for (change, heading) in comparison.findingLists {
      let findings = comparison.findings(change).filter {
        // Two platforms differ in much that is no fault.
        detail == .verbose || detail == .normal && (!isParity || $0.finding.isFault)
          || $0.effect == .fails
      }
      if findings.isEmpty { continue }
      page.heading(heading)
      for finding in findings { add(finding, finding.effect, finding.account, to: &page) }
    }
    let shared = comparison.findings.filter { !$0.shared.isEmpty }
    if detail == .verbose, !shared.isEmpty {
      page.heading("Findings of both")
      for finding in shared { add(finding, .told, finding.sharedAccount, to: &page) }
    } else if detail == .normal, comparison.sameFindings > 0 {
      page.paragraph()
      let words = TextLayout.plural(comparison.sameFindings, "finding")
      page.line(page.palette.paint(.quiet, "· \(words) in both (-v lists them)"))
    }
  }

  private static func add(
    _ change: FindingChange, _ effect: Difference.Effect, _ account: String,
    to page: inout TextPage
  ) {
    let text = "\(change.kind)  \(change.finding.rule): \(account)"
    page.labelled(
      effect.mark, TextEscaping.terminal(text), column: 2, indent: 0, role: effect.role)
  }

  private static func addCounters(
    of comparison: RunComparison, _ detail: TextRenderer.Detail, to page: inout TextPage
  ) {
    if detail == .quiet || comparison.counters.isEmpty { return }
    page.paragraph()
    let words = comparison.counters.map(\.account).joined(separator: ", ")
    add("Counters", words, to: &page)
  }

  // MARK: Parity

  private static func addParity(
    of comparison: RunComparison, _ detail: TextRenderer.Detail, to page: inout TextPage
  ) {
    let all = comparison.parity ?? []
    let rows = all.filter { row in
      switch detail {
      case .quiet: row.result == .differs
      case .normal: row.isNotable
      case .verbose: true
      }
    }
    if !rows.isEmpty {
      page.paragraph()
      // The subject stands last, where it may be as long as it is.
      let heads = ["", "iOS", "Android", "result", "what"]
      let cells = rows.map {
        [$0.result.mark, $0.ios, $0.android, $0.result.words, "\($0.group): \($0.subject)"]
      }
      let widths = heads.indices.dropLast().map { column in
        (cells.map { TextLayout.width(of: $0[column]) } + [TextLayout.width(of: heads[column])])
          .max() ?? 0
      }
      func lead(_ cells: [String]) -> String {
        zip(cells, widths).map { TextLayout.padded($0, to: $1) }.joined(separator: "  ")
      }
      page.line(page.palette.paint(.heading, lead(heads) + "  " + heads[4]))
      for (row, cells) in zip(rows, cells) {
        let lead = lead(cells)
        page.labelled(
          lead, TextEscaping.terminal(cells[4]), column: TextLayout.width(of: lead) + 2, indent: 0,
          role: row.result == .same ? .quiet : row.result.role)
      }
    }
    let rest = all.filter { $0.kind == .statement && !$0.isNotable }
    guard detail == .normal, !rest.isEmpty else { return }
    page.paragraph()
    let agree = rest.count { $0.result == .same }
    let words =
      "\(TextLayout.plural(agree, "more rule")) with one outcome on both platforms, "
      + "\(rest.count - agree) on one side only (-v lists them)"
    page.line(page.palette.paint(.quiet, "· \(words)"))
  }

  // MARK: Verdict

  private static func addVerdict(
    of comparison: RunComparison, _ detail: TextRenderer.Detail, to page: inout TextPage
  ) {
    page.paragraph()
    if detail != .quiet {
      for difference in comparison.circumstances where difference.kind == .verdict {
        add("Verdict", difference.account, to: &page)
      }
      for reason in comparison.reasons.dropFirst() { add("Also", reason, to: &page) }
    }
    let word = comparison.verdict.word
    page.labelled(
      word, TextEscaping.terminal(comparison.reasons.first ?? ""), column: word.utf8.count + 2,
      indent: 0, role: comparison.verdict.role)
  }
}
