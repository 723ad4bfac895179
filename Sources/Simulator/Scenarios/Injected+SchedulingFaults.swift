// Faults of the plugin when it schedules.
extension Injected {
  static let taskNotSubmitted = Injected(
    "task-not-submitted", "The notification is scheduled, and no task is submitted for it.",
    source: "S4:394-398", .violated, .plugin,
    rows: ["HNT-09", "SEQ-02", "SEQ-03", "SEQ-14"], needs: .text)
  static let tooManyTasks = Injected(
    "too-many-tasks", "The system refuses the task with code 2: too many are pending.",
    source: "S4:395-397", .violated, .plugin, rows: ["HNT-10", "HNT-12"], needs: .text)
  static let taskNotPermitted = Injected(
    "task-not-permitted",
    "The system refuses the task with code 3: its identifier is not permitted.",
    source: "S4:384,397", .violated, .plugin, rows: ["HNT-10", "HNT-12"], needs: .text)
  static let scheduleNotPersisted = Injected(
    "schedule-not-persisted",
    "The task is accepted and the schedule is not stored; nor is the content then.",
    source: "S4:399-402", .violated, .plugin,
    rows: ["HNT-14", "HNT-17", "SEQ-03", "SEQ-02", "LOG-08"], needs: .text)
  static let leadNotCapped = Injected(
    "lead-not-capped", "The task is to begin in less than a minute.",
    source: "S4:47-53", .violated, .plugin,
    rows: ["HNT-11", "TIM-06", "TIM-08", "TIM-12", "SEQ-04"], needs: [.text, .times])
  static let leadCappedSilently = Injected(
    "lead-capped-silently", "The lead is capped at a minute without a word.",
    source: "S4:53-54", .violated, .plugin, rows: ["LOG-09", "TIM-10"], needs: [.text, .times])
  static let leadNotKept = Injected(
    "lead-not-kept", "The task is to begin a minute before its time.",
    source: "S4:44-46,124", .violated, .plugin, isWarning: true, rows: ["TIM-04", "TIM-17"],
    needs: [.text, .times])
  static let beginDateAnHourOff = Injected(
    "begin-date-an-hour-off",
    "On the day of the change the task is to begin an hour before its time.",
    source: "S4:56-59,326", .violated, .plugin,
    rows: ["ENV-16", "TIM-14", "TIM-02", "TIM-04", "TIM-17"], needs: .text)
  static let laterTaskReplacesEarlier = Injected(
    "later-task-replaces-earlier", "Tomorrow's call replaces today's task, which then never runs.",
    source: "S4:327", .violated, .plugin, rows: ["ENV-21"], needs: [.text, .times])
  static let outstandingTaskKept = Injected(
    "outstanding-task-kept", "A second task is submitted and the first is not cancelled.",
    source: "S4:1,262-264", .violated, .plugin, rows: ["SEQ-17"], needs: .text)
  static let refusedYetSubmitted = Injected(
    "refused-yet-submitted",
    "The call is refused for want of permission, and a task is submitted all the same.",
    source: "S4:607", .violated, .plugin, rows: ["INJ-05"], needs: [.text, .times])
  static let repeatedCallsAccepted = Injected(
    "repeated-calls-accepted", "Each of five calls for one notification submits a task of its own.",
    source: "S4:259-264", .violated, .plugin, rows: ["INJ-19", "INJ-20", "SEQ-17"],
    needs: [.text, .times, .fractions])
  static let scheduleHashMismatch = Injected(
    "schedule-hash-mismatch",
    "The hash over the schedule differs between scheduling and execution.",
    source: "S4:679-682", .violated, .plugin, rows: ["INT-08"], needs: .text)
  static let zoneNotNoted = Injected(
    "zone-not-noted", "The new time zone is not noted.",
    source: "S4:63-64,244-245", .violated, .plugin, isWarning: true, rows: ["LOG-10"], needs: .text)
  static let zoneShiftsNotification = Injected(
    "zone-shifts-notification",
    "After a change of the zone the notification fires at the old local time.",
    source: "S4:325", .violated, .plugin, rows: ["TIM-15", "ENV-13"],
    needs: [.text, .times, .zones])
}
