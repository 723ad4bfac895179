/// What a rule says to people, beside what it asks of a log.
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

/// The words of a rule, at hand or still in a table of the program.
///
/// A run asks only rules with a finding for theirs: to make strings of all words at the start was
/// a fifth of what it takes to read the rules.
enum HeldWords: Sendable, Equatable {
  case atHand(RuleWords)
  case inTable(StaticString, offset: Int)

  var words: RuleWords {
    switch self {
    case .atHand(let words): return words
    case .inTable(let table, let offset):
      var coder = FlatCoder(table: table, at: offset)
      // What the build wrote can be read; a test does it for each rule.
      return (try? coder.read() as RuleWords) ?? RuleWords(title: "", covers: [])
    }
  }

  static func == (left: HeldWords, right: HeldWords) -> Bool { left.words == right.words }
}
