extension CycleSummary {
  /// Whether nothing in the cycle asks for a look: it used its prefetch, or is not yet due.
  package var isHealthy: Bool {
    guard outcome == .usedPrefetch || outcome == .open else { return false }
    return contentHashMatch != false && scheduleHashMatch != false
      && cachePersistence != .violated
      && steps.allSatisfy { $0.status == .seen }
  }

  /// Whether a finding speaks of this cycle, by its schedule or by its notification time.
  func isScope(of finding: Finding) -> Bool {
    guard let name = finding.scope.cycle else { return false }
    return name == scheduleId || name == notificationTime.map { InstantText.iso($0) }
  }
}
