// What the user and the system do to alarms and reminders, which nobody makes up for yet.
extension Injected {
  static let stateForceStop = Injected(
    "state-force-stop", "The user stops the app, and every alarm is gone.", source: "S2:65-90",
    .violated, .os, isWarning: true, rows: ["REC-11"], needs: .state)
  static let stateForceStopKept = Injected(
    "state-force-stop-kept", "The user stops the app, and the device keeps its alarms.",
    source: "S2:70-76", .inconclusive, .os, isWarning: true, rows: ["REC-11"], needs: .state)
  static let stateReboot = Injected(
    "state-reboot", "The phone starts again, and nothing has set the alarms anew yet.",
    source: "S2:206-233", .inconclusive, .os, rows: ["REC-33", "REC-43"], needs: .state)
  static let stateUpdate = Injected(
    "state-update", "The app is updated, which takes its alarms, and is not opened since.",
    source: "S2:155", .inconclusive, .os, rows: ["REC-33", "REC-43"], needs: .state)
  static let stateSwipe = Injected(
    "state-swipe", "The user swipes the app away, and its alarms stay.", source: "S2:40-48",
    .satisfied, .os, rows: ["REC-01", "REC-28"], needs: .state)
  static let stateMissed = Injected(
    "state-missed", "A notification does not come, and the app is not opened since.",
    source: "S2:131-149", .inconclusive, .os, rows: ["REC-43", "REC-60", "REC-74"], needs: .state)
  static let stateHeldBack = Injected(
    "state-alarm-held-back", "The system holds an alarm back for three days.", source: "S2:42-48",
    .violated, .os, isWarning: true, rows: ["TIM-19"], needs: .state)
  static let stateReminderMissed = Injected(
    "state-ios-missed", "A reminder is not shown, and the app is not opened since.",
    source: "S2:404-444", .inconclusive, .os, rows: ["REC-43", "REC-60", "REC-74"], needs: .state)
  static let stateReminderCleared = Injected(
    "state-ios-cleared", "A reminder was shown, and the user has cleared it.",
    source: "S2:404-444", .inconclusive, .os, rows: ["REC-43", "REC-60", "REC-74"], needs: .state)
}

// Faults of the plugin in what is set.
extension Injected {
  static let stateAlarmMissing = Injected(
    "state-alarm-missing", "One of the schedules has no alarm.", source: "S2:144-149", .violated,
    .plugin, rows: setRows, needs: .state)
  static let stateAlarmOrphaned = Injected(
    "state-alarm-orphaned", "A schedule was deleted, and its alarm is still set.",
    source: "S2:149", .violated, .plugin, rows: strayRows, needs: .state)
  static let stateAlarmOfDisabled = Injected(
    "state-alarm-of-disabled", "A schedule was switched off, and its alarm is still set.",
    source: "S2:222-223", .violated, .plugin, rows: strayRows, needs: .state)
  static let stateAlarmTwice = Injected(
    "state-alarm-twice", "A schedule has two alarms.", source: "S2:144-149", .violated, .plugin,
    rows: ["REC-46", "PER-05"], needs: .state)
  static let stateAlarmLate = Injected(
    "state-alarm-at-another-time", "An alarm is set two hours later than its schedule is due.",
    source: "S2:147", .violated, .plugin, rows: setRows + strayRows, needs: .state)
  static let stateReminderLost = Injected(
    "state-ios-lost", "A stored reminder is not pending.", source: "S2:444", .violated, .plugin,
    rows: setRows, needs: .state)
  static let stateReminderOrphaned = Injected(
    "state-ios-orphaned", "A reminder is pending that is not stored.", source: "S2:444",
    .violated, .plugin, rows: strayRows, needs: .state)

  private static let setRows = [
    "REC-28", "REC-36", "REC-44", "REC-46", "REC-47", "REC-77", "REC-88", "REC-92",
  ]
  private static let strayRows = ["REC-56", "REC-88", "PER-16"]
}

// Faults of the plugin in what is stored.
extension Injected {
  static let stateUnitsMixed = Injected(
    "state-seconds-among-milliseconds", "One next run is stored in seconds, the others are not.",
    source: "S2:637-645", .violated, .plugin, rows: ["REC-98"], needs: .state)
  static let stateSeconds = Injected(
    "state-seconds", "All next runs are stored in seconds, which Android takes for 1970.",
    source: "S2:637-645", .violated, .plugin, rows: ["REC-98"], needs: .state)
  static let stateTitleMissing = Injected(
    "state-title-missing", "A stored notification has no title.", source: "S2:331", .violated,
    .plugin, rows: ["PER-10", "PER-03"], needs: .state)
  static let stateKindMissing = Injected(
    "state-kind-missing", "A stored schedule does not tell its kind.", source: "S2:320",
    .violated, .plugin, rows: ["PER-02"], needs: .state)
  static let stateNextRunMissing = Injected(
    "state-next-run-missing", "A schedule is switched on and has no next run.", source: "S2:327",
    .violated, .plugin, rows: ["PER-06", "PER-02", "REC-28"], needs: .state)
  static let stateRuleMissing = Injected(
    "state-repeat-rule-missing", "A schedule has neither a cron expression nor a time of day.",
    source: "S2:328", .violated, .plugin, isWarning: true, rows: ["PER-07"], needs: .state)
  static let stateSoundMissing = Injected(
    "state-sound-missing", "A stored notification does not tell whether it sounds.",
    source: "S2:332", .violated, .plugin, rows: ["PER-11"], needs: .state)
  static let stateUpdatedEarly = Injected(
    "state-updated-before-created", "A stored notification was changed before it was made.",
    source: "S2:333", .violated, .plugin, rows: ["PER-12", "REC-87"], needs: .state)
  static let stateLastRunLater = Injected(
    "state-last-run-later", "The last run of a schedule lies in the future.", source: "S2:503",
    .violated, .plugin, rows: ["REC-87"], needs: .state)
  static let stateTTLMissing = Injected(
    "state-content-without-ttl", "Stored content does not tell how long it is valid.",
    source: "S2:322", .violated, .plugin, rows: ["PER-04", "CAC-01"], needs: .state)
  static let stateIdTwice = Injected(
    "state-id-twice", "Two stored schedules have one id.", source: "S2:324-326", .violated,
    .plugin, rows: ["PER-05"], needs: .state)
}
