/// The forms in which a comparison is printed.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  case text, json, markdown, html

  /// Returns the report of a comparison.
  package func report(
    of comparison: RunComparison, _ style: ReportStyle = ReportStyle()
  ) -> [UInt8] {
    switch self {
    case .text: ComparisonText.report(of: comparison, style)
    case .json: ComparisonJSON.report(of: comparison)
    case .markdown: ComparisonMarkdown.report(of: comparison)
    case .html: ComparisonHTML.report(of: comparison, style)
    }
  }
}
