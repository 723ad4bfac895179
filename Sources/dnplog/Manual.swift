internal import CommandSyntax

extension Program {
  static let man: Command<Settings> = Command(
    "man", "Print the manual page.",
    examples: [
      Example("Read it.", "dnplog man | man -l -"),
      Example("Install it.", "dnplog man > /usr/local/share/man/man1/dnplog.1"),
    ]
  ) { _ in
    let statuses = ExitStatus.allCases.map { (code: $0.rawValue, meaning: $0.meaning) }
    let page = ManualPage(root: root, version: version, statuses: statuses)
    return StandardOutput.print(page.rendered()).rawValue
  }
}
