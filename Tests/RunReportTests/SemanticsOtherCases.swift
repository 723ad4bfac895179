// The kinds beside response, and the near misses.
extension SemanticsTests {
  static let precedenceCases = [
    Case(
      "P1", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]",
      [register, start, success], "satisfied"),
    Case(
      "P1", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]",
      [register, success, start], "violated not_seen fetch_start"),
    Case(
      "P2", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]", [success],
      "inconclusive head_cut fetch_start"),
    Case(
      "P3", "when: {event: fetch_start}\nrequire: [{event: fetch_start}]",
      [register, start, startup, start2], "violated not_seen fetch_start, satisfied"),
    Case(
      "P4", registered, [at("05:10:00", startup), at("05:10:01", register)],
      "violated seen_late bgtask_register"),
    Case(
      "P4", registered, [at("05:10:00", startup), at("05:10:01", start)],
      "inconclusive head_cut bgtask_register"),
    Case(
      "P4", registered, [at("05:09:59", "[DNP-PLUGIN] load() called"), at("05:10:00", startup)],
      "inconclusive head_cut bgtask_register"),
    Case(
      "P4", registered,
      [at("05:09:59", "[DNP-PLUGIN] App launch (start=cold)"), at("05:10:00", startup)],
      "violated not_seen bgtask_register"),
  ]

  private static let registered = """
    scope: process
    when: {event: plugin_startup}
    require: [{event: bgtask_register}]
    """

  private static let between = """
    never:
      event: fetch_start
      after: {event: bgtask_completed}
      until: {event: bgtask_handler_invoked}
    """

  static let neverCases = [
    Case(
      "N1", between + "\ncancel: [{event: fetch_start, where: \"scheduleId == 's1'\"}]",
      [completed, start, startup, start2], ""),
    Case(
      "N1", "never: {event: bgtask_completed, until: {event: bgtask_completed}}", [completed],
      "violated forbidden"),
    Case("N2", "never: {event: fetch_start}", [start], "violated forbidden"),
    Case(
      "N2", between, [start, completed, handler, start2], "satisfied"),
    Case("N3", between, [completed, start, startup, start2], "violated forbidden"),
    Case(
      "N3", between, [completed, start, completed, start2],
      "violated forbidden, violated forbidden"),
    Case("N4", between, [completed, handler], "satisfied"),
    Case(
      "N4", "never: {event: fetch_start, until: {event: bgtask_handler_invoked}}",
      [startup, handler, start], "satisfied"),
    Case(
      "N5", "never: {event: fetch_start}\ncancel: [{event: bgtask_handler_invoked}]",
      [startup, handler, start], ""),
    Case("N5", between + "\ncancel: [{event: process_crash}]", [completed, crash, start], ""),
    Case(
      "N6", "scope: process\nnever: {event: fetch_failure}", [at("05:48:00", start)], "satisfied"),
    Case("N7", "never: {event: fetch_start}", [startup, start], "violated forbidden"),
    Case("N7", "never: {event: fetch_failure}", [startup, start], "satisfied"),
  ]

  private static let once = "when: {event: fetch_start}\ncount: {event: fetch_success, exactly: 1}"

  static let countCases = [
    Case("C1", once, [success, start, short], "satisfied"),
    Case(
      "C1", "when: {event: fetch_start}\ncount: {event: fetch_start, at_most: 1}",
      [start, startup], "satisfied"),
    Case("C2", once, [start, success, short, hour], "violated too_many"),
    Case("C3", once, [start, startup], "violated too_few fetch_success"),
    Case(
      "C3", "scope: process\n" + once, [at("05:48:00", start)],
      "inconclusive tail_cut fetch_success"),
    Case(
      "C3", "scope: process\n" + once, [at("05:48:00", start), at("05:48:01", success)],
      "satisfied"),
    Case(
      "C4", "scope: process\ncount: {event: fetch_success, at_least: 1}",
      [start, "[DNP-PLUGIN] App launch (start=cold)"],
      "inconclusive head_cut fetch_success, inconclusive tail_cut fetch_success"),
    Case(
      "C4", "count: {event: fetch_success, at_least: 1}", [start, startup],
      "violated too_few fetch_success"),
    Case(
      "C5", once, [start, start2, success], "violated too_few fetch_success, satisfied"),
    Case("C5", once + "\non_retrigger: ignore", [start, start2, success], "satisfied"),
    Case(
      "C5", once + "\non_retrigger: violate", [start, start2, success],
      "violated retriggered, satisfied"),
    Case(
      "C5",
      "when: {event: fetch_start}\ncount: {event: fetch_success, at_most: 0}\n"
        + "on_retrigger: ignore",
      [start, success, start2, failure], "violated too_many, satisfied"),
    Case(
      "C6",
      "count: {event: fetch_success, at_most: 1}\ncancel: [{event: process_crash}]",
      [success, crash, short, hour], ""),
    Case("C6", once + "\ncancel: [{event: process_crash}]", [start, crash], ""),
    Case(
      "C7", "count: {event: fetch_success, at_least: 1}", [register, startup],
      "violated too_few fetch_success"),
    Case(
      "C7", "scope: {key: [messageId]}\ncount: {event: message_displayed, at_most: 1}",
      [shown, shown2, startup, shown], "violated too_many, satisfied"),
  ]

  private static let sameSchedule = """
    equal:
      left: {event: content_cached, field: scheduleId}
      right: {event: fetch_start, field: scheduleId}
      both_required: true
    """

  static let checkCases = [
    Case(
      "K1", "when: {event: fetch_success, as: ok}\ncheck: [\"ok.ttl > 1h\"]", [success, short],
      "violated check_failed, satisfied"),
    Case("Q1", sameSchedule, [register, cached, start], "satisfied"),
    Case(
      "Q1", sameSchedule, [register, start], "violated not_seen content_cached"),
    Case("Q1", sameSchedule, [startup, start], ""),
    // The last one counts, whichever role it takes.
    Case(
      "Q1",
      """
      equal:
        left:
          one_of:
            - {event: content_cached, as: a}
            - {event: fetch_start, as: b}
          field: scheduleId
        right: {event: notification_resolved, field: scheduleId}
      """,
      [
        cached, start2,
        "[DNP-FETCH] Resolved next notification needing content (time=\(due), scheduleId=s2)",
      ], "satisfied"),
    Case("Q2", sameSchedule, [register, cached, start2], "violated differs"),
    Case(
      "Q2", sameSchedule,
      [register, cached, "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=S1)"],
      "satisfied"),
    Case(
      "Q2", sameSchedule,
      [register, cached, "[DNP-FETCH] Starting fetch (notificationTime=\(due))"],
      "inconclusive missing_field"),
    Case(
      "Q2", sameSchedule,
      [
        register, cached,
        "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=<private>)",
      ], "inconclusive redacted"),
    Case("Q3", sameSchedule, [register, cached, startup], "violated not_seen fetch_start"),
    // A difference does not keep a later one alone from being told.
    Case(
      "Q3", sameSchedule, [register, cached, start2, cached, startup],
      "violated differs, violated seen_early fetch_start"),
    Case(
      "Q3", "scope: process\n" + sameSchedule, [at("05:48:00", register), at("05:48:01", cached)],
      "inconclusive tail_cut fetch_start"),
    Case(
      "Q4",
      """
      equal:
        left: {event: fetch_start, field: scheduleId}
        right: {event: fetch_start, field: scheduleId}
      """, [start, start2], "violated differs"),
    Case(
      "B1", "balance: {at: {event: fetch_success, as: ok}, relation: \"ok.status == 200\"}",
      [success], "satisfied"),
    Case(
      "B1", "balance: {at: {event: fetch_success, as: ok}, relation: \"ok.status == 201\"}",
      [register, success], "violated relation"),
    Case(
      "B1", "balance: {at: {event: fetch_success, as: ok}, relation: \"ok.ttl > 1s\"}",
      ["[DNP-FETCH] Fetch success (status=200, bytes=1)"], ""),
    Case(
      "B1", "balance: {at: {event: fetch_success, as: ok}, relation: \"ok.ttl > 1s\"}",
      ["[DNP-FETCH] Fetch success (status=200, bytes=1, ttl=<private>)"], "inconclusive redacted"),
    Case(
      "B1", "balance: {relation: \"derived.executed == 1\"}", [handler, startup], "satisfied"),
  ]

  private static let share = """
    ratio:
      of: {event: fetch_success}
      among: {event: fetch_start}
      at_least: 0.5
      from: 2
    """
  private static let form = """
    when: {event: fetch_success}
    schema:
      required: [status, ttl]
      properties: {ttl: {type: integer, minimum: 61}, items: {type: integer, maximum: 9}}
    """

  static let shareCases = [
    Case("A1", share, [start, start2, success, startup], "satisfied"),
    Case(
      "A1",
      "ratio: {of: {event: fetch_start, where: \"scheduleId == 's1'\"},"
        + " among: {event: fetch_start}, at_most: 0.5}", [start, startup, start, start2],
      "violated relation"),
    Case("A2", share, [start, startup], ""),
    Case("A3", share, [register, start, start2, startup], "violated relation"),
    Case("A3", share, [start, start2, startup], "violated relation"),
    Case(
      "A3", "scope: process\n" + share, [start, start2, startup], "inconclusive head_cut"),
    Case("J1", form, [success], "satisfied"),
    Case(
      "J1", form, ["[DNP-FETCH] Fetch success (status=200, bytes=1)"], "violated check_failed"),
    Case(
      "J1", form, ["[DNP-FETCH] Fetch success (status=200, ttl=long)"], "violated check_failed"),
    Case(
      "J1", form, ["[DNP-FETCH] Fetch success (status=200, ttl=90, items=x)"],
      "violated check_failed"),
    Case("J2", form, [short], "violated check_failed"),
    Case(
      "J2", form, ["[DNP-FETCH] Fetch success (status=200, ttl=90, items=10)"],
      "violated check_failed"),
    Case(
      "J2", form, ["[DNP-FETCH] Fetch success (status=<private>, ttl=90)"], "satisfied"),
    Case(
      "J2", form, ["[DNP-FETCH] Fetch success (status=200, ttl=<private>)"],
      "inconclusive redacted"),
  ]

  private static let long = """
    when: {event: fetch_start}
    expect: [{event: fetch_success, where: "ttl > 1h"}]
    """

  static let nearMissCases = [
    Case(
      "X1", resp, [at("05:48:00", start), at("05:48:40", success)],
      "violated seen_late fetch_success"),
    Case(
      "X1",
      """
      when: {event: bgtask_handler_invoked}
      expect: [{event: fetch_start, before: {event: bgtask_completed}, within: 10s}]
      """,
      [at("05:48:00", handler), at("05:48:05", completed), at("05:48:09", start)],
      "violated after_cancel fetch_start"),
    Case("X2", untimedResp, [success, start, later], "violated seen_early fetch_success"),
    Case(
      "X2", "when: {event: fetch_success}\nrequire: [{event: fetch_start}]",
      [register, at("05:48:00", success), at("05:48:01", start)], "violated not_seen fetch_start"),
    Case(
      "X3", "scope: process\n" + untimedResp,
      [
        at("05:48:00", start), at("05:48:01", success, pid: 202),
        at("05:48:02", register), at("05:48:03", register),
      ], "violated wrong_key fetch_success"),
    Case("X4", long, [start, short, later], "violated wrong_field fetch_success"),
    // The event that ended the wait met nothing: the event before it did not come too early.
    Case(
      "X4",
      """
      when: {event: fetch_start}
      expect: [{event: fetch_success, where: "ttl > 1h", before: {event: bgtask_completed}}]
      """,
      [start, short, completed], "violated wrong_field fetch_success"),
    Case(
      "X5", long, [at("05:48:00", start), at("05:40:00", short)],
      "violated other_epoch fetch_success"),
    Case("X6", long, [success, start, short, later], "violated seen_early fetch_success"),
  ]
}
