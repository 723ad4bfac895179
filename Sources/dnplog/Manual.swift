internal import CommandSyntax

extension Program {
  static let man: Command<Settings> = Command(
    "man", "Print the manual page.",
    examples: [
      Example("Read it.", "dnplog man | man -l -"),
      Example("Install it.", "dnplog man > /usr/local/share/man/man1/dnplog.1"),
    ]
  ) { _ in
    let page = ManualPage(root: root, version: version, date: Commit.date, sections: sections)
    return StandardOutput.print(page.rendered()).rawValue
  }

  /// The sections of the manual page behind those of the commands.
  private static var sections: [ManualPage<Settings>.Section] {
    [
      .init(
        "EXIT STATUS", terms: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) },
        paragraph: "Where several apply, 130 goes before 3, 3 before 2, and 2 before 4 and 1."),
      .init(
        "ENVIRONMENT",
        terms: [
          ("NO_COLOR", "If it is set and not empty, nothing is coloured."),
          (
            "FORCE_COLOR",
            "If it is set and not empty, the text report is coloured, even where it is not printed"
              + " on a terminal; 0 and false turn colours off."
          ),
          ("TERM", "If it is dumb, nothing is coloured, and no progress is shown."),
          (
            "SOURCE_DATE_EPOCH",
            "The seconds since 1970 that reports and metrics use as the present time, so that two"
              + " runs write the same bytes."
          ),
        ],
        paragraph: "The option --color goes before NO_COLOR, NO_COLOR before FORCE_COLOR, and"
          + " FORCE_COLOR before TERM and the test whether standard output is a terminal."),
      .init(
        "FILES",
        terms: [
          (
            InputChoice.fallback,
            "The log that is read if no input is named and none is piped in, in the working"
              + " directory."
          ),
          (
            ConfigurationSearch.fileName,
            "Options that need not be repeated, by their long names, in the working directory or above"
              + " it; see dnplog config."
          ),
        ]),
      .init(
        "SEE ALSO",
        paragraph: "adb(1), gzip(1), idevicesyslog(1), journalctl(1), jq(1), man(1)"),
    ]
  }
}
