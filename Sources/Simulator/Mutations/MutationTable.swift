/// What each change of each event breaks.
///
/// Derived from the matrix and the design, so that it can contradict the rules. The first row whose
/// conditions hold speaks for its event, mutation and field; where there is none, the event does not
/// allow the mutation.
package enum MutationTable {
  package static let rows: [MutationRow] =
    format + launch + schedule + submittedAgain + lead + hashes + execution + outcome + response
    + delivery + cache + summary + counters + failure

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

  /// The name by which the table knows a record.
  package static func name(of record: TraceRecord) -> String {
    guard case .text(let phase) = record["phase"],
      record.event == "content_hash" || record.event == "schedule_hash"
    else { return record.event }
    return record.event + ":" + phase
  }

  /// The seed's place of the rows that come first in the table.
  static let places: [String: String] = [
    "HNT-01": "S4:379", "HNT-05": "S4:383", "HNT-07": "S4:385", "HNT-11": "S4:396-397",
    "HNT-14": "S4:399", "HNT-16": "S4:401", "HNT-18": "S4:411", "HNT-21": "S4:414",
    "HNT-24": "S4:417", "HNT-28": "S4:421", "HNT-33": "S4:432", "HNT-38": "S4:437",
    "INJ-19": "S4:262-263", "INJ-24": "S4:628-632", "INT-02": "S4:677", "INT-06": "S4:679-680",
    "INT-07": "S4:681", "INT-08": "S4:682", "INT-09": "S4:680-682", "INT-10": "S4:683-684",
    "LOG-02": "S4:378", "LOG-03": "S4:135-136", "LOG-04": "S4:137", "LOG-05": "S4:388-389",
    "LOG-06": "S4:390", "LOG-07": "S4:391", "LOG-08": "S4:392", "LOG-09": "S4:53-54",
    "LOG-13": "S4:406", "LOG-14": "S4:140-141", "LOG-16": "S4:170", "LOG-17": "S4:142",
    "LOG-18": "S4:171", "LOG-24": "S4:172", "LOG-25": "S4:676", "LOG-26": "S4:677",
    "INJ-04": "S4:224,604-606", "INJ-15": "S4:251", "INJ-16": "S4:252-254",
    "INJ-21": "S4:265-269", "LOG-01": "S4:133-134", "LOG-11": "S4:138-139",
    "LOG-20": "S4:143,215", "LOG-21": "S4:236", "LOG-22": "S4:442-443", "LOG-23": "S4:238",
    "LOG-27": "S4:229", "LOG-28": "S4:230-231", "LOG-29": "S4:173,410", "LOG-30": "S4:445",
    "LOG-34": "S4:429", "LOG-42": "S4:280", "OSL-05": "S4:278", "SEQ-08": "S4:441-445",
    "INJ-09": "S4:232-236", "TEL-05": "S4:672", "TEL-07": "S4:450", "TIM-01": "S4:41-42",
    "TIM-08": "S4:49-53",
    "LOG-33": "S4:427-428", "LOG-35": "S4:144-145", "LOG-38": "S4:430", "LOG-39": "S4:182-183",
    "LOG-44": "S4:638-639", "SCH-08": "S4:187-196", "SCH-09": "S4:198", "SCH-10": "S4:198",
    "SCH-11": "S4:198", "SEQ-01": "S4:375-378", "SEQ-03": "S4:387-392", "SEQ-05": "S4:160-173",
    "SEQ-06": "S4:403-410", "SEQ-07": "S4:426-431", "SEQ-10": "S4:90-92", "SEQ-14": "S4:100-102",
    "SEQ-15": "S4:373-374", "SEQ-17": "S4:262-264", "SEQ-18": "S4:1", "SEQ-20": "S4:179-183",
    "SEQ-24": "S4:558-565", "SEQ-25": "S4:128-130", "SEQ-26": "S4:147-152", "TEL-02": "S4:672",
    "TEL-03": "S4:672", "TEL-04": "S4:672", "TEL-06": "S4:672", "TEL-09": "S4:539",
    "TEL-10": "S4:569", "TEL-16": "S4:519", "TIM-04": "S4:44-46", "TIM-09": "S4:54-55",
    "TIM-21": "S4:293", "TIM-25": "S4:429", "TIM-26": "S4:596-599", "TIM-27": "S4:195-200",
    "TIM-28": "S4:198-200",
  ]
}
