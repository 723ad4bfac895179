// Response: what is written under `expect`.
extension SemanticsTests {
  static let responseCases = [
    // The second handler ends the first wait and begins the next.
    Case(
      "R1",
      "when: {event: bgtask_handler_invoked}\nexpect: [{event: bgtask_handler_invoked, as: next}]",
      [handler, startup, handler, completed, later],
      "violated seen_early bgtask_handler_invoked, satisfied"),
    Case(
      "R1",
      """
      when: {event: bgtask_handler_invoked}
      expect: [{event: fetch_start, before: {event: bgtask_handler_invoked}}]
      """, [handler, startup, handler, start],
      "violated not_seen fetch_start, satisfied"),
    Case("R2", untimedResp + "\ncancel: [{event: fetch_start}]", [start, startup, start2], ""),
    Case(
      "R3",
      """
      when: {event: fetch_start}
      expect: [{event: content_cached, optional: true}, {event: bgtask_completed}]
      """, [start, completed], "satisfied"),
    // A step that was passed over is over.
    Case(
      "R3",
      """
      when: {event: fetch_start}
      expect:
        - {event: content_cached, optional: true}
        - {event: fetch_success}
        - {event: bgtask_completed}
      check: ["!has(content_cached)"]
      """, [start, success, cached, completed], "satisfied"),
    Case(
      "R4", "when: {event: fetch_start}\nexpect: [{event: fetch_success}, {event: fetch_success}]",
      [start, success, later], "violated not_seen fetch_success"),
    Case(
      "R5",
      "when: {event: fetch_start}\nexpect: [{event: content_cached}, {event: bgtask_completed}]",
      [start, completed, cached, completed], "satisfied"),
    Case(
      "R6",
      "when: {event: fetch_start}\nexpect: [{event: fetch_success, as: ok, check: \"ok.ttl > 1h\"}]",
      [start, short, success], "violated check_failed"),
    Case(
      "R7",
      """
      when: {event: bgtask_handler_invoked}
      expect: [{event: fetch_start, before: {event: bgtask_completed}}]
      """, [handler, completed], "violated not_seen fetch_start"),
    // Behind a step that need not come, the next one waits as well.
    Case(
      "R7",
      """
      when: {event: bgtask_handler_invoked}
      expect:
        - {event: content_cached, optional: true}
        - {event: fetch_start, before: {event: bgtask_completed}}
      """, [handler, completed, start], "violated after_cancel fetch_start"),
    Case(
      "R8",
      """
      when: {event: fetch_start}
      expect: [{event: fetch_success}, {event: content_cached, optional: true}]
      check: ["has(content_cached)"]
      """, [start, success, cached], "satisfied"),
    Case(
      "R8",
      """
      when: {event: fetch_start}
      expect_any_order: [{event: fetch_success}, {event: content_cached, optional: true}]
      check: ["!has(content_cached)"]
      """, [start, success, cached], "satisfied"),
    Case(
      "R9",
      """
      when: {event: fetch_start}
      expect: [{event: content_cached, optional: true}, {event: fetch_success}]
      check: ["content_cached.scheduleId == 's9'"]
      """, [start, success], "satisfied"),
    Case(
      "R9",
      """
      when: {event: fetch_start}
      expect: [{event: content_cached, optional: true}, {event: fetch_success}]
      check: ["content_cached.scheduleId == 's9'"]
      """, [start, cached, success], "violated check_failed"),
    Case(
      "R10",
      """
      when: {event: fetch_start}
      expect: [{event: content_cached, optional: true}, {event: fetch_success, within: 30s}]
      """, [at("05:48:00", start), at("05:48:31", success)], "violated seen_late fetch_success"),
    Case(
      "R10",
      """
      when: {event: fetch_start}
      expect: [{event: fetch_success, as: ok}, {event: content_cached, within: 10s, of: ok}]
      """,
      [at("05:48:00", start), at("05:49:00", success), at("05:49:10", cached)], "satisfied"),
    // The deadline moves with the event that it counts from.
    Case(
      "R10",
      """
      when: {event: fetch_start}
      expect:
        - {event: fetch_success, as: ok, optional: true}
        - {event: content_cached, within: 10s, of: ok}
      """,
      [at("05:48:00", start), at("05:49:00", success), at("05:49:11", cached)],
      "violated seen_late content_cached"),
    Case(
      "R11", resp, [at("05:48:00", start), at("05:49:00", startup)],
      "violated not_seen fetch_success"),
    Case(
      "R12",
      """
      when: {event: fetch_start}
      expect_any_order:
        - {event: fetch_success, within: 10s}
        - {event: bgtask_completed, within: 60s}
      """,
      [at("05:48:00", start), at("05:48:05", success), at("05:48:20", completed)], "satisfied"),
    Case(
      "R12",
      """
      when: {event: fetch_start}
      expect_any_order:
        - {event: bgtask_completed, within: 60s}
        - {event: fetch_success, within: 10s}
      """,
      [at("05:48:00", start), at("05:48:20", completed)], "violated not_seen fetch_success"),
    Case("R13", untimedResp, [at("05:48:00", start)], "violated not_seen fetch_success"),
    Case(
      "R13", "scope: process\n" + untimedResp, [at("05:48:00", start)],
      "inconclusive tail_cut fetch_success"),
    Case(
      "R13",
      """
      scope: process
      when: {event: fetch_start}
      expect: [{event: fetch_success}, {event: content_cached, optional: true}]
      """, [at("05:48:00", start), at("05:48:01", success)], "satisfied"),
    Case(
      "R14", resp, [at("05:48:00", start), at("05:40:00", startup)],
      "inconclusive other_epoch fetch_success"),
    Case(
      "R15", resp, [at("05:48:00", start), at("05:48:30", startup)],
      "inconclusive tail_cut fetch_success"),
    Case(
      "R15", untimedResp, [at("05:48:00", start), at("05:48:30", startup)],
      "violated not_seen fetch_success"),
    Case("R15", untimedResp, [start, startup], "inconclusive tail_cut fetch_success"),
    Case("R15", resp, [start, startup], "inconclusive tail_cut fetch_success"),
    Case(
      "R15", resp, [start, at("05:58:30", startup)], "inconclusive tail_cut fetch_success"),
    Case(
      "R16", untimedResp + "\non_retrigger: restart", [start, start2, success], "satisfied"),
    Case(
      "R16", resp + "\non_retrigger: ignore",
      [at("05:48:00", start), at("05:48:20", start2), at("05:48:40", success)],
      "violated seen_late fetch_success"),
    Case(
      "R16", untimedResp + "\non_retrigger: violate", [start, start2, success],
      "violated retriggered fetch_success, satisfied"),
    Case(
      "R16",
      """
      when: {event: fetch_start}
      expect: [{event: fetch_success}, {event: content_cached, optional: true}]
      on_retrigger: violate
      """, [start, success, start2, hour], "satisfied, satisfied"),
    Case(
      "R16",
      """
      when: {event: fetch_start}
      expect: [{event: fetch_success}, {event: content_cached, optional: true}]
      on_retrigger: ignore
      check: ["has(content_cached)"]
      """, [start, success, start2, cached], "satisfied"),
    Case(
      "R17", untimedResp + "\non_retrigger: parallel", [start, start2, success, later],
      "violated not_seen fetch_success, satisfied"),
    Case(
      "R17", untimedResp + "\non_retrigger: parallel", [start, start2, success, hour],
      "satisfied, satisfied"),
    Case(
      "R17", untimedResp + "\non_retrigger: parallel\ncancel: [{event: process_crash}]",
      [start, start2, crash], ""),
    // The answer to the later one is told by its key, whichever comes first.
    Case(
      "R17",
      """
      when: {event: http_request, as: request}
      expect: [{event: http_response, where: "requestId == request.requestId"}]
      on_retrigger: parallel
      """,
      [
        "[DNP-API] API call: GET /a (JWT present, requestId=r1)",
        "[DNP-API] API call: GET /b (JWT present, requestId=r2)",
        "[DNP-API] Response (requestId=r2, status=200)", later,
      ], "violated not_seen http_response, satisfied"),
    // An event that no instance took is near all the same.
    Case(
      "X4",
      """
      when: {event: http_request, as: request}
      expect: [{event: http_response, where: "requestId == request.requestId"}]
      on_retrigger: parallel
      """,
      [
        "[DNP-API] API call: GET /a (JWT present, requestId=r1)",
        "[DNP-API] Response (requestId=r2, status=200)", later,
      ], "violated wrong_field http_response"),
    Case(
      "R18", resp,
      [at("05:48:00", start), at("05:49:00", startup), at("05:49:01", success)],
      "violated seen_late fetch_success"),
    Case(
      "R18", resp,
      [at("05:48:00", start), at("05:49:00", start2), at("05:49:01", success)],
      "violated not_seen fetch_success, satisfied"),
  ]

  private static let retries = """
    when: {event: bgtask_handler_invoked}
    expect: [{event: fetch_start, times: 1..2}, {event: fetch_success}]
    """

  private static let counted = """
    when: {event: bgtask_handler_invoked}
    expect: [{event: fetch_start, as: tries, times: 0..}, {event: fetch_success}]
    check: ["count(tries) == 2"]
    """

  static let stepCases = [
    Case("R19", retries, [handler, start, start2, success], "satisfied"),
    Case(
      "R19", retries, [handler, start, start2, start, success], "violated too_many"),
    Case("R19", retries, [handler, start, success, start2, start], "satisfied"),
    // The events of a role are counted for each instance anew.
    Case(
      "R19", counted, [handler, start, start2, success, handler, start, success],
      "violated check_failed, satisfied"),
    Case("R19", counted, [handler, success], "violated check_failed"),
    Case("R19", retries, [handler, success, later], "violated not_seen fetch_start"),
    Case(
      "R3",
      """
      when: {event: bgtask_handler_invoked}
      expect:
        - any_order: [{event: fetch_start}, {event: notification_resolved, optional: true}]
        - {event: fetch_success}
      """, [handler, start, success], "satisfied"),
    Case(
      "R3",
      """
      when: {event: bgtask_handler_invoked}
      expect:
        - any_order: [{event: fetch_start}, {event: content_cached}]
        - {event: bgtask_completed}
      """, [handler, cached, completed, start, completed], "satisfied"),
    Case(
      "R3",
      """
      when: {event: bgtask_handler_invoked}
      expect:
        - any_order: [{event: fetch_start}, {event: content_cached}]
        - {event: bgtask_completed}
      """, [handler, cached, completed, later], "violated not_seen fetch_start"),
  ]
}
