// Faults of the plugin's counters.
extension Injected {
  static let counterFalls = Injected(
    "counter-falls", "A counter falls while the process lives.",
    source: "S4:569", .violated, .plugin, rows: ["TEL-09", "TEL-10", "TEL-04"], needs: .text)
  static let successCountedTwice = Injected(
    "success-counted-twice", "One success is counted twice.",
    source: "S4:672", .violated, .plugin, rows: ["TEL-04", "TEL-09", "TEL-13"], needs: .text)
  static let successBeforeExecution = Injected(
    "success-before-execution", "A success is counted and no execution.",
    source: "S4:539", .violated, .plugin, rows: ["TEL-03", "TEL-09", "TEL-13"], needs: .text)
  static let onDemandCountedAsPrefetch = Injected(
    "on-demand-counted-as-prefetch",
    "The fetch at the time of the notification is counted as a prefetch.",
    source: "S4:672", .violated, .plugin, rows: ["TEL-04", "TEL-09", "TEL-13"], needs: .text)
  static let failureNotCounted = Injected(
    "failure-not-counted", "A failure of the network is not counted.",
    source: "S4:672", .violated, .plugin, rows: ["TEL-05", "TEL-11"], needs: .text)
  static let useNotCounted = Injected(
    "use-not-counted", "The use of prefetched content is not counted.",
    source: "S4:672", .violated, .plugin, rows: ["TEL-06"], needs: .text)
}
