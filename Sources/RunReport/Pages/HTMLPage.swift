internal import RuleLanguage
internal import TextWriting

/// An HTML page as it is added to; every text is escaped here and nowhere else.
struct HTMLPage {
  private(set) var bytes: [UInt8] = []

  /// Adds markup of our own, unescaped.
  mutating func raw(_ markup: String) { bytes.append(utf8: markup) }

  mutating func text(_ text: String) { bytes.append(markup: text) }

  /// Adds an element that holds a text and nothing else; `kind` is its class.
  mutating func element(_ name: String, _ content: String, kind: String? = nil) {
    raw(kind.map { "<\(name) class=\"\($0)\">" } ?? "<\(name)>")
    text(content)
    raw("</\(name)>\n")
  }

  /// Adds a table; without a head the first cell of each row is one.
  mutating func table(_ head: [String], _ rows: [[String]]) {
    if rows.isEmpty { return }
    raw("<table>\n")
    if !head.isEmpty { row(head) { _ in "th" } }
    for cells in rows { row(cells) { head.isEmpty && $0 == 0 ? "th" : "td" } }
    raw("</table>\n")
  }

  private mutating func row(_ cells: [String], _ element: (Int) -> String) {
    raw("<tr>")
    for (number, cell) in cells.enumerated() {
      raw("<\(element(number))>")
      text(cell)
      raw("</\(element(number))>")
    }
    raw("</tr>\n")
  }

  /// Adds the steps of a cycle, each with its time, the time since the one before, and its line.
  mutating func steps(_ steps: [CycleSummary.StepSummary]) {
    if steps.isEmpty { return }
    raw("<table>\n")
    var stage: ProfileStep.Stage?
    for (step, gap) in zip(steps, CycleSummary.gaps(of: steps)) {
      raw("<tr><td class=\"\(step.status.rawValue)\">\(step.status.mark)</td><td>")
      text(step.stage == stage ? "" : step.stage.name)
      stage = step.stage
      raw("</td><td class=\"time\">")
      text(step.time.map { InstantText.iso($0) } ?? "")
      raw("</td><td class=\"number\">")
      text(gap)
      raw("</td><td class=\"number\">")
      text(step.line.map { "line \($0)" } ?? "")
      raw("</td><td>")
      text(step.event)
      raw("</td></tr>\n")
    }
    raw("</table>\n")
  }

  /// Adds a part that a reader folds and unfolds.
  mutating func fold(
    isOpen: Bool, summary: (inout HTMLPage) -> Void, body: (inout HTMLPage) -> Void
  ) {
    raw(isOpen ? "<details open><summary>" : "<details><summary>")
    summary(&self)
    raw("</summary>\n")
    body(&self)
    raw("</details>\n")
  }

  /// Adds the number of things that are not listed; nothing for none.
  mutating func rest(_ count: Int, _ noun: String) {
    if count > 0 { element("p", TextLayout.plural(count, noun) + " not listed") }
  }
}
