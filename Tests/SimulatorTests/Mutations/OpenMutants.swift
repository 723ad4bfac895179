/// Mutants that are judged otherwise than the table says, and rules that no mutant kills, since counters are
/// held both ways and records to their types. Each is to be settled: the table or the rule is wrong.
enum OpenMutants {
  static let rows: Set<String> = [
    "alter-missed-detected-scheduled-time-ahead breaks",
    "delay-bgtask-handler-invoked breaks",
    "delay-fetch-success breaks",
    "drop-bgtask-completed-miss breaks",
    "drop-bgtask-handler-invoked inconclusive",
    "drop-bgtask-submit-failed breaks",
    "drop-fetch-failure-miss breaks",
    "drop-fetch-failure-miss harmless",
    "drop-fetch-success breaks",
    "drop-fetch-success-ondemand breaks",
    "drop-notification-delivered-miss harmless",
    "drop-recovery-begin-boot breaks",
    "insert-fetch-failure-after-notification-delivered-miss breaks",
    "insert-fetch-success-after-fetch-success breaks",
  ]

  static let rules: [String] = [
    "failure-paths/used-content-has-a-source",
    "recovery-android/boot-is-recovered-from",
  ]
}
