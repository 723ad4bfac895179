// Faults of batches, stores and settings.
extension Injected {
  static let batchTooLarge = Injected(
    "api-batch-over-limit", "A batch holds eleven items.", source: "S0:223", .violated, .plugin,
    rows: ["CAC-08", "CAC-10"])
  static let batchTooLate = Injected(
    "api-batch-too-late", "A batch waits for 180 milliseconds.", source: "S0:223,394", .violated,
    .plugin, rows: ["CAC-09"])
  static let batchTooEarly = Injected(
    "api-batch-too-early", "A batch goes out before it is full or has waited.", source: "S0:223",
    .violated, .plugin, isWarning: true, rows: ["CAC-10"])
  static let sameRequestTwice = Injected(
    "api-same-request-twice", "The same request is sent again while the first is under way.",
    source: "S0:225,352", .violated, .plugin, rows: ["CAC-14"])
  static let pressureIgnored = Injected(
    "api-memory-pressure-ignored", "Memory is short, and nothing is cleaned up.", source: "S0:239",
    .violated, .plugin, rows: ["CAC-19"])
  static let memoryOverLimit = Injected(
    "api-memory-over-limit", "The process holds more memory than its limit.", source: "S0:236-238",
    .violated, .plugin, rows: ["CAC-18", "CAC-19"])
  static let nativeStateStale = Injected(
    "api-native-state-stale", "The native side keeps an old version of the settings.",
    source: "S0:211-215", .violated, .plugin, rows: ["CAC-04"])
  static let logNotTrimmed = Injected(
    "api-log-not-trimmed", "The log table keeps more than a thousand rows.", source: "S0:224",
    .violated, .plugin, rows: ["CAC-12", "CAC-11"])
  static let configurationUnsafe = Injected(
    "api-configuration-unsafe", "The server is asked without encryption, for up to two minutes.",
    source: "S0:168-175", .violated, .plugin, isWarning: true, rows: ["CFG-04"])
}

// Faults of resilience.
extension Injected {
  static let connectivityNotChecked = Injected(
    "api-connectivity-not-checked", "Requests are sent without a look for a network.",
    source: "S0:189", .violated, .plugin, isWarning: true, rows: ["RES-01"])
  static let requestWhileOffline = Injected(
    "api-request-while-offline", "A request is sent although there is no network.",
    source: "S0:189,192", .violated, .plugin, rows: ["RES-02"])
  static let offlineSilence = Injected(
    "api-offline-silence", "There is no network, and nothing takes the place of news.",
    source: "S0:192,390", .violated, .plugin, isWarning: true, rows: ["RES-08", "RES-09"],
    needs: .text)
  static let backoffLinear = Injected(
    "api-backoff-linear", "Every further attempt waits as long as the one before.",
    source: "S0:190", .violated, .plugin, rows: ["RES-03"])
  static let tooManyAttempts = Injected(
    "api-too-many-attempts", "A request is tried more often than the settings allow.",
    source: "S0:174", .violated, .plugin, rows: ["RES-04"])
  static let retriesThoughDenied = Injected(
    "api-retry-though-denied", "A failure is not to be retried, and is.", source: "S0:174,190",
    .violated, .plugin, rows: ["RES-05"])
  static let requestWhileOpen = Injected(
    "api-breaker-open-request", "A request is sent while the breaker is open.", source: "S0:191",
    .violated, .plugin, rows: ["RES-06"])
}
