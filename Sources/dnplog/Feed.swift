internal import CommandSyntax

extension Program {
  static let feed = Command<Settings>(
    "feed", "Say which message of a feed is shown, and why the others are not.",
    details: [
      "Prints a row for each message of FEED, a JSON list, in its order: whether it is shown, waits,"
        + " was shown already, has expired, is not published yet, is for another region or version, or"
        + " is faulty, and why. What depends on something that no option states is unknown. Mistakes of"
        + " the publisher are findings, and so is a message that LOG shows and that should not be shown.",
      "FEED may be - for standard input. Without LOG no log is read. The exit status is that of"
        + " 'dnplog validate'.",
    ],
    operands: [
      Operand("FEED", .one, "The feed of messages, a JSON list.") { $0.analysis.feed.path = $1 },
      Operand("LOG", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) },
    ],
    options: OptionTables.feed + OptionTables.reading + OptionTables.environment
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.verdict + OptionTables.report,
    usual: ["region", "app-version", "today", "receipts", "format", "export", "quiet", "verbose"],
    examples: [
      Example(
        "Say which message is shown.",
        "dnplog feed feed.json --region ON --app-version 1.4.0 \\\n"
          + "    --today 2025-11-15 --receipts none"),
      Example(
        "Compare a log with the feed.",
        "dnplog feed feed.json --region ON --app-version 1.4.0 \\\n"
          + "    --today 2025-11-15 --receipts none device.log"),
    ]
  ) { settings in
    var settings = settings
    settings.readsLogsNamedOnly = true
    // The rules on feeds take part whatever profile judges the log.
    if !settings.namesProfile {
      settings.analysis.profile = "feed"
    } else if !settings.analysis.packs.contains("feed") {
      settings.analysis.packs.append("feed")
    }
    var validation = Validation(settings)
    return validation.run()
  }
}
