import BuiltinRules
import RuleLanguage
import TestSupport
import Testing

/// What a reader of a report is told of the built-in rules.
@Suite struct BuiltinWordsTests {
  private static func name(_ rule: Rule, in book: RuleBook) -> String {
    "\(book.packs[Int(rule.pack)].name)/\(rule.id)"
  }

  /// Whether a text begins with a capital letter, or with a word of code such as `fetch_start`.
  private static func beginsWell(_ text: String) -> Bool {
    let word = text.prefix { !$0.isWhitespace }
    return word.first?.isUppercase == true || word.contains("_") || word.contains("|")
  }

  @Test func `a title is a short clause`() throws {
    let book = try BuiltinRules.book()
    for rule in book.rules {
      let title = rule.title
      let name = Self.name(rule, in: book)
      #expect(title.count <= 90, "\(name): \(title)")
      #expect(Self.beginsWell(title), "\(name): \(title)")
      #expect(!title.hasSuffix("."), "\(name): \(title)")
    }
  }

  /// What a rule says of itself is clearer than what its events and conditions say.
  @Test func `a rule that can be violated says so in a sentence`() throws {
    let book = try BuiltinRules.book()
    for rule in book.rules {
      let message = rule.message
      let name = Self.name(rule, in: book)
      #expect(!message.isEmpty || rule.unmet != .violated, "\(name) has no message")
      #expect(!message.hasSuffix("."), "\(name): \(message)")
      #expect(message.count <= 140, "\(name): \(message)")
    }
  }

  /// The place becomes a time and a line, which stand behind "at" and nothing else.
  @Test func `a message names a place by its line alone`() throws {
    let book = try BuiltinRules.book()
    for rule in book.rules {
      let rest = rule.message.replacing("at {line}", with: "").replacing("at {last}", with: "")
        .replacing("no {missing}", with: "")
      #expect(!rest.contains("{"), "\(Self.name(rule, in: book)): \(rule.message)")
      #expect(!rule.title.contains("{line}"), "\(Self.name(rule, in: book))")
      #expect(!rule.hints.contains { $0.contains("{line}") }, "\(Self.name(rule, in: book))")
    }
  }

  @Test func `a hint is a short thing to do`() throws {
    let book = try BuiltinRules.book()
    for rule in book.rules {
      for hint in rule.hints {
        let name = Self.name(rule, in: book)
        #expect(hint.count <= 160, "\(name): \(hint)")
        #expect(Self.beginsWell(hint), "\(name): \(hint)")
        #expect(!hint.hasSuffix("."), "\(name): \(hint)")
      }
    }
  }

  /// Expressions are for who writes rules.
  @Test(arguments: ["$", "==", "&&", "||", "has(", "absent(", "env.", "cycle.", "derived."])
  func `no text of a rule shows the expression language`(sign: String) throws {
    let book = try BuiltinRules.book()
    for rule in book.rules {
      for text in [rule.title, rule.message] + rule.hints {
        #expect(!text.contains(sign), "\(Self.name(rule, in: book)): \(text)")
      }
    }
  }

  @Test func `no text of the rules is a riddle`() throws {
    for (place, text) in try Self.texts() {
      let riddles = PlainWords.riddles(in: text)
      #expect(riddles.isEmpty, "\(place): \(text)")
    }
  }

  /// Every text of the rule files, with the name of what it belongs to.
  private static func texts() throws -> [(String, String)] {
    let book = try BuiltinRules.book()
    var texts = book.packs.map { ($0.name, $0.title) }
    for rule in book.rules {
      texts += ([rule.title, rule.message] + rule.hints).map { (name(rule, in: book), $0) }
    }
    texts += book.parameters.map { ($0.name, $0.doc) }
    texts += book.excuses.map { ($0.name, $0.note) }
    for event in book.catalogue.events {
      texts.append((event.name, event.summary))
      texts += event.fields.map { ("\(event.name).\($0.name)", $0.summary) }
    }
    for profile in book.profiles {
      texts.append((profile.name, profile.title))
      texts += profile.steps.flatMap(\.hints).map { (profile.name, $0) }
    }
    return texts
  }
}
