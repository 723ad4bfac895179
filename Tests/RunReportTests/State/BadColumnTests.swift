import BuiltinRules
import DeviceState
import RuleLanguage
import RunReport
import Testing

@testable import RunAnalysis

/// Each bad column of a row of a database is a finding of its own.
struct BadColumnTests {
  private static let now: Int64 = 1_763_190_000_000

  private static func row(_ event: String, _ members: [(String, StateValue)]) -> StateRow {
    var row = StateRow(event, line: 1)
    for (name, value) in members { row[name] = value }
    return row
  }

  private static let schedule = row(
    "stored_schedule",
    [
      ("id", .text("a")), ("kind", .text("notify")), ("clockTime", .text("07:00")),
      ("enabled", .bool(true)), ("nextRunAt", .int(now + 3_600_000)),
    ])
  private static let notification = row(
    "stored_notification",
    [
      ("id", .text("n")), ("title", .text("t")), ("body", .text("b")),
      ("scheduledTime", .int(now + 3_600_000)), ("priority", .int(0)),
      ("soundEnabled", .bool(true)), ("vibrationEnabled", .bool(false)),
      ("createdAt", .int(now - 7_200_000)), ("updatedAt", .int(now - 3_600_000)),
    ])
  private static let content = row(
    "stored_content", [("id", .text("c")), ("fetchedAt", .int(now)), ("ttl", .int(86_400))])

  private static let columns: [(StateRow, String, StateValue, String)] = [
    (schedule, "id", .null, "schedule-has-an-id"),
    (schedule, "kind", .text("remind"), "schedule-has-a-kind"),
    (schedule, "enabled", .null, "schedule-has-its-switch"),
    (schedule, "nextRunAt", .null, "enabled-schedule-has-a-next-run"),
    (schedule, "clockTime", .null, "schedule-repeats-by-a-rule"),
    (schedule, "lastRunAt", .int(now + 60_000), "last-run-is-past"),
    (notification, "id", .null, "notification-has-an-id"),
    (notification, "title", .text(""), "notification-has-a-title"),
    (notification, "body", .null, "notification-has-a-body"),
    (notification, "scheduledTime", .null, "notification-has-a-time"),
    (notification, "priority", .null, "notification-has-a-priority"),
    (notification, "soundEnabled", .null, "notification-says-whether-it-sounds"),
    (notification, "vibrationEnabled", .int(2), "notification-says-whether-it-vibrates"),
    (
      notification, "createdAt", .int(now - 1_800_000),
      "notification-was-made-before-it-was-changed"
    ),
    (notification, "updatedAt", .int(now + 60_000), "notification-was-changed-before-it-was-read"),
    (content, "fetchedAt", .null, "content-has-its-fetch-time"),
    (content, "ttl", .int(0), "content-has-a-life-time"),
  ]

  /// The rules that find something wrong with the rows of a database.
  private static func rules(of rows: [StateRow]) throws -> [String] {
    var state = DeviceState(.roomDatabase, path: "app.db")
    state.takenAt = .int(now)
    state.platform = "android"
    state.lists = [.schedules, .notifications, .cache]
    state.tables = [StateTable("app.db:rows", rows: rows)]
    var options = RunOptions()
    options.profile = "stored-state"
    options.states = [state]
    let analyser = try LogAnalyser(PreparedBook(try BuiltinRules.book()), options: options)
    return analyser.finish().findings.filter { $0.outcome == .violated }
      .map { String($0.rule.split(separator: "/").last ?? "") }.sorted()
  }

  @Test func `whole rows have nothing wrong`() throws {
    #expect(try Self.rules(of: [Self.schedule, Self.notification, Self.content]) == [])
  }

  @Test func `each column that is bad is found by the rule on it alone`() throws {
    for (row, column, value, rule) in Self.columns {
      var bad = row
      bad[column] = value
      #expect(try Self.rules(of: [bad]) == [rule], "\(row.event).\(column)")
    }
  }

  @Test func `several bad columns of one row are several findings`() throws {
    var bad = Self.notification
    for column in ["title", "body", "priority"] { bad[column] = .null }
    #expect(
      try Self.rules(of: [bad]) == [
        "notification-has-a-body", "notification-has-a-priority", "notification-has-a-title",
      ])
  }
}
