internal import Simulator

// Calls of the plugin, errors that it logs, and records that say too little.
extension MutationTable {
  static let calls =
    [
      call("configure", ["BKT-02"]), call("checkPermissionStatus", ["BKT-03"]),
      call("isChannelEnabled", ["BKT-04"]), call("getBatteryStatus", ["BKT-05"]),
      call("testJWTGeneration", ["BKT-06"]), call("maintainRollingWindow", ["BKT-13"]),
      MutationRow(
        "plugin_startup",
        .insert("plugin_call", ["method": "updateSettings", "outcome": "error"]), as: "error",
        .breaks, ["SCH-16"]),
    ] + errors + records

  /// Returns the row of a call whose outcome is not known.
  private static func call(_ method: TraceValue, _ rows: [String]) -> MutationRow {
    var name = ""
    if case .text(let text) = method { name = text }
    return MutationRow(
      "plugin_startup",
      .insert("plugin_call", ["method": .value(method), "durationMs": .length(12 * .millisecond)]),
      as: name, .breaks, rows)
  }

  private static let errors = [
    error("initialization", after: "plugin_startup", ["HNT-04"]),
    error("registration", after: "bgtask_register", ["HNT-08", "BKT-01"]),
    error("storage", after: "schedule_persisted", ["HNT-17"]),
    error("resolution", after: "notification_resolved", ["HNT-27"]),
    error("notification_build", after: "notification_built", ["HNT-41"]),
    error("parse", after: "fetch_success", ["INJ-25"]),
    error("cache_read", after: "delivery_prepare", ["INJ-13", "INJ-14"]),
    MutationRow(
      "cycle_complete", .insert("integrity_discrepancy", ["what": "other"]), .breaks, ["INT-11"]),
    MutationRow(
      "plugin_startup", .insert("process_crash", ["kind": "signal"]), .breaks,
      ["INJ-14", "INJ-23", "ENV-04", "ENV-32"]),
    MutationRow(
      "plugin_startup",
      .insert(
        "plugin_error",
        [
          "component": "http",
          "message": "header was Bearer eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJ4In0.c2lnbmF0dXJl",
        ]),
      as: "secret", .breaks, ["LOG-16", "AUT-09", "AUT-16"]),
  ]

  private static func error(
    _ component: TraceValue, after event: String, _ rows: [String]
  ) -> MutationRow {
    var name = ""
    if case .text(let text) = component { name = text }
    return MutationRow(
      event,
      .insert("plugin_error", ["component": .value(component), "message": "it did not work"]),
      as: name, .breaks, rows)
  }

  private static let records = [
    MutationRow(
      "fetch_success",
      .insert(
        "fetch_success", ["ttl": .own("ttl"), "durationMs": .length(400 * .millisecond)],
        isObject: true),
      if: [.uncounted("reportedSuccess")], .breaks,
      ["SCH-01", "SCH-02", "SCH-04", "SCH-07", "TIM-29"]),
    MutationRow(
      "fetch_success",
      .insert(
        "fetch_success",
        [
          "ttl": .own("ttl"), "durationMs": .length(-400 * .millisecond),
          "notificationId": "notif-1", "scheduledFor": .soon(4 * .minute),
        ]),
      as: "duration", if: [.uncounted("reportedSuccess")], .breaks,
      ["SCH-01", "SCH-02", "SCH-04", "SCH-07", "SCH-09", "SCH-14", "TIM-29"]),
    MutationRow(
      "notification_delivered:miss",
      .insert("fetch_failure", ["reason": "NETWORK"], isObject: true), .breaks,
      ["SCH-04", "SCH-07", "TEL-05"]),
    MutationRow(
      "cycle_complete",
      .insert(
        "cycle_complete",
        [
          "notificationId": .own("notificationId"), "fetched": .own("fetched"),
          "usedCached": false,
        ], isObject: true),
      if: [.equal("usedCached", true)], .breaks, ["SCH-06"], needs: [.text, .times]),
    MutationRow(
      "cycle_complete", .alter("fetched", .missing), as: "missing", .breaks, ["SCH-05", "LOG-44"]),
  ]
}
