// Time, scopes, patterns and outcomes.
extension SemanticsTests {
  static let timeCases = [
    // Of one time, the order of the log decides.
    Case(
      "T1", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]",
      [at("05:47:00", register), at("05:48:00", start), at("05:48:00", success)], "satisfied"),
    Case(
      "T1", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]",
      [at("05:47:00", register), at("05:48:00", success), at("05:48:00", start)],
      "violated not_seen fetch_start"),
    Case("T2", "count: {event: fetch_start, at_most: 1}", [start, start], "satisfied"),
    Case(
      "T2", "count: {event: fetch_start, at_most: 1}", [start, startup, start],
      "violated too_many"),
    Case("T3", resp, [at("05:48:00", start), startup, success], "satisfied"),
    Case(
      "T4", resp, [at("05:48:00", start), at("05:40:00", startup), at("05:49:00", startup)],
      "inconclusive other_epoch fetch_success"),
    Case(
      "T4", resp, [at("05:48:00", start), at("05:47:59", startup), at("05:49:00", startup)],
      "violated not_seen fetch_success"),
    Case("T5", resp, [at("05:48:00", start), at("05:48:30", success)], "satisfied"),
    Case(
      "T5", resp, [at("05:48:00", start), at("05:48:31", success)],
      "violated seen_late fetch_success"),
    Case(
      "T5", resp, [at("05:48:00", start), "2025-11-14 05:49:00.000000+0000 kernel[1:1] x"],
      "violated not_seen fetch_success"),
    Case(
      "T6", "never: {event: env_state, where: \"env.lowPower\"}", [lowPower],
      "violated forbidden"),
    // The deadline passes before the device changes.
    Case(
      "T6", resp + "\nexcuse: [low]", [at("05:48:00", start), at("05:49:00", lowPower)],
      "violated not_seen fetch_success"),
    Case(
      "T7",
      untimedResp + "\ncheck: [\"fetch_success.time - fetch_start.time < 30s\"]",
      [at("05:48:00", start), at("05:40:00", success)], "inconclusive missing_field"),
  ]

  static let scopeCases = [
    Case(
      "S1", "scope: process\ncount: {event: fetch_start, at_most: 1}",
      [at("05:48:00", start), at("05:48:01", start2, pid: 202)], "satisfied, satisfied"),
    Case(
      "S1", "scope: log\ncount: {event: fetch_start, at_most: 1}",
      [at("05:48:00", start), at("05:48:01", start2, pid: 202)], "violated too_many"),
    Case("S2", receiptRule, [shown, receipt], "satisfied"),
    Case(
      "S2", receiptRule, [shown, shown2, receipt, later],
      "violated wrong_key receipt_stored, satisfied"),
    Case(
      "S3", receiptRule, ["[DNP-PULL] Message displayed (id=<private>)", shown, receipt],
      "inconclusive redacted, satisfied"),
    Case(
      "S3", receiptRule,
      [
        "[DNP-PULL] Message displayed (id=<private>)", startup,
        "[DNP-PULL] Message displayed (id=<private>)",
      ], "inconclusive redacted"),
    Case("S4", receiptRule + "\ncancel: [{event: process_crash}]", [shown, crash], ""),
    Case(
      "S4",
      "scope: cycle\nwhen: {event: notification_scheduling}\n"
        + "expect: [{event: delivery_prepare}]\ncancel: [{event: process_crash}]",
      [at("05:00:00", scheduling), at("05:10:00", crash), at("07:00:00", startup)], ""),
    Case(
      "S5", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]", [register, success],
      "violated not_seen fetch_start"),
    Case(
      "S5", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]", [startup, success],
      "inconclusive head_cut fetch_start"),
    // A later process has a whole head.
    Case(
      "S5", "scope: process\nwhen: {event: fetch_success}\nrequire: [{event: fetch_start}]",
      [at("05:48:00", startup), at("05:48:01", success, pid: 202)],
      "violated not_seen fetch_start"),
    Case(
      "S6", "scope: process\n" + untimedResp, [at("05:48:00", start)],
      "inconclusive tail_cut fetch_success"),
    Case(
      "S6", "scope: process\n" + untimedResp, [start, startup],
      "inconclusive tail_cut fetch_success"),
    Case(
      "S6", "scope: process\n" + untimedResp, [start, "[DNP-PLUGIN] App launch (start=cold)"],
      "violated not_seen fetch_success"),
    Case(
      "S7", "scope: cycle\nnever: {event: delivery_prepare}",
      [at("05:00:00", scheduling), at("05:10:00", startup)], ""),
    Case(
      "S7", "scope: cycle\nnever: {event: delivery_prepare}",
      [at("05:00:00", scheduling), at("06:10:00", startup)], "satisfied"),
  ]

  static let platformCases = ["android", "ios"].map { platform in
    Case(
      "S8", "platform: \(platform)\ncount: {event: fetch_start, at_most: 0}", [handler, start],
      platform == "ios" ? "violated too_many" : "")
  }

  static let patternCases = [
    Case(
      "M1", "never: {event: fetch_start, where: \"scheduleId == 's1'\"}",
      ["[DNP-FETCH] Starting fetch (notificationTime=\(due))"], "satisfied"),
    Case(
      "M1", "never: {event: fetch_start, where: \"scheduleId == 's1'\"}", [start],
      "violated forbidden"),
    Case(
      "M2",
      """
      when:
        one_of:
          - {event: fetch_success, as: long, where: "ttl > 1m"}
          - {event: fetch_success, as: any}
      check: ["has(long) != has(any)", "has(long)"]
      """, [success], "satisfied"),
    Case(
      "M3",
      """
      when: {event: bgtask_handler_invoked}
      expect: [{event: fetch_start, as: start, times: 1..3}, {event: fetch_success}]
      check: ["start.scheduleId == 's2'"]
      """, [handler, start, start2, success], "satisfied"),
    Case(
      "M4",
      """
      never:
        event: fetch_start
        where: "best.ttl < 2h"
        after: {event: fetch_success, as: best, where: "!has(best) || ttl > best.ttl"}
      """, [hour, success, short, start], "satisfied"),
    // A step may ask to differ from the last event that it took.
    Case(
      "M4",
      """
      when: {event: fetch_start}
      expect:
        - {event: fetch_success, as: other, where: "!has(other) || ttl != other.ttl", times: 0..}
        - {event: plugin_startup}
      check: [count(other) == 2]
      """, [start, hour, hour, short, startup], "satisfied"),
  ]

  private static func killed(at time: String) -> [String] {
    [
      "2025-11-14 05:50:00.000000+0000 App[201:1] [DNP-FETCH] Registering BGTaskScheduler task (id=a)",
      "2025-11-14 05:50:01.000000+0000 App[201:1] [DNP-FETCH] Starting fetch from https://a.example/",
      "2025-11-14 \(time)+0000 kernel[0:1] memorystatus: killing_top_process pid 201 [App]",
      "2025-11-14 06:50:00.000000+0000 App[202:1] [DNP-FETCH] Registering BGTaskScheduler task (id=a)",
      "2025-11-14 06:50:01.000000+0000 App[202:1] [DNP-PLUGIN] Startup complete (hasPendingSchedules=false)",
    ]
  }

  static let outcomeCases = [
    Case(
      "O10", "when: {event: fetch_start}\nexpect: [{event: fetch_success, within: 30s}]",
      killed(at: "05:50:09.000000"), "excused not_seen fetch_success"),
    Case(
      "O10", "when: {event: fetch_start}\nexpect: [{event: fetch_success, within: 30s}]",
      killed(at: "05:51:09.000000"), "violated not_seen fetch_success"),
    Case(
      "O10", "when: {event: fetch_start}\nexpect: [{event: fetch_success}]",
      killed(at: "05:51:09.000000"), "violated not_seen fetch_success"),
    Case(
      "O10",
      """
      scope: process
      when: {event: fetch_start}
      expect:
        - {event: fetch_success, as: ok, optional: true}
        - {event: bgtask_completed, within: 30s, of: ok}
      """, killed(at: "06:30:00.000000"), "excused not_seen bgtask_completed"),
    Case(
      "O9",
      "scope: cycle\nwhen: {event: notification_delivered, as: it}\ncheck: [\"it.time >= cycle.notificationTime\"]",
      [
        "2025-11-14 05:00:00.000000+0000 App[201:1] [DNP-FETCH] Scheduling prefetch for notification"
          + " at 2025-11-14T05:53:00Z",
        "2025-11-14 03:53:00.000000+0000 App[201:1] [DNP-SCHEDULER] Preparing content for"
          + " notification at 2025-11-14T05:53:00Z",
        "2025-11-14 03:53:01.000000+0000 App[201:1] [DNP-SCHEDULER] Notification delivered (id=n)",
      ], "inconclusive other_epoch"),
    Case(
      "O1", "when: {event: fetch_start}\nrequire: [{event: bgtask_handler_invoked}]",
      [register, start, startup, start2, handler, start],
      "violated not_seen bgtask_handler_invoked, violated not_seen bgtask_handler_invoked,"
        + " satisfied"),
    Case(
      "O2", "when: {event: fetch_success, as: ok}\ncheck: [\"ok.ttl > 1h\"]", [short],
      "violated check_failed"),
    Case(
      "O2", "when: {event: fetch_success, as: ok}\ncheck: [\"ok.ttl > 1h\"]",
      ["[DNP-FETCH] Fetch success (status=200, bytes=1)"], "inconclusive missing_field"),
    Case(
      "O2", "when: {event: fetch_success, as: ok}\ncheck: [\"ok.ttl > 1h\"]",
      ["[DNP-FETCH] Fetch success (status=200, bytes=1, ttl=<private>)"], "inconclusive redacted"),
    Case(
      "O2", "when: {event: fetch_success, as: ok}\ncheck: [\"9 / (ok.status - 200) > 1\"]",
      [success], "inconclusive evaluation"),
    Case(
      "O3", "never: {event: fetch_start}\nexcuse: [quit, low]\nunmet: inconclusive",
      [lowPower, start], "excused forbidden"),
    Case(
      "O3", "never: {event: fetch_start}\nexcuse: [quit, low]\nunmet: inconclusive", [start],
      "inconclusive forbidden"),
    Case(
      "O4", "never: {event: fetch_start}\nexcuse: [low]",
      [start, lowPower], "violated forbidden"),
    Case(
      "O4",
      "scope: cycle\nwhen: {event: notification_scheduling}\n"
        + "expect: [{event: delivery_prepare}]\nexcuse: [quit]",
      [
        at("05:00:00", scheduling),
        at("05:10:00", "[DNP-TEST] App state (state=terminated, by=user)"),
        at("07:00:00", launch),
      ], "excused not_seen delivery_prepare"),
    // A count that ends with its cycle is excused by what held when the cycle was due.
    Case(
      "O4", "scope: cycle\ncount: {event: bgtask_handler_invoked, at_least: 1}\nexcuse: [quit]",
      [
        at("04:59:00", register), at("04:59:00", startup), at("05:00:00", scheduling),
        at("05:10:00", "[DNP-TEST] App state (state=terminated, by=user)"),
        at("07:00:00", launch),
      ], "excused too_few bgtask_handler_invoked"),
    Case(
      "O5", "when: {event: fetch_start}\nexpect: [{event: http_response}]", [start, later], ""),
    Case(
      "O5",
      "scope: cycle\nwhen: {event: notification_scheduling}\n"
        + "expect: [{event: schedule_persisted}]",
      [at("05:00:00", scheduling), at("07:00:00", startup)],
      "inconclusive source_cannot_show schedule_persisted"),
    // JSON alone does not tell the end of a task, but it does tell that of a fetch.
    Case(
      "O5", "when: {event: bgtask_handler_invoked}\nexpect: [{event: bgtask_completed}]",
      [handlerJSON, later], "inconclusive source_cannot_show bgtask_completed"),
    Case(
      "O5", "when: {event: bgtask_handler_invoked}\nexpect: [{event: fetch_success}]",
      [handlerJSON, later], "violated not_seen fetch_success"),
    Case(
      "O5", "when: {event: bgtask_handler_invoked}\nexpect: [{event: bgtask_completed}]",
      [at("05:48:00", handler), handlerJSON, startup], "violated not_seen bgtask_completed"),
    Case("O8", aheadOfItsLine, [wallClock("13:00:00", submission)], "inconclusive zone_assumed"),
    Case(
      "O8", "scope: log\nnever: {event: bgtask_scheduled, where: \"earliestBeginDate < time\"}",
      [wallClock("13:00:00", submission)], "inconclusive zone_assumed"),
    // Minutes are no zone.
    Case(
      "O8",
      "scope: log\nwhen: {event: bgtask_scheduled, as: request}\n"
        + "check: [\"abs(request.earliestBeginDate - request.time) <= 2m\"]",
      [wallClock("13:07:30", submission)], "violated check_failed"),
    Case(
      "O8", aheadOfItsLine,
      [
        wallClock("05:53:01", "[DNP-SCHEDULER] Preparing content for notification at " + due),
        wallClock("05:53:02", "[DNP-SCHEDULER] Notification delivered (id=n1, title=a)"),
        wallClock("13:00:00", submission),
      ], "violated check_failed"),
    Case("O7", "never: {event: fetch_start}", [start + "…"], "violated forbidden"),
    Case("O7", "never: {event: content_cached}", [cached + "…"], "inconclusive tail_cut"),
    Case(
      "O7", "when: {event: fetch_success, as: ok}\ncheck: [\"has(ok.ttl)\"]",
      [register, "[DNP-FETCH] Fetch success (status=200, byt…"], "inconclusive tail_cut"),
    Case(
      "O7", "when: {event: fetch_start}\nrequire: [{event: bgtask_handler_invoked}]",
      [register, start, startup + "…"], "violated not_seen bgtask_handler_invoked"),
    Case(
      "O6",
      "scope: process\nbalance: {relation: \"derived.scheduled > 0\"}\nunmet: inconclusive",
      [start, startup], ""),
    Case(
      "O6",
      "scope: process\nbalance: {relation: \"derived.scheduled > 0\"}\nunmet: inconclusive",
      [register, startup], "inconclusive relation"),
  ]
}
