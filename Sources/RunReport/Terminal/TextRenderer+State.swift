internal import TextWriting

extension TextRenderer {
  /// Adds what the device stored, set and showed: one row for each item, and why below it.
  func addState(of summary: RunSummary, to page: inout TextPage) {
    if summary.states.isEmpty { return }
    page.heading("State")
    for state in summary.states {
      let name = TextEscaping.terminal(state.name)
      page.labelled("", "\(name): \(TextEscaping.terminal(state.words))", column: 0, indent: 2)
      for note in state.notes {
        page.labelled("", TextEscaping.terminal(note) + ".", column: 0, indent: 4)
      }
    }
    if summary.items.isEmpty { return }
    page.blank()
    let table = StateItem.table(of: summary.items)
    let rows = [table.heads] + table.rows.map { $0.map { TextEscaping.terminal($0) } }
    let widths = table.heads.indices.map { column in
      min(rows.map { TextLayout.width(of: $0[column]) }.max() ?? 0, 40)
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map { TextLayout.padded($0, to: $1) }.joined(separator: "  ")
        .trimmingBlanksAtEnd()
    }
    page.line("    " + palette.paint(.quiet, line(rows[0])))
    for (item, cells) in zip(summary.items, rows.dropFirst()) {
      page.line("  \(palette.paint(item.role, item.mark)) \(line(cells))")
      page.labelled("", TextEscaping.terminal(item.account), column: 0, indent: 6)
    }
    if summary.omittedItems > 0 {
      page.line("  \(TextLayout.plural(summary.omittedItems, "more item")) not listed")
    }
  }
}

extension String {
  fileprivate func trimmingBlanksAtEnd() -> String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
