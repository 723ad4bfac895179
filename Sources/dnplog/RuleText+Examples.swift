internal import RuleEngine

/// Logs that show what a rule means, for `rules show`.
extension RuleText {
  /// The first test of each outcome, the one that is met first.
  func examples(_ tests: [RuleTest]) -> String {
    var text = ""
    for outcome in Outcome.allCases {
      guard let test = tests.first(where: { $0.outcome == outcome }) else { continue }
      text += "\n  \(outcome.name)\(note(on: test)): \(test.name)\n"
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
