// Actions of the system and the user on the wallet's task.
extension Injected {
  static let noWiFi = Injected(
    "wallet-no-wifi", "The task runs without Wi-Fi, starts no sync, and completes with false.",
    source: "S1:64", .satisfied, .environment, rows: ["BGT-25", "BGT-26", "BGT-27"])
  static let syncExpired = Injected(
    "wallet-expired", "The task's time ends, and the sync stops and completes with false.",
    source: "S1:31-36", .satisfied, .os, rows: ["BGT-11", "BGT-12", "BGT-23"])
  static let syncFailed = Injected(
    "wallet-error", "The sync fails, and the task completes with false.", source: "S1:57",
    .satisfied, .environment, rows: ["BGT-22"])
  static let killedInSync = Injected(
    "wallet-killed-in-sync", "The user ends the app during the sync; the next use submits again.",
    source: "S1:65", .excused, .os, rows: ["BGT-20", "BGT-28", "BGT-30"])
  static let killedByUser = Injected(
    "wallet-user-kill",
    "The user ends the app, which deletes the task; the next use submits again.",
    source: "S1:65", .excused, .os, rows: ["BGT-15", "BGT-28"])
  static let killedBySystem = Injected(
    "wallet-system-kill", "The system ends the app, and starts it again for the task.",
    source: "S1:65", .satisfied, .os, rows: ["BGT-06", "BGT-29"])
  static let syncNotRun = Injected(
    "wallet-not-run", "The system does not run the task in a night.", source: "S1:65", .excused,
    .os, rows: ["BGT-29"], needs: [.text, .times])
  static let refreshOffForSync = Injected(
    "wallet-refresh-off", "The system refuses the task, as background refresh is off.",
    source: "S1:53-55", .excused, .environment, rows: ["BGT-05", "BGT-14", "BGT-15", "BGT-19"])
  static let onBattery = Injected(
    "wallet-on-battery", "The task runs on battery although it wants a charger, by the annotation.",
    source: "S1:51", .inconclusive, .os, rows: ["BGT-17"])
}

// Faults of registration and submission.
extension Injected {
  static let registersLate = Injected(
    "wallet-late-register", "The task is registered after the launch has finished.",
    source: "S1:19-26", .violated, .plugin, rows: ["BGT-06"])
  static let otherQueue = Injected(
    "wallet-other-queue", "The task is registered for another queue than the main one.",
    source: "S1:27-28", .violated, .plugin, rows: ["BGT-08"])
  static let otherIdentifier = Injected(
    "wallet-other-identifier", "The task is submitted under another identifier than registered.",
    source: "S1:21-22,49", .violated, .plugin, rows: ["BGT-07"])
  static let identifierNotPermitted = Injected(
    "wallet-not-permitted", "The identifier is missing in the app's list, so the system refuses.",
    source: "S1:17-18", .violated, .plugin, rows: ["BGT-05", "BGT-03", "BGT-04"])
  static let refreshForSync = Injected(
    "wallet-refresh-kind", "The long sync is submitted as a refresh task.", source: "S1:13",
    .violated, .plugin, isWarning: true, rows: ["BGT-02"])
  static let beginDateMissing = Injected(
    "wallet-no-begin-date", "The request names no earliest begin.", source: "S1:48-50", .violated,
    .plugin, isWarning: true, rows: ["BGT-16"])
  static let networkNotRequired = Injected(
    "wallet-network-not-required", "The request does not ask for a network.", source: "S1:52",
    .violated, .plugin, rows: ["BGT-18"])
  static let submissionUnanswered = Injected(
    "wallet-submission-unanswered", "A submission is neither accepted nor refused.",
    source: "S1:53-55", .violated, .plugin, rows: ["BGT-19"])
  static let backgroundWithoutSubmit = Injected(
    "wallet-background-without-submit", "The app goes to the background and submits nothing.",
    source: "S1:47", .violated, .plugin, rows: ["BGT-14", "BGT-15", "BGT-28"],
    needs: [.text, .times])
  static let noSubmitAfterKill = Injected(
    "wallet-no-submit-after-kill", "After a user's kill the next use of the app submits nothing.",
    source: "S1:65", .violated, .plugin, rows: ["BGT-28", "BGT-14", "BGT-15"],
    // Only times tell that the app had the time to, before the user ended it again.
    needs: [.text, .times])
}

// Faults of the handler.
extension Injected {
  static let handlerWithoutSubmit = Injected(
    "wallet-handler-without-submit", "The handler does not submit the next task.",
    source: "S1:29,39-40", .violated, .plugin,
    rows: ["BGT-09", "BGT-15", "BGT-10", "BGT-13", "SEQ-16"])
  static let submitsAfterCompletion = Injected(
    "wallet-submit-after-completion", "The next task is submitted after this one is completed.",
    source: "S1:29,39-40", .violated, .plugin, rows: ["BGT-09", "BGT-13", "BGT-10", "SEQ-16"])
  static let startsBeforeSubmit = Injected(
    "wallet-start-before-submit", "The sync starts before the next task is submitted.",
    source: "S1:37-46", .violated, .plugin, isWarning: true, rows: ["BGT-13", "BGT-09", "BGT-10"])
  static let workForgotten = Injected(
    "wallet-no-work", "The handler neither starts the sync nor says why not.", source: "S1:30,41",
    .violated, .plugin, rows: ["BGT-10", "BGT-11", "BGT-13", "BGT-26"], needs: .text)
  static let noWiFiCheck = Injected(
    "wallet-no-wifi-check", "The sync starts without a look for Wi-Fi.", source: "S1:64",
    .violated, .plugin, rows: ["BGT-26"])
  static let startsOnCellular = Injected(
    "wallet-start-on-cellular", "The sync starts although there is no Wi-Fi.", source: "S1:64",
    .violated, .plugin, rows: ["BGT-26", "BGT-27"])
  static let noWiFiNotCompleted = Injected(
    "wallet-no-wifi-not-completed", "Without Wi-Fi the task is never completed.",
    source: "S1:57,64", .violated, .plugin, rows: ["BGT-27", "BGT-20"], needs: [.text, .times])
  static let noWiFiCompletedTrue = Injected(
    "wallet-no-wifi-completed-true", "Without Wi-Fi the task completes with true.",
    source: "S1:57,64", .violated, .plugin, rows: ["BGT-27", "BGT-22"])
  static let expirationNotSet = Injected(
    "wallet-no-expiration-handler", "The task gets no expiration handler.", source: "S1:31-36",
    .violated, .plugin, rows: ["BGT-11", "BGT-13"])
  static let goesOnAfterExpiration = Injected(
    "wallet-goes-on-after-expiration", "The sync goes on after the task's time has ended.",
    source: "S1:42-44", .violated, .plugin, rows: ["BGT-12", "BGT-21", "BGT-23"], needs: .times)
  static let expiredCompletedTrue = Injected(
    "wallet-true-after-expiration", "The task completes with true after its time has ended.",
    source: "S1:31-36,57", .violated, .plugin, rows: ["BGT-23", "BGT-22"])
  static let syncNotCompleted = Injected(
    "wallet-no-completion", "The sync ends and the task is never completed.", source: "S1:57",
    .violated, .plugin, rows: ["BGT-20", "BGT-21", "SEQ-18"], needs: [.text, .times])
  static let syncCompletedTwice = Injected(
    "wallet-completed-twice", "The task is completed twice.", source: "S1:57", .violated, .plugin,
    rows: ["BGT-20", "SEQ-18"], needs: [.text, .times, .fractions])
  static let upToDateCompletedFalse = Injected(
    "wallet-up-to-date-false", "The wallet is up to date and the task completes with false.",
    source: "S1:57", .violated, .plugin, rows: ["BGT-21"])
  static let errorCompletedTrue = Injected(
    "wallet-error-true", "The sync fails and the task completes with true.", source: "S1:57",
    .violated, .plugin, rows: ["BGT-22"])
}
