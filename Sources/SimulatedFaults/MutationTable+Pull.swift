internal import Simulator

// Messages that the app pulls from a feed, and the lines of the original script.
extension MutationTable {
  static let markers = [
    "bgtask_register", "bgtask_scheduled", "bgtask_handler_invoked", "fetch_start",
    "fetch_success", "bgtask_completed", "notification_delivered",
  ].map { MutationRow($0, .drop, if: [.only], .breaks, ["CLI-02", "CLI-03"]) }

  static let pull = looks + judgements + displays

  private static let looks = [
    MutationRow(
      "feed_check", .drop, if: [.equal("status", 200)], .breaks, ["PUL-02", "PUL-10", "PUL-13"]),
    MutationRow(
      "feed_check", .alter("status", 500), if: [.equal("status", 200)], .hindered, ["PUL-02"]),
    MutationRow(
      "connectivity_check", .alter("online", .negated), if: [.equal("online", true)], .hindered,
      ["PUL-02"]),
    MutationRow(
      "http_request", .alter("query", .added("deviceId=7f3c")), as: "device", .breaks, ["PUL-01"]),
    MutationRow(
      "http_request", .alter("query", .added("region=ON")), as: "region", .breaks, ["PUL-25"]),
    MutationRow(
      "feed_check", .insert("message_displayed", ["messageId": "m-unknown"]),
      if: [.equal("status", 200)], .breaks, ["PUL-05", "PUL-14", "PUL-10", "PUL-13"]),
  ]

  /// Rows that an eligible message breaks against its reasons, if it comes before the one shown.
  private static let chosen = ["PUL-05", "PUL-09", "PUL-11", "PUL-12"]

  /// Rows for the judgement of each message.
  private static let judgements = [
    judged("expired", .alter("eligible", .negated), ["PUL-06"] + chosen),
    judged("expired", .alter("expiresAt", .soon(3 * .day)), ["PUL-06"], needs: [.text, .times]),
    judged("region", .alter("eligible", .negated), ["PUL-07"] + chosen),
    judged("region", .alter("targetRegions", "ON,QC"), ["PUL-07"], as: "own"),
    judged("region", .alter("targetRegions", "CA"), ["PUL-21", "PUL-07"], as: "all"),
    judged("version", .alter("eligible", .negated), ["PUL-08"] + chosen),
    judged("version", .alter("targetVersion", ">=1.0.0"), ["PUL-08"]),
    judged("version", .alter("targetVersion", .missing), ["PUL-23", "PUL-08"], as: "none"),
    MutationRow(
      "message_evaluated", .alter("targetRegions", "XX"), as: "unknown",
      if: [.equal("reasons", "region")], .warns, ["PUL-21"]),
    MutationRow(
      "message_evaluated", .drop, as: "unsaid", if: [.equal("reasons", "region")],
      .open("an app need not evaluate what comes behind the message that it shows")),
    judged("receipt", .alter("eligible", .negated), chosen),
    MutationRow(
      "message_evaluated", .alter("priority", 99),
      if: [.equal("eligible", true), .equal("priority", 1)], .breaks, ["PUL-11", "PUL-12"]),
  ]

  private static func judged(
    _ reason: TraceValue, _ change: MutationRow.Change, _ rows: [String], as variant: String? = nil,
    needs: Injected.Needs = .text
  ) -> MutationRow {
    var name = variant
    if case .text(let text) = reason, variant == nil { name = text }
    return MutationRow(
      "message_evaluated", change, as: name, if: [.equal("reasons", reason)], .breaks, rows,
      needs: needs)
  }

  private static let displays = [
    MutationRow(
      "message_displayed", .rekey("messageId", .last("message_evaluated", "messageId")),
      if: [.behind("message_evaluated", "eligible", false)], .breaks,
      ["PUL-05", "PUL-11", "PUL-12", "PUL-14", "PUL-10", "PUL-13"]),
    MutationRow(
      "message_displayed", .drop, if: [.later("feed_check")], .breaks, ["PUL-11"],
      needs: [.text, .times]),
    MutationRow(
      "message_displayed", .duplicate, .breaks, ["PUL-03", "PUL-10", "PUL-13", "PUL-14"],
      needs: twice),
    MutationRow(
      "receipt_stored", .insert("message_displayed", ["messageId": .own("messageId")]), .breaks,
      ["PUL-15", "PUL-03", "PUL-16", "PUL-10", "PUL-13", "PUL-14"]),
    MutationRow(
      "receipt_stored", .insert("message_displayed", ["messageId": "m-other"]), as: "other",
      .breaks, ["PUL-05", "PUL-10", "PUL-13", "PUL-14"]),
    MutationRow(
      "receipt_stored", .drop, if: [.later("feed_check")], .breaks, ["PUL-14"],
      needs: [.text, .times]),
  ]
}
