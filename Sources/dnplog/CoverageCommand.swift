internal import CommandSyntax
internal import RuleLanguage

/// The forms of a table that a command prints.
enum TableFormat: String, Sendable, CaseIterable { case text, json }

extension Program {
  static let coverage = Command<Settings>(
    "coverage", "Count which requirements the rules look after.",
    details: [
      "A requirement is a checkable statement of the plugin's documents. The table of them says of"
        + " each: rules, which are named; built-in, with the test that proves it; not observable,"
        + " with the reason; later, with what it waits for.",
      "Exit status: 0 when rules and table agree, 3 when the table names a rule that is not there or"
        + " does not cover the row, and for a bad rule file.",
    ],
    options: OptionTables.rulePaths + [
      .choice(
        "format", takes: "FORMAT", of: TableFormat.self, in: "Output options",
        "Print the areas as text, or all rows as json (default text)."
      ) { $0.tableFormat = $1 }
    ],
    examples: [
      Example("See which areas rules look after.", "dnplog rules coverage"),
      Example("Hold a folder of rules to its table.", "dnplog rules coverage --rules rules"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let rules = try Pipeline.rulesWithRequirements(paths: settings.rulePaths)
      let coverage = RuleCoverage(of: rules.requirements, in: rules.book)
      var status = StandardOutput.print(
        settings.tableFormat == .json ? coverage.json : coverage.text)
      if !coverage.problems.isEmpty { status.worsen(to: .badRules) }
      return status
    }
  }
}
