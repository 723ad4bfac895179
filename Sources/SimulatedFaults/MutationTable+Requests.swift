internal import Simulator

// Requests to the server, and its answers.
extension MutationTable {
  private static let offers: TraceValue = "/api/v2/report/offers"
  private static let plans: TraceValue = "/api/v2/report/offersToPlansOwnedByMe"

  /// The rows that a request without an answer breaks.
  static let unanswered = ["API-22", "API-23", "API-25"]

  static let requests = [
    MutationRow("http_request", .alter("contentType", "text/plain"), .breaks, ["API-05"]),
    MutationRow(
      "http_request", .alter("method", "POST"), if: [.equal("path", offers)], .breaks, ["API-07"]),
    MutationRow(
      "http_request", .alter("query", "limit=50"), as: "recipient",
      if: [.equal("path", offers), .firstWith("path")], .breaks, ["API-07", "API-09"]),
    MutationRow(
      "http_request", .alter("query", "recipientDid=did:ethr:0x00"), as: "user",
      if: [.equal("path", offers), .firstWith("path")], .breaks, ["API-07", "API-09"]),
    MutationRow(
      "http_request", .alter("query", "limit=50"), as: "start",
      if: [.equal("path", plans), .firstWith("path")], .breaks, ["API-09", "API-08"]),
    MutationRow(
      "http_request", .alter("query", .last("http_request", "query")), as: "page",
      if: [.behind("http_response", "hitLimit", true)], .breaks, ["API-14", "API-13"]),
    MutationRow(
      "http_request", .alter("authKind", "anonymous"), if: [.begins("http_request")], .breaks,
      ["AUT-15", "API-05"]),
    MutationRow("http_request", .alter("attempt", 9), .breaks, ["RES-04"]),
    MutationRow(
      "http_request",
      .insert(
        "http_request",
        [
          "method": .own("method"), "path": .own("path"), "query": .own("query"),
          "requestId": "r-twin",
        ]), .breaks, ["CAC-14"] + unanswered, needs: [.text, .times]),
    MutationRow(
      "connectivity_check",
      .insert("http_request", ["method": "GET", "path": "/api/notifications"]),
      if: [.equal("online", false)], .breaks, ["RES-02"] + unanswered),
    MutationRow(
      "circuit_state", .insert("http_request", ["method": "GET", "path": .own("endpoint")]),
      as: "offers", if: [.equal("state", "open"), .equal("endpoint", offers)], .breaks,
      ["RES-06"] + unanswered),
    MutationRow(
      "circuit_state", .insert("http_request", ["method": "GET", "path": .own("endpoint")]),
      as: "plans", if: [.equal("state", "open"), .equal("endpoint", plans)], .breaks,
      ["RES-06"] + unanswered),
    MutationRow(
      "connectivity_check", .alter("online", .negated),
      if: [.equal("online", true), .begins("connectivity_check")], .breaks,
      ["RES-02", "RES-08", "RES-09"]),
  ]

  /// The settings once more, with an identifier that names nothing.
  private static let configuration: MutationRow.Values = [
    "apiServer": .last("config_applied", "apiServer"),
    "jwtExpirationSeconds": .last("config_applied", "jwtExpirationSeconds"),
    "requestTimeoutMs": .last("config_applied", "requestTimeoutMs"),
    "retryAttempts": .last("config_applied", "retryAttempts"),
    "userDid": .last("config_applied", "userDid"), "lastKnownOfferId": "",
  ]

  static let answers = [
    MutationRow(
      "http_response", .drop,
      if: [.equal("status", 200), .equal("hitLimit", false), .followed(.minute)], .breaks,
      ["API-22", "API-23", "API-25", "API-16"], needs: [.text, .times]),
    MutationRow(
      "http_response", .alter("durationMs", .longer(15 * .second)), .breaks, ["API-26"]),
    MutationRow(
      "http_response", .alter("firstId", .last("http_response", "firstId")),
      if: [.behind("http_response", "hitLimit", true)], .breaks, ["API-15", "API-14"]),
    MutationRow(
      "http_response",
      .insert(
        "cursor_advanced",
        ["cursor": "lastKnownOfferId", "from": .own("firstId"), "to": .own("lastId")]),
      if: [.equal("hitLimit", true), .begins("http_response")], .breaks, ["API-16"]),
    MutationRow(
      "fetch_failure",
      .insert(
        "cursor_advanced",
        [
          "cursor": .last("cursor_advanced", "cursor"), "from": .last("cursor_advanced", "to"),
          "to": .last("cursor_advanced", "to"),
        ]),
      if: [.equal("willRetry", false)], .breaks, ["API-16"]),
    MutationRow(
      "cursor_advanced", .alter("to", "01JCK000000000"), .breaks, ["API-16", "API-09"]),
    MutationRow("activity_diff", .alter("triggered", .negated), .breaks, ["API-18"]),
    MutationRow(
      "plugin_startup", .insert("activity_diff", ["newItems": 1, "triggered": true]), .breaks,
      ["API-01"]),
    MutationRow(
      "activity_diff",
      .insert(
        "fetch_failure",
        ["error": "ServerError", "httpStatus": 503, "willRetry": false, "reason": "NETWORK"],
        after: .second),
      if: [.followed(5 * .minute)],
      .open("no notification is due, and the next poll may succeed"), [],
      needs: [.text, .times]),
    MutationRow(
      "fetch_success", .drop, if: [.continues("fetch_start"), .followed(5 * .minute)], .breaks,
      ["CAC-20"], needs: [.text, .times]),
    MutationRow(
      "cache_hit", .drop, if: [.behind("connectivity_check", "online", false)], .warns,
      ["RES-08", "RES-09"], needs: [.text, .times]),
    // Only the failure of the last request is followed by no attempt of another.
    MutationRow(
      "fetch_failure", .alter("willRetry", true),
      if: [.equal("willRetry", false), .behind("http_request", "path", plans)], .breaks,
      ["RES-05"]),
    MutationRow(
      "fetch_failure",
      .insert(
        "retry_scheduled",
        [
          "attempt": 5, "delayMs": .length(9 * .second),
          "requestId": .last("http_request", "requestId"),
        ]),
      if: [.equal("willRetry", false)], .breaks, ["RES-05", "RES-04"]),
    MutationRow(
      "retry_scheduled", .alter("delayMs", .length(.second)), if: [.equal("attempt", 3)], .breaks,
      ["RES-03"]),
    MutationRow(
      "plugin_startup",
      .insert(
        "plugin_call", ["method": "configure", "outcome": "error", "error": "not implemented"]),
      .breaks, ["API-21", "CFG-15"]),
    MutationRow("config_applied", .alter("userDid", .absent), .breaks, ["CFG-02"]),
    MutationRow(
      "plugin_startup",
      .insert("config_applied", configuration, after: 5 * .second, isObject: true), .breaks,
      ["CFG-03", "API-09"]),
    // Content of a second's life is used after more than that.
    MutationRow(
      "bgtask_completed",
      .insert(
        "content_cached",
        ["scheduleId": .last("content_cached", "scheduleId"), "ttl": .length(.second)],
        after: 5 * .second, isObject: true), .breaks, ["CAC-02", "TST-17"]),
  ]
}
