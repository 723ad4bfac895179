/// The help of a command, written from the same tables that the parser reads.
struct HelpText<Settings> {
  private static var width: Int { 79 }
  private static var widestLeft: Int { 28 }

  private let path: CommandPath<Settings>
  private var command: Command<Settings> { path.command }

  init(_ path: CommandPath<Settings>) {
    self.path = path
  }

  /// The text for a call without a command: how to name one.
  var usage: String {
    usageLine + "\n" + commandTable + "\n" + footer
  }

  /// The help of `-h`: the options that most calls need, where the command says which they are.
  var short: String {
    guard case .action(let operands, let options, _) = command.body, !command.usual.isEmpty else {
      return full
    }
    let all = options()
    let usual = command.usual.compactMap { name in all.first { $0.long == name } }
    let rows = usual.map { ($0.heading, $0.summary) } + [Self.helpRow(isShortened: true)]
    return wrap(command.summary, indent: 0) + "\n" + usageLine
      + table("Arguments", operands.map { ($0.placeholder, $0.summary) })
      + table("Options used most", rows)
      + "\nRun '\(path.text) --help' for all \(all.count) options and for examples.\n"
  }

  /// The whole help, examples last.
  var full: String {
    var text = wrap(command.summary, indent: 0) + "\n" + usageLine
    for paragraph in command.details { text += "\n" + wrap(paragraph, indent: 0) }
    if case .action(let operands, let options, _) = command.body {
      text += table("Arguments", operands.map { ($0.placeholder, $0.summary) })
      text += optionTables(options())
    } else {
      text += "\n" + commandTable
      text += table(
        "Options", [Self.helpRow(isShortened: false)] + (path.isRoot ? Self.rootRows : []))
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples { text += "  # \(example.purpose)\n  \(example.command)\n" }
    }
    if !command.commands.isEmpty { text += "\n" + footer }
    return text
  }

  private var usageLine: String {
    guard let synopsis = command.synopsis else { return "Usage: \(path.text) COMMAND\n" }
    return "Usage: \(path.text) \(synopsis)\n"
  }

  private var commandTable: String {
    let rows = command.commands.map { ($0.name, $0.summary) }
    return String(table("Commands", rows).dropFirst())
  }

  private var footer: String {
    "Run '\(path.text) COMMAND --help' for the options of a command.\n"
  }

  /// The option of every command.
  ///
  /// - Parameter isShortened: Whether `-h` prints less than `--help`.
  static func helpRow(isShortened: Bool) -> (String, String) {
    (
      "-h, --help",
      isShortened
        ? "Print the options used most (-h) or all of them (--help)." : "Print this help."
    )
  }
  /// The options that stand in place of a command.
  static var rootRows: [(String, String)] {
    [("-V, --version", "Print the name and the version.")]
  }

  private func optionTables(_ options: [Option<Settings>]) -> String {
    let groups = Self.groups(options, isShortened: !command.usual.isEmpty)
    // One column for all the groups, so that the eye runs down the page.
    let left = Self.leftWidth(groups.flatMap { $0.rows.map(\.0) })
    return groups.map { table($0.title, $0.rows, left: left) }.joined()
  }

  /// Returns the options by heading, in the order of the table; those of every command are last.
  static func groups(
    _ options: [Option<Settings>], isShortened: Bool
  ) -> [(title: String, rows: [(String, String)])] {
    var titles: [String] = []
    for option in options where !titles.contains(option.group) { titles.append(option.group) }
    var groups = titles.map { title in
      let own = options.filter { $0.group == title }
      return (title: title, rows: own.map { ($0.heading, $0.summary) })
    }
    if groups.isEmpty { groups = [("Options", [])] }
    groups[groups.count - 1].rows.append(helpRow(isShortened: isShortened))
    return groups
  }

  private static func leftWidth(_ headings: [String]) -> Int {
    headings.map(\.count).filter { $0 <= widestLeft }.max() ?? 0
  }

  private func table(_ title: String, _ rows: [(String, String)], left: Int? = nil) -> String {
    guard !rows.isEmpty else { return "" }
    let left = left ?? Self.leftWidth(rows.map(\.0))
    var text = "\n\(title):\n"
    for (heading, summary) in rows {
      let body = wrap(summary, indent: left + 4)
      if heading.count <= left {
        let gap = String(repeating: " ", count: left - heading.count + 2)
        text += "  " + heading + gap + body.drop { $0 == " " }
      } else {
        text += "  " + heading + "\n" + body
      }
    }
    return text
  }

  /// Breaks a paragraph between words; every line ends with a newline.
  private func wrap(_ paragraph: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var text = ""
    var line = margin
    for word in paragraph.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > Self.width {
        text += line + "\n"
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return text + line + "\n"
  }
}

extension Option {
  /// The word that stands for the value in the help.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let placeholder), .choice(let placeholder, _): placeholder
    }
  }

  /// `-q, --quiet`, or `    --format FORMAT`.
  fileprivate var heading: String {
    let front = short.map { "-\($0), " } ?? "    "
    return front + "--" + long + (placeholder.map { " \($0)" } ?? "")
  }
}
