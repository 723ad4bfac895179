internal import Simulator

// Values that a line must have, and how they are written.
extension MutationTable {
  static let format = [
    MutationRow("bgtask_register", .alter("taskId", .absent), .breaks, ["LOG-01", "BKT-01"]),
    MutationRow(
      "plugin_startup", .alter("hasPendingSchedules", .absent), .breaks, ["LOG-02"]),
    MutationRow(
      "prefetch_schedule_begin", .alter("notificationTime", .otherZone), .breaks,
      ["TIM-01", "TIM-02", "LOG-50"]),
    MutationRow(
      "bgtask_submit:again", .alter("earliestBeginDate", .absent), .breaks, ["LOG-03"]),
    MutationRow(
      "bgtask_scheduled:again", .alter("earliestBeginDate", .earlier(-3 * .minute)),
      if: [.with(["lead_capped"]), .new("notification_scheduling")], .breaks,
      ["TIM-08", "TIM-10", "LOG-06", "LOG-04", "TIM-04", "TIM-05", "TIM-17"],
      needs: [.text, .times]),
    MutationRow(
      // Without its date an acceptance among repeated calls looks like one of another call.
      "bgtask_scheduled:again", .alter("earliestBeginDate", .absent), .breaks,
      ["LOG-06", "SEQ-03"]),
    MutationRow(
      "env_state", .alter("simulator", .negated), if: [.anywhere("bgtask_submit_failed")], .breaks,
      ["LOG-42", "OSL-03", "OSL-06"]),
    MutationRow(
      "notification_scheduling", .alter("notificationTime", .otherZone), .breaks,
      ["TIM-01", "TIM-02", "LOG-50"]),
    MutationRow("schedule_persisted", .alter("type", .absent), .breaks, ["LOG-08"]),
    MutationRow(
      "lead_capped", .alter("minLeadSeconds", .length(30 * .second)), .breaks,
      ["LOG-09", "TIM-06"]),
    MutationRow("bgtask_handler_invoked", .alter("taskId", .absent), .breaks, ["LOG-11"]),
    MutationRow(
      "fetch_start", .alter("notificationTime", .absent), .breaks, ["LOG-14", "LOG-15"]),
    MutationRow("content_cached", .alter("scheduleId", .absent), .breaks, ["LOG-24"]),
    MutationRow("cache_hit", .alter("source", "magic"), .breaks, ["LOG-34"]),
    MutationRow("notification_built", .alter("body", .absent), .breaks, ["LOG-38", "BKT-10"]),
  ]
}
