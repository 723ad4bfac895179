// Failures around the plugin, and those that the harness makes on purpose.
extension Injected {
  package static let networkOff = Injected(
    "network-off",
    "The network is off at the prefetch; the task completes and the notification does without.",
    source: "S4:210-218", .excused, .environment,
    rows: ["HNT-28", "HNT-29", "INJ-01", "INJ-02", "SEQ-08"], needs: .text)
  package static let serverDown = Injected(
    "server-down", "The server answers 503; the task completes and the notification does without.",
    source: "S4:423", .excused, .environment, rows: ["HNT-28", "HNT-30"], needs: .text)
  static let permissionDenied = Injected(
    "permission-denied",
    "Notifications are not allowed: the call is refused and nothing is submitted.",
    source: "S4:219-224", .satisfied, rows: ["INJ-03", "INJ-04", "INJ-05", "LOG-41"])
  static let storageFailure = Injected(
    "storage-failure", "The content cannot be stored and is fetched again for the notification.",
    source: "S4:225-231", .satisfied, rows: ["INJ-06", "INJ-07", "INJ-08", "LOG-27", "LOG-28"])
  static let jwtExpired = Injected(
    "jwt-expired", "The token has expired: the fetch is refused, explained, and made up for.",
    source: "S4:232-238", .satisfied,
    rows: ["INJ-09", "INJ-10", "INJ-11", "LOG-21", "LOG-23", "TEL-19"])
  static let timezoneDrift = Injected(
    "timezone-drift",
    "The zone changes between scheduling and notification, which keeps its UTC time.",
    source: "S4:239-246", .satisfied, rows: ["INJ-12", "LOG-10", "TIM-15", "TIM-16"])
  static let corruptCache = Injected(
    "corrupt-cache", "The stored content is tampered with, found out, and fetched again.",
    source: "S4:247-251", .satisfied, rows: ["INJ-13", "INJ-14", "INJ-15"])
  static let handlerException = Injected(
    "handler-exception", "An exception ends the handler, whose guard completes the task.",
    source: "S4:252-258", .satisfied, rows: ["INJ-16", "INJ-17", "LOG-31"])
  static let repeatedCalls = Injected(
    "repeated-calls", "Five calls for one notification leave one task outstanding.",
    source: "S4:259-264", .satisfied, rows: ["INJ-18", "INJ-19", "INJ-20", "SEQ-17"])
  package static let permissionRevoked = Injected(
    "permission-revoked",
    "The user takes the permission back after the prefetch; the plugin tells that nothing was "
      + "shown.",
    source: "S4:265-271", .excused, .environment,
    rows: ["INJ-21", "INJ-22", "INJ-23"], needs: [.text, .times])
  static let expiration = Injected(
    "expiration",
    "The handler works for forty seconds; the system ends its time and it completes once.",
    source: "S4:628-632", .satisfied, rows: ["INJ-24", "LOG-32", "TIM-30", "SEQ-18"])
  static let malformedJSON = Injected(
    "malformed-json",
    "The answer is no JSON; the task completes and the notification does without.",
    source: "S4:603", .satisfied, rows: ["INJ-25"])
  static let repeatedFailures = Injected(
    "repeated-failures", "The network fails five prefetches in a row, each of them handled.",
    source: "S4:446-450", .excused, .environment, rows: ["HNT-42", "HNT-43"], needs: .text)
  static let ttlExpired = Injected(
    "ttl-expired", "The content is no longer valid at the notification and is fetched again.",
    source: "S4:596-599", .satisfied, rows: ["TIM-26", "HNT-36", "HNT-50"])
  static let contentReused = Injected(
    "content-reused", "The network is off and the content of the day before is still valid.",
    source: "S4:720", .satisfied, rows: ["INJ-02", "TEL-14"])
}
