import BuiltinRules
import RuleLanguage
import Testing
import YAMLReading

@Suite struct BuiltinRulesTests {
  @Test func `book is read back as the build wrote it`() throws {
    let book = try BuiltinRules.book()
    #expect(!book.catalogue.events.isEmpty)
    #expect(try FlatTables.bytes(of: book) == FlatTables.bytes(of: BuiltinRules.book()))
  }

  /// Words that stay in the program say what they would if they were read at once.
  @Test func `words are there when they are asked for`() throws {
    let book = try BuiltinRules.book()
    #expect(book.rules.allSatisfy { !$0.title.isEmpty && !$0.covers.isEmpty })
    let bytes = try FlatTables.bytes(of: book)
    #expect(try FlatTables.book(from: bytes.span) == book)
  }

  @Test func `only rules of chosen packs are read`() throws {
    let all = try BuiltinRules.book()
    let some = try BuiltinRules.book { book in
      Set(book.profiles.first { $0.name == "legacy-markers" }?.packs ?? [])
    }
    #expect(!some.rules.isEmpty && some.rules.count < all.rules.count)
    #expect(Set(some.rules.map { some.packs[Int($0.pack)].name }) == ["legacy-markers"])
    #expect(some.catalogue == all.catalogue && some.profiles == all.profiles)
  }

  @Test func `tests name rules of the book`() throws {
    let book = try BuiltinRules.book()
    let rules = Set(book.rules.map { "\(book.packs[Int($0.pack)].name)/\($0.id)" })
    for test in try BuiltinRules.tests() {
      #expect(rules.contains("\(test.pack)/\(test.rule)"))
      #expect(test.location.path.hasPrefix("rules/"))
    }
  }
}
