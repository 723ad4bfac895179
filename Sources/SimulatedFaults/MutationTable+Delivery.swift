internal import Simulator

// The moment of the notification, and the summary of its cycle.
extension MutationTable {
  static let delivery = [
    // The shorter list of lines names the time where the content is used.
    MutationRow(
      "delivery_prepare", .drop, if: [.with(["cache_used"])], .harmless, ["LOG-33"]),
    MutationRow("delivery_prepare", .drop, .warns, ["LOG-33"]),
    MutationRow("delivery_prepare", .swap(with: "notification_built"), .breaks, ["SEQ-07"]),
    MutationRow(
      "delivery_prepare", .duplicate, .open("the second may be a delivery of its own")),
    MutationRow(
      "delivery_prepare", .delay(past: "notification_built", by: 5 * .millisecond), .breaks,
      ["SEQ-07"]),
    MutationRow(
      "delivery_prepare", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [.followed(5 * .minute), .uncounted("reportedUsed")], .breaks,
      [
        "SEQ-07", "HNT-38", "INT-09", "INT-02", "LOG-26", "LOG-33", "ENV-14", "ENV-18", "TIM-16",
      ], cycle: .adds),
    MutationRow(
      "delivery_prepare", .rekey("notificationTime", .earlier(10 * .minute)),
      .open("the log ends before it shows what became of it, or counts it as a use")),

    MutationRow(
      "cache_hit", .drop, if: [.with(["cache_used", "content_hash:delivery"])], .harmless,
      ["HNT-33"]),
    MutationRow("cache_hit", .drop, .open("only the summary tells where the content came from")),
    MutationRow("cache_hit", .swap(with: "notification_built"), .breaks, ["SEQ-07"]),
    MutationRow("cache_hit", .duplicate, .harmless, ["TEL-06"]),
    MutationRow(
      "cache_hit", .delay(past: "notification_delivered", by: 5 * .millisecond), .breaks,
      ["SEQ-07", "SEQ-10", "TIM-25"]),
    MutationRow(
      "cache_hit", .alter("ageSeconds", .longer(.hour)), .breaks, ["TIM-25"],
      needs: [.text, .times]),

    MutationRow(
      "content_hash:delivery", .drop, if: [.with(["content_hash:fetch"])], .warns,
      ["LOG-26", "INT-02"]),
    MutationRow("content_hash:delivery", .drop, .untold, ["LOG-26", "INT-02"]),
    MutationRow(
      "content_hash:delivery", .swap(with: "notification_built"),
      .open("nothing tells when the content is hashed")),
    MutationRow("content_hash:delivery", .duplicate, .harmless, ["INT-02"]),
    MutationRow(
      "content_hash:delivery", .delay(past: "notification_built", by: 5 * .millisecond),
      .open("nothing tells when the content is hashed")),
    MutationRow(
      "content_hash:delivery", .alter("hash", .otherHash), if: [.with(["content_hash:fetch"])],
      .breaks, ["INT-02", "INT-03", "INT-11"]),

    MutationRow(
      "notification_built", .drop, if: [.with(["notification_delivered"])], .warns, ["SEQ-07"]),
    MutationRow(
      "notification_built", .swap(with: "notification_delivered"), .breaks, ["SEQ-07"]),
    MutationRow("notification_built", .duplicate, .harmless, ["LOG-38"]),
    MutationRow(
      "notification_built", .delay(past: "notification_delivered", by: 5 * .millisecond), .breaks,
      ["SEQ-07"]),
    MutationRow(
      "notification_built", .rekey("notificationId", .otherId), .breaks, ["LOG-39"]),
    MutationRow(
      "notification_built", .alter("title", .otherId), if: [.with(["notification_payload"])],
      .breaks, ["SCH-10", "SCH-14", "SEQ-21", "LOG-39"]),
    MutationRow(
      "notification_built", .alter("body", .otherId), if: [.with(["notification_payload"])],
      .breaks, ["SCH-11", "SCH-14", "SEQ-21"]),
    MutationRow(
      "notification_built", .alter("title", .otherId), .breaks, ["LOG-39", "SCH-10"]),

    // The summary shows the delivery as well, but is no line of it.
    MutationRow(
      "notification_delivered", .drop, if: [.with(["cycle_complete"])], .inconclusive, ["LOG-44"]),
    MutationRow(
      "notification_delivered", .swap(with: "notification_built"), .breaks, ["SEQ-07"]),
    MutationRow(
      "notification_delivered", .become("notification_suppressed", ["reason": "unknown"]),
      as: "unexplained", if: [.uncounted("reportedUsed")], .inconclusive, ["INJ-22", "SEQ-07"],
      cycle: .becomes(.notDelivered)),
    MutationRow(
      "notification_delivered", .become("notification_suppressed", ["reason": "too_late"]),
      as: "late", if: [.uncounted("reportedUsed")], .inconclusive, ["SEQ-07"],
      cycle: .becomes(.notDelivered)),
    MutationRow(
      "notification_delivered", .become("notification_suppressed", ["reason": "content_missing"]),
      as: "contradicted", if: [.with(["content_cached"]), .uncounted("reportedUsed")], .breaks,
      ["HNT-33", "HNT-47"], needs: [.text, .times], cycle: .becomes(.notDelivered)),
    MutationRow("notification_delivered", .duplicate, .breaks, ["SCH-09"], needs: twice),
    MutationRow(
      "notification_delivered", .delay(past: "delivery_prepare", by: 200 * .second),
      if: [.with(["cycle_complete"])], .breaks, ["SEQ-24", "TIM-21"], needs: [.text, .times]),
    MutationRow(
      "notification_delivered", .rekey("notificationId", .otherId),
      if: [.with(["notification_built"])], .breaks, ["LOG-39"]),
    MutationRow(
      "notification_delivered", .alter("title", .otherId), if: [.with(["notification_built"])],
      .breaks, ["LOG-39", "SCH-10"]),
  ]

  static let summary = [
    MutationRow("cycle_complete", .drop, .harmless, ["SEQ-24"]),
    MutationRow(
      "cycle_complete", .swap(with: "notification_delivered"), .breaks, ["SEQ-24"]),
    MutationRow("cycle_complete", .duplicate, .breaks, ["LOG-44"], needs: twice),
    MutationRow(
      "cycle_complete", .delay(past: "notification_delivered", by: .minute), .harmless,
      ["SEQ-24"], needs: [.text, .times]),
    MutationRow(
      "cycle_complete", .rekey("notificationId", .otherId), .breaks,
      ["LOG-44", "SCH-02", "SCH-05", "SEQ-24"]),
    MutationRow("cycle_complete", .alter("fetched", .negated), .breaks, ["SEQ-24"]),
    MutationRow("cycle_complete", .alter("usedCached", .negated), .breaks, ["SEQ-24"]),
  ]

  static let cache = [
    MutationRow(
      "cache_used", .drop, if: [.with(["cache_hit", "content_hash:delivery"])], .harmless,
      ["HNT-33"]),
    MutationRow("cache_used", .drop, .open("only the summary tells where the content came from")),
    MutationRow("cache_used", .duplicate, .harmless, ["TEL-06"]),
    MutationRow(
      "cache_used", .swap(with: "notification_delivered"), if: [.without("content_hash:delivery")],
      .breaks, ["SEQ-20", "SEQ-07"]),
    MutationRow(
      "cache_used", .delay(past: "notification_delivered", by: 5 * .millisecond), .breaks,
      ["SEQ-20", "SEQ-07"]),
    MutationRow(
      "cache_used", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [.with(["delivery_prepare"])], .breaks, ["LOG-35", "ENV-18"]),
    MutationRow(
      "cache_used", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [.followed(5 * .minute), .uncounted("reportedUsed")], .breaks,
      [
        "LOG-35", "HNT-38", "SEQ-07", "INT-02", "LOG-26", "ENV-14", "ENV-18", "LOG-33", "TIM-16",
      ], cycle: .adds),
    MutationRow(
      "cache_used", .rekey("notificationTime", .earlier(10 * .minute)),
      .open("the log ends before it shows what became of it, or counts it as a use")),
    MutationRow("cache_state", .drop, .harmless, ["INT-10"]),
    MutationRow("cache_state", .duplicate, .harmless, ["INT-10"]),
    MutationRow(
      "cache_state", .alter("ttlRemaining", .length(-.minute)), .breaks, ["INT-10"]),
  ]

  /// Counters that fall behind what was logged, or run ahead of it.
  static let counters = [
    MutationRow("telemetry_snapshot", .drop, .harmless, ["TEL-16"]),
    MutationRow("telemetry_snapshot", .duplicate, .harmless, ["TEL-10"]),
    counter("reportedScheduled", ["TEL-02", "TEL-11", "TEL-17", "TEL-12"]),
    counter("reportedExecuted", ["TEL-03", "TEL-17", "TEL-13"]),
    counter("reportedSuccess", ["TEL-04", "TEL-17", "TEL-14"]),
    counter("reportedUsed", ["TEL-06", "TEL-17"]),
    counter("reportedFailureNetwork", ["TEL-05", "TEL-11"]),
    counter("reportedFailureAuth", ["TEL-05", "TEL-19", "INJ-10"]),
    // A refused submission may be counted or not.
    MutationRow(
      "telemetry_snapshot", .alter("reportedFailureSystem", .less),
      if: [.above("reportedFailureSystem"), .anywhere("bgtask_submit_failed")], .harmless,
      ["TEL-05"]),
    counter("reportedFailureSystem", ["TEL-05", "TEL-19"]),
    MutationRow(
      "telemetry_snapshot", .alter("reportedExecuted", 0), as: "falls",
      if: [
        .equal("reportedExecuted", 1), .behind("telemetry_snapshot", "reportedExecuted", 1),
        .continues("telemetry_snapshot"),
      ], .breaks, ["TEL-10", "TEL-03", "TEL-17", "TEL-13", "TEL-09"]),
    MutationRow(
      "telemetry_snapshot", .alter("reportedFailureOther", .added(1)), .breaks,
      ["TEL-07", "LOG-45"]),
    ahead("reportedScheduled", ["TEL-02", "TEL-12"]),
    ahead("reportedExecuted", ["TEL-03", "TEL-12", "TEL-17"]),
    ahead("reportedSuccess", ["TEL-04", "TEL-13", "TEL-14", "TEL-17"]),
    ahead("reportedUsed", ["TEL-06", "TEL-14"]),
    ahead("reportedFailureNetwork", ["TEL-05", "TEL-11", "TEL-13", "TEL-19"]),
    ahead("reportedFailureAuth", ["TEL-05", "TEL-11", "TEL-13", "TEL-19", "LOG-45"]),
    ahead("reportedFailureSystem", ["TEL-05", "TEL-11", "TEL-19", "ENV-05"]),
  ]

  private static func ahead(_ field: String, _ rows: [String]) -> MutationRow {
    MutationRow(
      "telemetry_snapshot", .alter(field, .more(9)), as: "ahead", .breaks,
      rows + ["TEL-09", "TEL-10"])
  }

  private static func counter(_ field: String, _ rows: [String]) -> MutationRow {
    MutationRow(
      "telemetry_snapshot", .alter(field, .less), if: [.above(field)], .breaks,
      rows + ["TEL-09", "TEL-10"])
  }
}
