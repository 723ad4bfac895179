internal import CommandSyntax

extension Program {
  static let reconcile = Command<Settings>(
    "reconcile", "Hold what is stored, set and shown against each other.",
    details: [
      "Prints a row for each schedule and notification: whether it is stored, set with the system"
        + " and shown, what that comes to, why, and what should happen when the app is next opened."
        + " Each --state names a source; a log beside them is not judged, but tells what the plugin did"
        + " about it.",
      "Without FILE no log is read. Exit status: as of 'dnplog validate'.",
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.states + OptionTables.reading + OptionTables.environment
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.verdict + OptionTables.report,
    examples: [
      Example(
        "Hold the alarms of a device against its schedules.",
        "dnplog reconcile --state samples/state/lost-alarm.json")
    ]
  ) { settings in
    var settings = settings
    settings.readsLogsNamedOnly = true
    settings.analysis.judgesStates = true
    if settings.analysis.profile == nil { settings.analysis.profile = "stored-state" }
    var validation = Validation(settings)
    return validation.run()
  }
}
