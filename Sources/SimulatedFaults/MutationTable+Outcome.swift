internal import Simulator

// The outcome of the task, and its end.
extension MutationTable {
  static let outcome = [
    MutationRow(
      "fetch_success", .drop, .breaks,
      ["HNT-28", "SEQ-05", "SEQ-06", "SEQ-09", "SEQ-24", "SEQ-25", "TEL-04"]),
    MutationRow(
      "fetch_success", .swap(with: "content_cached"), .breaks, ["SEQ-06", "SEQ-05"]),
    MutationRow(
      "fetch_success", .duplicate, if: [.counted(["reportedSuccess"])], .breaks, ["TEL-04"],
      needs: twice),
    MutationRow(
      "fetch_success", .duplicate, .open("nothing tells whether one fetch may say so twice")),
    MutationRow(
      "fetch_success", .delay(past: "fetch_start", by: 35 * .second), .breaks,
      ["HNT-28", "API-25", "SEQ-05", "SEQ-06", "TIM-25", "TEL-04"], needs: [.text, .times]),
    MutationRow("fetch_success", .alter("status", 500), .breaks, ["LOG-17"]),
    MutationRow("fetch_success", .alter("bytes", 0), .warns, ["LOG-18"]),
    MutationRow(
      "fetch_success", .alter("ttl", .halfTheAge),
      if: [.with(["cache_hit"]), .with(["notification_payload"])], .breaks,
      ["TIM-26", "SCH-12", "TIM-27", "SCH-14", "INT-10"]),
    MutationRow(
      "fetch_success", .alter("ttl", .halfTheAge), if: [.with(["cache_hit"])], .breaks,
      ["TIM-26", "SCH-12", "INT-10"]),

    // The hash of what was stored, and its use, show that it was stored.
    MutationRow(
      "content_cached", .drop,
      if: [.with(["content_hash:fetch", "cache_hit", "cache_used", "cycle_complete"])], .warns,
      ["SEQ-05", "LOG-24"]),
    MutationRow(
      "content_cached", .swap(with: "bgtask_completed"), .breaks, ["SEQ-05", "SEQ-06"]),
    MutationRow(
      "content_cached", .duplicate, .open("the second may be of content that has no hash")),
    MutationRow(
      "content_cached", .delay(past: "bgtask_completed", by: 5 * .millisecond), .breaks,
      ["SEQ-05", "SEQ-06"]),
    MutationRow(
      "content_cached", .rekey("scheduleId", .otherId),
      if: [.with(["notification_resolved"])], .breaks, ["LOG-24", "INT-15", "INT-09"]),

    MutationRow(
      "content_hash:fetch", .drop, if: [.with(["content_hash:delivery"])], .warns,
      ["LOG-25", "INT-01"]),
    MutationRow("content_hash:fetch", .drop, .untold, ["LOG-25", "INT-01"]),
    MutationRow(
      "content_hash:fetch", .swap(with: "bgtask_completed"),
      .open("nothing tells when the content is hashed")),
    MutationRow(
      "content_hash:fetch", .duplicate, .open("the second may be of content stored in silence")),
    MutationRow(
      "content_hash:fetch", .delay(past: "bgtask_completed", by: .second),
      .open("nothing tells when the content is hashed")),
    MutationRow(
      "content_hash:fetch", .alter("hash", .otherHash), if: [.with(["content_hash:delivery"])],
      .breaks, ["INT-02", "INT-03", "INT-11"]),

    MutationRow(
      "bgtask_completed", .drop, .breaks,
      ["SEQ-25", "SEQ-05", "SEQ-06", "SEQ-09", "SEQ-12", "SEQ-18"]),
    MutationRow(
      "bgtask_completed", .swap(with: "content_cached"), .breaks, ["SEQ-05", "SEQ-06"]),
    MutationRow("bgtask_completed", .duplicate, .breaks, ["SEQ-18"], needs: twice),
    MutationRow(
      "bgtask_completed", .delay(past: "fetch_success", by: 70 * .second), .breaks,
      ["SEQ-25", "TIM-30"], needs: [.text, .times]),
    MutationRow(
      "bgtask_completed", .alter("success", .negated), .breaks,
      ["SEQ-05", "SEQ-06", "SEQ-09", "LOG-30"]),
  ]

  /// The request and its response, where they are logged.
  static let response = [
    MutationRow("http_request", .drop, .harmless, ["SEQ-05"]),
    MutationRow("bgtask_expiration_set", .drop, .harmless, ["INJ-24"]),
    MutationRow("bgtask_expiration_set", .duplicate, .harmless, ["INJ-24"]),
    MutationRow("notification_payload", .drop, .harmless, ["SCH-08"]),
    MutationRow(
      "notification_payload", .alter("title", .otherId), .breaks, ["SCH-10", "SCH-14", "SEQ-21"]),
    MutationRow(
      "notification_payload", .alter("body", .otherId), .breaks, ["SCH-11", "SCH-14", "SEQ-21"]),
    MutationRow(
      "notification_payload", .alter("ttl", .longer(.hour)), .breaks, ["TIM-27", "SCH-14"]),
    MutationRow(
      "notification_payload", .alter("scheduledFor", .earlier(.minute)), .breaks,
      ["TIM-28", "SCH-13", "SCH-14"]),
    MutationRow(
      "fetch_success",
      .insert(
        "notification_payload",
        [
          "contentId": "notif-1", "title": "Your daily update", "body": "Here is the summary",
          "ttl": .length(12 * .hour), "scheduledFor": .last("fetch_start", "notificationTime"),
        ]),
      if: [.without("notification_payload")], .breaks, ["TIM-27", "SCH-14", "SCH-11"]),
  ]
}
