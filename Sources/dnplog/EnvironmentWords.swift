internal import CommandSyntax
internal import RuleEngine

/// What `--env` says of the device: conditions, or the file that states them.
enum EnvironmentWords {
  enum Statement: Sendable, Equatable {
    case condition(Settings.Pair)
    case file(String)
  }

  /// Reads `a=b`, `a=b,c=d`, or a path; a comma that no `name=` follows belongs to the value.
  static func read(_ text: String) throws(UsageError) -> [Statement] {
    guard text.contains("=") else { return [.file(text)] }
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
      let pair = try OptionValues.pair(String(word), as: "KEY=VALUE")
      try check(pair)
      statements.append(.condition(pair))
    }
    return statements
  }

  /// Checks that the key is known and that the value is of its type.
  static func check(_ pair: Settings.Pair) throws(UsageError) {
    let keys = EnvironmentKey.allCases
    guard let key = keys.first(where: { $0.name == pair.key }) else {
      throw UsageError(
        "'\(pair.key)' is no condition of a device",
        advice: Spelling.advice(for: pair.key, among: keys.map(\.name)))
    }
    switch key.type {
    case .bool where pair.value != "true" && pair.value != "false":
      throw UsageError("\(key.name) cannot be '\(pair.value)'", advice: "give true or false")
    case .int where Int(pair.value) == nil:
      throw UsageError("\(key.name) cannot be '\(pair.value)'", advice: "give a whole number")
    default: break
    }
  }
}
