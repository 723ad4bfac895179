internal import CommandSyntax
internal import RuleLanguage

extension Program {
  static let rules = Command<Settings>(
    "rules", "List, show, write, check and test rules.",
    commands: [
      list, show, check, test, newRule, ruleEvents, ruleParameters, ruleSchema, coverage,
    ],
    examples: [
      Example("Check a folder of rules.", "dnplog rules check my-rules"),
      Example("Run the tests inside the built-in rules.", "dnplog rules test"),
    ])

  private static let list = Command<Settings>(
    "list", "List the rules, by pack.",
    options: OptionTables.rulePaths + OptionTables.filter,
    examples: [
      Example("List the built-in rules.", "dnplog rules list"),
      Example(
        "List the rules that can fail a run for an order of events.",
        "dnplog rules list --area SEQ --severity error"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let text = RuleText(book: try Pipeline.book(rulePaths: settings.rulePaths))
      if let pack = settings.ruleFilter.pack { try text.checkPack(pack) }
      if let area = settings.ruleFilter.area { try text.checkArea(area) }
      return StandardOutput.print(lines: text.list(settings.ruleFilter))
    }
  }

  private static let show = Command<Settings>(
    "show", "Show all about a rule, with a log that meets it and one that violates it.",
    operands: [
      Operand(
        "RULE", .one, "A rule, e.g. hints/fetch-has-outcome.", words: RuleWords.rules
      ) { $0.rule = $1 }
    ],
    options: OptionTables.rulePaths,
    examples: [
      Example("Show a rule.", "dnplog rules show hints/fetch-has-outcome")
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let loaded = try Pipeline.rules(paths: settings.rulePaths)
      let book = loaded.book
      let index = try RuleNames.find(settings.rule, in: book, saying: "rules show")
      let rule = book.rules[index]
      let tests = loaded.tests.filter {
        $0.rule == rule.id && $0.pack == book.packName(rule.pack)
      }
      let text = RuleText(book: book)
      let sources = text.sources(of: rule, among: loaded.requirements)
      return StandardOutput.print(lines: text.show(rule) + sources + text.examples(tests))
    }
  }

  private static let check = Command<Settings>(
    "check", "Check rule files and say where they are wrong.",
    details: [
      "Warns too of what loads and is most likely a mistake: a rule without a test that satisfies it"
        + " and one that violates it, a test that shows nothing of its rule or may fail for another"
        + " reason, a condition that always or never holds, a step that is never reached, a word that a"
        + " field never has, a parameter or excuse that no rule uses, a line of the catalogue that is"
        + " read as another event.",
      "Exit status: 0 without a mistake, 3 with one; with --strict warnings are mistakes. Without"
        + " PATH the built-in rules are checked.",
    ],
    operands: [
      Operand("PATH", .any, "A rule file or a folder of them.") { $0.operands.append($1) }
    ],
    options: [
      .flag("strict", in: "Rule options", "Treat warnings as mistakes.") {
        $0.analysis.isStrict = true
      }
    ],
    examples: [Example("Check a folder of rules.", "dnplog rules check my-rules")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let loaded = try Pipeline.rules(paths: settings.operands)
      let warnings = try RuleChecking.warnings(paths: settings.operands, loaded)
      let read =
        settings.operands.isEmpty ? RuleText(book: loaded.book).counts : RuleChecking.read(loaded)
      let text = warnings.map(RuleChecking.text).joined() + read
      var status = StandardOutput.print(lines: text)
      if !warnings.isEmpty, settings.analysis.isStrict { status.worsen(to: .badRules) }
      return status
    }
  }

  private static let test = Command<Settings>(
    "test", "Run the tests inside the rules.",
    details: [
      "Of a test that fails, prints what the rule found. Exit status: 0 if all pass, 3 for a bad"
        + " rule file, 4 if one fails. Without PATH the built-in rules are tested."
    ],
    operands: [
      Operand("PATH", .any, "A rule file or a folder of them.") { $0.operands.append($1) }
    ],
    examples: [Example("Test the built-in rules.", "dnplog rules test")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let report = try Pipeline.testRules(paths: settings.operands)
      var status = StandardOutput.print(lines: report.text)
      if !report.failures.isEmpty { status.worsen(to: .testsFailed) }
      return status
    }
  }
}

/// The result of the tests inside the rules.
struct RuleTestReport: Sendable, Equatable {
  struct Failure: Sendable, Equatable {
    /// `pack/rule`
    var rule: String
    var test: String
    /// The place of the test, as `path:line`.
    var place: String
    /// The expected outcome, and the one that came instead.
    var message: String
    /// What the rule found, line by line.
    var found: [String] = []
  }

  var passed = 0
  var failures: [Failure] = []

  var text: String {
    var text = ""
    for failure in failures {
      let test = RuleText.oneLine(failure.test)
      text += "\(failure.place): \(failure.rule), test '\(test)': \(failure.message)\n"
      for line in failure.found { text += "  \(RuleText.oneLine(line))\n" }
    }
    return text + "\(passed) passed, \(failures.count) failed\n"
  }
}
