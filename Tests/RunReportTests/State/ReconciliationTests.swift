import BuiltinRules
import DeviceState
import RunReport
import TextWriting
import Testing

@testable import RunAnalysis

/// What comparing lists comes to, item by item; each state is written as a snapshot writes it.
struct ReconciliationTests {
  /// 2025-11-15T05:53:00Z
  private static let now: Int64 = 1_763_185_980_000
  private static let hour: Int64 = 3_600_000
  private static let minute: Int64 = 60_000

  private static func row(_ event: String, _ members: [(String, StateValue)]) -> StateRow {
    var row = StateRow(event, line: 1)
    for (name, value) in members { row[name] = value }
    return row
  }

  private static func schedule(
    _ id: String, at due: Int64?, enabled: Bool = true, kind: String = "notify"
  ) -> StateRow {
    row(
      "stored_schedule",
      [
        ("id", .text(id)), ("kind", .text(kind)), ("enabled", .bool(enabled)),
        ("nextRunAt", due.map { .int(now + $0) } ?? .null),
      ])
  }

  private static func notification(_ id: String, at due: Int64, _ status: String?) -> StateRow {
    row(
      "stored_notification",
      [
        ("id", .text(id)), ("scheduledTime", .int(now + due)),
        ("deliveryStatus", status.map { .text($0) } ?? .null),
      ])
  }

  private static func alarm(at time: Int64, for id: String? = nil) -> StateRow {
    row(
      "set_alarm",
      [("triggerAt", .int(now + time))] + (id.map { [("scheduleId", .text($0))] } ?? []))
  }

  private static func request(_ id: String, at time: Int64) -> StateRow {
    row("pending_notification", [("id", .text(id)), ("nextTriggerAt", .int(now + time))])
  }

  private static func shown(_ id: String, at time: Int64) -> StateRow {
    row("delivered_notification", [("id", .text(id)), ("deliveredAt", .int(now + time))])
  }

  /// The items of a state, as `schedule a lost`.
  private static func items(
    _ rows: [StateRow], lists: Set<DeviceState.List>, platform: String? = "android",
    at moment: Int64? = now
  ) throws -> [String] {
    var state = DeviceState(.snapshot, path: "state.json")
    state.platform = platform
    state.takenAt = moment.map(StateValue.int)
    state.lists = lists
    state.tables = [StateTable("state.json:rows", rows: rows)]
    var options = RunOptions()
    options.profile = "stored-state"
    options.states = [state]
    let analyser = try LogAnalyser(PreparedBook(try BuiltinRules.book()), options: options)
    return analyser.finish().items.map {
      [$0.kind.rawValue, $0.id ?? "-", $0.condition.rawValue].joined(separator: " ")
    }.sorted()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rows: [StateRow]
    var lists: Set<DeviceState.List> = [.schedules, .alarms]
    var platform: String? = "android"
    var expected: [String]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "set once", rows: [schedule("a", at: hour), alarm(at: hour)],
      expected: ["schedule a scheduled"]),
    Case(
      testDescription: "set in whole seconds",
      rows: [schedule("a", at: hour + 489), alarm(at: hour)], expected: ["schedule a scheduled"]),
    Case(
      testDescription: "two minutes off are another time",
      rows: [schedule("a", at: hour), alarm(at: hour + 2 * minute)],
      expected: ["alarm - orphaned", "schedule a lost"]),
    Case(
      testDescription: "none at all is no single loss",
      rows: [schedule("a", at: hour), schedule("b", at: 2 * hour)],
      expected: ["schedule a cancelled", "schedule b cancelled"]),
    Case(
      testDescription: "gone since the user stopped the app",
      rows: [row("app_condition", [("isStopped", .bool(true))]), schedule("a", at: hour)],
      expected: ["schedule a stopped"]),
    Case(
      testDescription: "set twice",
      rows: [schedule("a", at: hour), alarm(at: hour), alarm(at: hour + 900)],
      expected: ["schedule a duplicated"]),
    Case(
      testDescription: "two schedules of one time have an alarm each",
      rows: [
        schedule("a", at: hour), schedule("b", at: hour), alarm(at: hour), alarm(at: hour),
      ], expected: ["schedule a scheduled", "schedule b scheduled"]),
    Case(
      testDescription: "one alarm is not for two schedules",
      rows: [schedule("a", at: hour), schedule("b", at: hour), alarm(at: hour)],
      expected: ["schedule a scheduled", "schedule b lost"]),
    Case(
      testDescription: "an id goes before a time",
      rows: [schedule("a", at: hour), schedule("b", at: hour), alarm(at: hour, for: "b")],
      expected: ["schedule a lost", "schedule b scheduled"]),
    Case(
      testDescription: "switched off, and not set",
      rows: [schedule("a", at: hour, enabled: false)], expected: ["schedule a disabled"]),
    Case(
      testDescription: "switched off, and set",
      rows: [schedule("a", at: hour, enabled: false), alarm(at: hour)],
      expected: ["alarm - orphaned", "schedule a disabled"]),
    Case(
      testDescription: "due in the past", rows: [schedule("a", at: -hour)],
      expected: ["schedule a overdue"]),
    Case(
      testDescription: "due just now is neither past nor future", rows: [schedule("a", at: 900)],
      expected: ["schedule a unknown"]),
    Case(
      testDescription: "enabled without a next run", rows: [schedule("a", at: nil)],
      expected: ["schedule a unknown"]),
    Case(
      testDescription: "a fetch needs no alarm", rows: [schedule("a", at: hour, kind: "fetch")],
      expected: ["schedule a task"]),
    Case(
      testDescription: "a notification of a schedule shares its alarm",
      rows: [schedule("a", at: hour), notification("n", at: hour, "pending"), alarm(at: hour)],
      lists: [.schedules, .notifications, .alarms],
      expected: ["notification n scheduled", "schedule a scheduled"]),
    Case(
      testDescription: "an alarm of a notification alone",
      rows: [notification("n", at: hour, nil), alarm(at: hour)],
      lists: [.schedules, .notifications, .alarms], expected: ["notification n scheduled"]),
    Case(
      testDescription: "missed, delivered and known as missed",
      rows: [
        notification("a", at: -hour, "pending"), notification("b", at: -hour, "delivered"),
        notification("c", at: -hour, "missed"), notification("d", at: -hour, nil),
      ], lists: [.notifications],
      expected: [
        "notification a missed", "notification b delivered", "notification c recorded",
        "notification d missed",
      ]),
    Case(
      testDescription: "three lists of iOS",
      rows: [
        notification("a", at: -hour, "pending"), notification("b", at: -hour, "pending"),
        notification("c", at: hour, "pending"), notification("d", at: hour, "pending"),
        shown("b", at: -hour + 2_000), request("c", at: hour), request("z", at: 3 * hour),
      ], lists: [.notifications, .pending, .delivered], platform: "ios",
      expected: [
        "notification a missed", "notification b delivered", "notification c scheduled",
        "notification d lost", "request z orphaned",
      ]),
    Case(
      testDescription: "no request at all is a loss on iOS, where nothing takes them",
      rows: [notification("a", at: hour, "pending")], lists: [.notifications, .pending],
      platform: "ios", expected: ["notification a lost"]),
  ]

  @Test(arguments: cases) func `lists come to one verdict on each item`(example: Case) throws {
    #expect(
      try Self.items(example.rows, lists: example.lists, platform: example.platform)
        == example.expected)
  }

  @Test func `a list that no source has is unknown`() throws {
    let rows = [Self.schedule("a", at: Self.hour), Self.notification("n", at: Self.hour, nil)]
    #expect(
      try Self.items(rows, lists: [.schedules, .notifications])
        == ["notification n unknown", "schedule a unknown"])
    #expect(
      try Self.items([Self.alarm(at: Self.hour)], lists: [.alarms]) == ["alarm - unknown"])
  }

  @Test func `without a moment nothing is past or future`() throws {
    let rows = [Self.schedule("a", at: Self.hour), Self.alarm(at: Self.hour)]
    #expect(
      try Self.items(rows, lists: [.schedules, .alarms], at: nil) == ["schedule a unknown"])
  }

  @Test func `the order of rows changes nothing`() throws {
    var random = SystemRandomNumberGenerator()
    for example in Self.cases {
      let rows = example.rows.shuffled(using: &random)
      let found = try Self.items(rows, lists: example.lists, platform: example.platform)
      // Of two schedules that share one alarm the first of its rows has it.
      guard example.testDescription != "one alarm is not for two schedules" else { continue }
      #expect(found == example.expected, "\(example.testDescription)")
    }
  }

  @Test func `times at the ends of their range are compared`() throws {
    let far = Self.row(
      "stored_schedule",
      [("id", .text("a")), ("enabled", .bool(true)), ("nextRunAt", .text("9999-12-31T23:59:59Z"))])
    let past = Self.row("set_alarm", [("triggerAt", .text("0001-01-01T00:00:00Z"))])
    #expect(!(try Self.items([far, past], lists: [.schedules, .alarms])).isEmpty)
  }
}
