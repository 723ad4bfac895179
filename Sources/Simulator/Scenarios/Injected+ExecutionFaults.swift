// Faults of the plugin in its background task.
extension Injected {
  static let tagMisspelt = Injected(
    "tag-misspelt", "The line of the task's handler stands under a tag that is misspelt.",
    source: "S4:635-637", .violated, .plugin, isWarning: true, rows: ["LOG-48"], needs: .text)
  static let identifierInOtherCase = Injected(
    "identifier-in-other-case",
    "The task runs under an identifier that differs in case from the registered one.",
    source: "S4:414", .violated, .plugin, rows: ["HNT-21", "LOG-11"], needs: .text)
  static let handlerWithoutFetch = Injected(
    "handler-without-fetch", "The handler finds no schedule and starts no fetch.",
    source: "S4:417-420", .violated, .plugin,
    rows: ["HNT-24", "HNT-27", "SEQ-06", "SEQ-25"], needs: .text)
  static let otherScheduleExecuted = Injected(
    "other-schedule-executed", "The task runs for another schedule than the one that is due.",
    source: "S4:679-682", .violated, .plugin, rows: ["INT-08", "INT-09", "LOG-13"], needs: .text)
  static let nextTaskNotSubmitted = Injected(
    "next-task-not-submitted",
    "The handler does not submit the task of the schedule that comes next.",
    source: "S4:1", .violated, .plugin, rows: ["SEQ-16"], needs: [.text, .times])
  static let fetchStartMissing = Injected(
    "fetch-start-missing", "A fetch succeeds that no line says was started.",
    source: "S4:403-410", .violated, .plugin, rows: ["SEQ-05", "SEQ-06", "HNT-24"], needs: .text)
  static let fetchForOtherNotification = Injected(
    "fetch-for-other-notification",
    "The handler resolves one notification and fetches for another.",
    source: "S4:406-407", .violated, .plugin, rows: ["LOG-13", "LOG-14", "INT-09"], needs: .text)
  static let fetchWithoutOutcome = Injected(
    "fetch-without-outcome",
    "A fetch starts, and the task completes without a word about its outcome.",
    source: "S4:421-425", .violated, .plugin, rows: ["HNT-28", "SEQ-06", "SEQ-09"], needs: .text)
  static let taskNotCompleted = Injected(
    "task-not-completed", "The task's handler never reports completion.",
    source: "S4:410", .violated, .plugin,
    rows: ["SEQ-05", "SEQ-06", "SEQ-12", "SEQ-25", "SEQ-18"], needs: [.text, .times])
  static let failedTaskNotCompleted = Injected(
    "failed-task-not-completed", "The fetch fails, and the handler never reports completion.",
    source: "S4:441-445", .violated, .plugin,
    rows: ["SEQ-08", "SEQ-25", "INJ-01"], needs: [.text, .times])
  static let completedTwice = Injected(
    "completed-twice", "The handler reports completion twice.",
    source: "S4:1", .violated, .plugin, rows: ["SEQ-18"], needs: [.text, .times])
  static let completedTwiceAfterExpiration = Injected(
    "completed-twice-after-expiration",
    "The work reports completion again after the expiration handler has.",
    source: "S4:1", .violated, .plugin, rows: ["SEQ-18"], needs: .text)
  static let completedBeforeFetchEnds = Injected(
    "completed-before-fetch-ends", "The handler reports success while the fetch still runs.",
    source: "S4:403-410", .violated, .plugin, rows: ["SEQ-05", "SEQ-06", "CLI-04"], needs: .text)
  static let successAfterFailure = Injected(
    "success-after-failure", "A task whose fetch failed is reported as successful.",
    source: "S4:445", .violated, .plugin, rows: ["LOG-29", "CLI-09"], needs: .text)
  static let successAfterExpiration = Injected(
    "success-after-expiration", "A task that the system expired is reported as successful.",
    source: "S1:31-36", .violated, .plugin, rows: ["BGT-23", "INJ-24"], needs: .text)
  static let workAfterExpiration = Injected(
    "work-after-expiration", "The fetch goes on after the expiration and stores what it brings.",
    source: "S4:628-632", .violated, .plugin, rows: ["INJ-24", "BGT-23"], needs: .text)
  static let exceptionNotCompleted = Injected(
    "exception-not-completed", "An exception ends the handler, and nothing reports completion.",
    source: "S4:252-258", .violated, .plugin,
    rows: ["INJ-16", "SEQ-18", "HNT-28", "SEQ-06", "SEQ-09"], needs: [.text, .times])
  static let crashInHandler = Injected(
    "crash-in-handler", "The app dies in the handler.",
    source: "S4:322", .violated, .plugin,
    rows: ["ENV-04", "SEQ-25", "HNT-28", "SEQ-06", "SEQ-09"], needs: [.text, .times])
  static let failureWithoutReason = Injected(
    "failure-without-reason", "A failed task is completed without a reason.",
    source: "S4:445", .violated, .plugin, isWarning: true, rows: ["LOG-30", "LOG-51"], needs: .text)
  static let reasonUnknown = Injected(
    "reason-unknown", "A failed task is completed with a reason that is none of the three.",
    source: "S4:450,517", .violated, .plugin, rows: ["TEL-07", "HNT-46"], needs: .text)
  static let refusalCountedAsNetwork = Injected(
    "refusal-counted-as-network", "A refused token is counted as a failure of the network.",
    source: "S4:236-238", .violated, .plugin, rows: ["TEL-05", "TEL-19", "INJ-10"], needs: .text)
  static let refusalRetried = Injected(
    "refusal-retried", "A refused token is said to be tried again.",
    source: "S4:236", .violated, .plugin, rows: ["INJ-09", "RES-05"], needs: .text)
  static let expiryUnexplained = Injected(
    "expiry-unexplained", "An expired token fails the fetch without the line that explains it.",
    source: "S4:238", .violated, .plugin, isWarning: true, rows: ["LOG-23", "INJ-11"], needs: .text)
}
