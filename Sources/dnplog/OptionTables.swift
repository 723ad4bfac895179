internal import CommandSyntax
internal import LogReading

/// The options that several commands share, by the group of the help.
enum OptionTables {
  private static let input = "Input options"
  private static let feedGroup = "Feed options"
  private static let rules = "Rule options"
  private static let output = "Output options"

  /// The option that every command has which takes options from a configuration file.
  static let withoutConfiguration = "no-config"

  /// The options that find inputs.
  static let paths: [Option<Settings>] = [
    .value(
      "paths-from", takes: "FILE", in: input,
      "Read the paths of the inputs from FILE, one per line, or each followed by a NUL as find -print0"
        + " writes them; - reads the list from standard input."
    ) { $0.pathsFrom = $1 }
  ]

  /// The options that find inputs and read their lines.
  static let reading: [Option<Settings>] =
    paths + [
      .flag("join", in: input, "Read all inputs as one stream, in the given order.") {
        $0.analysis.grouping = .joined
      },
      .flag("merge", in: input, "Read all inputs as one stream, with their lines sorted by time.") {
        $0.isMerged = true
      },
      .value(
        "input-format", takes: "NAME", in: input,
        "Treat every line as this log format, e.g. threadtime or docker, instead of detecting the"
          + " format of each line.", words: { _ in Container.allCases.map(\.name) }
      ) { (settings, text) throws(UsageError) in
        settings.analysis.container = try OptionValues.container(text)
      },
      .value(
        "app", takes: "ID", in: input, repeatable: true,
        "Judge this app alone, and count what the system says of it: its package, its bundle or the name"
          + " of its process."
      ) { $0.analysis.apps.append($1) },
      .choice(
        "platform", takes: "NAME", of: AnalysisOptions.Platform.self, in: input,
        "Set the platform of the log, ios or android, where it cannot be detected."
      ) { $0.analysis.platform = $1 },
      .value(
        "tz", takes: "ZONE", in: input,
        "Set the time zone of timestamps without one, e.g. Europe/Berlin or +02:00 (default UTC).",
        words: { _ in OptionValues.zones }
      ) { $0.analysis.timeZone = $1 },
      .value(
        "year", takes: "YYYY", in: input,
        "Set the year of dates without one, where no other date in the log shows it."
      ) { (settings, text) throws(UsageError) in
        settings.analysis.year = try OptionValues.integer(text, in: 1970...9999)
      },
      .value(
        "since", takes: "TIME", in: input,
        "Check only events from TIME on: an instant, a date with or without a time in the time zone of"
          + " the log, or a time of its first day, e.g. 05:30."
      ) { (settings, text) throws(UsageError) in
        settings.analysis.since = try OptionValues.bound(text)
      },
      .value(
        "until", takes: "TIME", in: input,
        "Check only events before TIME, written like that of --since."
      ) { (settings, text) throws(UsageError) in
        settings.analysis.until = try OptionValues.bound(text)
      },
      .flag(
        withoutConfiguration, in: input,
        "Do not read options from \(ConfigurationSearch.fileName); 'dnplog config' shows it."
      ) { $0.usesConfiguration = false },
    ]

  /// The option that states conditions of the device.
  static let environment: [Option<Settings>] = [
    .value(
      "env", takes: "KEY=VALUE", in: input, repeatable: true,
      "State a condition of the device that may excuse a failure, e.g. lowPower=true; several as"
        + " a=b,c=d, or the path of a flat JSON file.",
      words: { EnvironmentWords.completions($0) }
    ) { (settings, text) throws(UsageError) in
      settings.environment += try EnvironmentWords.read(text)
    }
  ]

  /// The option that names records of the test run.
  static let records: [Option<Settings>] = [
    .value(
      "testrun", takes: "FILE", in: input, repeatable: true,
      "Compare a test-run record, a JSON artifact or a filled template, with the log."
    ) { $0.analysis.records.append($1) }
  ]

  /// The options that name what the device stored, scheduled and showed.
  static let states: [Option<Settings>] = [
    .value(
      "state", takes: "FILE", in: input, repeatable: true,
      "Check what the device stored, scheduled and showed too. FILE is a dump of Android, a database,"
        + " a JSON snapshot, a property list or a document such as a server response, detected by its"
        + " content."
    ) { $0.analysis.states.append($1) },
    .value(
      "now", takes: "TIME", in: input,
      "Set when the state was taken, where no source says it: e.g. 2025-11-15T07:00:00Z, or in"
        + " milliseconds since 1970."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.now = try OptionValues.instant(text)
    },
  ]

  /// The options that say what the messages of a feed are held against.
  static let feed: [Option<Settings>] = [
    .value(
      "region", takes: "CODE", in: feedGroup,
      "Set the region that the user selected, e.g. ON.",
      words: { _ in OptionValues.provinces }
    ) { (settings, text) throws(UsageError) in
      settings.analysis.feed.region = try OptionValues.region(text)
    },
    .value(
      "app-version", takes: "VERSION", in: feedGroup,
      "Set the version of the installed app, e.g. 1.4.0."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.feed.appVersion = try OptionValues.version(text)
    },
    .value(
      "today", takes: "DATE", in: feedGroup,
      "Set the day on which the app looks, e.g. 2025-11-15 or 2025-11-15T07:00:00Z."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.feed.today = try OptionValues.day(text)
    },
    .value(
      "receipts", takes: "FILE", in: feedGroup,
      "Read the receipts that the app has: a JSON list or map, or manifest.json or RKStorage of"
        + " AsyncStorage; none means that there is no receipt."
    ) { $0.analysis.feed.receipts = $1 },
  ]

  /// The option that names rule files.
  static let rulePaths: [Option<Settings>] = [
    .value(
      "rules", takes: "PATH", in: rules, repeatable: true,
      "Read rules, a catalogue or profiles from a file or folder; a pack of the same name replaces"
        + " the built-in one."
    ) { $0.rulePaths.append($1) }
  ]

  /// The options that choose the rules to judge by, and their numbers.
  static let judging: [Option<Settings>] = [
    .value(
      "profile", takes: "NAME", in: rules,
      "Check the rules of this profile (default: of every profile that fits the log).",
      words: RuleWords.profiles
    ) { $0.analysis.profile = $1 },
    .value(
      "pack", takes: "NAME", in: rules, repeatable: true,
      "Check the rules of this pack too, beside those of the profile.",
      words: RuleWords.packs
    ) { $0.analysis.packs.append($1) },
    .value(
      "set", takes: "PARAM=VALUE", in: rules, repeatable: true,
      "Set a parameter of the rules, e.g. fetch_limit=45s.",
      words: RuleWords.parameters
    ) { (settings, text) throws(UsageError) in
      settings.analysis.parameters.append(try OptionValues.pair(text, as: "PARAM=VALUE"))
    },
    .value(
      "skip", takes: "RULE", in: rules, repeatable: true,
      "Do not check this rule, e.g. hints/fetch-has-outcome.",
      words: RuleWords.rules
    ) { $0.analysis.skippedRules.append($1) },
  ]

  /// The options that choose the rules to list.
  static let filter: [Option<Settings>] = [
    .value(
      "pack", takes: "NAME", in: rules, "List only the rules of this pack.", words: RuleWords.packs
    ) { $0.ruleFilter.pack = $1 },
    .value(
      "area", takes: "NAME", in: rules,
      "List only the rules that cover a requirement of this area, e.g. SEQ or TIM."
    ) { $0.ruleFilter.area = $1 },
    .choice(
      "bucket", takes: "NAME", of: RuleFilter.BucketChoice.self, in: rules,
      "List only the rules of this bucket: A (always the same), B (its timing may vary) or C (the system"
        + " decides)."
    ) { $0.ruleFilter.bucket = $1 },
    .choice(
      "severity", takes: "NAME", of: RuleFilter.SeverityChoice.self, in: rules,
      "List only the rules of this severity: error, warning or info."
    ) { $0.ruleFilter.severity = $1 },
  ]

  /// The option of commands that judge many inputs.
  static let jobs: [Option<Settings>] = [
    .value(
      "jobs", takes: "N", in: input,
      "Check up to N inputs at the same time, 1 to 256 (default: as many as there are processors). The"
        + " results and their order do not depend on it."
    ) { (settings, text) throws(UsageError) in
      settings.analysis.jobs = try OptionValues.integer(text, in: 1...256)
    }
  ]

  /// The option of commands that may take long.
  static let progress: [Option<Settings>] = [
    .choice(
      "progress", takes: "WHEN", of: ProgressChoice.self, in: output,
      "Show on standard error how far the reading is, if it takes over a second: auto, always or"
        + " never (default auto: on a terminal)."
    ) { $0.analysis.progress = $1 }
  ]

  static let colour: [Option<Settings>] = [
    .choice(
      "color", takes: "WHEN", of: ColourChoice.self, in: output,
      "Colour the text report: auto, always or never (default auto: on a terminal; NO_COLOR and"
        + " FORCE_COLOR change that)."
    ) { $0.colour = $1 }
  ]
}
