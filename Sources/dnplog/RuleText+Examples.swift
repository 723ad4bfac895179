internal import RuleLanguage

/// Logs that show what a rule means, for `rules show`.
extension RuleText {
  /// Returns the statements that the rule covers, each with its place in the plugin's documents.
  func sources(of rule: Rule, among requirements: [Requirement]) -> String {
    var text = ""
    for id in rule.covers {
      guard let statement = requirements.first(where: { $0.id == id }) else { continue }
      text += "  \(id)  \(statement.seed):\(statement.place)  \(statement.statement)\n"
    }
    return text.isEmpty ? "" : "\n" + text
  }

  /// Returns the first test of each outcome, in the order of the outcomes.
  func examples(_ tests: [RuleTest]) -> String {
    var text = ""
    for outcome in Outcome.allCases {
      guard let test = tests.first(where: { $0.outcome == outcome }) else { continue }
      text += "\n  \(outcome.name)\(note(on: test)): \(Self.oneLine(test.name))\n"
      for line in test.log.split(separator: "\n") { text += "    \(line)\n" }
    }
    return text
  }

  private func note(on test: RuleTest) -> String {
    var notes = test.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if !test.platform.isEmpty { notes.append("platform=\(test.platform)") }
    return notes.isEmpty ? "" : " with \(notes.joined(separator: ", "))"
  }
}
