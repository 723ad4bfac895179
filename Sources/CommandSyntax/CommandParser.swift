internal import TextWriting

/// A parser that finds the command that a command line means, and whether help was asked for.
package struct CommandParser<Settings> {
  /// The request of a command line.
  package enum Invocation {
    case run(Command<Settings>)
    /// Help was asked for: the text.
    case help(String)
    case version
    /// No command was named: the text that says how to.
    case usage(String)
  }

  let root: Command<Settings>
  /// The advice on a word in the place of a command, where it is something else, such as a file.
  let adviseOn: @Sendable (String) -> String?

  package init(
    root: Command<Settings>, adviseOn: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.root = root
    self.adviseOn = adviseOn
  }

  /// Reads the words after the program's name.
  ///
  /// The first mistake is thrown; the settings hold the rest of the command line all the same.
  package func parse(
    _ words: [String], into settings: inout Settings
  ) throws(UsageError) -> Invocation {
    var path = CommandPath(root)
    var rest = words[...]
    while case .group = path.command.body {
      guard let word = rest.popFirst() else { return .usage(HelpText(path).usage) }
      switch word {
      case "-h": return .help(HelpText(path).short)
      case "--help": return .help(HelpText(path).full)
      case "-V" where path.isRoot, "--version" where path.isRoot, "version" where path.isRoot:
        return .version
      case "help" where path.isRoot: return .help(HelpText(try find(rest)).full)
      default: path = try child(word, of: path)
      }
    }
    guard case .action(let operands, let options, _) = path.command.body else {
      return .usage(HelpText(path).usage)
    }
    var reader = OptionReader(
      path: path, operands: operands, options: options(), root: root, settings: settings)
    defer { settings = reader.settings }
    return switch try reader.read(rest) {
    case .run: .run(path.command)
    case .shortHelp: .help(HelpText(path).short)
    case .help: .help(HelpText(path).full)
    }
  }

  /// Follows the words of `help COMMAND`.
  private func find(_ words: ArraySlice<String>) throws(UsageError) -> CommandPath<Settings> {
    var path = CommandPath(root)
    for word in words { path = try child(word, of: path) }
    return path
  }

  private func child(
    _ word: String, of path: CommandPath<Settings>
  ) throws(UsageError) -> CommandPath<Settings> {
    let commands = path.command.commands
    if let command = commands.first(where: { $0.name == word }) {
      return path.appending(command)
    }
    if word.hasPrefix("-"), word != "-" {
      let name = word.prefix { $0 != "=" }
      let isKnown = path.actions.contains { action in
        action.command.options.contains { option in
          name == "--" + option.long || option.short.map { name == "-\($0)" } == true
        }
      }
      if isKnown {
        throw UsageError(
          "option '\(word)' stands before the command",
          advice: "write '\(path.text) COMMAND \(word)'")
      }
      throw UsageError("there is no option '\(word)'", advice: path.helpAdvice)
    }
    let nearest = Spelling.nearest(to: word, among: commands.map(\.name))
    let question = nearest.map { "did you mean '\(path.text) \($0)'?" }
    throw UsageError(
      "'\(path.text)' has no command '\(word)'",
      advice: (path.isRoot ? adviseOn(word) : nil) ?? question ?? path.helpAdvice)
  }
}

/// A command and the words that lead to it.
struct CommandPath<Settings> {
  let words: [String]
  let command: Command<Settings>

  init(_ root: Command<Settings>) {
    words = [root.name]
    command = root
  }

  private init(words: [String], command: Command<Settings>) {
    self.words = words
    self.command = command
  }

  var isRoot: Bool { words.count == 1 }
  var text: String { words.joined(separator: " ") }
  var helpAdvice: String { "try '\(text) --help'" }

  func appending(_ command: Command<Settings>) -> CommandPath {
    CommandPath(words: words + [command.name], command: command)
  }

  /// The commands at or below this one that are no groups.
  var actions: [CommandPath] {
    if case .action = command.body { return [self] }
    return command.commands.flatMap { appending($0).actions }
  }
}
