/// The lists of a snapshot and their members, as `docs/state.schema.json` has them.
struct SnapshotForm: Sendable {
  enum Kind { case text, flag, number, instant, any }

  /// The key of the list.
  var key: String
  var list: DeviceState.List
  /// The event that a row becomes.
  var event: String
  /// The members of a row, in camelCase.
  var members: [String: Kind]

  static let all: [SnapshotForm] = [
    SnapshotForm(
      key: "schedules", list: .schedules, event: "stored_schedule",
      members: [
        "id": .text, "kind": .text, "cron": .text, "clockTime": .text, "enabled": .flag,
        "nextRunAt": .instant, "lastRunAt": .instant,
      ]),
    SnapshotForm(
      key: "notifications", list: .notifications, event: "stored_notification",
      members: [
        "id": .text, "scheduleId": .text, "title": .text, "body": .text,
        "scheduledTime": .instant, "deliveryStatus": .text, "priority": .number,
        "soundEnabled": .flag, "vibrationEnabled": .flag, "createdAt": .instant,
        "updatedAt": .instant, "lastDeliveryAttempt": .instant,
      ]),
    SnapshotForm(
      key: "pending", list: .pending, event: "pending_notification",
      members: [
        "id": .text, "nextTriggerAt": .instant, "triggerType": .text, "repeats": .flag,
      ]),
    SnapshotForm(
      key: "delivered", list: .delivered, event: "delivered_notification",
      members: ["id": .text, "deliveredAt": .instant, "app": .text]),
    SnapshotForm(
      key: "alarms", list: .alarms, event: "set_alarm",
      members: [
        "scheduleId": .text, "tag": .text, "triggerAt": .instant, "window": .number,
        "app": .text, "firesAt": .instant,
      ]),
    SnapshotForm(
      key: "receipts", list: .receipts, event: "stored_receipt",
      members: ["messageId": .text, "storedAt": .instant]),
    SnapshotForm(
      key: "cache", list: .cache, event: "stored_content",
      members: [
        "id": .text, "scheduleId": .text, "payload": .any, "fetchedAt": .instant,
        "ttl": .number,
      ]),
    SnapshotForm(
      key: "history", list: .history, event: "stored_history",
      members: [
        "id": .text, "refId": .text, "kind": .text, "occurredAt": .instant,
        "durationMs": .number, "outcome": .text,
      ]),
  ]

  /// The member that a key means, in whatever case it is written; nil for one that is not known.
  func member(_ key: String) -> (name: String, kind: Kind)? {
    let plain = StoreForm.key(key)
    return members.first { StoreForm.key($0.key) == plain }.map { ($0.key, $0.value) }
  }
}
