internal import Simulator

// The recovery at a start of the app, as both systems have it.
extension MutationTable {
  private static let timed: Injected.Needs = [.text, .times]

  static let recovery = starts + tallies

  private static let starts = [
    MutationRow("plugin_load", .drop, .breaks, ["REC-22"], needs: timed),
    MutationRow("storage_ready", .drop, if: [.storage], .breaks, ["REC-23"]),
    MutationRow(
      "recovery_begin", .drop, as: "boot", if: [.equal("trigger", "boot")], .breaks,
      ["REC-51", "REC-55"]),
    MutationRow(
      "recovery_begin", .drop, as: "warm", if: [.equal("trigger", "warm")], .breaks,
      ["REC-37", "REC-38", "REC-41", "REC-54", "REC-62", "REC-85"], needs: timed),
    MutationRow(
      "recovery_begin", .drop, as: "cold", if: [.equal("trigger", "cold"), .followed(5 * .minute)],
      .breaks,
      ["REC-30", "REC-53", "REC-61", "REC-62", "REC-63", "REC-85", "REC-94", "REC-70", "REC-78"],
      needs: timed),
    MutationRow(
      "recovery_begin", .alter("trigger", "warm"), if: [.equal("trigger", "cold")], .breaks,
      ["REC-62", "REC-86"]),
    MutationRow(
      "recovery_begin", .alter("trigger", "unknown"), as: "unknown",
      if: [.equal("trigger", "cold"), .new("app_state")], .breaks, ["REC-62"]),
    MutationRow(
      "plugin_startup", .insert("process_crash", ["kind": "signal"]), .breaks, ["ENV-04"]),
    MutationRow(
      "recovery_end", .drop, if: [.followed(5 * .minute)], .breaks,
      ["REC-30", "REC-63", "REC-26", "REC-28", "REC-27", "REC-70"], needs: timed),
    // The second has nothing to compare, and the first no end.
    MutationRow(
      "state_compare", .insert("recovery_begin", ["trigger": "cold"]),
      if: [.ends("state_compare"), .ends("recovery_begin")], .breaks,
      ["REC-29", "REC-39", "REC-30", "REC-63", "REC-62", "REC-66", "REC-26", "REC-28"]),
  ]

  private static let tallies = [
    MutationRow(
      "recovery_end", .alter("missed", .more(1)), if: [.equal("missed", 0)], .breaks,
      ["REC-24", "REC-25", "REC-30", "REC-70", "REC-74", "REC-75"]),
    MutationRow(
      "recovery_end", .alter("rescheduled", .more(1)), if: [.equal("rescheduled", 0)], .breaks,
      ["REC-26", "REC-28"]),
    // A whole hour might be that of a zone, which the lines do not name.
    MutationRow(
      "missed_detected", .alter("scheduledTime", .soon(10 * .minute)), as: "ahead", .breaks,
      ["REC-24", "REC-76"], needs: timed),
    MutationRow(
      "delivery_status", .drop,
      if: [.equal("deliveryStatus", "missed"), .followed(5 * .minute)], .breaks, ["REC-27"],
      needs: timed),
    MutationRow(
      "alarm_rescheduled", .alter("nextRunAt", .soon(-.hour)), .breaks,
      ["REC-26", "REC-28", "REC-76"], needs: timed),
  ]

  /// Rows for Android alone: alarms, force stops and the boot receiver.
  static let alarms = [
    MutationRow(
      "state_compare", .alter("active", 0), as: "swipe",
      if: [.newSince("state_compare", "app_state", "by"), .unequal("active", 0)], .breaks,
      [
        "REC-01", "REC-10", "REC-16", "REC-49", "LOG-46", "REC-33", "REC-65", "REC-96", "REC-29",
        "REC-39",
      ]),
    MutationRow(
      "state_compare",
      .insert(
        "missed_detected",
        ["kind": "alarm", "scheduleId": "notify-extra", "scheduledTime": .soon(-5 * .minute)]),
      if: [.newSince("state_compare", "app_state", "by"), .unequal("active", 0)], .breaks,
      ["REC-24", "REC-25", "REC-30", "REC-27", "REC-01", "REC-10"], needs: timed),
    MutationRow(
      "missed_detected", .duplicate, if: [.equal("kind", "alarm")], .breaks, ["REC-25"],
      needs: twice),
    MutationRow(
      "app_state",
      .insert(
        "alarm_fired", ["scheduleId": "notify-evening", "scheduledTime": .soon(0)], after: .minute),
      if: [.equal("state", "force_stopped")], .untold,
      ["REC-12", "REC-13", "REC-15", "REC-16", "REC-17"]),
    MutationRow(
      "state_compare", .alter("active", 4), as: "stopped",
      if: [.begins("state_compare"), .behind("recovery_begin", "trigger", "force_stop")], .breaks,
      ["LOG-46", "REC-33", "REC-65", "REC-96", "REC-11"]),
    MutationRow(
      "recovery_begin", .alter("trigger", "cold"), as: "stopped",
      if: [.equal("trigger", "force_stop")], .harmless, ["REC-17", "REC-42", "REC-50", "REC-65"]),
    MutationRow(
      "recovery_begin", .alter("trigger", "warm"), as: "warm-behind-a-stop",
      if: [.equal("trigger", "force_stop")], .breaks,
      ["REC-17", "REC-42", "REC-50", "REC-65", "REC-62", "REC-86"]),
    MutationRow(
      "force_stop_detected", .drop, .breaks, ["LOG-46", "REC-33", "REC-65", "REC-96"]),
    MutationRow(
      "recovery_begin", .insert("force_stop_detected", [:]), as: "warm",
      if: [.equal("trigger", "warm")], .breaks,
      [
        "REC-42", "LOG-46", "REC-33", "REC-65", "REC-96", "REC-35", "REC-64", "REC-01", "REC-10",
        "REC-16",
      ]),
    MutationRow(
      "recovery_begin", .insert("force_stop_detected", [:]), as: "boot",
      if: [.equal("trigger", "boot")], .breaks, ["REC-34", "REC-51"]),
    MutationRow(
      "state_compare", .insert("force_stop_detected", [:]),
      if: [
        .ends("state_compare"), .behind("recovery_begin", "trigger", "cold"),
        .new("device_reboot"),
      ], .breaks,
      ["REC-35", "REC-64", "REC-95", "REC-97"]),
    MutationRow(
      "state_compare", .alter("active", 2), as: "boot",
      if: [.ends("state_compare"), .behind("recovery_begin", "trigger", "boot")], .breaks,
      ["REC-46", "REC-56", "REC-57", "REC-88"]),
    MutationRow(
      "state_compare", .alter("active", 2), as: "start",
      if: [.ends("state_compare"), .behind("recovery_begin", "trigger", "cold")], .breaks,
      ["REC-28", "REC-36", "REC-44", "REC-46", "REC-47", "REC-88"]),
    MutationRow(
      "state_compare", .alter("active", .missing), .breaks, ["REC-31", "REC-32"]),
    MutationRow(
      "missed_detected", .alter("scheduledTime", .earlier(2 * .hour)), .breaks,
      ["REC-24", "REC-44", "REC-58", "REC-59"], needs: timed),
    MutationRow(
      "alarm_fired", .alter("scheduledTime", .soon(10 * .minute)), as: "early", .breaks,
      ["REC-24", "OSL-19", "API-03", "REC-28", "REC-36"], needs: timed),
    MutationRow(
      "alarm_fired",
      .insert(
        "missed_detected",
        [
          "kind": "alarm", "scheduleId": .own("scheduleId"), "scheduledTime": .own("scheduledTime"),
        ], after: .minute), .untold, ["REC-24"]),
    MutationRow(
      "alarm_fired",
      .insert(
        "alarm_fired",
        ["scheduleId": .own("scheduleId"), "scheduledTime": .own("scheduledTime")], after: .second),
      as: "again", .breaks, ["ENV-17"], needs: timed),
    MutationRow(
      "alarm_rescheduled", .alter("cause", "missed_repeat"),
      if: [.equal("cause", "future"), .earlier("recovery_end")], .breaks,
      ["REC-25", "REC-35", "REC-45", "REC-97"]),
    MutationRow(
      "recovery_end", .insert("recovery_begin", ["trigger": "cold"]), .breaks,
      ["REC-62", "REC-66", "REC-30", "REC-63", "REC-29", "REC-39", "REC-86"], needs: timed),
  ]

  /// Rows for iOS alone: the notification centre, and tasks that never ran.
  static let reminders = [
    MutationRow(
      "recovery_begin",
      .insert("recovery_end", ["missed": 0, "rescheduled": 0, "verified": 0, "errors": 0]),
      if: [.equal("trigger", "bgtask_setup")],
      .open("a start may report and submit behind the end of its check"), []),
    MutationRow(
      "missed_detected", .alter("lateSeconds", .length(5 * .minute)),
      if: [.equal("kind", "bgtask")], .breaks, ["REC-68"]),
    MutationRow(
      "missed_detected", .drop, if: [.equal("kind", "bgtask")], .breaks,
      ["REC-67", "REC-68", "REC-24", "REC-25", "REC-30"], needs: timed),
    MutationRow(
      "missed_detected", .insert("bgtask_submit_failed", ["code": 3]),
      if: [.equal("kind", "bgtask")], .breaks, ["REC-69"]),
    MutationRow(
      "missed_detected", .delay(past: "bgtask_scheduled", by: 5 * .millisecond),
      if: [.equal("kind", "bgtask"), .followed(5 * .minute)], .breaks, ["REC-67", "REC-69"],
      needs: timed),
    MutationRow(
      "recovery_begin", .drop, as: "second",
      if: [
        .equal("trigger", "cold"), .behind("recovery_begin", "trigger", "bgtask_setup"),
        .followed(5 * .minute),
      ],
      .breaks, ["REC-70", "REC-79", "REC-30", "REC-53", "REC-61", "REC-78"], needs: timed),
    MutationRow(
      "state_compare", .alter("pending", .missing), .breaks, ["REC-72", "REC-73"]),
    MutationRow(
      "state_compare", .alter("db", 0), as: "missed",
      if: [
        .begins("state_compare"), .process("missed_detected"), .process("delivery_status"),
      ], .breaks, ["REC-71"]),
    MutationRow(
      "state_compare", .alter("db", 0), as: "verified",
      if: [.ends("state_compare"), .unequal("pending", 0)], .breaks, ["REC-29", "REC-39"]),
    MutationRow(
      "recovery_begin", .insert("missed_detected", lost), as: "early",
      if: [.equal("trigger", "cold"), .begins("state_compare")], .breaks,
      ["REC-74", "REC-81", "REC-24", "REC-25", "REC-30", "REC-27"], needs: timed),
    MutationRow(
      "missed_detected", .duplicate, if: [.equal("kind", "notification")], .breaks, ["REC-75"],
      needs: twice),
    MutationRow(
      "state_compare", .insert("missed_detected", lost), as: "swipe",
      if: [.begins("state_compare"), .behind("app_state", "by", "user")], .breaks,
      ["REC-24", "REC-25", "REC-30", "REC-27", "REC-05"], needs: timed),
    MutationRow(
      "state_compare", .insert("missed_detected", lost), as: "reboot",
      if: [.begins("state_compare"), .earlier("device_reboot")], .breaks,
      ["REC-24", "REC-25", "REC-30", "REC-27", "REC-06"], needs: timed),
    MutationRow(
      "state_compare",
      .insert(
        "missed_detected",
        [
          "kind": "notification", "notificationId": .last("schedule_persisted", "scheduleId"),
          "scheduledTime": .soon(-5 * .minute),
        ]),
      as: "daily", if: [.begins("state_compare"), .earlier("schedule_persisted")], .breaks,
      ["REC-76", "REC-24", "REC-25", "REC-30", "REC-27"], needs: timed),
    MutationRow(
      "state_compare",
      .insert(
        "alarm_rescheduled",
        [
          "kind": "notify", "scheduleId": "reminder-daily", "nextRunAt": .soon(.day),
          "cause": "missed_repeat",
        ]),
      as: "untold", if: [.begins("state_compare"), .earlier("recovery_end")], .breaks,
      ["REC-75", "REC-45", "REC-26", "REC-28"]),
  ]

  private static let lost: MutationRow.Values = [
    "kind": "notification", "notificationId": "reminder-extra",
    "scheduledTime": .soon(-5 * .minute),
  ]
}
