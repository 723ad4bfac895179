internal import CommandSyntax
internal import RuleLanguage

/// The forms of a table that a command prints.
enum TableFormat: String, Sendable, CaseIterable { case text, json }

extension Program {
  static let coverage = Command<Settings>(
    "coverage", "Count the requirements that the rules check.",
    details: [
      "A requirement is a checkable statement of the plugin's documents. The table of requirements says"
        + " of each how it is checked: by rules, which it names; built-in, with the test that proves it;"
        + " not observable, with the reason; or later, with what it waits for.",
      "Exit status: 0 if rules and table agree, 3 if the table names a rule that does not exist or does"
        + " not cover the requirement, and for a bad rule file.",
    ],
    options: OptionTables.rulePaths + [
      .choice(
        "format", takes: "FORMAT", of: TableFormat.self, in: "Output options",
        "Print counts by area as text, or every requirement as json (default text)."
      ) { $0.tableFormat = $1 }
    ],
    examples: [
      Example("See which areas the rules check.", "dnplog rules coverage"),
      Example("Check a folder of rules.", "dnplog rules coverage --rules my-rules"),
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
