// The background task, up to its outcome; the order is strict.
extension MutationTable {
  static let execution = [
    // Never a fault by itself: the system may not have run it.
    MutationRow("bgtask_handler_invoked", .drop, .inconclusive, ["HNT-18", "SEQ-09"]),
    MutationRow(
      "bgtask_handler_invoked", .swap(with: "notification_resolved"), .breaks,
      ["SEQ-06", "SEQ-05"]),
    MutationRow(
      "bgtask_handler_invoked", .duplicate, if: [.counted(["reportedExecuted"])], .breaks,
      ["SEQ-18", "TEL-03", "TEL-12"], needs: twice),
    MutationRow("bgtask_handler_invoked", .duplicate, .breaks, ["SEQ-18"], needs: twice),
    MutationRow(
      "bgtask_handler_invoked", .delay(past: "bgtask_completed", by: .second), .breaks,
      ["SEQ-06", "SEQ-05", "HNT-24", "SEQ-25"]),
    MutationRow(
      "bgtask_handler_invoked", .rekey("taskId", .otherCase), .breaks, ["HNT-21", "LOG-11"]),

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
      ["LOG-14", "LOG-13", "INT-09"], cycle: .adds),

    MutationRow(
      "fetch_start", .drop, .breaks, ["SEQ-06", "SEQ-05", "HNT-24", "SEQ-25"]),
    MutationRow(
      "fetch_start", .swap(with: "fetch_success"), .breaks, ["SEQ-06", "SEQ-05", "HNT-28"]),
    MutationRow(
      "fetch_start", .duplicate, .open("the second may be a retry after a failure in silence")),
    MutationRow(
      "fetch_start", .delay(past: "fetch_success", by: 5 * .millisecond), .breaks,
      ["SEQ-06", "SEQ-05", "HNT-28"]),
    MutationRow(
      "fetch_start", .rekey("notificationTime", .earlier(10 * .minute)),
      if: [.with(["notification_resolved"])], .breaks, ["LOG-14", "LOG-13", "INT-09"]),
    MutationRow(
      "fetch_start", .alter("jwtPresent", .negated),
      .open("it depends on whether the server asks for a token")),
  ]

  static let outcome = [
    MutationRow(
      "fetch_success", .drop, .breaks,
      ["HNT-28", "SEQ-05", "SEQ-06", "SEQ-09", "SEQ-24", "SEQ-25"]),
    MutationRow(
      "fetch_success", .swap(with: "content_cached"), .breaks, ["SEQ-06", "SEQ-05"]),
    MutationRow(
      "fetch_success", .duplicate, if: [.counted(["reportedSuccess"])], .breaks, ["TEL-04"],
      needs: twice),
    MutationRow(
      "fetch_success", .duplicate, .open("nothing tells whether one fetch may say so twice")),
    MutationRow(
      "fetch_success", .delay(past: "fetch_start", by: 35 * .second), .breaks,
      ["HNT-28", "API-25", "SEQ-05", "SEQ-06"], needs: [.text, .times]),
    MutationRow("fetch_success", .alter("status", .number(500)), .breaks, ["LOG-17"]),
    MutationRow("fetch_success", .alter("bytes", .number(0)), .warns, ["LOG-18"]),
    MutationRow(
      "fetch_success", .alter("ttl", .halfTheAge), if: [.with(["cache_hit"])], .breaks,
      ["TIM-26", "SCH-12"]),

    // The hash of what was stored, and its use, show that it was stored.
    MutationRow(
      "content_cached", .drop, if: [.with(["content_hash:fetch", "cache_hit", "cache_used"])],
      .harmless, ["SEQ-05"]),
    MutationRow("content_cached", .drop, .breaks, ["SEQ-05", "SEQ-06"]),
    MutationRow(
      "content_cached", .swap(with: "bgtask_completed"), .breaks, ["SEQ-05", "SEQ-06"]),
    MutationRow(
      "content_cached", .duplicate, .open("the second may be of content that has no hash")),
    MutationRow(
      "content_cached", .delay(past: "bgtask_completed", by: 5 * .millisecond), .breaks,
      ["SEQ-05", "SEQ-06"]),
    MutationRow(
      "content_cached", .rekey("scheduleId", .otherId), .breaks, ["LOG-24", "INT-15", "INT-09"]),

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
}
