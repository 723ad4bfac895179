internal import Simulator

// Failures that the plugin handles, and deliveries that fall back.
extension MutationTable {
  /// The task of a cycle that falls back.
  private static let failedFetch = [
    // An answer that cannot be read, told as an error, is an outcome too.
    MutationRow(
      "fetch_failure:miss", .drop, if: [.with(["plugin_error"])], .harmless, ["HNT-28"]),
    MutationRow(
      "fetch_failure:miss", .drop, .breaks,
      ["HNT-28", "SEQ-06", "SEQ-09", "INJ-01", "INJ-09", "TEL-05"]),
    MutationRow(
      "fetch_failure:miss", .duplicate, if: [.counted(["reportedFailureNetwork"])], .breaks,
      ["TEL-05", "TEL-11", "TEL-19"], needs: twice),
    MutationRow(
      "fetch_failure:miss", .duplicate, .open("nothing tells whether one fetch may fail twice")),
    MutationRow(
      "fetch_failure:miss", .alter("httpStatus", 200),
      if: [.equal("error", "NetworkError")], .breaks, ["LOG-22", "INJ-01"]),
    MutationRow(
      "fetch_failure:miss", .alter("httpStatus", 200),
      if: [.equal("error", "AuthError")], .breaks, ["LOG-21", "INJ-09"]),
    MutationRow(
      "fetch_failure:miss", .alter("error", .absent), if: [.equal("error", "NetworkError")],
      .breaks, ["LOG-20", "LOG-51", "SEQ-08", "TEL-05"]),
    MutationRow(
      "fetch_failure:miss", .alter("willRetry", .negated), if: [.equal("error", "AuthError")],
      .breaks, ["INJ-09", "RES-05"]),
    MutationRow(
      "fetch_failure:miss",
      .insert(
        "fetch_start",
        [
          "notificationTime": .last("fetch_start", "notificationTime"),
          "scheduleId": .last("fetch_start", "scheduleId"),
        ]),
      if: [.equal("error", "NetworkError"), .equal("willRetry", false)], .breaks,
      ["SEQ-08", "INJ-01", "HNT-28"], needs: [.text]),
    MutationRow("jwt_expired:miss", .drop, .warns, ["LOG-23", "INJ-11"]),
    MutationRow("jwt_expired:miss", .duplicate, .harmless, ["LOG-23"]),
    MutationRow(
      "cache_write_failed:miss", .alter("error", .absent), .breaks, ["LOG-27", "INJ-06"]),
    // Of the first of two runs for one notification.
    MutationRow(
      "storage_unavailable:miss", .drop, as: "first",
      if: [.with(["storage_unavailable"]), .new("storage_unavailable")], .breaks,
      ["LOG-28", "INJ-08"]),
    MutationRow("storage_unavailable:miss", .drop, .breaks, ["LOG-28", "INJ-08", "LOG-27"]),
    MutationRow("storage_unavailable:miss", .duplicate, .harmless, ["LOG-28"]),
  ]

  private static let failedTask = [
    MutationRow(
      "bgtask_completed:miss", .drop, if: [.with(["bgtask_expired"])], .breaks,
      ["INJ-24", "SEQ-18", "LOG-32"]),
    MutationRow(
      "bgtask_completed:miss", .drop, if: [.with(["fetch_failure"])], .breaks,
      ["SEQ-08", "SEQ-25", "INJ-01", "INJ-16", "SEQ-18"]),
    MutationRow(
      "bgtask_completed:miss", .drop, if: [.with(["fetch_success"])], .breaks,
      ["SEQ-25", "SEQ-05", "SEQ-06", "SEQ-09", "SEQ-12", "SEQ-18"]),
    MutationRow(
      "bgtask_completed:miss", .drop, if: [.with(["plugin_error"])], .breaks,
      ["INJ-16", "INJ-17", "SEQ-18", "HNT-28", "SEQ-06", "SEQ-09"]),
    MutationRow("bgtask_completed:miss", .duplicate, .breaks, ["SEQ-18"], needs: twice),
    MutationRow(
      "bgtask_completed:miss", .delay(past: "bgtask_expired", by: 65 * .second),
      if: [.with(["bgtask_expired"])], .breaks, ["INJ-24", "SEQ-18"], needs: [.text, .times]),
    MutationRow(
      "bgtask_completed:miss", .alter("success", .negated), if: [.with(["bgtask_expired"])],
      .breaks, ["INJ-24", "SEQ-18", "LOG-32"]),
    MutationRow(
      "bgtask_completed:miss", .alter("success", .negated), if: [.with(["fetch_failure"])],
      .breaks, ["LOG-29", "SEQ-08", "CLI-09", "INJ-25"]),
    MutationRow(
      "bgtask_completed:miss", .alter("success", .negated), if: [.with(["plugin_error"])],
      .breaks, ["INJ-16", "INJ-17"]),
    MutationRow(
      "bgtask_completed:miss", .alter("success", .absent), if: [.with(["fetch_success"])],
      .breaks, ["LOG-29"]),
    MutationRow(
      "bgtask_completed:miss", .alter("reason", "TIMEOUT"),
      if: [.equal("reason", "NETWORK")], .breaks, ["TEL-07", "LOG-45"]),
    MutationRow(
      "bgtask_completed:miss", .alter("reason", "NETWORK"), if: [.equal("reason", "AUTH")],
      .breaks, ["TEL-05", "TEL-19", "INJ-10"]),
    MutationRow(
      "bgtask_completed:miss", .alter("reason", .absent), if: [.with(["fetch_failure"])], .warns,
      ["LOG-30", "LOG-51", "SEQ-08"]),
  ]

  /// The delivery that does without the prefetch.
  private static let fallback = [
    MutationRow(
      "delivery_prepare:miss", .drop, if: [.with(["notification_delivered"])], .warns,
      ["LOG-33"]),
    MutationRow("delivery_prepare:miss", .drop, .harmless, ["LOG-33"]),
    MutationRow(
      "cache_miss:miss", .drop, .open("the fetch behind it shows the fallback as well")),
    MutationRow(
      "delivery_prepare:miss",
      .insert("notification_built", ["title": "t", "body": "b", "notificationId": "notif-other"]),
      if: [.without("bgtask_handler_invoked"), .with(["cache_miss"])],
      .breaks, ["HNT-33", "HNT-37", "SEQ-13", "ENV-07", "OSL-18", "SEQ-07", "LOG-38"],
      needs: [.text]),
    MutationRow(
      "fetch_success:ondemand", .drop, if: [.anywhere("fault_injected")],
      .open("what the tester broke may have broken this fetch")),
    MutationRow(
      "fetch_success:ondemand", .drop, .breaks,
      ["INJ-15", "ENV-03", "ENV-35", "HNT-28", "SEQ-06", "TEL-04"]),
    MutationRow(
      "notification_built:miss", .alter("title", .absent), .breaks, ["LOG-38", "BKT-10"]),
    MutationRow(
      "notification_built:miss", .rekey("notificationId", .otherId), .breaks, ["LOG-39"]),
    MutationRow("notification_delivered:miss", .duplicate, .breaks, ["SCH-09"], needs: twice),
    MutationRow(
      "notification_delivered:miss", .drop, if: [.with(["cycle_complete"])], .inconclusive,
      ["LOG-44"]),
    MutationRow("cycle_complete:miss", .drop, .harmless, ["SEQ-24"]),
    MutationRow("cycle_complete:miss", .duplicate, .breaks, ["LOG-44"], needs: twice),
    MutationRow(
      "cycle_complete:miss", .alter("usedCached", .negated), if: [.with(["cache_miss"])], .breaks,
      ["SEQ-24", "LOG-36", "LOG-44"]),
    MutationRow(
      "cycle_complete:miss", .alter("fetched", .negated),
      if: [.with(["fetch_failure"]), .without("fetch_success")], .breaks, ["SEQ-24"]),
    MutationRow("notification_suppressed:miss", .drop, .warns, ["INJ-21", "INJ-22"]),
  ]

  /// The call that is refused.
  private static let refusal = [
    MutationRow(
      "plugin_call", .alter("error", "unknown"),
      if: [.equal("error", "notifications_denied")], .breaks, ["INJ-04"])
  ]

  static let failure = failedFetch + failedTask + fallback + refusal
}
