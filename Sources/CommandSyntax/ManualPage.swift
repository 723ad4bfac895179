/// The manual page of a program, in the macros of man(7), from the tables that the parser reads.
package struct ManualPage<Settings> {
  private let root: Command<Settings>
  private let version: String
  private var text = ""

  /// - Parameter version: Shown at the foot of each page.
  package init(root: Command<Settings>, version: String) {
    self.root = root
    self.version = version
  }

  /// The whole page.
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
    macro("SH", "COMMANDS")
    for path in CommandPath(root).actions { write(path) }
  }

  private mutating func write(_ path: CommandPath<Settings>) {
    guard case .action(let operands, let options, _) = path.command.body else { return }
    macro("SS", "\(path.text) \(path.command.synopsis ?? "")")
    paragraph(path.command.summary)
    for detail in path.command.details {
      macro("PP")
      paragraph(detail)
    }
    for operand in operands { entry(operand.placeholder, operand.summary) }
    for option in options() {
      let value = option.placeholder.map { " \($0)" } ?? ""
      entry((option.short.map { "-\($0), " } ?? "") + "--\(option.long)\(value)", option.summary)
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

  private mutating func entry(_ term: String, _ meaning: String) {
    macro("TP")
    macro("B", term)
    paragraph(meaning)
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
