internal import CommandSyntax
internal import RunReport

extension Program {
  static let explain = Command<Settings>(
    "explain", "Show why a rule passed or failed, each time it applied.",
    details: [
      "Prints each time that one rule applied: where it began, which lines met which steps, and how it"
        + " ended. Inputs are found as by 'dnplog validate'. It gives no verdict: the exit status is 0"
        + " whatever it finds."
    ],
    operands: [
      Operand(
        "RULE", .one, "A rule, e.g. hints/fetch-has-outcome; 'dnplog rules list' lists them.",
        words: RuleWords.rules
      ) { $0.rule = $1 },
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) },
    ],
    options: OptionTables.reading + OptionTables.environment + OptionTables.records
      + OptionTables.states
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.colour
      + OptionTables.progress,
    usual: ["env", "tz", "input-format", "state", "rules", "profile", "set", "color"],
    examples: [
      Example(
        "See each fetch and its outcome.",
        "dnplog explain hints/fetch-has-outcome device.log")
    ]
  ) { settings in
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in
      try settings.checkCombinations()
      let book = try Pipeline.book(rulePaths: settings.rulePaths)
      let rule = try RuleNames.find(settings.rule, in: book, saying: "explain")
      let options = try settings.resolvedAnalysis(for: book)
      let sources = try InputChoice.sources(for: settings)
      var style = ReportStyle(settings)
      style.detail = .verbose
      var output = StandardOutput()
      let problems = try Pipeline.explain(
        rule, sources, book: book, options: options, style: style, to: &output)
      return try output.end(problems)
    }
  }
}
