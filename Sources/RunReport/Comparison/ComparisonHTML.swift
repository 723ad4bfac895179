internal import TextWriting

/// The comparison as one HTML page that needs nothing else, in the style of the page of a run. It has no
/// script.
enum ComparisonHTML {
  static func report(of comparison: RunComparison, _ style: ReportStyle) -> [UInt8] {
    var page = HTMLPage()
    page.begin(title: "dnplog: compare \(comparison.verdict.word)")
    addHead(of: comparison, style, to: &page)
    page.raw("<main>\n")
    addParity(of: comparison, to: &page)
    addCycles(of: comparison, to: &page)
    addFindings(of: comparison, to: &page)
    addCircumstances(of: comparison, to: &page)
    page.raw("</main>\n</body>\n</html>\n")
    return page.bytes
  }

  private static func addHead(
    of comparison: RunComparison, _ style: ReportStyle, to page: inout HTMLPage
  ) {
    page.beginHeader(
      kind: comparison.verdict.tone.rawValue, mark: comparison.verdict.mark,
      verdict: comparison.verdict.word, reasons: comparison.reasons)
    page.byline(
      "\(comparison.candidate.name) compared with \(comparison.golden.name)",
      toolVersion: comparison.toolVersion, at: style.now)
    addTiles(of: comparison, to: &page)
    page.raw("</header>\n")
  }

  private static func addTiles(of comparison: RunComparison, to page: inout HTMLPage) {
    let tiles = comparison.parity.map(tiles) ?? tiles(of: comparison)
    page.raw("<ul class=\"tiles\">\n")
    for (count, label, tone) in tiles {
      let tone = count == 0 ? .plain : tone
      page.raw("<li class=\"\(tone.rawValue)\">")
      page.element("b", "\(count)")
      page.element("span", label)
      page.raw("</li>\n")
    }
    page.raw("</ul>\n")
  }

  private typealias Tile = (count: Int, label: String, tone: HTMLRenderer.Tone)

  private static func tiles(of comparison: RunComparison) -> [Tile] {
    let effects = comparison.effects.map(\.effect)
    let lonely = comparison.cycles.count { $0.golden == nil || $0.candidate == nil }
    return [
      (effects.count { $0 == .fails }, "differences that fail", .bad),
      (effects.count { $0 == .doubtful }, "left open", .doubt),
      (effects.count { $0 == .better }, "better than in the golden run", .good),
      (comparison.sameCycles, "cycles the same", .plain),
      (lonely, "without a partner", .plain),
    ]
  }

  private static func tiles(of parity: [ParityRow]) -> [Tile] {
    func count(_ result: ParityRow.Result) -> Int { parity.count { $0.result == result } }
    return [
      (count(.differs), "rows that differ", .bad), (count(.doubtful), "rows not known", .doubt),
      (count(.same), "rows the same", .good), (count(.oneSide), "rows of one side only", .plain),
      (count(.mayDiffer), "rows that may differ", .plain),
    ]
  }

  // MARK: Parts

  private static func addCycles(of comparison: RunComparison, to page: inout HTMLPage) {
    if comparison.cycles.isEmpty { return }
    page.section("cycles", "Cycles") { page in
      if let same = comparison.sameWords { page.element("p", same + ".") }
      if let unmatched = comparison.unmatched { page.element("p", unmatched + ".") }
      for repeated in comparison.repeatedWords { page.element("p", "· " + repeated + ".") }
      for cycle in comparison.changedCycles {
        page.raw("<div class=\"finding \((cycle.effect ?? .told).tone.rawValue)\">\n")
        page.element("h3", cycle.title)
        page.table(
          ["What", "Difference"],
          cycle.differences.map { ["\($0.effect.mark) \($0.kind.label)", $0.words] })
        page.raw("</div>\n")
      }
    }
  }

  private static func addFindings(of comparison: RunComparison, to page: inout HTMLPage) {
    if comparison.findings.isEmpty { return }
    page.section("findings", "Findings") { page in
      for (change, title) in comparison.findingLists {
        let findings = comparison.findings(change)
        if findings.isEmpty { continue }
        let count = findings.reduce(0) { $0 + $1.others.count }
        page.fold(isOpen: true, summary: "\(title) (\(count))") {
          add(findings.map { ($0, $0.effect, $0.account) }, to: &$0)
        }
      }
      let shared = comparison.findings.filter { !$0.shared.isEmpty }
      if shared.isEmpty { return }
      page.fold(summary: "Findings of both (\(comparison.sameFindings))") {
        add(shared.map { ($0, .told, $0.sharedAccount) }, to: &$0)
      }
    }
  }

  private static func add(
    _ findings: [(change: FindingChange, effect: Difference.Effect, account: String)],
    to page: inout HTMLPage
  ) {
    page.table(
      ["What", "Rule", "Finding"],
      findings.map { ["\($0.effect.mark) \($0.change.kind)", $0.change.finding.rule, $0.account] })
  }

  private static func addParity(of comparison: RunComparison, to page: inout HTMLPage) {
    guard let rows = comparison.parity else { return }
    func table(_ rows: [ParityRow], _ page: inout HTMLPage) {
      page.table(
        ["Group", "What", "iOS", "Android", "Result"],
        rows.map {
          [$0.group, $0.subject, $0.ios, $0.android, "\($0.result.mark) \($0.result.words)"]
        })
    }
    page.section("parity", "iOS beside Android") { page in
      table(rows.filter(\.isNotable), &page)
      let rest = rows.filter { !$0.isNotable }
      if rest.isEmpty { return }
      page.fold(summary: "Other rules (\(rest.count))") { table(rest, &$0) }
    }
  }

  private static func addCircumstances(of comparison: RunComparison, to page: inout HTMLPage) {
    page.section("circumstances", "What was compared") { page in
      let sides = [("Golden", comparison.golden), ("Candidate", comparison.candidate)]
      page.table(
        ["Side", "Run", "Verdict", "Why", "What it holds"],
        sides.map { [$0, $1.name, $1.verdict.word, $1.reason, $1.extent] })
      let others = comparison.circumstances + comparison.counters
      if !others.isEmpty {
        page.element("h3", "Circumstances and counters that differ")
        page.table(
          ["What", "Golden", "Candidate"],
          others.map(\.cells))
      }
      if comparison.parity == nil {
        page.element("p", "Tolerance: \(comparison.tolerance.words)", kind: "by")
      }
    }
  }
}
