internal import Simulator

// A wallet that syncs in a processing task.
extension MutationTable {
  private static let timed: Injected.Needs = [.text, .times]

  static let sync = submissions + runs + endings

  private static let submissions = [
    MutationRow(
      "bgtask_register", .drop, if: [.anywhere("fault_injected"), .begins("bgtask_register")],
      .breaks, ["TST-13", "BGT-07", "TST-09", "BGT-06"]),
    MutationRow(
      "bgtask_register", .swap(with: "app_launch_finished"), .breaks, ["BGT-06"]),
    MutationRow("bgtask_register", .alter("queue", "background"), .breaks, ["BGT-08"]),
    MutationRow("bgtask_submit", .rekey("taskId", .otherId), .breaks, ["BGT-07", "TST-09"]),
    MutationRow("bgtask_submit", .alter("requiresNetwork", .negated), .breaks, ["BGT-18"]),
    MutationRow("bgtask_scheduled", .drop, .breaks, ["BGT-19"], needs: timed),
    MutationRow(
      "bgtask_submit",
      .insert(
        "bgtask_submit_failed",
        ["code": 3, "codeName": "notPermitted", "domain": "BGTaskSchedulerErrorDomain"]),
      as: "permitted", if: [.new("env_state")], .breaks, ["BGT-05", "BGT-03", "BGT-04"]),
    MutationRow(
      "bgtask_submit",
      .insert(
        "bgtask_submit_failed",
        ["code": 1, "codeName": "unavailable", "domain": "BGTaskSchedulerErrorDomain"]),
      as: "available", if: [.new("env_state")], .untold, ["BGT-19", "BGT-14", "BGT-15"]),
    // The acceptance tells as much.
    MutationRow(
      "bgtask_submit", .drop, .harmless, ["BGT-09", "BGT-14", "BGT-15", "BGT-28"]),
    MutationRow(
      "app_launch_finished", .insert("app_state", ["state": "background"], after: .second),
      as: "first", if: [.new("bgtask_submit"), .new("app_state"), .followed(5 * .minute)], .breaks,
      ["BGT-14", "BGT-15"], needs: timed),
    MutationRow(
      "app_launch_finished", .insert("app_state", ["state": "background"], after: .second),
      as: "kill",
      if: [.behind("app_state", "by", "user"), .begins("bgtask_submit"), .followed(5 * .minute)],
      .breaks, ["BGT-28", "BGT-14", "BGT-15"], needs: timed),
    MutationRow(
      "bgtask_completed",
      .insert(
        "bgtask_submit",
        [
          "taskId": .last("bgtask_submit", "taskId"),
          "earliestBeginDate": .last("bgtask_submit", "earliestBeginDate"),
          "requiresNetwork": true, "requiresPower": true, "kind": "processing",
        ]), .breaks, ["SEQ-16", "BGT-09", "BGT-13", "BGT-19"], needs: timed),
  ]

  private static let runs = [
    MutationRow(
      "sync_stop",
      .insert("bgtask_handler_invoked", ["taskId": .last("bgtask_handler_invoked", "taskId")]),
      .breaks,
      ["BGT-10", "BGT-09", "BGT-15", "SEQ-16", "BGT-11", "BGT-13", "BGT-20", "BGT-30", "SEQ-18"]),
    MutationRow("bgtask_expiration_set", .drop, .breaks, ["BGT-11", "BGT-13"]),
    MutationRow(
      "connectivity_check", .drop, if: [.equal("transport", "wifi"), .inTask], .breaks,
      ["BGT-26", "BGT-27", "BGT-25"]),
    MutationRow(
      "bgtask_expiration_set", .insert("bgtask_expired", [:], after: .minute),
      if: [.followed(2 * .minute), .new("bgtask_expired")], .breaks,
      ["BGT-12", "INJ-24", "BGT-23", "BGT-20", "BGT-30", "SEQ-18", "SEQ-25"], needs: timed),
    MutationRow(
      "bgtask_completed", .insert("sync_state", ["state": "syncing"]), .breaks,
      ["BGT-12", "BGT-20"]),
    MutationRow(
      "bgtask_completed", .insert("sync_start", [:]), .breaks, ["BGT-12", "BGT-20"]),
  ]

  private static let endings = [
    MutationRow(
      "bgtask_completed", .drop, .breaks, ["BGT-20", "BGT-30", "SEQ-18", "SEQ-25"],
      needs: timed),
    MutationRow(
      "bgtask_completed", .duplicate, .breaks, ["BGT-20", "SEQ-18"], needs: twice),
    MutationRow(
      "bgtask_completed", .alter("success", .negated), as: "up-to-date",
      if: [.behind("sync_stop", "cause", "finished")], .breaks, ["BGT-21"]),
    MutationRow(
      "bgtask_completed", .alter("success", .negated), as: "error",
      if: [.behind("sync_stop", "cause", "error")], .breaks, ["BGT-22"]),
    MutationRow(
      "bgtask_completed", .alter("success", .negated), as: "no-wifi",
      if: [.behind("sync_stop", "cause", "no_wifi")], .breaks, ["BGT-27", "BGT-22"]),
    MutationRow(
      "bgtask_completed", .alter("success", .negated), as: "expired",
      if: [.behind("sync_stop", "cause", "expiration")], .breaks, ["BGT-23", "INJ-24"]),
  ]
}
