internal import CommandSyntax
internal import RunReport

extension Program {
  static let explain = Command<Settings>(
    "explain", "Show how a rule came out, instance by instance.",
    details: [
      "Prints every instance of one rule: where it began, which steps were met by which lines, and"
        + " what it came to. Inputs are found as by 'dnplog validate'. It gives no verdict: the exit"
        + " status is 0 whatever it finds."
    ],
    operands: [
      Operand(
        "RULE", .one, "A rule, as pack/rule; 'dnplog rules list' shows them.",
        words: RuleWords.rules
      ) { $0.rule = $1 },
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) },
    ],
    options: OptionTables.reading + OptionTables.environment + OptionTables.records
      + OptionTables.states
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.colour,
    examples: [
      Example(
        "See each fetch and its outcome.",
        "dnplog explain hints/fetch-has-outcome \\\n"
          + "    samples/prefetch/happy-device.log")
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
