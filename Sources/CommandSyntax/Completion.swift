/// The words that may come next on a command line, from the tables that the parser reads.
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
  private let settings: Settings

  /// - Parameter settings: The settings of a command line without words.
  package init(root: Command<Settings>, settings: Settings) {
    self.root = root
    self.settings = settings
  }

  /// Returns the words that may stand where the last one stands, and begin as it does.
  ///
  /// None where a file may stand: those are known to the shell.
  package func candidates(for line: [String]) -> [Candidate] {
    let current = line.last ?? ""
    return unfiltered(line.dropLast(), current).filter { $0.word.hasPrefix(current) }
  }

  private func unfiltered(_ line: ArraySlice<String>, _ current: String) -> [Candidate] {
    var rest = line
    var path = CommandPath(root)
    while case .group(let commands) = path.command.body {
      guard let word = rest.popFirst() else {
        let names = commands.map { Candidate($0.name, $0.summary) }
        return path.isRoot && current.hasPrefix("-")
          ? [Candidate("--help", "Print this help."), Candidate("--version", "Print the version.")]
          : names
      }
      // `help` leads to the same commands.
      if word == "help", path.isRoot { continue }
      guard let next = commands.first(where: { $0.name == word }) else { return [] }
      path = path.appending(next)
    }
    return candidates(at: path, behind: rest, current)
  }

  private func candidates(
    at path: CommandPath<Settings>, behind line: ArraySlice<String>, _ current: String
  ) -> [Candidate] {
    guard case .action(let operands, let table, _) = path.command.body else { return [] }
    let options = table()
    var reader = OptionReader(
      path: path, operands: operands, options: options, root: root, settings: settings)
    // A mistake on the line so far is reported when it is run.
    _ = try? reader.read(line)
    if let option = reader.unfinished {
      return option.words(reader.settings).map { Candidate($0) }
    }
    if current.hasPrefix("-"), !reader.isPastOptions {
      if let equals = current.firstIndex(of: "=") {
        let name = current[..<equals]
        let option = options.first { "--\($0.long)" == name }
        return option?.words(reader.settings).map { Candidate("\(name)=\($0)") } ?? []
      }
      return options.map { Candidate("--\($0.long)", $0.summary) }
        + [Candidate("--help", "Print this help.")]
    }
    let operand = Self.operand(behind: reader.operandCount, of: operands)
    return operand?.words(reader.settings).map { Candidate($0) } ?? []
  }

  /// Returns the operand that the next word is; nil where the command has no use for one more.
  private static func operand(
    behind count: Int, of operands: [Operand<Settings>]
  ) -> Operand<Settings>? {
    if count < operands.count { return operands[count] }
    return operands.last.flatMap { $0.count == .any ? $0 : nil }
  }
}
