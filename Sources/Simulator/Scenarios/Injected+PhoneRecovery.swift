// Actions of iOS on notifications and tasks, and what the plugin has to make of them.
extension Injected {
  static let threeWayRecovery = Injected(
    "ios-three-way",
    "The notification centre loses reminders, and the next start finds them missed.",
    source: "S2:425-444", .satisfied, .os,
    rows: [
      "REC-71", "REC-72", "REC-73", "REC-74", "REC-75", "REC-76", "REC-77", "REC-78", "REC-79",
      "REC-81",
    ])
  static let reminderSwipe = Injected(
    "ios-swipe", "The user swipes the app away, and its reminders are shown all the same.",
    source: "S2:49-55", .satisfied, .os, rows: ["REC-05", "REC-08", "REC-09", "REC-82"])
  static let reminderReboot = Injected(
    "ios-reboot", "The phone starts again, and its reminders are still pending.",
    source: "S2:51-52", .satisfied, .os, rows: ["REC-06", "REC-21", "REC-52"])
  static let missedTaskFound = Injected(
    "ios-missed-task", "The system does not run the task, and the next start submits it again.",
    source: "S2:404-414", .satisfied, .os, rows: ["REC-67", "REC-68", "REC-69"])
}

// Faults of the recovery on iOS.
extension Injected {
  static let missedTaskIgnored = Injected(
    "missed-task-ignored",
    "A task that is overdue by more than 15 minutes is not taken for missed.",
    source: "S2:482-488", .violated, .plugin, rows: ["REC-67", "REC-68", "REC-69"], needs: .times)
  static let taskMissedTooEarly = Injected(
    "task-missed-too-early", "A task is taken for missed before 15 minutes have passed.",
    source: "S2:482-487", .violated, .plugin, rows: ["REC-68"], needs: .times)
  static let missedTaskNotResubmitted = Injected(
    "missed-task-not-resubmitted", "A missed task is found and not submitted again.",
    source: "S2:488", .violated, .plugin, rows: ["REC-67", "REC-69"])
  static let onlyTaskChecked = Injected(
    "notifications-not-checked", "A start looks for a missed task only, and for no notifications.",
    source: "S2:416-422", .violated, .plugin,
    rows: [
      "REC-70", "REC-79", "REC-81", "REC-71", "REC-72", "REC-73", "REC-74", "REC-75", "REC-30",
      "REC-24", "REC-25", "REC-29", "REC-61", "REC-62", "REC-63", "REC-78", "REC-85", "REC-94",
      "REC-53",
    ], needs: .text)
  static let threeWayCompareMissing = Injected(
    "three-way-compare-missing",
    "The recovery does not tell what is stored, pending and delivered.",
    source: "S2:466-470", .violated, .plugin,
    rows: ["REC-81", "REC-71", "REC-72", "REC-73", "REC-29", "REC-79"], needs: .text)
  static let missedNotificationIgnored = Injected(
    "missed-notification-ignored", "A reminder that was not shown is counted and not reported.",
    source: "S2:438-442", .violated, .plugin,
    rows: ["REC-74", "REC-75", "REC-70", "REC-24", "REC-25"])
  static let missedNotificationTwice = Injected(
    "missed-notification-twice", "One reminder that was not shown is reported twice.",
    source: "S2:442", .violated, .plugin, rows: ["REC-75", "REC-25", "REC-24"],
    needs: [.times, .fractions])
  static let missedRepeatNotRescheduled = Injected(
    "missed-repeat-not-rescheduled", "A missed reminder that repeats is not scheduled again.",
    source: "S2:443", .violated, .plugin, rows: ["REC-76", "REC-26", "REC-77", "REC-88", "REC-92"],
    needs: .state)
  static let lostNotRescheduled = Injected(
    "lost-not-rescheduled", "A stored reminder is not pending any more, and nothing is done.",
    source: "S2:444", .violated, .plugin, rows: ["REC-77", "REC-28", "REC-88", "REC-92"],
    needs: .state)
  static let launchRecoveryLate = Injected(
    "recovery-after-startup", "The recovery begins long after the plugin reported its start-up.",
    source: "S2:446", .violated, .plugin, isWarning: true, rows: ["REC-78"], needs: .times)
}
