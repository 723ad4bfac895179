internal import TextWriting

extension TextRenderer {
  /// Adds what became of each message of the feed: one row, and why below it.
  func addFeed(of summary: RunSummary, to page: inout TextPage) {
    guard let feed = summary.feed else { return }
    page.heading("Feed")
    let name = TextEscaping.terminal(feed.name)
    page.labelled("", "\(name): \(TextEscaping.terminal(feed.words))", column: 0, indent: 2)
    if feed.rows.isEmpty { return }
    page.blank()
    let rows =
      [feed.columns] + feed.rows.map { feed.cells(of: $0).map { TextEscaping.terminal($0) } }
    let widths = feed.columns.indices.map { column in
      min(rows.map { TextLayout.width(of: $0[column]) }.max() ?? 0, 50)
    }
    func line(_ cells: [String]) -> String {
      var line = zip(cells, widths).map { TextLayout.padded($0, to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    page.line("    " + palette.paint(.quiet, line(rows[0])))
    for (row, cells) in zip(feed.rows, rows.dropFirst()) {
      page.line("  \(palette.paint(row.verdict.role, row.verdict.mark)) \(line(cells))")
      page.labelled("", TextEscaping.terminal(row.reason), column: 0, indent: 6)
    }
    if feed.omittedRows > 0 {
      page.line("  \(TextLayout.plural(feed.omittedRows, "more message")) not listed")
    }
  }
}
