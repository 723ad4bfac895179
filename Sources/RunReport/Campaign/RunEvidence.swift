/// What a run shows of the sign-off checklist (S4:571-577) and of the share of good runs (S4:335-337),
/// counted over all of its cycles as it is judged.
package struct RunEvidence: Sendable, Equatable {
  /// What a run can show.
  package enum Item: String, Sendable, CaseIterable, Codable {
    /// A simulator went through a whole healthy cycle.
    case simulatorCycle = "simulator_cycle"
    /// A device did in the best case, before its notification.
    case deviceCycle = "device_cycle"
    /// A fetch failed for want of a network, or the user's permission was missing, and the app went on.
    case failurePath = "failure_path"
    case smallLead = "small_lead"
    case zoneChange = "timezone_change"
    /// The log reports counters, and they are right.
    case counters
    /// A device ran in good conditions, and a cycle of it is over.
    case goodRun = "good_run"
    /// In such a cycle the prefetch ran before its notification.
    case prefetchInTime = "prefetch_in_time"
  }

  /// A condition that the device had at some time of the run.
  package struct Condition: Sendable, Hashable, Codable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// What the run lacks of each item, by the cycle that came nearest; nothing for one that it shows.
  package var lacks: [Item: [EvidenceLack]] = [:]
  /// The conditions that the device tests vary (S4:318-334), each that the run had.
  package var conditions: Set<Condition> = []

  package init() {}
}

/// What a run lacks to show an item of the checklist.
package enum EvidenceLack: String, Sendable, CaseIterable, Codable {
  case simulatorNotStated = "simulator_not_stated"
  case onDevice = "on_device"
  case deviceNotStated = "device_not_stated"
  case onSimulator = "on_simulator"
  case powerNotStated = "power_not_stated"
  case notPlugged = "not_plugged"
  case networkNotStated = "network_not_stated"
  case notOnWiFi = "not_on_wifi"
  case forceQuit = "force_quit"
  case noCycle = "no_cycle"
  case cycleOpen = "cycle_open"
  case noSchedule = "no_schedule"
  case noTask = "no_task"
  case notFetched = "not_fetched"
  case notInTime = "not_in_time"
  case notUsed = "not_used"
  case contentDiffers = "content_differs"
  case stepMissing = "step_missing"
  case violation = "violation"
  case noFailure = "no_failure"
  case noSmallLead = "no_small_lead"
  case noZoneChange = "no_zone_change"
  case noCycleBehindChange = "no_cycle_behind_change"
  case noCounters = "no_counters"
  case countersNotJudged = "counters_not_judged"

  /// The lack in words, to stand in a list behind the run that has it.
  package var words: String {
    switch self {
    case .simulatorNotStated:
      "nothing says that it was on a simulator (state it with --env simulator=true)"
    case .onDevice: "it was on a device"
    case .deviceNotStated:
      "nothing says that it was on a device (state it with --env simulator=false)"
    case .onSimulator: "it was on a simulator"
    case .powerNotStated:
      "nothing says that the device was plugged in (state it with --env power=plugged)"
    case .notPlugged: "the device was not plugged in"
    case .networkNotStated:
      "nothing says that the device was on Wi-Fi (state it with --env network=wifi)"
    case .notOnWiFi: "the device was not on Wi-Fi"
    case .forceQuit: "the user had ended the app"
    case .noCycle: "it has no cycle"
    case .cycleOpen: "the cycle is not over when the log ends"
    case .noSchedule: "no line shows how the cycle was scheduled"
    case .noTask: "the background task did not run"
    case .notFetched: "nothing was fetched"
    case .notInTime: "the task did not run before its notification"
    case .notUsed: "the notification did not use what was fetched"
    case .contentDiffers: "the content shown is not the content fetched"
    case .stepMissing: "a step of the cycle is missing or late"
    case .violation: "a rule was violated there"
    case .noFailure: "nothing failed for want of a network or a permission"
    case .noSmallLead: "no lead was too small"
    case .noZoneChange: "the time zone did not change"
    case .noCycleBehindChange: "no cycle came to its end behind the change of the zone"
    case .noCounters: "the app reports no counters"
    case .countersNotJudged: "no rule has judged the counters"
    }
  }
}
