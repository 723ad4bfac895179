import RuleLanguage
import RunReport
import Testing

/// One thing is changed in a recovery that finds a missed alarm, and the finding names it.
@Suite struct RecoveryChangeTests {
  private static let begun = [
    "[DNP-PLUGIN] App launch (start=cold, cause=user)", "[DNP-PLUGIN] load() called",
    "[DNP-STORAGE] Storage ready (backend=room)",
  ]
  private static let quiet =
    begun + [
      "[DNP-RECOVERY] Recovery begin (trigger=cold)",
      "[DNP-RECOVERY] State compare (db=3, active=3)",
      "[DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=3, errors=0)",
    ]
  private static let call = "[DNP-PLUGIN] Call getNotificationStatus (outcome=ok)"
  private static let missed =
    "[DNP-RECOVERY] Missed (kind=alarm, scheduleId=a, scheduledTime=2025-11-15T05:00:00Z)"
  private static let stored = "[DNP-STORAGE] Delivery status (id=a, status=missed)"
  private static let again =
    "[DNP-RECOVERY] Rescheduled (kind=notify, scheduleId=a, nextRunAt=2025-11-16T05:00:00Z, "
    + "cause=missed_repeat)"
  private static let steps = [
    "[DNP-RECOVERY] Recovery begin (trigger=cold)",
    "[DNP-RECOVERY] State compare (db=3, active=2)", missed, stored, again,
    "[DNP-RECOVERY] State compare (db=3, active=3)",
    "[DNP-RECOVERY] Recovery end (missed=1, rescheduled=1, verified=3, errors=0)",
  ]

  /// Returns two starts of the app, the second an hour after the alarm was due.
  private static func log(_ second: [String], third: [String] = []) -> [String] {
    func lines(_ messages: [String], _ hour: String, _ pid: Int) -> [String] {
      messages.enumerated().map {
        "2025-11-15 \(hour):00:\($0.offset + 10).000000+0000 App[\(pid):1] \($0.element)"
      }
    }
    return lines(quiet, "04", 201) + lines(second, "06", 202) + lines(third, "07", 203)
      + lines(["[DNP-PLUGIN] App state (state=background)"], "09", third.isEmpty ? 202 : 203)
  }

  private static func violated(_ lines: [String]) throws -> [String] {
    try RecoveryProfileTests.summary("android-recovery", lines).findings
      .filter { $0.outcome == .violated }.map(\.rule)
  }

  @Test(arguments: [
    (missed, call, "past-alarm-is-reported"),
    (stored, call, "missed-alarm-gets-its-status"),
    (stored, missed + " ", "missed-alarm-is-reported-once"),
    (again, again.replacing("=a,", with: "=b,"), "past-alarm-is-reported"),
    (steps[0], "[DNP-RECOVERY] Recovery begin (trigger=force_stop)", "detection-agrees"),
    (steps[1], "[DNP-RECOVERY] State compare (db=3, active=0)", "detection-agrees"),
    (steps[5], "[DNP-RECOVERY] State compare (db=3, active=2)", "recovery-sets-every-alarm"),
    (
      steps[6], steps[6].replacing("verified=3", with: "verified=5"), "verified-schedules-are-there"
    ),
    (steps[6], steps[6].replacing("missed=1", with: "missed=2"), "counted-misses-are-reported"),
    (begun[2], call, "storage-is-ready"),
  ])
  func `change is found`(line: String, other: String, rule: String) throws {
    let lines = (Self.begun + Self.steps).map { $0 == line ? other : $0 }
    let violated = try Self.violated(Self.log(lines))
    #expect(violated.contains { $0.contains(rule) }, "\(violated)")
  }

  @Test func `healthy starts are not blamed`() throws {
    let start = Self.begun + Self.steps
    #expect(try Self.violated(Self.log(start)) == [])
    // Lines of the store are filtered out.
    #expect(try Self.violated(Self.log(start).filter { !$0.contains("STORAGE") }) == [])
    // A missed alarm that does not repeat is found at the next start again, which is a warning.
    let once = start.map {
      $0.replacing("rescheduled=1, verified=3", with: "rescheduled=0, verified=2")
        .replacing("active=3", with: "active=2").replacing("db=3", with: "db=2")
    }.filter { $0 != Self.again }
    #expect(
      try Self.violated(Self.log(once, third: once))
        == ["recovery-android/miss-is-not-reported-at-each-start"])
    // The boot receiver opens the database where it needs it.
    let boot =
      ["[DNP-PLUGIN] App launch (start=cold, cause=boot)"]
      + Self.steps.map { $0.replacing("trigger=cold", with: "trigger=boot") }
    #expect(try Self.violated(Self.log(boot)) == [])
  }
}
