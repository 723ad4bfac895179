/// Something that a rule's author should do, though the rule loads.
package struct LintNote: Sendable, Equatable {
  /// `pack/rule`.
  package var rule: String
  package var message: String
  package init(rule: String, message: String) {
    self.rule = rule
    self.message = message
  }
}

extension RuleLoader {
  /// Notes on rules that nothing shows to hold and to fail when they should.
  package static func lint(_ rules: LoadedRules) -> [LintNote] {
    var outcomes: [String: Set<Outcome>] = [:]
    for test in rules.tests {
      outcomes["\(test.pack)/\(test.rule)", default: []].insert(test.outcome)
    }
    var notes: [LintNote] = []
    for rule in rules.book.rules {
      let name = "\(rules.book.packs[Int(rule.pack)].name)/\(rule.id)"
      let seen = outcomes[name] ?? []
      if !seen.contains(.satisfied) {
        notes.append(LintNote(rule: name, message: "no test shows a log that satisfies it"))
      }
      // A rule that only looks for evidence is never violated.
      let unmet: Outcome = rule.unmet == .inconclusive ? .inconclusive : .violated
      if !seen.contains(unmet), !seen.contains(.violated) {
        notes.append(LintNote(rule: name, message: "no test shows a log that violates it"))
      }
    }
    return notes
  }
}
