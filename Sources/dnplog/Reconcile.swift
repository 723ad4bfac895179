internal import CommandSyntax

extension Program {
  static let reconcile = Command<Settings>(
    "reconcile", "Compare what a device stored, scheduled and showed.",
    details: [
      "Prints a row for each schedule and notification: whether it is stored, set with the system"
        + " and shown, what follows from that and why, and what should happen when the app is next"
        + " opened. Each --state names a source. Logs are not checked by themselves, but show what the"
        + " plugin did about it.",
      "Without FILE no log is read. The exit status is that of 'dnplog validate'.",
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.states + OptionTables.reading + OptionTables.environment
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.verdict + OptionTables.report,
    usual: ["state", "now", "app", "tz", "format", "export", "quiet", "verbose"],
    examples: [
      Example(
        "Compare the alarms that Android has set with the database of the plugin.",
        "adb shell dumpsys alarm > alarms.txt\n"
          + "dnplog reconcile --state alarms.txt --state daily_notification.db")
    ]
  ) { settings in
    var settings = settings
    settings.readsLogsNamedOnly = true
    settings.analysis.judgesStates = true
    if !settings.namesProfile { settings.analysis.profile = "stored-state" }
    var validation = Validation(settings)
    return validation.run()
  }
}
