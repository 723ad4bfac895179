import TestSupport
import Testing

/// What a log tells of recoveries, beside a state in which alarms are not as they should be.
struct RecoveryBesideStateTests {
  /// A log of records, with a recovery that ended at five and, where given, what came behind it.
  private static func log(_ counts: String, behind: String...) -> String {
    let lines =
      [
        #"{"event":"recovery_begin","trigger":"cold","timestamp":"2025-11-15T04:59:59Z"}"#,
        #"{"event":"recovery_end","timestamp":"2025-11-15T05:00:00Z","missed":0,"errors":0,\#(counts)}"#,
      ] + behind
    return lines.joined(separator: "\n") + "\n"
  }

  private static let setNothing = #""rescheduled":0,"verified":0"#

  /// A schedule that is due at seven, by a state of six o'clock.
  private static func verdicts(
    _ log: String, alarms: String = "[]", kind: String = "notify",
    dueAt: String = "2025-11-15T07:00:00Z"
  ) throws -> [String] {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", log)
    try directory.add(
      "state.json",
      """
      {"now": "2025-11-15T06:00:00Z", "platform": "android",
       "schedules": [{"id": "a", "kind": "\(kind)", "enabled": true, "nextRunAt": "\(dueAt)"}],
       "alarms": \(alarms)}
      """)
    let result = try Dnplog.run(
      ["reconcile", "--format", "json", "--state", "state.json", "device.log"], in: directory)
    let items = try JSONText(result.output)["items"].elements
    return items.map { "\($0["item"].string ?? "?") \($0["verdict"].string ?? "?")" }.sorted()
  }

  @Test func `a recovery that left no alarm is why there is none`() throws {
    #expect(try Self.verdicts(Self.log(Self.setNothing)) == ["schedule lost"])
  }

  @Test(arguments: [
    // What it set, the system took later.
    log(#""rescheduled":1,"verified":0"#), log(#""rescheduled":0,"verified":1"#),
    // It does not tell what it left.
    log(#""rescheduled":0"#),
    // Alarms were set behind it, or lost.
    log(
      setNothing,
      behind:
        #"{"event":"alarm_fired","timestamp":"2025-11-15T05:30:00Z","scheduleId":"a","scheduledTime":"2025-11-15T05:30:00Z"}"#
    ),
    log(setNothing, behind: #"{"event":"device_reboot","timestamp":"2025-11-15T05:30:00Z"}"#),
    // None came before the state.
    log(#""rescheduled":1,"verified":1"#).replacing("T05:00:00", with: "T06:30:00"),
  ])
  func `what else took the alarms leaves it open`(log: String) throws {
    #expect(try Self.verdicts(log) == ["schedule cancelled"])
  }

  @Test func `what comes behind the state changes nothing`() throws {
    let later = [
      #"{"event":"device_reboot","timestamp":"2025-11-15T06:20:00Z"}"#,
      #"{"event":"recovery_end","timestamp":"2025-11-15T06:30:00Z","missed":0,"errors":0,"rescheduled":1,"verified":1}"#,
    ].joined(separator: "\n")
    #expect(try Self.verdicts(Self.log(Self.setNothing, behind: later)) == ["schedule lost"])
  }

  @Test(arguments: [
    ("2025-11-15T07:00:30Z", ["schedule scheduled"]),
    ("2025-11-15T09:00:00Z", ["alarm orphaned", "schedule lost"]),
  ])
  func `an alarm is that of its schedule at its time`(time: String, expected: [String]) throws {
    let alarms = #"[{"scheduleId": "a", "triggerAt": "\#(time)"}]"#
    #expect(try Self.verdicts(Self.log(Self.setNothing), alarms: alarms) == expected)
  }

  @Test func `a fetch sets no alarm, and can be overdue`() throws {
    let log = Self.log(Self.setNothing)
    #expect(try Self.verdicts(log, kind: "fetch") == ["schedule unknown"])
    let past = try Self.verdicts(log, kind: "fetch", dueAt: "2025-11-15T05:30:00Z")
    #expect(past == ["schedule overdue"])
  }
}
