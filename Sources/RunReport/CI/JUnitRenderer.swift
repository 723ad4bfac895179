internal import RuleLanguage
internal import TextWriting

/// The run as a JUnit report, which CI servers show as tests: one case for the verdict and one for
/// each rule that was judged.
///
/// The verdict is a failure, or an error where the evidence does not suffice. A rule that is violated
/// is a failure if the run fails for it, and one that is excused or cannot be told is skipped: so a
/// report without failures and errors is a run with status 0, and no other.
package enum JUnitRenderer: ReportRenderer {
  /// More findings of one rule than this are only counted.
  private static let findingsOfRule = 20

  /// Appends the report.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var suite = Suite()
    suite.add("dnplog", "verdict", of: nil, verdict(of: summary))
    for rule in RuleCase.all(in: summary) {
      suite.add(rule.pack, rule.name, of: rule.findings.first, result(of: rule, in: summary))
    }
    suite.write(properties: properties(of: summary), into: &bytes)
  }

  /// Appends the report of a run that could not be judged.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var suite = Suite()
    suite.add(
      "dnplog", "verdict", of: nil,
      .error("the run could not be judged", failure.problems.joined(separator: "\n")))
    suite.write(properties: [], into: &bytes)
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

  private static func verdict(of summary: RunSummary) -> Result {
    let reasons = summary.allReasons
    let words = "\(summary.verdict.rawValue): \(reasons.first ?? "")"
    var lines = reasons
    if summary.omittedFindings > 0 {
      lines.append(TextLayout.plural(summary.omittedFindings, "more finding") + " not listed")
    }
    let body = lines.joined(separator: "\n")
    switch (summary.verdict, summary.exitStatus) {
    case (.fail, _): return .failure(words, body)
    case (.pass, 0): return .passed("")
    case (.inconclusive, 0): return .skipped(words, "")
    case (.pass, _), (.inconclusive, _): return .error(words, body)
    }
  }

  private static func result(of rule: RuleCase, in summary: RunSummary) -> Result {
    guard let worst = rule.findings.first else { return .passed("") }
    let told = rule.findings.prefix(findingsOfRule).map { body(of: $0, in: summary) }
    var text = told.joined(separator: "\n\n")
    if rule.findings.count > told.count {
      let rest = TextLayout.plural(rule.findings.count - told.count, "more finding")
      text += "\n\n\(rest) of this rule"
    }
    let message = worst.account.isEmpty ? worst.title : "\(worst.title): \(worst.account)"
    if rule.findings.contains(where: { summary.fails($0) }) { return .failure(message, text) }
    // A violation that does not fail the run must not fail its report.
    if worst.outcome == .violated { return .passed(text) }
    let blame = FindingText(worst, of: summary).blame
    return .skipped("\(worst.outcome.name) (\(blame)): \(message)", text)
  }

  private static func body(of finding: Finding, in summary: RunSummary) -> String {
    let text = FindingText(finding, of: summary)
    let lines = text.parts.map { part in
      TextLayout.padded(part.label, to: TextPage.valueColumn) + part.text
    }
    return ([text.blame] + lines).joined(separator: "\n")
  }

  /// The result of a test case.
  fileprivate enum Result {
    /// Carries the findings that do not fail the run.
    case passed(String)
    case skipped(String, String)
    case failure(String, String)
    case error(String, String)
  }

  /// The cases as they are added, and how many of them did not pass.
  private struct Suite {
    private var cases: [UInt8] = []
    private var count = 0
    private var failures = 0
    private var errors = 0
    private var skipped = 0

    mutating func add(_ className: String, _ name: String, of finding: Finding?, _ result: Result) {
      count += 1
      cases.append(utf8: "    <testcase")
      attribute("classname", className)
      attribute("name", name)
      if let place = finding?.evidence.first, !place.isPiped {
        attribute("file", place.file)
        attribute("line", "\(place.line)")
      }
      cases.append(utf8: ">")
      switch result {
      case .passed(""): break
      case .passed(let text): element("system-out", text: text)
      case .skipped(let words, let text):
        skipped += 1
        element("skipped", message: words, text: text)
      case .failure(let words, let text):
        failures += 1
        element("failure", message: words, text: text)
      case .error(let words, let text):
        errors += 1
        element("error", message: words, text: text)
      }
      cases.append(utf8: "</testcase>\n")
    }

    private mutating func attribute(_ name: String, _ value: String) {
      cases.append(utf8: " \(name)=\"")
      cases.append(markup: value)
      cases.append(utf8: "\"")
    }

    private mutating func element(_ name: String, message: String? = nil, text: String = "") {
      cases.append(utf8: "<\(name)")
      if let message { attribute("message", message) }
      cases.append(utf8: ">")
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if number > 0 { cases.append(UInt8(ascii: "\n")) }
        cases.append(markup: String(line))
      }
      cases.append(utf8: "</\(name)>")
    }

    func write(properties: [(name: String, value: String)], into bytes: inout [UInt8]) {
      let counts =
        "name=\"dnplog\" tests=\"\(count)\" failures=\"\(failures)\" errors=\"\(errors)\""
        + " skipped=\"\(skipped)\""
      bytes.append(utf8: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      bytes.append(utf8: "<testsuites \(counts)>\n  <testsuite \(counts)>\n")
      if !properties.isEmpty { bytes.append(utf8: "    <properties>\n") }
      for (name, value) in properties {
        bytes.append(utf8: "      <property name=\"\(name)\" value=\"")
        bytes.append(markup: value)
        bytes.append(utf8: "\"/>\n")
      }
      if !properties.isEmpty { bytes.append(utf8: "    </properties>\n") }
      bytes += cases
      bytes.append(utf8: "  </testsuite>\n</testsuites>\n")
    }
  }
}

extension [UInt8] {
  /// Appends a text escaped for XML and HTML.
  mutating func append(markup text: String) { TextEscaping.markup(text.utf8.span, into: &self) }
}
