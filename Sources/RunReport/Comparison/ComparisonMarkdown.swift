internal import TextWriting

/// The comparison as Markdown, for a pull request: the verdict, what differs, what is better.
enum ComparisonMarkdown {
  static func report(of comparison: RunComparison) -> [UInt8] {
    var page = MarkdownPage()
    page.add { $0.line("## dnplog compare: \(comparison.verdict.word)") }
    for reason in comparison.reasons { page.paragraph(reason) }
    let sides = [("golden", comparison.golden), ("candidate", comparison.candidate)]
    page.table(
      ["", "run", "verdict", "cycles", "findings"],
      sides.map { [$0, $1.name, $1.verdict.word, "\($1.cycles)", "\($1.findings)"] }, "run")
    page.keeping(30_000) { page in
      if let parity = comparison.parity {
        addParity(parity, to: &page)
      } else {
        addCycles(of: comparison, to: &page)
      }
    }
    page.keeping(12_000) { addFindings(of: comparison, to: &$0) }
    let others = comparison.circumstances + comparison.counters
    if !others.isEmpty {
      page.fold("Circumstances and counters (\(others.count))", isOpen: false) {
        $0.table(
          ["what", "golden", "candidate"],
          others.map(\.cells), "circumstance")
      }
    }
    if comparison.parity == nil { page.paragraph("Tolerance: \(comparison.tolerance.words)") }
    page.end()
    return page.bytes
  }

  private static func addCycles(of comparison: RunComparison, to page: inout MarkdownPage) {
    if comparison.cycles.isEmpty { return }
    if let same = comparison.sameWords { page.paragraph("\(same).") }
    if let unmatched = comparison.unmatched { page.paragraph("\(unmatched).") }
    for repeated in comparison.repeatedWords { page.paragraph("· \(repeated).") }
    let rows = comparison.changedCycles.flatMap { cycle in
      cycle.differences.enumerated().map { number, difference in
        [
          number == 0 ? cycle.title : "", "\(difference.effect.mark) \(difference.kind.label)",
          difference.words,
        ]
      }
    }
    page.table(["cycle", "", "what differs"], rows, "difference")
  }

  private static func addFindings(of comparison: RunComparison, to page: inout MarkdownPage) {
    for (change, title) in comparison.findingLists {
      let findings = comparison.findings(change)
      if findings.isEmpty { continue }
      let count = findings.reduce(0) { $0 + $1.others.count }
      page.fold("\(title) (\(count))", isOpen: change == "new") {
        $0.table(
          ["", "rule", "finding"],
          findings.map { ["\($0.effect.mark) \($0.kind)", $0.finding.rule, $0.account] },
          "finding")
      }
    }
    let same = comparison.sameFindings
    if same > 0 { page.paragraph("\(TextLayout.plural(same, "finding")) in both runs.") }
  }

  private static func addParity(_ rows: [ParityRow], to page: inout MarkdownPage) {
    func table(_ rows: [ParityRow], _ page: inout MarkdownPage) {
      page.table(
        ["", "what", "iOS", "Android", "result"],
        rows.map {
          [$0.group, $0.subject, $0.ios, $0.android, "\($0.result.mark) \($0.result.words)"]
        },
        "row")
    }
    table(rows.filter(\.isNotable), &page)
    let rest = rows.filter { !$0.isNotable }
    if rest.isEmpty { return }
    page.fold("Other rules (\(rest.count))", isOpen: false) { table(rest, &$0) }
  }
}
