internal import RuleLanguage
internal import TextWriting

extension HTMLRenderer {
  /// Adds the faulty cycles, for a reader without script; with it they give way to a list of all.
  static func addCycles(of summary: RunSummary, _ index: FindingIndex, to page: inout HTMLPage) {
    if summary.cycles.isEmpty { return }
    let count = summary.cycles.count.addingSaturated(summary.omittedCycles)
    let listed = summary.cycles.count
    let title = listed == count ? "Cycles (\(count))" : "Cycles (\(listed) of \(count))"
    page.section("cycles", title) { page in
      page.raw("<div id=\"list\">\n")
      let violated = summary.findings.indices.filter { summary.findings[$0].outcome == .violated }
      let named = Set(violated.flatMap { index.cycles[$0] })
      let faulty = summary.cycles.indices.filter {
        !summary.cycles[$0].isHealthy || named.contains($0)
      }
      for place in faulty.prefix(listedCycles) { add(summary.cycles[place], place, to: &page) }
      page.rest(faulty.count - min(faulty.count, listedCycles), "more faulty cycle")
      let healthy = summary.cycles.count - faulty.count
      if healthy > 0 {
        page.element(
          "p",
          TextLayout.plural(healthy, "cycle") + " without a fault. Their steps are shown by the "
            + "script of this page.")
      }
      page.raw("</div>\n")
      if summary.omittedCycles > 0 {
        page.element(
          "p",
          TextLayout.plural(summary.omittedCycles, "more cycle")
            + " left out, the healthy ones first (--max-details keeps more).")
      }
    }
  }

  /// How many faulty cycles stand in the markup.
  private static var listedCycles: Int { 50 }

  private static func add(_ cycle: CycleSummary, _ place: Int, to page: inout HTMLPage) {
    page.raw("<article class=\"plain-cycle\" id=\"c\(place + 1)\"><h4>")
    if let time = cycle.notificationTime {
      page.time(time)
      page.raw(" ")
    }
    page.text(cycle.scheduleId ?? "")
    page.raw("</h4>\n")
    var sentence = cycle.account
    let missing = cycle.steps.filter { $0.status == .missing }.map(\.event)
    if !missing.isEmpty { sentence += "; missing: " + missing.joined(separator: ", ") }
    page.element("p", sentence)
    let ranges = cycle.lines.map { "\($0.file):\($0.first)-\($0.last)" }
    if !ranges.isEmpty { page.element("p", ranges.joined(separator: ", "), kind: "meta") }
    page.raw("</article>\n")
  }
}
