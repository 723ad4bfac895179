// Actions of Android on alarms, and what the plugin has to make of them.
extension Injected {
  static let swipeSurvived = Injected(
    "android-swipe", "The user swipes the app away, and its alarms go off all the same.",
    source: "S2:40-48", .satisfied, .os, rows: ["REC-01", "REC-03", "REC-10", "REC-49"])
  static let forceStopRecovered = Injected(
    "android-force-stop", "The user stops the app, and its next start finds that out and recovers.",
    source: "S2:65-90", .satisfied, .os,
    rows: [
      "REC-17", "REC-33", "REC-35", "REC-36", "REC-42", "REC-44", "REC-45", "REC-46", "REC-47",
      "REC-50", "REC-64", "REC-65", "REC-95", "REC-97",
    ])
  static let bootRecovered = Injected(
    "android-reboot", "The phone starts again, and the boot receiver sets the alarms anew.",
    source: "S2:206-233", .satisfied, .os,
    rows: ["REC-34", "REC-51", "REC-55", "REC-56", "REC-57", "REC-58", "REC-59"])
  static let missedFoundAtColdStart = Injected(
    "android-alarm-dropped", "The system drops an alarm, and the next cold start finds it missed.",
    source: "S2:131-149", .satisfied, .os,
    rows: [
      "REC-22", "REC-23", "REC-24", "REC-25", "REC-26", "REC-27", "REC-28", "REC-29", "REC-30",
      "REC-53", "REC-96",
    ])
  static let alarmRepaired = Injected(
    "android-alarm-repaired", "The system drops an alarm, and a warm start sets it again.",
    source: "S2:167", .excused, .os, isWarning: true, rows: ["REC-40"])
  static let bootAfterForceStop = Injected(
    "android-reboot-after-force-stop",
    "The phone starts again while the app is stopped, so the boot receiver may not run.",
    source: "S2:78", .excused, .os, rows: ["REC-13", "REC-51", "REC-55"])
}

// Faults around swipe, force stop and boot.
extension Injected {
  static let swipeCancelsAlarms = Injected(
    "swipe-cancels-alarms", "The plugin cancels its alarms when the app is swiped away.",
    source: "S2:61", .violated, .plugin, rows: ["REC-01", "REC-10", "REC-16", "REC-49"],
    needs: .times)
  static let forceStopIgnored = Injected(
    "force-stop-ignored", "A start with every alarm gone is taken for a normal one.",
    source: "S2:363-375", .violated, .plugin,
    rows: ["REC-33", "REC-17", "REC-50", "REC-64", "REC-65", "REC-66"])
  static let forceStopInvented = Injected(
    "force-stop-invented", "A force stop is reported although alarms are active.",
    source: "S2:352", .violated, .plugin, rows: ["REC-33", "REC-96", "REC-65"])
  static let forceStopInWarmStart = Injected(
    "force-stop-in-warm-start", "A warm start reports a force stop, which no process survives.",
    source: "S2:172-179", .violated, .plugin, rows: ["REC-42", "REC-33", "REC-86", "REC-96"])
  static let forceStopWithoutRecovery = Injected(
    "force-stop-without-recovery", "A force stop is detected, and nothing is recovered.",
    source: "S2:566-570", .violated, .plugin,
    rows: [
      "REC-95", "REC-35", "REC-36", "REC-44", "REC-46", "REC-47", "REC-50", "REC-64", "REC-24",
      "REC-25", "REC-26", "REC-27", "REC-28", "REC-88", "REC-17", "REC-97",
    ])
  static let futureNotRescheduled = Injected(
    "future-not-rescheduled", "After a force stop one of the alarms to come is not set again.",
    source: "S2:359-360", .violated, .plugin,
    rows: ["REC-36", "REC-28", "REC-44", "REC-45", "REC-46", "REC-47", "REC-50", "REC-88"])
  static let rebootTakenForForceStop = Injected(
    "reboot-taken-for-force-stop", "A start of the phone is reported as a force stop.",
    source: "S2:206", .violated, .plugin, rows: ["REC-34", "REC-33", "REC-42", "REC-51", "REC-55"])
  static let bootWithoutRecovery = Injected(
    "boot-without-recovery", "The phone starts again, and no boot receiver sets the alarms.",
    source: "S2:211-221", .violated, .plugin, rows: ["REC-55", "REC-51", "REC-56", "REC-57"])
  static let bootIgnoresMissed = Injected(
    "boot-ignores-missed", "The boot receiver passes over what was due while the phone was off.",
    source: "S2:226-231", .violated, .plugin,
    rows: [
      "REC-58", "REC-59", "REC-24", "REC-25", "REC-26", "REC-28", "REC-46", "REC-56", "REC-57",
      "REC-88",
    ])
  static let bootRestoresDisabled = Injected(
    "boot-restores-disabled",
    "The boot receiver sets the alarm of a schedule that is switched off.",
    source: "S2:222-223", .violated, .plugin,
    rows: ["REC-56", "REC-28", "REC-29", "REC-46", "REC-88"])
  static let bootRestoresNotifyOnly = Injected(
    "boot-restores-notify-only", "The boot receiver forgets the alarms for fetching.",
    source: "S2:224", .violated, .plugin,
    rows: ["REC-57", "REC-26", "REC-28", "REC-45", "REC-46", "REC-56", "REC-88"])
  static let bootRecoveryTwice = Injected(
    "boot-recovery-twice", "The boot receiver recovers twice for one start of the phone.",
    source: "S2:377-381", .violated, .plugin, isWarning: true, rows: ["REC-66"],
    needs: [.times, .fractions])
}

// Faults of the recovery itself.
extension Injected {
  static let recoveryMissing = Injected(
    "recovery-missing", "The app starts with an alarm missed and looks for nothing.",
    source: "S2:257-263", .violated, .plugin,
    rows: [
      "REC-30", "REC-24", "REC-25", "REC-29", "REC-31", "REC-32", "REC-38", "REC-53", "REC-61",
      "REC-62", "REC-63", "REC-85", "REC-94",
    ], needs: [.text, .times])
  static let recoveryTwice = Injected(
    "recovery-twice", "One start of the app recovers twice.", source: "S2:377-381", .violated,
    .plugin, rows: ["REC-66", "REC-62"])
  static let recoveryLate = Injected(
    "recovery-late", "The recovery begins more than a minute after the plugin was loaded.",
    source: "S2:545-551", .violated, .plugin, rows: ["REC-94", "REC-85"], needs: .times)
  static let recoveryBeforeStorage = Injected(
    "recovery-before-storage", "The recovery begins before the store can be used.",
    source: "S2:138",
    .violated, .plugin, rows: ["REC-23"])
  static let loadMissing = Injected(
    "load-missing", "A cold start does not load the plugin.", source: "S2:131-137", .violated,
    .plugin, rows: ["REC-22", "REC-23", "REC-85"], needs: .text)
  static let warmRecoveryAfterColdStart = Injected(
    "warm-recovery-after-cold-start", "A cold start recovers as if it were a warm one.",
    source: "S2:502", .violated, .plugin, rows: ["REC-86", "REC-30", "REC-53", "REC-62"])
  static let warmWithoutCheck = Injected(
    "warm-without-check", "The user comes back to the app, and nothing is checked.",
    source: "S2:165-167", .violated, .plugin,
    rows: ["REC-38", "REC-39", "REC-41", "REC-54", "REC-62", "REC-85"], needs: .times)
  static let compareMissing = Injected(
    "compare-missing", "The recovery does not tell how the database compares with the alarms.",
    source: "S2:147", .violated, .plugin,
    rows: ["REC-29", "REC-31", "REC-32", "REC-33", "REC-39", "REC-64", "REC-81"], needs: .text)
  static let missedNotReported = Injected(
    "missed-not-reported", "A missed alarm is set again, and nobody is told that it was missed.",
    source: "S2:142-143", .violated, .plugin,
    rows: ["REC-25", "REC-24", "REC-35", "REC-44", "REC-45", "REC-47", "REC-50", "REC-97"])
  static let missedReportedTwice = Injected(
    "missed-reported-twice", "One missed alarm is reported twice.", source: "S2:142-143",
    .violated, .plugin, rows: ["REC-25", "REC-24"],
    needs: [.times, .fractions])
  static let statusNotUpdated = Injected(
    "status-not-updated", "A missed notification is still pending after the recovery.",
    source: "S2:145", .violated, .plugin, rows: ["REC-27"])
  static let repeatNotRescheduled = Injected(
    "repeat-not-rescheduled", "A missed alarm that repeats is not set again.", source: "S2:144",
    .violated, .plugin, rows: ["REC-26", "REC-28", "REC-45", "REC-46", "REC-88"],
    needs: [.times, .fractions])
  static let nextRunInThePast = Injected(
    "next-run-in-the-past", "A missed alarm that repeats is set again for a time that is over.",
    source: "S2:144", .violated, .plugin, rows: ["REC-26", "REC-28", "REC-45"], needs: .times)
  static let missOverlooked = Injected(
    "state-miss-not-told", "A recovery neither tells a missed notification nor changes its status.",
    source: "S2:142-145", .violated, .plugin,
    rows: ["REC-25", "REC-24", "REC-35", "REC-44", "REC-45", "REC-47", "REC-50", "REC-97"])
  static let nextRunKept = Injected(
    "state-next-run-kept", "A missed schedule is told, and its next run stays in the past.",
    source: "S2:144,268-272", .violated, .plugin,
    rows: ["REC-26", "REC-28", "REC-45", "REC-46", "REC-88", "REC-97"])
}
