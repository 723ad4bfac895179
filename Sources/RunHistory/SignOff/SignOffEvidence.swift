internal import LogReading
internal import RuleLanguage
internal import RunReport

/// What a run can show of the sign-off checklist (S4:571-577) and of the share of good runs (S4:335-337).
enum SignOffEvidence: String, CaseIterable {
  /// A simulator went through a whole healthy cycle.
  case simulatorCycle = "simulator_cycle"
  /// A device did in the best case, before its notification.
  case deviceCycle = "device_cycle"
  /// A fetch failed for want of a network, or a call for want of permission, and the app went on.
  case failurePath = "failure_path"
  case smallLead = "small_lead"
  case zoneChange = "timezone_change"
  /// The log reports counters, and they are right.
  case counters
  /// A device ran in good conditions, and a cycle of it is over.
  case goodRun = "good_run"
  /// In such a run a prefetch ran before its notification.
  case prefetchInTime = "prefetch_in_time"

  /// - Parameter changedZone: Whether the time zone of the device changed in the log.
  static func items(of summary: RunSummary, changedZone: Bool) -> [SignOffEvidence] {
    allCases.filter { $0.isShown(by: summary, changedZone) }
  }

  private func isShown(by summary: RunSummary, _ changedZone: Bool) -> Bool {
    switch self {
    case .simulatorCycle:
      summary.isOfSimulator == true && summary.cycles.contains(where: Self.isWhole)
    case .deviceCycle:
      summary.isGood && summary.cycles.contains { Self.isWhole($0) && Self.isInTime($0) }
    case .failurePath: Self.failsGracefully(summary)
    case .smallLead:
      summary.cycles.contains(where: \.leadCapped)
        || Self.judged(["timing/capped-prefetch-begins-in-a-minute"], by: summary)
    case .zoneChange: changedZone
    case .counters:
      summary.counters.reportingRuns > 0
        && summary.satisfiedRules.contains { $0.hasPrefix("telemetry/") }
        && !summary.findingCounts.contains { $0.pack == "telemetry" && $0.outcome == .violated }
    case .goodRun: summary.isGood && summary.hasClosedCycle
    case .prefetchInTime: summary.isGood && summary.cycles.contains(where: Self.isInTime)
    }
  }

  private static func judged(_ rules: [String], by summary: RunSummary) -> Bool {
    rules.contains { summary.satisfiedRules.contains($0) || summary.unsatisfiedRules.contains($0) }
  }

  /// Whether a cycle went from its schedule through task and fetch to a delivery from the cache. On a
  /// simulator the system accepts no task, so nothing is asked of that step.
  private static func isWhole(_ cycle: CycleSummary) -> Bool {
    cycle.outcome == .usedPrefetch && cycle.fetched && cycle.contentHashMatch != false
      && cycle.scheduleHashMatch != false && cycle.cachePersistence != .violated
      && cycle.steps.allSatisfy { $0.status != .missing && $0.status != .late }
  }

  /// Whether the prefetch ran before the notification.
  private static func isInTime(_ cycle: CycleSummary) -> Bool {
    guard cycle.fetched else { return false }
    return cycle.leadAtExecutionSeconds.map { $0 > 0 } ?? (cycle.outcome == .usedPrefetch)
  }

  private static func failsGracefully(_ summary: RunSummary) -> Bool {
    summary.cycles.contains { cycle in
      let isFailure =
        cycle.outcome == .refused || cycle.outcome == .fallback && cycle.failureReason == "NETWORK"
      return isFailure
        && !summary.findings.contains {
          $0.outcome == .violated && $0.severity == .error
            && ($0.scope.cycle.map { cycle.names.contains($0) } ?? true)
        }
    }
  }
}

extension RunSummary {
  /// Whether it is of a simulator; nil where nothing says so.
  fileprivate var isOfSimulator: Bool? { word(of: "simulator").map { $0 == "true" } }

  /// Whether a device was plugged in and had Wi-Fi, and the app was not force-quit (S4:336). What
  /// nobody stated is not taken for granted, but that the app was not force-quit.
  fileprivate var isGood: Bool {
    isOfSimulator == false && word(of: "power") == "plugged" && word(of: "network") == "wifi"
      && word(of: "forceQuit") != "true"
  }

  fileprivate var hasClosedCycle: Bool {
    CycleSummary.Outcome.allCases.contains { $0 != .open && $0 != .refused && cycleCounts[$0] > 0 }
  }
}
