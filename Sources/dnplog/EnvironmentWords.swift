internal import CommandSyntax
internal import RuleLanguage
internal import TextWriting

/// The words of `--env`: conditions of the device, or the file that states them.
struct EnvironmentWords {
  enum Statement: Sendable, Equatable {
    case condition(Settings.Pair)
    case file(String)
  }

  /// The conditions that can be stated: the others only a log tells.
  static let keys = EnvironmentKey.allCases.filter { !$0.isDerived }

  /// The words that the value of each key may be, as the catalogue lists them.
  private let choices: [String: [String]]

  init(_ book: RuleBook) {
    let event = book.catalogue.kind(named: "env_state").map { book.catalogue[$0] }
    choices = Dictionary(
      (event?.fields ?? []).map { (book.catalogue.name(of: $0.name), $0.choices) }
    ) { first, _ in first }
  }

  /// Returns the statements that `--env` may make of one condition, for the completion in a shell.
  static func completions(_ settings: Settings) -> [String] {
    guard let book = try? Pipeline.readingBook(for: settings) else { return [] }
    let words = EnvironmentWords(book)
    return keys.flatMap { key in
      let choices = words.choices[key.name] ?? []
      let values: [String] =
        if !choices.isEmpty {
          choices
        } else if key.type == .bool {
          ["true", "false"]
        } else {
          [""]
        }
      return values.map { "\(key.name)=\($0)" }
    }
  }

  /// Reads `a=b`, `a=b,c=d`, or a path; a comma that no `name=` follows belongs to the value.
  static func read(_ text: String) throws(UsageError) -> [Statement] {
    guard text.contains("=") else {
      if text.isEmpty || keys.contains(where: { $0.name == text }) {
        throw UsageError(
          "'\(text)' has no value",
          advice: "write \(text.isEmpty ? "KEY" : text)=VALUE, or the path of a file")
      }
      return [.file(text)]
    }
    var words: [Substring] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let last = words.last, !word.contains("=") {
        // Both come from the same text, with the comma between them.
        words[words.count - 1] = text[last.startIndex..<word.endIndex]
      } else {
        words.append(word)
      }
    }
    var statements: [Statement] = []
    for word in words {
      statements.append(.condition(try OptionValues.pair(String(word), as: "KEY=VALUE")))
    }
    return statements
  }

  /// Returns the mistake in a key that is no condition; nil if it is one.
  func mistake(inKey key: String) -> UsageError? {
    let names = Self.keys.map(\.name)
    if names.contains(key) { return nil }
    return UsageError(
      "'\(key)' is not a condition of a device", advice: Spelling.advice(for: key, among: names))
  }

  /// Returns the mistake in a value that its key cannot have; nil if it can.
  func mistake(inValueOf pair: Settings.Pair) -> UsageError? {
    let what = "\(pair.key) cannot be '\(pair.value)'"
    switch Self.keys.first(where: { $0.name == pair.key })?.type {
    case .bool where pair.value != "true" && pair.value != "false":
      return UsageError(what, advice: "give true or false")
    case .int where pair.key == EnvironmentKey.phase.name && !["1", "2"].contains(pair.value):
      return UsageError(what, advice: "give 1 or 2")
    case .int where Int64(pair.value) == nil: return UsageError(what, advice: "give a whole number")
    default: break
    }
    guard let words = choices[pair.key], !words.isEmpty, !words.contains(pair.value) else {
      return nil
    }
    return UsageError(what, advice: Spelling.advice(for: pair.value, among: words))
  }
}
