internal import RuleLanguage
internal import TextWriting

extension HTMLRenderer {
  /// Adds the findings by cause: each rule once, with its other places.
  static func addFindings(
    of summary: RunSummary, _ index: FindingIndex, to page: inout HTMLPage
  ) {
    if summary.findings.isEmpty { return }
    page.section("findings", "Findings") { page in
      for (group, entries) in index.groups {
        let add = { (page: inout HTMLPage) in
          for (number, entry) in entries {
            Self.add(entry, number, group, of: summary, index, to: &page)
          }
        }
        if group.outcome == .violated {
          page.element("h3", group.title)
          add(&page)
        } else {
          // What cannot be told is what a reader of such a verdict looks for.
          let isOpen = group.outcome == .inconclusive && summary.verdict == .inconclusive
          page.fold(kind: "group", isOpen: isOpen, summary: group.title, body: add)
        }
      }
      page.rest(summary.omittedFindings, "more finding")
    }
  }

  private static func add(
    _ entry: FindingIndex.Entry, _ number: Int, _ group: FindingGroup, of summary: RunSummary,
    _ index: FindingIndex, to page: inout HTMLPage
  ) {
    let finding = summary.findings[entry.findings[0]]
    let cycle = index.cycles[entry.findings[0]].first
    let tone: Tone =
      group.outcome == .violated && finding.severity == .error ? .bad : .doubt
    page.raw("<article class=\"finding \(tone.rawValue)\" id=\"f\(number)\">\n<h4>")
    page.element("span", group.mark, kind: "mark")
    page.text(finding.account.isEmpty ? finding.title : finding.account)
    page.raw("</h4>\n<p class=\"meta\">")
    page.element("code", finding.rule)
    let blame = FindingText(finding, of: summary).blame
    if !blame.isEmpty { page.text(" · \(blame)") }
    addScope(of: finding, cycle, to: &page)
    page.raw("</p>\n")
    if !finding.account.isEmpty {
      page.element("p", "Expected: \(finding.title)", kind: "expected")
    }
    addLines(of: finding, cycle, in: summary, to: &page)
    for miss in finding.nearMisses { page.element("p", "Came close: \(miss.sentence)") }
    if finding.outcome != .excused, !finding.hints.isEmpty {
      page.raw("<p class=\"label\">Check next</p>\n<ul class=\"hints\">\n")
      for hint in finding.hints { page.element("li", hint) }
      page.raw("</ul>\n")
    }
    addFollowing(of: entry, to: &page)
    addOthers(of: entry, number, in: summary, index, to: &page)
    page.raw("</article>\n")
  }

  private static func addScope(
    of finding: Finding, _ cycle: Int?, to page: inout HTMLPage
  ) {
    if let name = finding.scope.cycle ?? finding.scope.cycles.first {
      page.text(" · ")
      if let cycle {
        page.link(to: "c\(cycle + 1)", "cycle \(name)")
      } else {
        page.text("cycle \(name)")
      }
    }
    if let process = finding.scope.process { page.text(" · process \(process)") }
  }

  /// Adds the lines that prove a finding, the gap among them, and what stands beside it.
  private static func addLines(
    of finding: Finding, _ cycle: Int?, in summary: RunSummary, to page: inout HTMLPage
  ) {
    if finding.evidence.isEmpty, finding.missing.isEmpty { return }
    page.raw("<ol class=\"log\">\n")
    for line in finding.evidence where line.role == .met {
      add(line, cycle, in: summary, to: &page)
    }
    if !finding.missing.isEmpty {
      page.raw("<li class=\"gap\"><span>↳</span> ")
      page.text(finding.lack(naming: namedEvents))
      if let deadline = finding.deadline {
        page.text(" by ")
        page.time(deadline)
      }
      page.raw("</li>\n")
    }
    for line in finding.evidence where line.role != .met {
      add(line, cycle, in: summary, to: &page)
    }
    page.raw("</ol>\n")
  }

  /// More events that would have met a step are only counted.
  private static var namedEvents: Int { 3 }

  private static func add(
    _ line: Finding.Evidence, _ cycle: Int?, in summary: RunSummary, to page: inout HTMLPage
  ) {
    let place = line.place(of: summary)
    page.raw("<li class=\"\(line.role.rawValue)\">")
    if let cycle, summary.cycles[cycle].holds(line) {
      page.link(to: "c\(cycle + 1)-l\(line.line)", place)
    } else {
      page.raw("<span>")
      page.text(place)
      page.raw("</span>")
    }
    // The line keeps its spaces, so no others may stand here.
    switch line.role {
    case .excuse: page.raw(" <i>excuses it:</i> ")
    case .end: page.raw(" <i>ended the process:</i> ")
    case .met, .around: page.raw(" ")
    }
    if line.isCarried || line.text.isEmpty, let time = line.time {
      page.text(InstantText.iso(time) + " ")
    }
    page.text(line.text.isEmpty ? line.event : line.text)
    page.raw("</li>\n")
  }

  private static func addFollowing(of entry: FindingIndex.Entry, to page: inout HTMLPage) {
    if entry.following.isEmpty { return }
    page.raw("<p class=\"label\">What follows from it</p>\n<ul class=\"following\">\n")
    for (rule, account, count) in entry.following {
      page.raw("<li>")
      if !account.isEmpty { page.text(account + " ") }
      page.element("code", rule)
      if count > 1 { page.text(" (\(count) times)") }
      page.raw("</li>\n")
    }
    page.raw("</ul>\n")
  }

  /// Adds the other places of a rule; the script completes the list when it is opened.
  private static func addOthers(
    of entry: FindingIndex.Entry, _ number: Int, in summary: RunSummary, _ index: FindingIndex,
    to page: inout HTMLPage
  ) {
    let others = entry.findings.dropFirst()
    if others.isEmpty { return }
    page.raw("<details class=\"others\" data-finding=\"\(number)\"><summary>")
    page.text("Likewise in \(others.count) more")
    page.raw("</summary>\n<ul>\n")
    for place in others.prefix(listedOthers) {
      let finding = summary.findings[place]
      page.raw("<li>")
      let text = finding.place(of: summary)
      if let cycle = index.cycles[place].first {
        page.link(to: "c\(cycle + 1)", text)
      } else {
        page.text(text)
      }
      page.raw("</li>\n")
    }
    page.raw("</ul>\n")
    let rest = others.count - listedOthers
    if rest > 0 {
      let isOfCycles = others.contains { !index.cycles[$0].isEmpty }
      let place = isOfCycles ? "more are among the cycles below" : "more are not listed"
      page.element("p", "\(rest) \(place).", kind: "rest")
    }
    page.raw("</details>\n")
  }

  /// How many other places stand in the markup.
  private static var listedOthers: Int { 12 }
}
