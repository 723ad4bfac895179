internal import TextWriting

extension TextRenderer {
  /// More inputs of one run than this are only counted, unless the report is verbose.
  private static let listedInputs = 5
  /// More runs than this are only counted.
  private static let listedRuns = 20
  /// How many rows the cause of a run may take.
  private static let rowsOfReason = 2

  /// Adds what was read: a line for each input, or one for all where each has a verdict of its own.
  ///
  /// The first line begins with the name of the program, by which the report is known for one.
  func addInputs(of summary: RunSummary, to page: inout TextPage) {
    let label = "dnplog: "
    let column = label.utf8.count
    if summary.inputs.isEmpty { return page.line(label + "judged without a log") }
    let isShort = detail != .verbose
    if isShort, summary.runs > 1 {
      let logs = TextLayout.plural(summary.inputs.count, "log")
      let folder = TextEscaping.terminal(summary.commonFolder)
      let place = folder.isEmpty ? "" : " in \(folder)"
      return page.line(label + "\(logs)\(place), \(summary.extent)")
    }
    let shown = isShort ? summary.inputs.prefix(Self.listedInputs) : summary.inputs[...]
    for (index, input) in shown.enumerated() {
      let name = TextEscaping.terminal(input.name)
      let words = TextEscaping.terminal(isShort ? input.shortWords : input.words)
      let isFirst = index == 0
      page.write(isFirst ? palette.paint(.heading, label) : "        ")
      if TextLayout.width(of: name + words) + column + 2 <= width {
        page.line("\(palette.paint(.heading, name))  \(words)")
      } else {
        page.line(palette.paint(.heading, name))
        page.labelled("", words, column: 0, indent: column)
      }
      if !isShort { addContents(of: input, to: &page) }
    }
    let rest = summary.inputs.count - shown.count
    if rest > 0 { page.line("        and \(TextLayout.plural(rest, "other log")) (-v)") }
  }

  private func addContents(of input: InputSummary, to page: inout TextPage) {
    func list(_ counts: [InputSummary.Count]) -> String {
      TextEscaping.terminal(counts.map { "\($0.name) \($0.count)" }.joined(separator: ", "))
    }
    page.labelled("log formats", list(input.containers), column: 16, indent: 2)
    page.labelled("families", list(input.families), column: 16, indent: 2)
    for (index, example) in input.examples.enumerated() {
      page.logText(
        index == 0 ? "not understood" : "", TextEscaping.terminal(example), column: 16, indent: 2)
    }
  }

  /// Adds the verdict of each run of several, the worst first, and its cause.
  func addRuns(of summary: RunSummary, to page: inout TextPage) {
    guard summary.runs > 1 else { return }
    page.paragraph()
    let sorted = summary.verdictsByFaults
    let shown = detail == .verbose ? sorted[...] : sorted.prefix(Self.listedRuns)
    let column = "INCONCLUSIVE".utf8.count + 2
    // The folder stands above.
    let prefix = detail == .verbose ? 0 : summary.commonFolder.count
    let names = shown.map { TextEscaping.terminal(String($0.name.dropFirst(prefix))) }
    let limit = detail == .verbose ? width / 2 : width / 3
    let nameWidth = min(names.map { TextLayout.width(of: $0) }.max() ?? 0, limit)
    for (run, name) in zip(shown, names) {
      let name = TextLayout.padded(TextLayout.shortenedAtFront(name, to: nameWidth), to: nameWidth)
      let room = width - column - nameWidth - 2
      var reason = TextEscaping.terminal(run.reason)
      // The report of the run itself says in which cycle it is.
      if run.verdict == .fail, TextLayout.width(of: reason) > room,
        let cycle = reason.firstRange(of: " in cycle ")
      {
        reason = String(reason[..<cycle.lowerBound])
      }
      reason = TextLayout.shortenedInside(reason, to: room * Self.rowsOfReason)
      for (index, row) in TextLayout.wrapped(reason, to: room).enumerated() {
        if index == 0 {
          let word = TextLayout.padded(run.verdict.word, to: column)
          page.write(palette.paint(run.verdict.role, word) + name)
          page.space(2)
        } else {
          page.space(column + nameWidth + 2)
        }
        page.line(row)
      }
    }
    let rest = summary.runs - shown.count
    if rest > 0 {
      page.line("and \(TextLayout.plural(rest, "other run")): \(summary.words(behind: shown))")
    }
  }
}

extension RunSummary {
  /// The verdicts with most faults first where they are as bad.
  fileprivate var verdictsByFaults: [RunVerdict] {
    var faults: [String: Int] = [:]
    for finding in findings where fails(finding) {
      if let file = finding.evidence.first?.file { faults[file, default: 0] += 1 }
    }
    return verdicts.sorted {
      let (left, right) = (faults[$0.name] ?? 0, faults[$1.name] ?? 0)
      return ($1.verdict.badness, right, $0.name) < ($0.verdict.badness, left, $1.name)
    }
  }

  /// The verdicts of the runs that are not listed: "36 FAIL, 250 PASS".
  fileprivate func words(behind listed: ArraySlice<RunVerdict>) -> String {
    guard verdictCounts.all == runs else { return "none of them worse" }
    let rest = [Verdict.fail, .inconclusive, .pass].map { verdict in
      (verdict.word, verdictCounts[verdict] - listed.count { $0.verdict == verdict })
    }
    return rest.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}

extension RunSummary {
  /// The folder of all runs with its slash; empty where they have none in common, or not all are kept.
  fileprivate var commonFolder: String {
    guard verdicts.count == runs, var folder = verdicts.first?.name.folder[...] else { return "" }
    for run in verdicts {
      while !run.name.hasPrefix(folder) { folder = String(folder.dropLast()).folder[...] }
    }
    return String(folder)
  }
}

extension String {
  /// The path up to its last slash.
  fileprivate var folder: String {
    lastIndex(of: "/").map { String(self[...$0]) } ?? ""
  }
}
