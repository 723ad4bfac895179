package import Simulator

/// The table of what each change of each event breaks.
///
/// Derived from the matrix and the design, so that it can contradict the rules. The first row whose
/// conditions hold applies to its event, mutation and field; where there is none, the event does
/// not allow the mutation.
package enum MutationTable {
  /// The rows that apply to the logs of one profile.
  package struct Part: Sendable {
    package let rows: [MutationRow]
    /// Whether the rows tell the records of a cycle apart by how it went.
    let tellsCycles: Bool
  }

  /// All rows.
  package static let rows: [MutationRow] = prefetch + environments + others.values.flatMap(\.self)

  /// A notification with its prefetch, of which each step is known to be in its place.
  private static let prefetch: [MutationRow] =
    format + launch + schedule + submittedAgain + lead + hashes + execution + outcome + response
    + delivery + cache + recordsBeside + artifacts + summary + counters + failure + calls
    + intruders

  private static let others: [String: [MutationRow]] = [
    "android-recovery": recovery + alarms,
    "api-plan": requests + answers + tokens + stores,
    "ios-recovery": recovery + reminders,
    "legacy-markers": markers,
    "pull": pull,
    "wallet-sync": sync,
  ]

  /// Failures of which the rows know what the plugin does about them.
  private static let handled: [Injected] = [.networkOff, .serverDown, .permissionRevoked]

  /// Returns the rows for a log in which nothing is wrong.
  static func part(for trace: Trace, of profile: String) -> Part {
    if let rows = others[profile] { return Part(rows: rows, tellsCycles: false) }
    let isOrdinary = trace.entries.allSatisfy { entry in
      entry.injected.outcome == .satisfied || handled.contains(entry.injected)
    }
    return isOrdinary
      ? Part(rows: prefetch, tellsCycles: true) : Part(rows: environments, tellsCycles: false)
  }

  /// Events whose cycle is that of their process.
  static let ofProcess = [
    "app_launch", "app_launch_finished", "bgtask_register", "plugin_startup", "storage_ready",
    "telemetry_snapshot",
  ]

  /// Events that the store logs.
  static let ofStorage = [
    "cache_state", "cache_write_failed", "schedule_persisted", "storage_ready",
  ]

  /// Events of a fetch, be it in a task or for a delivery.
  static let ofFetch = ["fetch_failure", "fetch_start", "fetch_success"]

  /// Events of a task's submission.
  static let ofSubmission = ["bgtask_scheduled", "bgtask_submit"]

  /// Events of the schedule stage.
  static let ofSchedule = [
    "bgtask_cancelled", "bgtask_scheduled", "bgtask_submit", "lead_capped",
    "notification_scheduling", "prefetch_disabled", "prefetch_planned", "prefetch_schedule_begin",
    "schedule_persisted",
  ]

  /// Returns the name by which the table knows a record.
  package static func name(of record: TraceRecord) -> String {
    guard case .text(let phase) = record["phase"],
      record.event == "content_hash" || record.event == "schedule_hash"
    else { return record.event }
    return record.event + ":" + phase
  }
}
