internal import TextWriting

/// The words that may stand at a place of the command line, by the settings read before it.
package typealias Words<Settings> = @Sendable (Settings) -> [String]

/// One row of a command's option table: the parser and the help text both read it.
///
/// `apply` checks a value and stores it; it neither does anything else nor names the option,
/// because the parser puts the name in front of its error.
package struct Option<Settings>: Sendable {
  /// The value that the option takes, if any, and its name.
  package enum Value: Sendable, Equatable {
    case none
    /// Any text, shown in the help by this placeholder.
    case text(String)
    /// One of these words, shown in the help by this placeholder.
    case choice(String, [String])
  }

  package let long: String
  package let short: Character?
  package let value: Value
  /// The heading of the help under which the option stands.
  package let group: String
  /// What the help says of the option, a sentence.
  private let text: String
  /// Whether each further value counts beside those before it, as the help says; other options take one.
  package let isRepeatable: Bool
  package var summary: String {
    isRepeatable && value != .none ? String(text.dropLast()) + "; may be repeated." : text
  }
  /// The words that the value may be, where they are known, by what stands before it on the line.
  package let words: Words<Settings>
  package let apply: @Sendable (inout Settings, String) throws(UsageError) -> Void

  /// Makes an option that is on or off.
  package static func flag(
    _ long: String, short: Character? = nil, in group: String, _ summary: String,
    apply: @escaping @Sendable (inout Settings) -> Void
  ) -> Option {
    Option(
      long: long, short: short, value: .none, group: group, text: summary,
      isRepeatable: true, words: { _ in [] }
    ) { (settings, _) in apply(&settings) }
  }

  /// Makes an option that takes any text.
  package static func value(
    _ long: String, short: Character? = nil, takes placeholder: String, in group: String,
    repeatable isRepeatable: Bool = false, _ summary: String,
    words: @escaping Words<Settings> = { _ in [] },
    apply: @escaping @Sendable (inout Settings, String) throws(UsageError) -> Void
  ) -> Option {
    Option(
      long: long, short: short, value: .text(placeholder), group: group, text: summary,
      isRepeatable: isRepeatable, words: words, apply: apply)
  }

  /// Makes an option that takes the raw value of one case of an enumeration.
  package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ long: String, short: Character? = nil, takes placeholder: String, of type: Choice.Type,
    in group: String, repeatable isRepeatable: Bool = false, _ summary: String,
    apply: @escaping @Sendable (inout Settings, Choice) -> Void
  ) -> Option where Choice: SendableMetatype {
    let words = Choice.allCases.map(\.rawValue)
    return Option(
      long: long, short: short, value: .choice(placeholder, words), group: group,
      text: summary, isRepeatable: isRepeatable, words: { _ in words }
    ) { (settings, word) throws(UsageError) in
      guard let choice = Choice(rawValue: word) else {
        throw UsageError(
          "'\(word)' is not a choice", advice: Spelling.advice(for: word, among: words))
      }
      apply(&settings, choice)
    }
  }
}
