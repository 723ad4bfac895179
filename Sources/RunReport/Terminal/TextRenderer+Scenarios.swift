internal import TextWriting

extension TextRenderer {
  /// Adds the recovery scenarios that were seen: what each came to, and the answers with their lines.
  func addScenarios(of summary: RunSummary, to page: inout TextPage) {
    if summary.scenarios.isEmpty { return }
    page.heading("Scenarios")
    let column = (summary.scenarios.map { TextLayout.width(of: $0.kind.name) }.max() ?? 0) + 4
    let namesFiles = summary.scenariosNameFiles
    for row in summary.scenarios {
      page.labelled(
        "\(row.result.mark) \(row.kind.name)", TextEscaping.terminal(row.observed),
        column: column, indent: 2, role: row.result.role)
      for text in [row.notes, row.answers(namesFiles: namesFiles)] {
        page.labelled("", TextEscaping.terminal(text), column: column, indent: 2)
      }
    }
  }
}
