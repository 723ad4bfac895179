internal import CommandSyntax
internal import RuleEngine

extension Program {
  static let rules = Command<Settings>(
    "rules", "List, show, check, test and count the rules.",
    commands: [list, show, check, test, coverage],
    examples: [
      Example("Check a folder of rules.", "dnplog rules check rules"),
      Example("Run the tests inside the built-in rules.", "dnplog rules test"),
    ])

  private static let list = Command<Settings>(
    "list", "List the rules by pack.",
    options: OptionTables.rulePaths,
    examples: [Example("List the built-in rules.", "dnplog rules list")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      StandardOutput.print(RuleText(book: try Pipeline.book(rulePaths: settings.rulePaths)).list)
    }
  }

  private static let show = Command<Settings>(
    "show", "Show all that one rule says.",
    operands: [Operand("RULE", .one, "A rule, as pack/rule.") { $0.rule = $1 }],
    options: OptionTables.rulePaths,
    examples: [
      Example("Show a rule.", "dnplog rules show hints/fetch-has-outcome")
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let book = try Pipeline.book(rulePaths: settings.rulePaths)
      let index = try RuleNames.find(settings.rule, in: book, saying: "rules show")
      return StandardOutput.print(RuleText(book: book).show(book.rules[index]))
    }
  }

  private static let check = Command<Settings>(
    "check", "Check rule files and say where they are wrong.",
    details: [
      "Exit status: 0 without a mistake, 3 with one. Without PATH the built-in rules are checked."
    ],
    operands: [
      Operand("PATH", .any, "A rule file or a folder of them.") { $0.operands.append($1) }
    ],
    examples: [Example("Check a folder of rules.", "dnplog rules check rules")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let book = try Pipeline.book(rulePaths: settings.operands)
      return StandardOutput.print(RuleText(book: book).counts)
    }
  }

  private static let test = Command<Settings>(
    "test", "Run the tests inside the rules.",
    details: [
      "Exit status: 0 when all pass, 3 for a bad rule file, 4 when one fails. Without PATH the"
        + " built-in rules are tested."
    ],
    operands: [
      Operand("PATH", .any, "A rule file or a folder of them.") { $0.operands.append($1) }
    ],
    examples: [Example("Test the built-in rules.", "dnplog rules test")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let report = try Pipeline.testRules(paths: settings.operands)
      var status = StandardOutput.print(report.text)
      if !report.failures.isEmpty { status.worsen(to: .testsFailed) }
      return status
    }
  }
}

/// What the tests inside the rules came to.
struct RuleTestReport: Sendable, Equatable {
  struct Failure: Sendable, Equatable {
    /// `pack/rule`
    var rule: String
    var test: String
    /// Where the test stands, as `path:line`.
    var place: String
    /// What was expected and what came instead.
    var message: String
  }

  var passed = 0
  var failures: [Failure] = []

  var text: String {
    var text = ""
    for failure in failures {
      text += "\(failure.place): \(failure.rule), test '\(failure.test)': \(failure.message)\n"
    }
    return text + "\(passed) passed, \(failures.count) failed\n"
  }
}
