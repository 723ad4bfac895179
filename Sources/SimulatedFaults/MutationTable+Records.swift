internal import Simulator

// Records in JSON beside their lines of text, and the artifact of a test run.
extension MutationTable {
  static let recordsBeside =
    ["fetch_success", "fetch_failure:miss", "cycle_complete"].map { event in
      MutationRow(
        event, .record("timestamp", .same), as: "right", .harmless, ["SCH-06"])
    } + wrongRecords

  private static let wrongRecords = [
    MutationRow("fetch_success", .record("ttl", .missing), .breaks, ["SCH-01", "SCH-02"]),
    MutationRow(
      "fetch_success", .record("fetchDurationMs", "1200"), .breaks, ["SCH-01", "SCH-02"]),
    MutationRow(
      "fetch_success", .record("timestamp", .seconds), .breaks, ["SCH-01", "SCH-02"]),
    MutationRow(
      "fetch_success", .record("scheduledFor", .earlier(.minute)), .breaks, ["TIM-28", "SCH-13"]),
    MutationRow(
      "fetch_success", .record("scheduledFor", .otherZone), as: "zone", .breaks,
      ["SCH-07", "LOG-50", "TIM-01"]),
    MutationRow("fetch_failure:miss", .record("scheduledFor", .missing), .breaks, ["SCH-04"]),
    MutationRow(
      "fetch_failure:miss", .record("scheduledFor", .seconds), as: "type", .breaks, ["SCH-04"]),
    MutationRow(
      "fetch_failure:miss", .record("reason", "PERMISSIONS"), .breaks,
      ["SCH-04", "TEL-07", "SCH-06"]),
    MutationRow(
      "cycle_complete", .record("notificationId", .otherId), .breaks,
      ["LOG-44", "SCH-02", "SCH-05", "SEQ-24"]),
    MutationRow("cycle_complete", .record("timestamp", .absent), .breaks, ["SCH-05", "SCH-07"]),
    MutationRow("cycle_complete", .record("usedCached", "true"), .breaks, ["SCH-05", "LOG-44"]),
    MutationRow("content_cached", .record("scheduleId", 7), .breaks, ["SCH-06"]),
    MutationRow(
      "telemetry_snapshot", .alter("reportedScheduled", "-1"), as: "negative", .breaks, ["SCH-02"]),
  ]

  static let artifacts = [
    MutationRow("cycle_complete", .artifact(.nothing), if: [.only], .harmless, ["SCH-18"]),
    MutationRow("cycle_complete", .artifact(.cacheUse), if: [.only], .breaks, ["SCH-18"]),
    MutationRow("cycle_complete", .artifact(.counters), if: [.only], .breaks, ["TEL-21"]),
    MutationRow("cycle_complete", .artifact(.errors), if: [.only], .breaks, ["SCH-20"]),
    MutationRow("cycle_complete", .artifact(.errorsAsText), if: [.only], .breaks, ["SCH-17"]),
    MutationRow(
      "cycle_complete", .artifact(.executedAt), if: [.only], .breaks, ["SCH-18"],
      needs: [.text, .times]),
    MutationRow(
      "cycle_complete", .artifact(.order), if: [.only], .breaks, ["SCH-19", "SCH-18"],
      needs: [.text, .times]),
  ]
}
