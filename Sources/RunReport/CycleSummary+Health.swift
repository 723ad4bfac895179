internal import TextWriting

extension CycleSummary {
  /// Whether nothing in the cycle asks for a look: it used its prefetch, or is not yet due.
  package var isHealthy: Bool {
    guard outcome == .usedPrefetch || outcome == .open else { return false }
    return contentHashMatch != false && scheduleHashMatch != false
      && cachePersistence != .violated
      && steps.allSatisfy { $0.status == .seen }
  }

  /// Whether a finding speaks of this cycle, by its schedule or by its notification time.
  func isNamed(in names: Set<String>) -> Bool {
    if let scheduleId, names.contains(scheduleId) { return true }
    return notificationTime.map { names.contains(InstantText.iso($0)) } ?? false
  }
}
