/// The manual page of a program, in the macros of man(7), from the tables that the parser reads.
package struct ManualPage<Settings> {
  private let root: Command<Settings>
  private let version: String
  private let date: String
  private let sections: [Section]
  private var text = ""

  /// A section behind those of the commands: terms with their meanings, then a paragraph.
  package struct Section: Sendable {
    let title: String
    let terms: [(term: String, meaning: String)]
    let paragraph: String

    /// - Parameter title: In capitals, such as `EXIT STATUS`.
    package init(
      _ title: String, terms: [(term: String, meaning: String)] = [], paragraph: String = ""
    ) {
      self.title = title
      self.terms = terms
      self.paragraph = paragraph
    }
  }

  /// - Parameters:
  ///   - version: Shown at the foot of each page.
  ///   - date: That of the version; empty where it is not known.
  ///   - sections: What stands behind the commands, in the order of the page.
  package init(root: Command<Settings>, version: String, date: String, sections: [Section]) {
    self.root = root
    self.version = version
    self.date = date
    self.sections = sections
  }

  /// Returns the whole page.
  package func rendered() -> String {
    var page = self
    page.write()
    return page.text
  }

  private mutating func write() {
    let name = root.name
    // The hyphens of a date are no minus signs.
    text +=
      ".TH \"\(name.uppercased())\" \"1\" \"\(date)\" \"\(name) \(version)\" \"User Commands\"\n"
    macro("SH", "NAME")
    paragraph(
      "\(name) - \(root.summary.first?.lowercased() ?? "")\(root.summary.dropFirst().dropLast())")
    macro("SH", "SYNOPSIS")
    for (index, path) in CommandPath(root).actions.enumerated() {
      if index > 0 { macro("br") }
      macro("B", path.text)
      paragraph(path.command.synopsis ?? "")
    }
    macro("SH", "DESCRIPTION")
    for (index, detail) in root.details.enumerated() {
      if index > 0 { macro("PP") }
      paragraph(detail)
    }
    macro("SH", "OPTIONS")
    write([HelpText<Settings>.helpRow(isShortened: true)] + HelpText<Settings>.rootRows)
    macro("SH", "COMMANDS")
    for path in CommandPath(root).actions { write(path) }
    for section in sections {
      macro("SH", section.title)
      write(section.terms)
      if section.paragraph.isEmpty { continue }
      if !section.terms.isEmpty { macro("PP") }
      paragraph(section.paragraph)
    }
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
    for group in HelpText.groups(options(), isShortened: !path.command.usual.isEmpty) {
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
