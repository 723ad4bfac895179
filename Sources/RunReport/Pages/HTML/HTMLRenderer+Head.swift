internal import RuleLanguage
internal import TextWriting

extension HTMLRenderer {
  /// Adds the verdict, its reasons and the tiles.
  static func addHead(
    of summary: RunSummary, _ style: ReportStyle, to page: inout HTMLPage
  ) {
    page.beginHeader(
      kind: summary.verdict.rawValue, mark: summary.verdict.mark, verdict: summary.verdict.word,
      reasons: summary.allReasons)
    let names = summary.inputs.prefix(namedInputs).map(\.name)
    let rest = summary.inputs.count - names.count
    page.byline(
      names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""),
      toolVersion: summary.toolVersion, at: style.now)
    addTiles(of: summary, to: &page)
    page.raw("</header>\n")
  }

  /// More inputs than this are only counted in the head.
  private static var namedInputs: Int { 3 }

  private static func addTiles(of summary: RunSummary, to page: inout HTMLPage) {
    let counts = summary.cycleCounts
    var tiles: [(value: String, label: String, tone: Tone)] = []
    let all = [
      counts.usedPrefetch, counts.fallback, counts.delivered, counts.notDelivered, counts.refused,
      counts.excused, counts.open,
    ].reduce(0) { $0.addingSaturated($1) }
    if all > 0 {
      tiles.append(("\(all)", all == 1 ? "cycle" : "cycles", .plain))
      tiles.append(
        (
          "\(counts.usedPrefetch)", "delivered with prefetched content",
          counts.usedPrefetch > 0 ? .good : .plain
        ))
      tiles.append(("\(counts.fallback)", "delivered without it", .doubt))
    }
    let rare: [(Int, String, Tone)] = [
      (counts.delivered, "delivered, with no prefetch asked for", .good),
      (counts.notDelivered, "not delivered", .bad),
      (counts.refused, "refused for want of permission", .plain),
      (counts.excused, "excused", .doubt), (counts.open, "still open", .plain),
    ]
    for (count, label, tone) in rare where count > 0 { tiles.append(("\(count)", label, tone)) }
    let violated = summary.findingCounts.filter { $0.outcome == .violated }
    for (severity, noun) in [(Severity.error, "violation"), (.warning, "warning")] {
      let count = violated.filter { $0.severity == severity }.reduce(0) {
        $0.addingSaturated($1.count)
      }
      if count > 0 || severity == .error {
        let tone: Tone = count == 0 ? .good : severity == .error ? .bad : .doubt
        tiles.append(("\(count)", count == 1 ? noun : noun + "s", tone))
      }
    }
    tiles.append((summary.logic.tileWords, "app logic", summary.logic.tone))
    tiles.append((summary.timing.tileWords, "system timing", summary.timing.tone))
    page.raw("<ul class=\"tiles\">\n")
    for tile in tiles {
      let isZero = tile.value == "0" && tile.tone != .good
      page.raw("<li class=\"\(isZero ? Tone.plain.rawValue : tile.tone.rawValue)\">")
      page.element("b", tile.value, kind: tile.value.first?.isNumber == true ? nil : "word")
      page.element("span", tile.label)
      page.raw("</li>\n")
    }
    page.raw("</ul>\n")
    if all > 0, summary.counters.countsAnything {
      page.element("p", "Counters: \(summary.counters.words)", kind: "by")
    }
  }

  /// Adds the place of the strip of cycles, which the script draws.
  static func addStrip(of summary: RunSummary, to page: inout HTMLPage) {
    if summary.cycles.isEmpty { return }
    let listed = summary.cycles.count
    let all = listed.addingSaturated(summary.omittedCycles)
    page.raw("<section id=\"strip\" hidden>\n")
    page.element("h2", listed == all ? "All cycles" : "The worst \(listed) of \(all) cycles")
    page.raw(
      """
      <div id="cells" tabindex="0" role="slider" aria-label="Cycles"></div>
      <p id="at" aria-hidden="true"></p>
      <p class="legend"><span class="good"><i>✓</i> as planned</span> <span class="doubt">\
      <i>!</i> something was missing or excused</span> <span class="bad"><i>✗</i> a rule was \
      violated or nothing was delivered</span> <span class="plain"><i>·</i> still open</span></p>
      </section>

      """)
    page.raw(
      """
      <form id="tools" role="search" hidden>
      <input id="search" type="search" placeholder="Search cycles and findings ( / )" \
      aria-label="Search cycles and findings" autocomplete="off" spellcheck="false">
      <span id="filters"></span>
      </form>

      """)
  }

  /// The colour of a thing; a mark or a word always says the same.
  enum Tone: String { case good, doubt, bad, plain }
}

extension RunSummary.Verdict {
  var mark: String {
    switch self {
    case .pass: "✓"
    case .fail: "✗"
    case .inconclusive: "?"
    }
  }
}

extension PartVerdict {
  fileprivate var tileWords: String {
    switch self {
    case .notAssessed: "not assessed"
    case .pass: "ok"
    case .inconclusive: "cannot tell"
    case .excused, .fail: rawValue
    }
  }

  fileprivate var tone: HTMLRenderer.Tone {
    switch self {
    case .notAssessed: .plain
    case .pass: .good
    case .excused, .inconclusive: .doubt
    case .fail: .bad
    }
  }
}
