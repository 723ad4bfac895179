import BuiltinRules
import LogReading
import RuleEngine
import Testing
import YAMLReading

@Suite struct BuiltinRulesTests {
  @Test func bookIsReadBackAsTheBuildWroteIt() throws {
    let book = try BuiltinRules.book()
    #expect(!book.catalogue.events.isEmpty)
    #expect(FlatTables.bytes(of: book) == FlatTables.bytes(of: try BuiltinRules.book()))
  }

  @Test func testsNameRulesOfTheBook() throws {
    let book = try BuiltinRules.book()
    let rules = Set(book.rules.map { "\(book.packs[Int($0.pack)].name)/\($0.id)" })
    for test in try BuiltinRules.tests() {
      #expect(rules.contains("\(test.pack)/\(test.rule)"))
      #expect(test.location.path.hasPrefix("rules/"))
    }
  }
}
