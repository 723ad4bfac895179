internal import Simulator

// Scheduling: a required set, in which a wrong order is a warning.
extension MutationTable {
  private static let another = "an attempt behind an acceptance may be another attempt"
  private static let unmade = "nothing was submitted that its schedule would be stored for"
  /// Without times a line in the wrong place may belong to another call.
  private static let timed: Injected.Needs = [.text, .times]

  /// The condition that the log is of a simulator.
  static let onSimulator = MutationRow.Condition.behind("env_state", "simulator", true)
  private static let unjudged = "on a simulator the order of the schedule stage is not judged"

  private static let schedule1 = [
    MutationRow(
      "prefetch_schedule_begin", .swap(with: "bgtask_submit"), if: [onSimulator], .open(unjudged)),
    MutationRow(
      "notification_scheduling", .swap(with: "schedule_persisted"), if: [onSimulator],
      .open(unjudged)),
    MutationRow(
      "notification_scheduling", .delay(past: "schedule_persisted", by: 500 * .millisecond),
      if: [onSimulator], .open(unjudged)),
    // The line of the attempt may stand for it.
    MutationRow(
      "prefetch_schedule_begin", .drop, if: [.with(["bgtask_submit", "prefetch_planned"])],
      .harmless, ["LOG-05"]),
    MutationRow("prefetch_schedule_begin", .drop, .warns, ["LOG-05"]),
    MutationRow(
      "prefetch_schedule_begin", .swap(with: "bgtask_submit"), .warns, ["SEQ-03"],
      needs: timed),
    MutationRow("prefetch_schedule_begin", .duplicate, .harmless, ["LOG-05"]),
    MutationRow(
      "prefetch_schedule_begin", .delay(past: "schedule_persisted", by: .second),
      .open("behind the stage it looks like another call")),
    MutationRow(
      "prefetch_schedule_begin", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [
        .outsideTask, .with(["bgtask_scheduled"]), .without("schedule_hash:schedule"),
        .without("prefetch_planned"),
      ], .breaks,
      ["SEQ-14", "SEQ-03", "HNT-14", "SEQ-04", "ENV-18", "LOG-05", "LOG-07"], cycle: .adds),

    MutationRow(
      "bgtask_submit", .drop, if: [.with(["bgtask_scheduled"])], .harmless, ["LOG-03"]),
    MutationRow("bgtask_submit", .swap(with: "bgtask_scheduled"), .open(another)),
    // Attempts do not count, outstanding tasks do.
    MutationRow("bgtask_submit", .duplicate, .harmless, ["INJ-19"]),
    MutationRow(
      "bgtask_submit", .delay(past: "schedule_persisted", by: 500 * .millisecond),
      .open(another)),
    MutationRow(
      "bgtask_submit", .alter("earliestBeginDate", .soon(20 * .second)),
      if: [.with(["bgtask_scheduled"])], .breaks,
      ["LOG-06", "HNT-11", "TIM-06", "TIM-12", "TIM-04", "TIM-17", "LOG-04"]),

    MutationRow(
      "bgtask_scheduled", .drop, if: [.with(["bgtask_handler_invoked"])], .inconclusive,
      ["SEQ-03", "SEQ-09"]),
    MutationRow(
      "bgtask_scheduled", .swap(with: "notification_scheduling"), .warns, ["SEQ-03"],
      needs: timed),
    MutationRow(
      "bgtask_scheduled", .duplicate, if: [.counted(["reportedScheduled"])], .breaks,
      ["TEL-02", "SEQ-17"], needs: twice),
    MutationRow(
      "bgtask_scheduled", .duplicate, if: [.earlier("bgtask_cancelled")], .breaks,
      ["SEQ-17", "INJ-19", "INJ-20"], needs: twice),
    // Inconclusive where the app logs no cancellations.
    MutationRow(
      "bgtask_scheduled", .duplicate, .untold, ["SEQ-17", "INJ-19", "INJ-20"], needs: twice),
    MutationRow(
      "bgtask_scheduled", .delay(past: "schedule_persisted", by: 500 * .millisecond), .warns,
      ["SEQ-03"], needs: timed),
    MutationRow(
      "bgtask_scheduled", .alter("earliestBeginDate", .earlier(-2 * .hour)), .breaks,
      ["LOG-06", "SEQ-04", "TIM-04", "TIM-14", "TIM-17", "LOG-04"]),
  ]

  /// Submissions of a task that was taken back before, or of a cycle that has several.
  static let submittedAgain = [
    MutationRow(
      "bgtask_scheduled:again", .duplicate, if: [.earlier("bgtask_cancelled")], .breaks,
      ["SEQ-17", "INJ-19", "INJ-20", "TEL-02"], needs: twice)
  ]

  private static let schedule2 = [
    // A required step; the delivery shows that the notification was scheduled all the same.
    MutationRow(
      "notification_scheduling", .drop, if: [.with(["bgtask_submit_failed"])], .breaks,
      ["OSL-05", "LOG-07", "SEQ-03"]),
    MutationRow(
      "notification_scheduling", .drop, if: [.with(["notification_suppressed"])],
      .open("that it was not allowed is asked of what was scheduled")),
    MutationRow("notification_scheduling", .drop, .inconclusive, ["LOG-07", "SEQ-03"]),
    MutationRow(
      "notification_scheduling", .swap(with: "schedule_persisted"), .warns, ["SEQ-03"],
      needs: timed),
    MutationRow(
      "notification_scheduling", .duplicate, .breaks, ["INJ-18", "INJ-20"], needs: twice),
    MutationRow(
      "notification_scheduling", .delay(past: "schedule_persisted", by: 500 * .millisecond), .warns,
      ["SEQ-03"], needs: timed),
    MutationRow(
      "notification_scheduling", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [.anywhere("bgtask_cancelled")],
      .open("a task that replaces another may be for either notification")),
    MutationRow(
      "notification_scheduling", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [
        .with(["prefetch_schedule_begin"]), .with(["delivery_prepare"]),
        .with(["notification_resolved"]), .with(["cache_hit"]), .without("bgtask_submit_failed"),
      ], .breaks, ["LOG-07", "LOG-05", "ENV-18", "SEQ-03", "SEQ-14"], cycle: .adds),
    MutationRow(
      "notification_scheduling", .rekey("notificationTime", .earlier(10 * .minute)),
      .open("lines that name no time may belong to either notification")),

    // The handler that finds the schedule again shows that it was stored. A log without any line
    // of the store has had them filtered out.
    MutationRow(
      "schedule_persisted", .drop,
      if: [
        .storage, .with(["bgtask_scheduled"]), .with(["notification_resolved", "content_cached"]),
      ], .inconclusive, ["LOG-08", "SEQ-03", "HNT-14"]),
    MutationRow(
      "schedule_persisted", .drop, if: [.storage, .with(["bgtask_scheduled"])], .breaks,
      ["HNT-14", "LOG-08", "SEQ-03"]),
    MutationRow("schedule_persisted", .drop, if: [.storage], .open(unmade)),
    // Without a task nothing later reads the schedule back.
    MutationRow(
      "schedule_persisted", .drop, if: [.with(["prefetch_disabled"])], .inconclusive,
      ["LOG-08", "SEQ-03", "HNT-14"]),
    MutationRow("schedule_persisted", .drop, .untold, ["HNT-14", "LOG-08", "SEQ-03"]),
    MutationRow("schedule_persisted", .duplicate, .harmless, ["LOG-08"]),
    MutationRow(
      "schedule_persisted", .delay(past: "notification_resolved", by: 5 * .millisecond),
      .open("a schedule may be stored again while its task runs")),
    MutationRow(
      "schedule_persisted", .rekey("scheduleId", .otherId),
      if: [.with(["notification_resolved"]), .without("schedule_hash:schedule")], .breaks,
      ["LOG-13", "INT-09"]),
    MutationRow(
      "schedule_persisted", .rekey("scheduleId", .otherId),
      .open("nothing is compared with it, or the hashes of the schedule decide")),
    MutationRow(
      "schedule_persisted", .alter("type", .otherId), .open("nothing else tells the type")),
  ]

  static let schedule = schedule1 + schedule2

  static let lead = [
    MutationRow(
      "lead_capped", .drop, .breaks, ["LOG-09", "TIM-08", "TIM-10", "TIM-13", "TIM-04"]),
    MutationRow("lead_capped", .duplicate, .breaks, ["LOG-09"], needs: twice),
    MutationRow(
      "lead_capped", .insert("prefetch_disabled", ["reason": "too_soon"]), if: [.outsideTask],
      .breaks, ["TIM-09"]),
    MutationRow(
      "prefetch_disabled", .drop, .breaks,
      ["TIM-09", "HNT-09", "SEQ-14", "SEQ-03", "SEQ-02", "TIM-13"]),
    MutationRow("prefetch_disabled", .duplicate, .harmless, ["TIM-09"]),
    MutationRow("prefetch_planned", .drop, .harmless, ["LOG-04"]),
    MutationRow("prefetch_planned", .duplicate, .harmless, ["LOG-04"]),
    MutationRow(
      "prefetch_planned", .alter("leadSeconds", .longer(.minute)), .breaks,
      // If the task may begin in a minute, it looks like a cap that was not told.
      ["LOG-04", "TIM-04", "TIM-17", "LOG-09", "TIM-08", "TIM-10"]),
    MutationRow(
      "bgtask_cancelled", .drop, if: [.earlier("bgtask_cancelled")], .breaks,
      ["SEQ-17", "INJ-19", "INJ-20"]),
    MutationRow("bgtask_cancelled", .drop, .untold, ["SEQ-17", "INJ-19", "INJ-20"]),
    MutationRow("bgtask_cancelled", .duplicate, .harmless, ["SEQ-17"]),
  ]

  static let hashes = [
    MutationRow(
      "schedule_hash:schedule", .drop, if: [.with(["schedule_hash:execute"])], .warns,
      ["INT-07", "INT-06"]),
    MutationRow(
      "schedule_hash:schedule", .alter("hash", .otherHash),
      if: [.with(["schedule_hash:execute"])], .breaks, ["INT-08", "INT-07"]),
    MutationRow(
      "schedule_hash:execute", .drop, if: [.with(["schedule_hash:schedule"])], .warns,
      ["INT-07"]),
    MutationRow(
      "schedule_hash:execute", .alter("hash", .otherHash),
      if: [.with(["schedule_hash:schedule"])], .breaks, ["INT-08", "INT-07"]),
  ]
}
