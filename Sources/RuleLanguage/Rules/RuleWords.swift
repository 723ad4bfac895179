/// The texts of a rule for people, beside its obligation.
package struct RuleWords: Sendable, Equatable {
  package var title: String
  package var covers: [String]
  package var hints: [String]
  /// A line for the report in place of the derived one; empty for none.
  package var message: String

  package init(title: String, covers: [String], hints: [String] = [], message: String = "") {
    self.title = title
    self.covers = covers
    self.hints = hints
    self.message = message
  }
}

/// The words of a rule, decoded or still in a table of the program.
///
/// A run decodes only the words of rules with a finding: making strings of all words at the start
/// was a fifth of the work of reading the rules.
enum HeldWords: Sendable, Equatable {
  case atHand(RuleWords)
  case inTable(StaticString, offset: Int)

  var words: RuleWords {
    switch self {
    case .atHand(let words): return words
    case .inTable(let table, let offset):
      var coder = FlatCoder(table: table, at: offset)
      // The words written by the build can be read; a test checks it for each rule.
      return (try? coder.read() as RuleWords) ?? RuleWords(title: "", covers: [])
    }
  }

  static func == (left: HeldWords, right: HeldWords) -> Bool { left.words == right.words }
}
