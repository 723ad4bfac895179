internal import RuleEngine
package import RuleLanguage
internal import RunReport

/// What came of one test inside a rule.
package struct RuleTestResult: Sendable, Equatable {
  package var test: RuleTest
  package var outcome: Outcome
  package var step: String
  package var reason: String
  /// Whether the log holds an event that the rule names.
  var showsRule = false
  /// Whether the rule forbids something without an event that begins it.
  var holdsFromTheStart = false
  /// How many events it holds.
  package var events = 0
  /// How many of its DNP lines no shape fits.
  package var unclassified = 0
  /// Why it failed, in words; nil if it passed.
  package var failure: String?
  /// What the rule found, line by line, for a test that failed; empty where it found nothing.
  package var found: [String] = []
}

/// Runs the tests that rules carry: the log of a test through the whole way, with that rule alone.
package enum RuleTester {
  /// Runs a test with the rules of the book.
  package static func run(
    _ test: RuleTest, book prepared: PreparedBook
  ) throws(RunOptionError) -> RuleTestResult {
    let book = prepared.book
    guard
      let rule = book.rules.indices.first(where: {
        book.rules[$0].id == test.rule && book.packs[Int(book.rules[$0].pack)].name == test.pack
      })
    else {
      throw RunOptionError("unknown rule '\(test.pack)/\(test.rule)'", advice: "")
    }
    var options = RunOptions()
    options.onlyRule = rule
    options.environment = test.environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if !test.platform.isEmpty { options.environment.append(("platform", test.platform)) }
    let analyser = try LogAnalyser(prepared, options: options)
    // Its lines are whole, whichever way YAML writes them.
    let log = test.log.hasSuffix("\n") ? test.log : test.log + "\n"
    analyser.read(text: Array(log.utf8), named: test.name)
    let summary = analyser.finish()
    var result = judge(test, summary, satisfied: analyser.engine.timesSatisfied(rule) > 0)
    result.showsRule = book.rules[rule].patterns.contains { analyser.engine.hasSeen($0.kind) }
    if case .never(_, let after, _) = book.rules[rule].obligation {
      result.holdsFromTheStart = after.isEmpty
    }
    result.events = summary.inputs.reduce(0) { $0 + $1.events }
    result.unclassified = summary.inputs.reduce(0) { $0 + $1.unclassified }
    return result
  }

  private static func judge(_ test: RuleTest, _ summary: RunSummary, satisfied: Bool)
    -> RuleTestResult
  {
    let finding = summary.findings.first
    let outcome = finding?.outcome ?? (satisfied ? .satisfied : .notApplicable)
    let step = finding?.missing.joined(separator: " | ") ?? ""
    var result = RuleTestResult(
      test: test, outcome: outcome, step: step, reason: finding?.reason ?? "")
    if outcome != test.outcome {
      result.failure = "expected \(test.outcome.name), got \(outcome.name)"
    } else if !test.step.isEmpty, test.step != step {
      result.failure = "expected the missing step '\(test.step)', got '\(step)'"
    } else if !test.reason.isEmpty, !matches(test.reason, finding) {
      result.failure = "expected the reason '\(test.reason)', got '\(result.reason)'"
    }
    if result.failure != nil, let finding { result.found = lines(of: finding) }
    return result
  }

  /// Returns what a finding says: its message, its steps with their lines, and near misses.
  private static func lines(of finding: Finding) -> [String] {
    var lines = [finding.message]
    for step in finding.steps {
      let text = finding.evidence.first { $0.line == step.line }?.text ?? ""
      let place = step.line.map { " in line \($0)" } ?? ""
      lines.append(
        "\(step.status): \(step.event)\(place)" + (text.isEmpty ? "" : ": \(text)"))
    }
    if !finding.missing.isEmpty {
      lines.append("missing: " + finding.missing.joined(separator: " | "))
    }
    if !finding.reason.isEmpty { lines.append("reason: \(finding.reason)") }
    for miss in finding.nearMisses {
      let place = miss.line.map { " in line \($0)" } ?? ""
      let detail = miss.detail.isEmpty ? "" : ": \(miss.detail)"
      lines.append("near miss: \(miss.event)\(place), \(miss.reason)\(detail)")
    }
    if !finding.condition.isEmpty { lines.append("condition: \(finding.condition)") }
    return lines
  }

  /// `not_seen` stands for any absence; the near misses tell them apart.
  private static func matches(_ reason: String, _ finding: Finding?) -> Bool {
    guard let finding else { return false }
    return finding.reason == reason
      || finding.nearMisses.contains { $0.reason == reason }
      || reason == "not_seen" && !finding.missing.isEmpty
  }
}
