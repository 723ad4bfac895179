internal import TextWriting

extension CycleSummary {
  /// Whether nothing in the cycle needs attention: it used its prefetch, had none, or is not yet
  /// due.
  package var isHealthy: Bool {
    Self.isHealthy(
      outcome, contentHash: contentHashMatch, scheduleHash: scheduleHashMatch,
      isCacheLost: cachePersistence == .violated)
      && steps.allSatisfy { $0.status == .seen }
  }

  /// Whether the same holds but for the steps, for a cycle without a summary.
  package static func isHealthy(
    _ outcome: Outcome, contentHash: Bool?, scheduleHash: Bool?, isCacheLost: Bool
  ) -> Bool {
    [.usedPrefetch, .delivered, .refused, .open].contains(outcome)
      && contentHash != false && scheduleHash != false && !isCacheLost
  }

  /// The names that findings may give it: its schedule and its notification time.
  package var names: [String] {
    [scheduleId, notificationTime.map { InstantText.iso($0) }].compactMap { $0 }
  }
}
