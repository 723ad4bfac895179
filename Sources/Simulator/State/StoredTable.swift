internal import TextWriting

/// A value of a row in the plugin's stores.
enum StoredValue: Sendable, Equatable {
  case null
  case int(Int64)
  case flag(Bool)
  case text(String)
  case bytes([UInt8])
  /// Microseconds since 1970; Android stores milliseconds.
  case instant(Int64)

  static func instant(_ time: Int64?) -> StoredValue { time.map { .instant($0) } ?? .null }
  static func text(_ text: String?) -> StoredValue { text.map { .text($0) } ?? .null }
}

/// A table of the plugin's database, with its rows.
struct StoredTable: Sendable {
  struct Column: Sendable {
    var name: String
    var type = "INTEGER"
    var isRequired = false
    /// Whether a snapshot tells it too, and not only the database.
    var isTold = true
  }

  /// The name as Room has it.
  let name: String
  /// The key of the list in a snapshot.
  let list: String
  let columns: [Column]
  var rows: [[StoredValue]] = []
  /// Whether the database keeps ids apart and values there.
  var hasConstraints = true

  init(_ name: String, list: String, _ columns: [Column]) {
    self.name = name
    self.list = list
    self.columns = columns
  }
}

extension StoredTable.Column {
  fileprivate static func text(_ name: String, isRequired: Bool = false, isTold: Bool = true)
    -> StoredTable.Column
  {
    StoredTable.Column(name: name, type: "TEXT", isRequired: isRequired, isTold: isTold)
  }

  fileprivate static func number(_ name: String, isRequired: Bool = false, isTold: Bool = true)
    -> StoredTable.Column
  {
    StoredTable.Column(name: name, isRequired: isRequired, isTold: isTold)
  }
}

extension StateSnapshot {
  /// The tables of the plugin's stores, with what is wrong in them.
  var tables: [StoredTable] {
    var tables = [schedulesTable, notificationsTable, contentTable, historyTable].compactMap(\.self)
    for index in tables.indices {
      for fault in faults { tables[index].apply(fault) }
    }
    return tables
  }

  private var schedulesTable: StoredTable? {
    guard let schedules else { return nil }
    var table = StoredTable(
      "schedules", list: "schedules",
      [
        .text("id", isRequired: true), .text("kind", isRequired: true), .text("cron"),
        .text("clockTime"), .number("enabled", isRequired: true), .number("lastRunAt"),
        .number("nextRunAt"), .number("jitterMs", isRequired: true, isTold: false),
        .text("backoffPolicy", isRequired: true, isTold: false),
        .text("stateJson", isTold: false),
      ])
    table.rows = schedules.map { schedule in
      [
        .text(schedule.id), .text(schedule.kind.rawValue), .text(cron(of: schedule)),
        .text(schedule.clockTime), .flag(schedule.isEnabled), .instant(schedule.lastRunAt),
        .instant(schedule.nextRunAt), .int(0), .text("exp"), .null,
      ]
    }
    return table
  }

  /// The run of a schedule as a cron expression: each day, or on one day.
  private func cron(of schedule: Schedule) -> String {
    let wall = WallClock(schedule.nextRunAt + zone.offset(at: schedule.nextRunAt))
    let day = schedule.clockTime == nil ? "\(wall.day) \(wall.month)" : "* *"
    return "\(wall.minute) \(wall.hour) \(day) *"
  }

  private var notificationsTable: StoredTable? {
    guard let notifications else { return nil }
    var table = StoredTable(
      "notification_content", list: "notifications",
      [
        .text("id", isRequired: true), .text("title"), .text("body"),
        .number("scheduledTime", isRequired: true), .text("deliveryStatus"),
        .number("priority", isRequired: true), .number("soundEnabled", isRequired: true),
        .number("vibrationEnabled", isRequired: true), .number("createdAt", isRequired: true),
        .number("updatedAt", isRequired: true), .number("lastDeliveryAttempt"),
      ])
    table.rows = notifications.map { row in
      [
        .text(row.id), .text("Daily update"), .text("Three offers are new"),
        .instant(row.scheduledTime), .text(row.status.rawValue), .int(0), .flag(true),
        .flag(false), .instant(row.createdAt), .instant(row.updatedAt),
        .instant(row.lastDeliveryAttempt),
      ]
    }
    return table
  }

  private var contentTable: StoredTable? {
    guard let cache else { return nil }
    var table = StoredTable(
      "content_cache", list: "cache",
      [
        .text("id", isRequired: true), .number("fetchedAt", isRequired: true),
        .number("ttlSeconds", isRequired: true),
        StoredTable.Column(name: "payload", type: "BLOB", isRequired: true, isTold: false),
        .text("meta", isTold: false),
      ])
    table.rows = cache.map { content in
      [
        .text("content-" + content.scheduleId), .instant(content.fetchedAt),
        .int(content.ttl / .second), .bytes(Array(content.payload.utf8)), .null,
      ]
    }
    return table
  }

  /// What the database itself keeps of the runs.
  private var historyTable: StoredTable? {
    guard platform == .android, let notifications else { return nil }
    var table = StoredTable(
      "history", list: "history",
      [
        .text("id", isRequired: true), .text("refId", isRequired: true),
        .text("kind", isRequired: true), .number("occurredAt", isRequired: true),
        .number("durationMs"), .text("outcome", isRequired: true),
        .text("diagJson", isTold: false),
      ])
    table.rows = notifications.filter { $0.status != .pending }.map { row in
      [
        .text("history-" + row.id), .text(row.id), .text("notify"), .instant(row.updatedAt),
        .null, .text(row.status == .delivered ? "success" : "missed"), .null,
      ]
    }
    return table
  }
}
