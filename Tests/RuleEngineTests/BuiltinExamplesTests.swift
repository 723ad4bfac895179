import BuiltinRules
import RuleLanguage
import Testing

/// The examples inside the built-in rules: a rule without both sides is not shown to do anything.
@Suite struct BuiltinExamplesTests {
  @Test func `every rule has an example of each side`() throws {
    let book = try BuiltinRules.book()
    let tests = try BuiltinRules.tests()
    for rule in book.rules {
      let pack = book.packs[Int(rule.pack)].name
      let outcomes = tests.filter { $0.pack == pack && $0.rule == rule.id }.map(\.outcome)
      #expect(outcomes.contains(.satisfied), "\(pack)/\(rule.id) is never met")
      // What proves nothing when it is unmet, or names its excuse itself, is never violated.
      let failing: [Outcome] = [.violated, .inconclusive, .excused]
      #expect(outcomes.contains(where: failing.contains), "\(pack)/\(rule.id) is never unmet")
    }
  }
}
