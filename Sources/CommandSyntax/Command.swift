/// A command, or a group of commands, that a word of the command line names.
package struct Command<Settings>: Sendable {
  /// The work of a command; returns the exit status.
  package typealias Run = @Sendable (Settings) -> Int32

  /// The contents of a command: the commands of a group, or the work with its operands and options.
  ///
  /// The option table is made when it is asked for: a call needs that of one command, and making
  /// those of all was most of the work of `--version`.
  package indirect enum Body: Sendable {
    case group([Command])
    case action(
      operands: [Operand<Settings>], options: @Sendable () -> [Option<Settings>], run: Run)
  }

  package let name: String
  /// One sentence, for the list of commands and the top of the help.
  package let summary: String
  /// Paragraphs between the usage line and the tables.
  package let details: [String]
  package let body: Body
  /// The long names of the options that most calls need, which `-h` shows; none where it shows all.
  package let usual: [String]
  package let examples: [Example]

  /// Makes a command with its options, given in the order in which the help shows them.
  package init(
    _ name: String, _ summary: String, details: [String] = [],
    operands: [Operand<Settings>] = [],
    options: @autoclosure @escaping @Sendable () -> [Option<Settings>] = [],
    usual: [String] = [], examples: [Example] = [], run: @escaping Run
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.body = .action(operands: operands, options: options, run: run)
    self.usual = usual
    self.examples = examples
  }

  /// Makes a group of commands.
  package init(
    _ name: String, _ summary: String, details: [String] = [], commands: [Command],
    examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.body = .group(commands)
    usual = []
    self.examples = examples
  }

  /// The commands under this one.
  package var commands: [Command] {
    if case .group(let commands) = body { commands } else { [] }
  }

  /// Does the work of the command and returns the exit status; nothing for a group.
  package func run(_ settings: Settings) -> Int32 {
    if case .action(_, _, let run) = body { run(settings) } else { 0 }
  }

  /// The option table; empty for a group.
  package var options: [Option<Settings>] {
    if case .action(_, let options, _) = body { options() } else { [] }
  }
}

extension Command {
  /// The words that may follow the command's name; nil for a group.
  var synopsis: String? {
    guard case .action(let operands, _, _) = body else { return nil }
    let words = operands.map { operand in
      switch operand.count {
      case .one: operand.placeholder
      case .atMostOne: "[\(operand.placeholder)]"
      case .any: "[\(operand.placeholder)...]"
      }
    }
    return (["[OPTION...]"] + words).joined(separator: " ")
  }
}

/// A word of the command line that is not an option.
package struct Operand<Settings>: Sendable {
  /// How many words it takes.
  package enum Count: Sendable { case one, atMostOne, any }

  package let placeholder: String
  package let count: Count
  package let summary: String
  /// The words that it may be, where they are known; none where a file may stand.
  package let words: Words<Settings>
  package let apply: @Sendable (inout Settings, String) -> Void

  package init(
    _ placeholder: String, _ count: Count, _ summary: String,
    words: @escaping Words<Settings> = { _ in [] },
    apply: @escaping @Sendable (inout Settings, String) -> Void
  ) {
    self.placeholder = placeholder
    self.count = count
    self.summary = summary
    self.words = words
    self.apply = apply
  }
}

/// A command line worth copying, and what it is for.
package struct Example: Sendable {
  package let purpose: String
  package let command: String

  package init(_ purpose: String, _ command: String) {
    self.purpose = purpose
    self.command = command
  }
}
