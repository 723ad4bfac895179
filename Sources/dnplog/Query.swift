internal import CommandSyntax
internal import LogQuery

extension Program {
  static let query = Command<Settings>(
    "query", "Ask questions about logs in SQL.",
    details: [
      "Reads and checks logs as 'dnplog validate' does, puts what it finds into a temporary database and"
        + " runs a SELECT of SQLite on it. The tables are runs, events, cycles, steps, findings and lines;"
        + " 'dnplog query -e .schema' shows their columns. Inputs are found as by 'dnplog validate'. It"
        + " gives no verdict: the exit status is 0 where the query ran."
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.query + OptionTables.reading + OptionTables.environment
      + OptionTables.records + OptionTables.states + OptionTables.rulePaths + OptionTables.judging
      + OptionTables.progress,
    usual: ["execute", "format", "timeout", "env", "tz", "state", "rules", "profile"],
    examples: [
      Example("See which tables and columns there are.", "dnplog query -e .schema"),
      Example(
        "Count the events by name.",
        "dnplog query -e 'SELECT event, count(*) FROM events GROUP BY event' \\\n    device.log"),
    ]
  ) { settings in
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in try QueryRun(settings).run() }
  }
}

extension OptionTables {
  private static let group = "Query options"

  /// The options that say what to ask, and how to print the answer.
  static let query: [Option<Settings>] = [
    .value(
      "execute", short: "e", takes: "SQL", in: group, repeatable: true,
      "Run this statement, a SELECT; .schema prints the tables.",
      words: { _ in [QueryRun.schemaWord] }
    ) { $0.query.statements.append($1) },
    .choice(
      "format", takes: "FORMAT", of: ResultFormat.self, in: group,
      "Print the rows as text (an aligned table), csv or json (an array of objects) (default text)."
    ) { $0.query.format = $1 },
    .value(
      "timeout", takes: "SECONDS", in: group,
      "End a statement that takes longer, without the reading of the logs (default 60)."
    ) { (settings, text) throws(UsageError) in
      settings.query.limits.seconds = try OptionValues.integer(text, in: 1...86_400)
    },
  ]
}
