/// The manual page of a program, in the macros of man(7), from the tables that the parser reads.
package struct ManualPage<Settings> {
  private let root: Command<Settings>
  private let version: String
  private let statuses: [(code: Int32, meaning: String)]
  private var text = ""

  /// - Parameters:
  ///   - version: Shown at the foot of each page.
  ///   - statuses: The exit statuses of the program and their meanings.
  package init(
    root: Command<Settings>, version: String, statuses: [(code: Int32, meaning: String)]
  ) {
    self.root = root
    self.version = version
    self.statuses = statuses
  }

  /// Returns the whole page.
  package func rendered() -> String {
    var page = self
    page.write()
    return page.text
  }

  private mutating func write() {
    let name = root.name
    macro("TH", name.uppercased(), "1", "", "\(name) \(version)", "User Commands")
    macro("SH", "NAME")
    paragraph(
      "\(name) - \(root.summary.first?.lowercased() ?? "")\(root.summary.dropFirst().dropLast())")
    macro("SH", "SYNOPSIS")
    for path in CommandPath(root).actions {
      macro("B", path.text)
      paragraph(path.command.synopsis ?? "")
      macro("br")
    }
    macro("SH", "DESCRIPTION")
    for detail in root.details { paragraph(detail) }
    macro("SH", "OPTIONS")
    write(HelpText<Settings>.commonRows + HelpText<Settings>.rootRows)
    macro("SH", "COMMANDS")
    for path in CommandPath(root).actions { write(path) }
    macro("SH", "EXIT STATUS")
    write(statuses.map { ("\($0.code)", $0.meaning) })
  }

  private mutating func write(_ path: CommandPath<Settings>) {
    guard case .action(let operands, let options, _) = path.command.body else { return }
    macro("SS", "\(path.text) \(path.command.synopsis ?? "")")
    paragraph(path.command.summary)
    for detail in path.command.details {
      macro("PP")
      paragraph(detail)
    }
    write(operands.map { ($0.placeholder, $0.summary) })
    for group in HelpText.groups(options()) {
      macro("PP")
      paragraph(group.title + ":")
      write(group.rows)
    }
    for example in path.command.examples {
      macro("PP")
      paragraph(example.purpose)
      macro("PP")
      macro("nf")
      macro("RS", "4")
      for line in example.command.split(separator: "\n") { paragraph(String(line)) }
      macro("RE")
      macro("fi")
    }
  }

  /// Writes terms and their meanings.
  private mutating func write(_ rows: [(term: String, meaning: String)]) {
    for row in rows {
      macro("TP")
      macro("B", String(row.term.drop { $0 == " " }))
      paragraph(row.meaning)
    }
  }

  private mutating func macro(_ name: String, _ arguments: String...) {
    text += "." + ([name] + arguments.map { "\"\(escaped($0))\"" }).joined(separator: " ") + "\n"
  }

  private mutating func paragraph(_ line: String) {
    // A line that begins with a dot or a quote would be a request.
    let start = line.first == "." || line.first == "'" ? "\\&" : ""
    text += start + escaped(line) + "\n"
  }

  private func escaped(_ line: String) -> String {
    line.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
  }
}
