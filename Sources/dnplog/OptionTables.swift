internal import CommandSyntax
internal import LogReading

/// The options that several commands share, by the group of the help.
enum OptionTables {
  private static let input = "Input options"
  private static let feedGroup = "Feed options"
  private static let rules = "Rule options"
  private static let output = "Output options"

  /// The options that find inputs.
  static let paths: [Option<Settings>] = [
    .value(
      "paths-from", takes: "FILE", in: input,
      "Take the inputs from FILE, one path a line or each with a NUL behind it, as find -print0"
        + " writes them; - reads the list from standard input."
    ) { $0.pathsFrom = $1 }
  ]

  /// The options that find inputs and read their lines.
  static let reading: [Option<Settings>] =
    paths + [
      .flag("join", in: input, "Read all inputs as one stream, in the given order.") {
        $0.analysis.grouping = .joined
      },
      .flag("merge", in: input, "Read all inputs as one run, in the order of their times.") {
        $0.isMerged = true
      },
      .value(
        "input-format", takes: "NAME", in: input,
        "Read all lines as this container, as threadtime or docker, instead of telling it line by"
          + " line.", words: { _ in Container.allCases.map(\.name) }
      ) { (settings, text) throws(UsageError) in
        settings.analysis.container = try OptionValues.container(text)
      },
      .value(
        "app", takes: "ID", in: input,
        "Count lines of the system about this app as the plugin's: a package, a bundle or the name"
          + " of a process; may be repeated."
      ) { $0.analysis.apps.append($1) },
      .choice(
        "platform", takes: "NAME", of: AnalysisOptions.Platform.self, in: input,
        "Say what wrote the log, ios or android, where its events do not tell."
      ) { $0.analysis.platform = $1 },
      .value(
        "tz", takes: "ZONE", in: input,
        "Take ZONE, as Europe/Berlin or +02:00, for times whose zone the log does not tell (else UTC)."
      ) { $0.analysis.timeZone = $1 },
      .value(
        "year", takes: "YYYY", in: input,
        "Take this year for dates that name none, where no date in the log shows it."
      ) { (settings, text) throws(UsageError) in
        settings.analysis.year = try OptionValues.integer(text, in: 1970...9999)
      },
    ]

  /// The option that states conditions of the device.
  static let environment: [Option<Settings>] = [
    .value(
      "env", takes: "KEY=VALUE", in: input,
      "State a condition of the device, as lowPower=true; takes a=b,c=d too, or the path of a flat"
        + " JSON file; may be repeated."
    ) { (settings, text) throws(UsageError) in
      settings.environment += try EnvironmentWords.read(text)
    }
  ]

  /// The option that names records of the test run.
  static let records: [Option<Settings>] = [
    .value(
      "testrun", takes: "FILE", in: input,
      "Hold the record of the test run, an artifact or a filled template, against the log; may be"
        + " repeated."
    ) { $0.analysis.records.append($1) }
  ]

  /// The options that name what the device stored, scheduled and showed.
  static let states: [Option<Settings>] = [
    .value(
      "state", takes: "FILE", in: input,
      "Judge by what the device stored, scheduled and showed too: a dump of Android, a database,"
        + " a snapshot in JSON, a property list or a document such as a response of the server, told by"
        + " its content; may be repeated."
    ) { $0.analysis.states.append($1) },
    .value(
      "now", takes: "TIME", in: input,
      "Take TIME, as 2025-11-15T07:00:00Z or in milliseconds since 1970, for the moment at which the"
        + " state was taken, where no source tells it."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.now = try OptionValues.instant(text)
    },
  ]

  /// The options that say what the messages of a feed are held against.
  static let feed: [Option<Settings>] = [
    .value(
      "region", takes: "CODE", in: feedGroup,
      "Take CODE, as ON, for the region that the user selected.",
      words: { _ in OptionValues.provinces }
    ) { (settings, text) throws(UsageError) in
      settings.analysis.feed.region = try OptionValues.region(text)
    },
    .value(
      "app-version", takes: "VERSION", in: feedGroup,
      "Take VERSION, as 1.4.0, for that of the installed app."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.feed.appVersion = try OptionValues.version(text)
    },
    .value(
      "today", takes: "DATE", in: feedGroup,
      "Take DATE, as 2025-11-15 or 2025-11-15T07:00:00Z, for the day on which the app looks."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.feed.today = try OptionValues.day(text)
    },
    .value(
      "receipts", takes: "FILE", in: feedGroup,
      "Take the receipts of FILE for those that the app has: a list or a map in JSON, manifest.json or"
        + " RKStorage of AsyncStorage; none for no receipt."
    ) { $0.analysis.feed.receipts = $1 },
  ]

  /// The option that names rule files.
  static let rulePaths: [Option<Settings>] = [
    .value(
      "rules", takes: "PATH", in: rules,
      "Read rules, a catalogue or profiles from a file or folder; a pack of the same name replaces"
        + " the built-in one; may be repeated."
    ) { $0.rulePaths.append($1) }
  ]

  /// The options that choose the rules to judge by, and their numbers.
  static let judging: [Option<Settings>] = [
    .value(
      "profile", takes: "NAME", in: rules,
      "Judge by this profile (default: those of all that the log tells of).",
      words: RuleWords.profiles
    ) { $0.analysis.profile = $1 },
    .value(
      "pack", takes: "NAME", in: rules,
      "Judge by this pack too, beside those of the profile; may be repeated.",
      words: RuleWords.packs
    ) { $0.analysis.packs.append($1) },
    .value(
      "set", takes: "PARAM=VALUE", in: rules,
      "Give a parameter of the rules another value, as fetch_limit=45s; may be repeated.",
      words: RuleWords.parameters
    ) { (settings, text) throws(UsageError) in
      settings.analysis.parameters.append(try OptionValues.pair(text, as: "PARAM=VALUE"))
    },
    .value(
      "skip", takes: "RULE", in: rules, "Leave a rule out, as pack/rule; may be repeated.",
      words: RuleWords.rules
    ) { $0.analysis.skippedRules.append($1) },
  ]

  /// The options that choose the rules to list.
  static let filter: [Option<Settings>] = [
    .value(
      "pack", takes: "NAME", in: rules, "List the rules of this pack only.", words: RuleWords.packs
    ) { $0.ruleFilter.pack = $1 },
    .value(
      "area", takes: "NAME", in: rules,
      "List the rules only that cover a requirement of this area, as SEQ or TIM."
    ) { $0.ruleFilter.area = $1 },
    .choice(
      "bucket", takes: "NAME", of: RuleFilter.BucketChoice.self, in: rules,
      "List the rules of this bucket only: A deterministic, B but for its timing, C heuristic."
    ) { $0.ruleFilter.bucket = $1 },
    .choice(
      "severity", takes: "NAME", of: RuleFilter.SeverityChoice.self, in: rules,
      "List the rules of this severity only: error, warning or info."
    ) { $0.ruleFilter.severity = $1 },
  ]

  static let colour: [Option<Settings>] = [
    .choice(
      "color", takes: "WHEN", of: ColourChoice.self, in: output,
      "Colour the text report: auto, always or never (default auto: on a terminal, unless NO_COLOR"
        + " is set)."
    ) { $0.colour = $1 }
  ]
}
