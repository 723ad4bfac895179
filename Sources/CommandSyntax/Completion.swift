/// What may come next on a command line, from the tables that the parser reads.
package struct Completion<Settings> {
  /// A word that may come next, and what it means.
  package struct Candidate: Equatable, Sendable {
    package var word: String
    package var summary: String

    package init(_ word: String, _ summary: String = "") {
      self.word = word
      self.summary = summary
    }
  }

  private let root: Command<Settings>
  /// The words that an option or an operand takes, by its long name or its placeholder; none where it
  /// takes any text, or a file.
  private let words: (String) -> [String]

  package init(root: Command<Settings>, words: @escaping (String) -> [String]) {
    self.root = root
    self.words = words
  }

  /// The words that may stand where the last one stands, and begin as it does.
  ///
  /// None where a file may stand: those are known to the shell.
  package func candidates(for line: [String]) -> [Candidate] {
    let current = line.last ?? ""
    return unfiltered(line.dropLast(), current).filter { $0.word.hasPrefix(current) }
  }

  private func unfiltered(_ line: ArraySlice<String>, _ current: String) -> [Candidate] {
    var rest = line
    var command = root
    while case .group(let commands) = command.body {
      guard let word = rest.popFirst() else {
        let names = commands.map { Candidate($0.name, $0.summary) }
        return command.name == root.name && current.hasPrefix("-")
          ? [Candidate("--help"), Candidate("--version")] : names
      }
      // `help` leads to the same commands.
      if word == "help", command.name == root.name { continue }
      guard let next = commands.first(where: { $0.name == word }) else { return [] }
      command = next
    }
    return candidates(in: command, behind: rest, current)
  }

  private func candidates(
    in command: Command<Settings>, behind line: ArraySlice<String>, _ current: String
  ) -> [Candidate] {
    guard case .action(let operands, let table, _) = command.body else { return [] }
    let options = table()
    var operandCount = 0
    var waiting: Option<Settings>?
    for word in line {
      if waiting != nil {
        waiting = nil
      } else if word == "--" {
        return []
      } else if let option = options.first(where: { word == "--\($0.long)" }) {
        waiting = option.value == .none ? nil : option
      } else if !word.hasPrefix("-") || word == "-" {
        operandCount += 1
      }
    }
    if let waiting {
      if case .choice(_, let words) = waiting.value { return words.map { Candidate($0) } }
      return words(waiting.long).map { Candidate($0) }
    }
    if current.hasPrefix("-") {
      return options.map { Candidate("--\($0.long)", $0.summary) }
        + [Candidate("--help", "Print this help.")]
    }
    let operand = operandCount < operands.count ? operands[operandCount] : operands.last
    return operand.map { words($0.placeholder).map { Candidate($0) } } ?? []
  }
}
