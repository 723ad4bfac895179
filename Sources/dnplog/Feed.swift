internal import CommandSyntax

extension Program {
  static let feed = Command<Settings>(
    "feed", "Say which message of a feed is shown, and why each other one is not.",
    details: [
      "Prints a row for each message of FEED, a list in JSON, in its order: whether it is shown, waits,"
        + " was shown already, has expired, is not out yet, is for another region or version, or is"
        + " faulty, and why. What depends on something that no option tells is unknown. Faults of the"
        + " publisher are findings, and so is what the LOG shows and should not.",
      "FEED may be - for standard input. Without LOG no log is read. Exit status: as of 'dnplog"
        + " validate'.",
    ],
    operands: [
      Operand("FEED", .one, "The feed of messages, in JSON.") { $0.analysis.feed.path = $1 },
      Operand("LOG", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) },
    ],
    options: OptionTables.feed + OptionTables.reading + OptionTables.environment
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.verdict + OptionTables.report,
    examples: [
      Example(
        "Say which message is shown.",
        "dnplog feed samples/feed/feed.json --region ON --app-version 1.4.0 \\\n"
          + "    --today 2025-11-15 --receipts none"),
      Example(
        "Hold a log against the feed.",
        "dnplog feed samples/feed/feed.json --region ON --app-version 1.4.0 \\\n"
          + "    --today 2025-11-15 --receipts none samples/feed/lower-priority-shown.log"),
    ]
  ) { settings in
    var settings = settings
    settings.readsLogsNamedOnly = true
    // The rules on feeds take part whatever profile judges the log.
    if settings.analysis.profile == nil {
      settings.analysis.profile = "feed"
    } else if !settings.analysis.packs.contains("feed") {
      settings.analysis.packs.append("feed")
    }
    var validation = Validation(settings)
    return validation.run()
  }
}
