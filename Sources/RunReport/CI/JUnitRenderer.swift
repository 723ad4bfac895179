internal import RuleLanguage
internal import TextWriting

/// The run as a JUnit report, which CI servers show as tests: one case for the verdict, one for each
/// violation for which the run fails, and one for each other rule that was judged.
///
/// The verdict is a failure, or an error where the evidence does not suffice. A rule that is excused or
/// cannot be told is skipped: so a report without failures and errors is a run with status 0, and no
/// other. Of several inputs, each that has findings has a suite of its own.
package enum JUnitRenderer: ReportRenderer {
  /// More findings of one rule than this are only counted.
  private static let findingsOfRule = 20
  /// Where the text of a finding stands, behind its label.
  private static let labelColumn = 13

  /// Appends the report.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    let isSingle = summary.inputs.count == 1
    var suites = [JUnitSuite(isSingle ? summary.inputs[0].name : "dnplog")]
    suites[0].properties = properties(of: summary)
    suites[0].add("dnplog", "verdict", verdict(of: summary))
    let names = Set(summary.inputs.map(\.name))
    let findings = summary.findings.groupedInOrder { finding in
      isSingle ? "" : finding.inputName(among: names)
    }
    let own = findings.first { $0.key.isEmpty }?.elements ?? []
    add(own, satisfied: summary.satisfiedRules, of: summary, to: &suites[0])
    for (name, findings) in findings.sorted(by: { $0.key < $1.key }) where !name.isEmpty {
      var suite = JUnitSuite(name)
      add(findings, satisfied: [], of: summary, to: &suite)
      suites.append(suite)
    }
    JUnitSuite.write(suites, into: &bytes)
  }

  /// Appends the report of a run that could not be judged.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var suite = JUnitSuite("dnplog")
    suite.add(
      "dnplog", "verdict",
      .error(
        type: "not judged", message: "the run could not be judged",
        text: failure.problems.joined(separator: "\n")))
    JUnitSuite.write([suite], into: &bytes)
  }

  private static func properties(of summary: RunSummary) -> [(name: String, value: String)] {
    var list = [
      ("version", summary.toolVersion), ("profile", summary.profile),
      ("verdict", summary.verdict.rawValue), ("counters", summary.counters.words),
      ("rules", summary.rules.words),
    ]
    for input in summary.inputs { list.append(("input", "\(input.name): \(input.words)")) }
    for assumption in summary.toldAssumptions {
      list.append(("assumption", "\(assumption.what) = \(assumption.value): \(assumption.why)"))
    }
    return list.map { (name: $0.0, value: $0.1) }
  }

  private static func verdict(of summary: RunSummary) -> JUnitSuite.Result {
    let reasons = summary.allReasons
    let type = summary.verdict.rawValue
    let message = "\(type): \(reasons.first ?? "")"
    var lines = reasons
    if summary.omittedFindings > 0 {
      lines.append(TextLayout.plural(summary.omittedFindings, "more finding") + " not listed")
    }
    let text = lines.joined(separator: "\n")
    switch (summary.verdict, summary.exitStatus) {
    case (.fail, _): return .failure(type: type, message: message, text: text)
    case (.pass, 0): return .passed("")
    case (.inconclusive, 0): return .skipped(type: type, message: message, text: "")
    case (.pass, _), (.inconclusive, _):
      return .error(type: type, message: message, text: text)
    }
  }

  /// Adds the cases of the rules that were judged, by name.
  private static func add(
    _ findings: [Finding], satisfied: [String], of summary: RunSummary, to suite: inout JUnitSuite
  ) {
    let found = findings.groupedInOrder(by: \.rule)
    let rules = satisfied.map { (key: $0, elements: [Finding]()) } + found
    for (rule, findings) in rules.sorted(by: { $0.key < $1.key }) {
      let name = rule.split(separator: "/", maxSplits: 1).map(String.init)
      add(findings, name.first ?? "", name.last ?? "", of: summary, to: &suite)
    }
  }

  /// Adds the cases of one rule: each violation that fails the run, then the other findings by outcome.
  private static func add(
    _ findings: [Finding], _ pack: String, _ rule: String, of summary: RunSummary,
    to suite: inout JUnitSuite
  ) {
    if findings.isEmpty { return suite.add(pack, rule, .passed("")) }
    let failing = findings.filter { summary.fails($0) }
    let shown = failing.prefix(findingsOfRule)
    for (number, finding) in shown.enumerated() {
      var text = body(of: finding, in: summary)
      if number == shown.count - 1, failing.count > shown.count {
        text += "\n\nlikewise in \(failing.count - shown.count) more"
      }
      // Without the ids of cycles, which are new each day: servers follow a case by its name.
      suite.add(
        pack, number == 0 ? rule : "\(rule) (\(number + 1))",
        .failure(type: finding.fault.name, message: message(of: finding), text: text))
    }
    let others = findings.filter { !summary.fails($0) }.groupedInOrder {
      $0.isKnown ? "known" : $0.outcome.name
    }
    for (kind, findings) in others {
      let name = failing.isEmpty && others.count == 1 ? rule : "\(rule) (\(kind))"
      suite.add(pack, name, result(ofLesser: findings, in: summary))
    }
  }

  /// The result of findings of one rule and one outcome for which the run does not fail.
  private static func result(
    ofLesser findings: [Finding], in summary: RunSummary
  ) -> JUnitSuite.Result {
    guard let first = findings.first else { return .passed("") }
    let shown = findings.prefix(findingsOfRule)
    var text = shown.map { body(of: $0, in: summary) }.joined(separator: "\n\n")
    if findings.count > shown.count {
      text += "\n\nlikewise in \(findings.count - shown.count) more"
    }
    if first.isKnown {
      return .skipped(type: "known", message: "known: \(message(of: first))", text: text)
    }
    // A violation that does not fail the run must not fail its report.
    if first.outcome == .violated { return .passed(text) }
    let blame = FindingText(first, of: summary).blame
    return .skipped(
      type: first.outcome.name,
      message: "\(first.outcome.name) (\(blame)): \(message(of: first))", text: text)
  }

  private static func message(of finding: Finding) -> String {
    finding.account.isEmpty ? finding.title : "\(finding.account) (\(finding.title))"
  }

  private static func body(of finding: Finding, in summary: RunSummary) -> String {
    let text = FindingText(finding, of: summary)
    let lines = text.parts.map { part in
      TextLayout.padded(part.label, to: labelColumn) + part.text
    }
    // Standard input is no file that could be opened.
    let place = finding.evidence.first.flatMap { $0.isPiped ? nil : "\($0.file):\($0.line)" }
    return ([place, text.blame].compactMap { $0 } + lines).joined(separator: "\n")
  }
}

extension Finding {
  /// The name of the input that its first line is of; empty where it is of none of them.
  ///
  /// A line of a rotation or an archive names its own file, and the input the whole.
  fileprivate func inputName(among names: Set<String>) -> String {
    guard let file = evidence.first?.file else { return "" }
    if names.contains(file) { return file }
    return names.filter { file.hasPrefix($0) }.max { $0.utf8.count < $1.utf8.count } ?? ""
  }
}

extension Array {
  /// The elements that share a key, in the order in which the keys come first.
  fileprivate func groupedInOrder(
    by key: (Element) -> String
  ) -> [(key: String, elements: [Element])] {
    var places: [String: Int] = [:]
    var groups: [(key: String, elements: [Element])] = []
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}
