import BuiltinRules
import RuleEngine
import Testing

/// The examples inside the built-in rules: a rule without both sides is not shown to do anything.
@Suite struct BuiltinExamplesTests {
  @Test func everyRuleHasAnExampleOfEachSide() throws {
    let book = try BuiltinRules.book()
    let tests = try BuiltinRules.tests()
    for rule in book.rules {
      let pack = book.packs[Int(rule.pack)].name
      let outcomes = tests.filter { $0.pack == pack && $0.rule == rule.id }.map(\.outcome)
      #expect(outcomes.contains(.satisfied), "\(pack)/\(rule.id) is never met")
      // An obligation that proves nothing when it is unmet is never violated.
      let unmet = outcomes.contains(.violated) || outcomes.contains(.inconclusive)
      #expect(unmet, "\(pack)/\(rule.id) is never unmet")
    }
  }
}
