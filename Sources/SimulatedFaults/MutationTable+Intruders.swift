internal import Simulator

// Lines that must not be where they are.
extension MutationTable {
  static let intruders =
    intrudersAtLaunch + intrudersInTask + intrudersAtDelivery + afterFailure + afterChange

  private static let timed: Injected.Needs = [.text, .times]

  private static let intrudersAtLaunch = [
    MutationRow(
      "schedule_persisted", .rekey("scheduleId", .last("schedule_persisted", "scheduleId")),
      as: "replaced", if: [.with(["notification_resolved"]), .previousScheduled], .breaks,
      ["ENV-17", "ENV-19", "OSL-21", "INT-09", "LOG-13", "LOG-24", "INT-15"]),
    MutationRow(
      "bgtask_submit:again", .alter("earliestBeginDate", .earlier(-2 * .hour)), as: "late",
      if: [.outsideTask, .earlier("bgtask_cancelled"), .previousScheduled], .breaks,
      ["ENV-21", "LOG-06", "SEQ-04", "TIM-04"], needs: timed),
    MutationRow(
      "app_launch", .insert("app_launch_finished", [:]), if: [.without("app_launch_finished")],
      .breaks, ["HNT-07", "LOG-01"]),
    MutationRow(
      "schedule_persisted", .insert("storage_ready", ["backend": "coredata"]), .breaks,
      ["HNT-16"]),
    MutationRow(
      "schedule_persisted",
      .insert("schedule_persisted", ["scheduleId": "notif-other", "type": "DAILY"]), .breaks,
      ["INJ-18", "INT-09", "LOG-13"]),
    MutationRow(
      "bgtask_submit",
      .insert(
        "bgtask_submit_failed",
        ["code": 3, "codeName": "notPermitted", "domain": "BGTaskSchedulerErrorDomain"]),
      as: "permitted", .breaks, ["HNT-10", "HNT-12", "OSL-04", "HNT-06", "TST-14"]),
    // The acceptance that follows at once shows that there is a scheduler.
    MutationRow(
      "bgtask_submit",
      .insert(
        "bgtask_submit_failed",
        ["code": 1, "codeName": "unavailable", "domain": "BGTaskSchedulerErrorDomain"]),
      as: "available", .harmless, ["HNT-12", "HNT-13", "OSL-02", "OSL-04", "OSL-13"]),
    MutationRow(
      "bgtask_submit",
      .insert("bgtask_submit_failed", ["code": "…", "domain": "BGTaskSchedulerErrorDomain"]),
      as: "code", .breaks, ["LOG-43", "LOG-51", "OSL-04"]),
    MutationRow(
      "prefetch_schedule_begin",
      .insert("lead_capped", ["minLeadSeconds": .length(60 * .second)]), .breaks,
      ["TIM-08", "TIM-11", "TIM-13"], needs: timed),
    MutationRow(
      "prefetch_schedule_begin", .insert("prefetch_disabled", ["reason": "too_near"]), .breaks,
      ["TIM-09"]),
    MutationRow(
      "prefetch_schedule_begin",
      .insert(
        "permission_denied",
        ["method": "scheduleDailyNotification", "permission": "notifications"]),
      .breaks, ["INJ-05", "INJ-21", "INJ-22"], needs: timed),
    MutationRow(
      "prefetch_schedule_begin", .insert("env_state", ["notificationPermission": "denied"]),
      .breaks, ["INJ-03", "LOG-41", "INJ-21", "INJ-22"]),
    MutationRow(
      "bgtask_scheduled", .alter("earliestBeginDate", .earlier(20 * .minute)), as: "early",
      .breaks, ["LOG-06", "TIM-04", "TIM-18", "TIM-19"]),
    MutationRow(
      "bgtask_scheduled", .alter("earliestBeginDate", .earlier(-.minute)), as: "late", .breaks,
      ["LOG-06", "TIM-04", "LOG-04", "TIM-20"]),
  ]

  private static let intrudersInTask = [
    MutationRow(
      "bgtask_handler_invoked",
      .insert(
        "cache_used", ["notificationTime": .last("notification_scheduling", "notificationTime")]),
      .breaks, ["SEQ-15", "SEQ-22", "CLI-04", "SEQ-20", "TEL-06"]),
    MutationRow(
      "bgtask_handler_invoked", .insert("bgtask_completed", ["success": true]), .breaks,
      ["SEQ-18", "SEQ-05", "SEQ-06", "SEQ-16", "ENV-20"]),
    MutationRow(
      "bgtask_handler_invoked", .insert("bgtask_completed", ["success": true]), as: "next",
      if: [.nextScheduled, .earlier("bgtask_completed")], .breaks,
      ["SEQ-16", "SEQ-18", "ENV-20", "OSL-21", "SEQ-05", "SEQ-06"]),
    MutationRow("fetch_start", .insert("bgtask_expired", [:]), .breaks, ["INJ-24"]),
    MutationRow(
      "fetch_start", .insert("fault_injected", ["kind": "bad_json"]), .breaks, ["INJ-25"]),
    MutationRow(
      "content_cached",
      .insert(
        "cache_cleanup", ["store": "content", "cause": "memory", "removed": 1, "remaining": 0]),
      as: "emptied", if: [.with(["cache_hit"])], .breaks, ["INJ-07", "SEQ-10"]),
    MutationRow(
      "content_cached", .insert("cache_write_failed", ["error": "disk full"]), .breaks,
      ["INJ-07", "LOG-27", "LOG-28", "INJ-08"]),
    MutationRow(
      "fetch_success",
      .insert(
        "fetch_failure",
        ["error": "ParseError", "httpStatus": 200, "willRetry": false]),
      .breaks, ["LOG-29", "SEQ-08", "SEQ-24", "TEL-05", "HNT-28"]),
    // A failure that a tester made proves nothing, however often it occurs.
    MutationRow(
      "fetch_failure:miss",
      .insert("fetch_failure", ["error": "ParseError", "httpStatus": 200, "willRetry": false]),
      as: "again",
      if: [
        .equal("error", "ParseError"), .behind("bgtask_completed", "reason", "SYSTEM"),
        .continues("bgtask_completed"),
      ],
      .harmless, ["HNT-42", "HNT-46", "TEL-05"]),
  ]

  private static let intrudersAtDelivery = [
    MutationRow(
      "delivery_prepare", .insert("cache_miss", ["fallback": "ondemand"]), .breaks,
      ["HNT-33", "SEQ-13", "INJ-07"]),
    MutationRow(
      "cache_used", .insert("cache_miss", ["fallback": "ondemand"]),
      if: [.with(["content_hash:delivery"])], .breaks,
      ["SEQ-10", "SEQ-13", "INJ-02", "INJ-07", "SEQ-24"]),
    MutationRow(
      "cache_used", .insert("fetch_failure", lateFailure, isObject: true),
      if: [.without("content_hash:delivery")], .breaks,
      ["INJ-02", "HNT-51", "SEQ-08", "SEQ-24", "TEL-05", "INJ-01"]),
    MutationRow(
      "cycle_complete", .insert("delivery_prepare", ["notificationTime": .soon(0)], after: .minute),
      if: [.followed(5 * .minute)], .breaks,
      ["HNT-33", "HNT-37", "SEQ-07", "ENV-14", "ENV-18", "LOG-33", "TIM-16"]),
    MutationRow(
      "cycle_complete", .insert("cache_miss", ["fallback": "ondemand"], after: .minute),
      if: [.followed(5 * .minute), .without("content_hash:delivery")], .breaks,
      ["HNT-37", "HNT-51"]),
    MutationRow(
      "notification_delivered",
      .insert("notification_delivered", ["notificationId": "notif-other"]), .breaks,
      ["ENV-17", "SCH-09", "LOG-39"]),
    MutationRow(
      "notification_delivered",
      .insert(
        "notification_delivered", ["notificationId": .own("notificationId")], after: -10 * .minute),
      as: "early",
      if: [
        .with(["notification_scheduling"]), .earlier("notification_scheduling", by: 15 * .minute),
      ],
      .breaks, ["TIM-21", "TIM-15", "SEQ-07", "SEQ-15", "ENV-17", "SCH-09", "LOG-33"],
      needs: timed),
    MutationRow(
      "cache_hit", .insert("cache_used", [:], isObject: true), .breaks, ["LOG-33", "LOG-35"]),
  ]

  /// A failed prefetch while the content is being looked for; nothing tells what is used instead.
  private static let lateFailure = MutationRow.Values(
    dictionaryLiteral: ("error", "NetworkError"), ("httpStatus", 0), ("willRetry", false),
    ("phase", "prefetch"), ("reason", "NETWORK"), ("scheduledFor", .own("notificationTime")))

  /// Rows for lines behind a failure that the plugin handles.
  private static let afterFailure = [
    MutationRow(
      "fetch_failure:miss", .alter("httpStatus", 401), as: "auth",
      if: [.equal("error", "HTTPError")], .breaks,
      ["HNT-28", "HNT-31", "HNT-45", "INJ-09", "LOG-23", "TEL-05", "TEL-19", "INJ-10"]),
    MutationRow(
      "fetch_failure:miss", .alter("httpStatus", 404), as: "path",
      if: [.equal("error", "HTTPError")], .breaks,
      ["HNT-30", "HNT-32", "HNT-44", "TEL-05", "TEL-19"]),
    MutationRow(
      "cache_miss:miss",
      .insert(
        "cache_used", ["notificationTime": .last("delivery_prepare", "notificationTime")]),
      if: [.without("fetch_failure"), .with(["cycle_complete"])], .breaks,
      ["SEQ-13", "INJ-07", "SEQ-15", "SEQ-24", "TEL-06"], cycle: .becomes(.usedPrefetch)),
    MutationRow(
      "delivery_prepare:miss",
      .insert("cache_hit", ["ageSeconds": .value(.age(200 * .second)), "source": "prefetch"]),
      as: "tampered", if: [.behind("fault_injected", "kind", "cache_corrupt")], .breaks,
      ["INJ-13", "TIM-25"]),
    MutationRow(
      "delivery_prepare:miss",
      .insert("cache_hit", ["ageSeconds": .value(.age(200 * .second)), "source": "prefetch"]),
      if: [.with(["fetch_failure"])], .breaks, ["TIM-25", "SEQ-10", "INJ-02", "INJ-07"]),
    MutationRow(
      "fetch_success", .alter("ttl", .length(12 * .hour)), as: "reused",
      if: [.anywhere("fault_injected")], .breaks, ["TST-19", "TST-18", "CAC-02"]),
  ]

  /// Rows for lines behind a start of the device, or a change of its zone.
  private static let afterChange = [
    MutationRow(
      "plugin_startup", .alter("hasPendingSchedules", .negated), as: "reboot",
      if: [.earlier("device_reboot")], .breaks, ["ENV-23", "ENV-25"]),
    MutationRow(
      "delivery_prepare", .rekey("notificationTime", .earlier(8 * .hour)), as: "zone",
      if: [.earlier("timezone_noted"), .followed(5 * .minute)], .breaks,
      ["TIM-02", "TIM-16", "ENV-14", "ENV-18", "INJ-12", "TEL-06", "HNT-38"], cycle: .adds),
    MutationRow(
      "delivery_prepare",
      .insert("notification_delivered", ["notificationId": "notif-other"], after: -30 * .minute),
      if: [.earlier("timezone_noted", by: 31 * .minute)], .breaks,
      ["TIM-15", "ENV-13", "INJ-12", "SEQ-07", "SEQ-15", "ENV-17", "SCH-09", "LOG-39", "LOG-33"],
      needs: [.text, .times, .zones]),
    MutationRow(
      "bgtask_submit", .alter("earliestBeginDate", .earlier(.hour)), as: "zone",
      if: [.behind("env_state", "dstTransition", true)], .breaks,
      ["TIM-02", "TIM-14", "ENV-15", "ENV-16", "INJ-12", "LOG-06", "HNT-11", "LOG-04"]),
  ]

  /// Rows for logs in which the system or the user keeps a task from running.
  static let environments = [
    // Content younger than the schedule was fetched by nothing.
    MutationRow(
      "delivery_prepare",
      .insert("cache_hit", ["ageSeconds": .value(.age(200 * .second)), "source": "prefetch"]),
      if: [
        .begins("bgtask_handler_invoked"), .begins("fetch_start"),
        .earlier("notification_scheduling", by: 10 * .minute),
      ], .breaks, ["TIM-25", "SEQ-10", "SEQ-15", "SEQ-13", "INJ-02"], needs: timed),
    MutationRow(
      "bgtask_submit_failed", .drop, if: [.behind("env_state", "backgroundRefresh", "off")],
      .breaks, ["ENV-02", "ENV-32", "CFG-12", "TEL-05"]),
    MutationRow(
      "missed_detected", .drop, if: [.behind("app_state", "by", "user"), .followed(5 * .minute)],
      .breaks, ["ENV-11", "ENV-12"], needs: timed),
    // At the launch after a force-quit.
    MutationRow(
      "plugin_startup", .alter("hasPendingSchedules", .negated), as: "force-quit",
      if: [
        .equal("hasPendingSchedules", true), .earlier("schedule_persisted"),
        .behind("app_state", "state", "terminated"), .behind("app_state", "by", "user"),
        .newSince("plugin_startup", "app_state", "by"),
      ], .breaks, ["ENV-12"]),
  ]
}
