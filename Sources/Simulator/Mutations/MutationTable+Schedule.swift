// Scheduling: a required set, in which a wrong order is a warning.
extension MutationTable {
  private static let schedule1 = [
    // The line of the attempt may stand for it.
    MutationRow(
      "prefetch_schedule_begin", .drop, if: [.with(["bgtask_submit", "prefetch_planned"])],
      .harmless, ["LOG-05"]),
    MutationRow("prefetch_schedule_begin", .drop, .warns, ["LOG-05"]),
    MutationRow(
      "prefetch_schedule_begin", .swap(with: "bgtask_submit"), .warns, ["SEQ-03", "LOG-05"]),
    MutationRow("prefetch_schedule_begin", .duplicate, .harmless, ["LOG-05"]),
    MutationRow(
      "prefetch_schedule_begin", .delay(past: "schedule_persisted", by: .second),
      .open("behind the stage it looks like another call")),
    MutationRow(
      "prefetch_schedule_begin", .rekey("notificationTime", .earlier(10 * .minute)), .breaks,
      ["SEQ-14", "SEQ-03", "HNT-14", "SEQ-04"], cycle: .adds),

    MutationRow(
      "bgtask_submit", .drop, if: [.with(["bgtask_scheduled"])], .harmless, ["LOG-03"]),
    MutationRow("bgtask_submit", .swap(with: "bgtask_scheduled"), .warns, ["SEQ-03", "LOG-06"]),
    // Attempts do not count, what is outstanding does.
    MutationRow("bgtask_submit", .duplicate, .harmless, ["INJ-19"]),
    MutationRow(
      "bgtask_submit", .delayToBegin(before: 20 * .second), .breaks,
      ["HNT-11", "TIM-06", "TIM-12", "SEQ-03"], needs: [.text, .times]),
    MutationRow(
      "bgtask_submit", .alter("earliestBeginDate", .soon(20 * .second)), .breaks,
      ["HNT-11", "TIM-06", "TIM-12", "LOG-06", "TIM-04", "TIM-17", "LOG-04"],
      needs: [.text, .times]),

    MutationRow(
      "bgtask_scheduled", .drop, if: [.with(["bgtask_handler_invoked"])], .harmless, ["LOG-06"]),
    MutationRow("bgtask_scheduled", .drop, .inconclusive, ["LOG-06", "HNT-09"]),
    MutationRow(
      "bgtask_scheduled", .swap(with: "notification_scheduling"), .warns, ["SEQ-03"]),
    MutationRow(
      "bgtask_scheduled", .duplicate, if: [.counted(["reportedScheduled"])], .breaks,
      ["TEL-02", "SEQ-17"], needs: twice),
    // Inconclusive where the app logs no cancellations.
    MutationRow(
      "bgtask_scheduled", .duplicate, .untold, ["SEQ-17", "INJ-19", "INJ-20"], needs: twice),
    MutationRow(
      "bgtask_scheduled", .delay(past: "schedule_persisted", by: 10 * .second), .warns,
      ["SEQ-03"]),
    MutationRow(
      "bgtask_scheduled", .alter("earliestBeginDate", .soon(20 * .second)), .breaks,
      ["HNT-11", "TIM-06", "LOG-06", "TIM-04", "TIM-17", "LOG-04"], needs: [.text, .times]),
  ]

  private static let schedule2 = [
    // A required step; the delivery shows that the notification was scheduled all the same.
    MutationRow("notification_scheduling", .drop, .inconclusive, ["LOG-07", "SEQ-03"]),
    MutationRow(
      "notification_scheduling", .swap(with: "schedule_persisted"), .warns, ["SEQ-03"]),
    MutationRow("notification_scheduling", .duplicate, .harmless, ["LOG-07"]),
    MutationRow(
      "notification_scheduling", .delay(past: "schedule_persisted", by: 10 * .second), .warns,
      ["SEQ-03"]),
    MutationRow(
      "notification_scheduling", .rekey("notificationTime", .earlier(10 * .minute)), .breaks,
      ["SEQ-14", "LOG-07", "SEQ-03"], cycle: .adds),

    // The handler that finds the schedule again shows that it was stored.
    MutationRow(
      "schedule_persisted", .drop, if: [.with(["notification_resolved"])], .inconclusive,
      ["LOG-08", "SEQ-03", "HNT-14"]),
    MutationRow("schedule_persisted", .drop, .breaks, ["HNT-14", "LOG-08", "SEQ-03"]),
    MutationRow("schedule_persisted", .duplicate, .harmless, ["LOG-08"]),
    MutationRow(
      "schedule_persisted", .delay(past: "notification_resolved", by: 5 * .millisecond), .breaks,
      ["SEQ-15", "SEQ-03"]),
    MutationRow(
      "schedule_persisted", .rekey("scheduleId", .otherId), .breaks, ["LOG-13", "INT-09"]),
    MutationRow(
      "schedule_persisted", .alter("type", .otherId), .open("nothing else tells the type")),
  ]

  static let schedule = schedule1 + schedule2
}
