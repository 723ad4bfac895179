/// A kind of table that the plugin keeps, and the event that a row of it becomes.
struct StoreForm: Sendable {
  /// A column that the event has a field for.
  struct Column: Sendable {
    enum Kind { case plain, flag, instant }

    /// The field in the catalogue, and the member of the row.
    var field: String
    /// The names that the column may have, the best one first; compared without case and underscores.
    var names: [String]
    var kind: Kind = .plain
    /// Whether the plugin's documents name the column.
    var isExpected = true
  }

  /// The table's name as the plugin's documents write it.
  var table: String
  var event: String
  var list: DeviceState.List
  /// Whether only the plugin for iOS has such a table.
  var isOfIOS = false
  var columns: [Column]

  /// The form that a name is compared in: `clock_time`, `clockTime` and `CLOCKTIME` are one.
  static func key(_ name: String) -> String {
    String(
      decoding: name.utf8.lazy.filter { $0 != UInt8(ascii: "_") }.map {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
      }, as: UTF8.self)
  }

  /// The form of a table of Room or of plain SQLite.
  static func of(_ table: String) -> StoreForm? {
    let key = key(table)
    return all.first { Self.key($0.table) == key }
  }

  /// The form of a table of Core Data, which is named for one thing and not for many.
  static func ofCoreData(_ table: String) -> StoreForm? {
    switch key(table) {
    case "zschedule": schedules
    case "znotificationcontent": notifications
    case "zcontentcache": content
    case "zhistory": history
    default: nil
    }
  }

  static let all = [schedules, notifications, content, history, slotContents, slotDeliveries]

  private static let schedules = StoreForm(
    table: "schedules", event: "stored_schedule", list: .schedules,
    columns: [
      Column(field: "scheduleId", names: ["id", "scheduleId"]),
      Column(field: "scheduleKind", names: ["kind", "scheduleKind"]),
      Column(field: "cron", names: ["cron"]),
      Column(field: "clockTime", names: ["clockTime"]),
      Column(field: "enabled", names: ["enabled"], kind: .flag),
      Column(field: "nextRunAt", names: ["nextRunAt"], kind: .instant),
      Column(field: "lastRunAt", names: ["lastRunAt"], kind: .instant),
    ])

  private static let notifications = StoreForm(
    table: "notification_content", event: "stored_notification", list: .notifications,
    columns: [
      Column(field: "notificationId", names: ["id", "notificationId"]),
      Column(field: "scheduleId", names: ["scheduleId"], isExpected: false),
      Column(field: "title", names: ["title"]),
      Column(field: "body", names: ["body"]),
      Column(field: "scheduledTime", names: ["scheduledTime"], kind: .instant),
      Column(field: "deliveryStatus", names: ["deliveryStatus", "status"]),
      Column(field: "priority", names: ["priority"]),
      Column(field: "soundEnabled", names: ["soundEnabled"], kind: .flag),
      Column(field: "vibrationEnabled", names: ["vibrationEnabled"], kind: .flag),
      Column(field: "createdAt", names: ["createdAt"], kind: .instant),
      Column(field: "updatedAt", names: ["updatedAt"], kind: .instant),
      Column(field: "lastDeliveryAttempt", names: ["lastDeliveryAttempt"], kind: .instant),
    ])

  private static let content = StoreForm(
    table: "content_cache", event: "stored_content", list: .cache,
    columns: [
      Column(field: "contentId", names: ["id", "contentId"]),
      Column(field: "scheduleId", names: ["scheduleId"], isExpected: false),
      Column(field: "fetchedAt", names: ["fetchedAt"], kind: .instant),
      Column(field: "ttl", names: ["ttlSeconds", "ttl"]),
    ])

  private static let history = StoreForm(
    table: "history", event: "stored_history", list: .history,
    columns: [
      Column(field: "historyId", names: ["id", "historyId"]),
      Column(field: "refId", names: ["refId"]),
      Column(field: "historyKind", names: ["kind", "historyKind"]),
      Column(field: "occurredAt", names: ["occurredAt"], kind: .instant),
      Column(field: "durationMs", names: ["durationMs"]),
      Column(field: "result", names: ["outcome", "result"]),
    ])

  // The tables of the app's own design for iOS. A slot is shown again each day, so it is the
  // schedule of a delivery, and names the content that was fetched for it.
  private static let slotContents = StoreForm(
    table: "notif_contents", event: "stored_content", list: .cache, isOfIOS: true,
    columns: [
      Column(field: "contentId", names: ["slot_id"]),
      Column(field: "fetchedAt", names: ["fetched_at"], kind: .instant),
    ])

  private static let slotDeliveries = StoreForm(
    table: "notif_deliveries", event: "stored_notification", list: .notifications, isOfIOS: true,
    columns: [
      Column(field: "notificationId", names: ["id"]),
      Column(field: "scheduleId", names: ["slot_id"]),
      Column(field: "scheduledTime", names: ["fire_at"], kind: .instant),
      Column(field: "deliveryStatus", names: ["status"]),
    ])
}
