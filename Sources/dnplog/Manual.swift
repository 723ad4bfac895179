internal import CommandSyntax

extension Program {
  static let man: Command<Settings> = Command(
    "man", "Print the manual page.",
    examples: [
      Example("Read it.", "dnplog man | man -l -"),
      Example("Install it.", "dnplog man > /usr/local/share/man/man1/dnplog.1"),
    ]
  ) { _ in
    StandardOutput.print(ManualPage(root: root, version: version).rendered()).rawValue
  }
}
