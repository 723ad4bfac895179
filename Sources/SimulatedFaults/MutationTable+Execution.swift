internal import Simulator

// The background task, up to its outcome; the order is strict.
extension MutationTable {
  static let execution = [
    // Never a fault by itself: the system may not have run it, and the simulator runs none.
    MutationRow(
      "bgtask_handler_invoked", .drop, if: [onSimulator],
      .open("on a simulator a task may run without having been submitted, or not at all")),
    // But a counter of runs, and of what they fetched, speaks of one that the log does not show; that of
    // a later process may have begun anew, and then speaks of a run that nothing there scheduled.
    MutationRow(
      "bgtask_handler_invoked", .drop,
      if: [.counted(["reportedExecuted"]), .onlyHere("bgtask_handler_invoked")], .breaks,
      ["TEL-03", "TEL-04", "TEL-12", "SEQ-18"]),
    MutationRow(
      "bgtask_handler_invoked", .drop,
      if: [
        .reportsMore("reportedExecuted", than: "reportedScheduled"),
        .begins("bgtask_handler_invoked"), .ends("bgtask_handler_invoked"),
      ], .breaks, ["TEL-03", "TEL-12", "TEL-09", "SEQ-18"]),
    // Nor does a task complete that never ran.
    MutationRow(
      "bgtask_handler_invoked", .drop,
      if: [.process("bgtask_register"), .with(["bgtask_completed"])], .breaks,
      ["SEQ-18", "HNT-18", "SEQ-09"]),
    MutationRow(
      "bgtask_handler_invoked", .swap(with: "notification_resolved"), .breaks,
      ["SEQ-06", "SEQ-05"]),
    MutationRow(
      "bgtask_handler_invoked", .duplicate, if: [.counted(["reportedExecuted"])], .breaks,
      ["SEQ-18", "TEL-03", "TEL-12"], needs: twice),
    MutationRow("bgtask_handler_invoked", .duplicate, .breaks, ["SEQ-18"], needs: twice),
    MutationRow(
      "bgtask_handler_invoked", .delay(past: "bgtask_completed", by: .second), .breaks,
      ["SEQ-06", "SEQ-05", "SEQ-18", "HNT-24", "SEQ-25", "TEL-03", "TEL-04", "TEL-12"]),
    MutationRow(
      "bgtask_handler_invoked", .rekey("taskId", .otherCase), if: [.process("bgtask_register")],
      .breaks, ["HNT-21", "LOG-11"]),
    MutationRow(
      "bgtask_handler_invoked", .rekey("taskId", .otherId), as: "other",
      if: [.process("bgtask_register")], .breaks, ["LOG-11", "HNT-21"]),

    MutationRow("notification_resolved", .drop, .harmless, ["SEQ-06"]),
    MutationRow(
      "notification_resolved", .swap(with: "fetch_start"), .breaks, ["SEQ-06"]),
    MutationRow("notification_resolved", .duplicate, .harmless, ["SEQ-06"]),
    MutationRow(
      "notification_resolved", .delay(past: "fetch_start", by: 5 * .millisecond), .breaks,
      ["SEQ-06"]),
    MutationRow(
      "notification_resolved", .rekey("scheduleId", .otherId), .breaks,
      ["LOG-13", "INT-09", "LOG-24", "INT-15"]),
    MutationRow(
      "notification_resolved", .rekey("notificationTime", .earlier(10 * .minute)), .breaks,
      ["SEQ-24", "LOG-14", "LOG-13", "INT-09", "ENV-14", "ENV-18", "LOG-33", "TIM-16"], cycle: .adds
    ),

    MutationRow(
      "fetch_start", .drop, .breaks, ["SEQ-06", "SEQ-05", "HNT-24", "SEQ-25"]),
    MutationRow(
      "fetch_start", .swap(with: "fetch_success"), .breaks,
      ["SEQ-06", "SEQ-05", "HNT-28", "TIM-25"]),
    MutationRow(
      "fetch_start", .duplicate, .open("the second may be a retry after a failure in silence")),
    MutationRow(
      "fetch_success",
      .insert(
        "fetch_success", ["status": 200, "ttl": .own("ttl"), "scheduledFor": .soon(30 * .minute)]),
      as: "time", if: [.uncounted("reportedSuccess")], .breaks,
      ["TIM-28", "SCH-13", "SCH-14", "SEQ-06"], needs: [.text]),
    MutationRow(
      "fetch_start", .delay(past: "fetch_success", by: 5 * .millisecond), .breaks,
      ["SEQ-06", "SEQ-05", "HNT-28"]),
    MutationRow(
      "fetch_start", .rekey("scheduleId", .otherId), if: [.with(["notification_resolved"])],
      .breaks, ["LOG-14", "LOG-13", "INT-09", "LOG-24", "INT-15"]),
    MutationRow(
      "fetch_start", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [.with(["notification_resolved"])], .breaks,
      ["LOG-14", "LOG-13", "INT-09", "ENV-14", "ENV-18", "LOG-33", "TIM-16"]),
    MutationRow(
      "fetch_start", .alter("jwtPresent", .negated),
      .open("it depends on whether the server asks for a token")),
  ]
}
