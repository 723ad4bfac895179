internal import BuiltinRules
internal import CommandSyntax
internal import RuleLanguage
internal import TextWriting

// The commands for those who write rules.
extension Program {
  static let newRule = Command<Settings>(
    "new", "Print the skeleton of a rule file, with comments and tests.",
    details: [
      "Prints a file with one rule that loads and whose tests pass: write it to a file of your own,"
        + " and change it line by line. 'dnplog rules events' lists the events and fields that a rule"
        + " can name."
    ],
    operands: [
      Operand("RULE", .atMostOne, "The name of the rule, PACK/RULE (default my-pack/my-rule).") {
        $0.rule = $1
      }
    ],
    examples: [
      Example(
        "Begin a pack of rules, and check it.",
        "dnplog rules new my-pack/fetch-is-fast > my-pack.yaml\n"
          + "dnplog rules check my-pack.yaml\n"
          + "dnplog rules test my-pack.yaml")
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      StandardOutput.print(try RuleSkeleton(named: settings.rule).text)
    }
  }

  static let ruleEvents = Command<Settings>(
    "events", "List the events that rules can name, with their fields.",
    details: [
      "Without EVENT each event stands on one line. With EVENT those are printed whole whose name is"
        + " EVENT or begins with it: what they mean, and each field with its type, its words and whether"
        + " the event may lack it."
    ],
    operands: [
      Operand(
        "EVENT", .atMostOne, "An event, e.g. fetch_start, or the beginning of its name.",
        words: RuleWords.events
      ) { $0.operands.append($1) }
    ],
    options: OptionTables.rulePaths,
    examples: [
      Example("List all events.", "dnplog rules events"),
      Example("See the fields of one.", "dnplog rules events fetch_success"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let book = try Pipeline.readingBook(for: settings)
      let text = VocabularyText(book)
      return StandardOutput.print(lines: try text.events(settings.operands.first))
    }
  }

  static let ruleParameters = Command<Settings>(
    "params", "List the parameters of the rules, with their values.",
    details: [
      "Each has its pack, its value, the values that --set may give it, and what it means. A name that"
        + " several packs have is set in all of them by --set NAME=VALUE, and in one by"
        + " --set PACK.NAME=VALUE."
    ],
    options: OptionTables.rulePaths + [
      .value(
        "pack", takes: "NAME", in: "Rule options", "List only the parameters of this pack.",
        words: RuleWords.packs
      ) { $0.ruleFilter.pack = $1 }
    ],
    examples: [
      Example("List all parameters.", "dnplog rules params"),
      Example("List those of one pack.", "dnplog rules params --pack hints"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let book = try Pipeline.book(rulePaths: settings.rulePaths)
      if let pack = settings.ruleFilter.pack { try RuleText(book: book).checkPack(pack) }
      let text = VocabularyText(book).parameters(of: settings.ruleFilter.pack)
      return StandardOutput.print(lines: text)
    }
  }

  static let ruleSchema = Command<Settings>(
    "schema", "Print the JSON Schema of rule, catalogue, profile or configuration files.",
    details: [
      "Editors complete and check YAML files by it. Without NAME the names are listed. A file"
        + " names its schema in its first line, behind '# yaml-language-server: $schema='."
    ],
    operands: [
      Operand(
        "NAME", .atMostOne, "pack, catalogue, profile or configuration.",
        words: { _ in BuiltinRules.schemas.map(\.name) }
      ) { $0.operands.append($1) }
    ],
    examples: [
      Example("Write the schema of rule files.", "dnplog rules schema pack > pack.schema.json")
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let schemas = BuiltinRules.schemas
      guard let name = settings.operands.first else {
        return StandardOutput.print(schemas.map { $0.name + "\n" }.joined())
      }
      guard let schema = schemas.first(where: { $0.name == name }) else {
        throw Failure(
          Problem(
            "there is no schema '\(name)'", at: "rules schema",
            advice: Spelling.advice(for: name, among: schemas.map(\.name))))
      }
      return StandardOutput.print(schema.text)
    }
  }
}
