internal import TextWriting

/// What an app or a test harness sees of a device's stores, the system's lists, and its alarms.
///
/// A list that is nothing was not looked at; one that is empty holds nothing.
package struct StateSnapshot: Sendable, Equatable {
  /// A row of the table of schedules.
  package struct Schedule: Sendable, Equatable {
    package enum Kind: String, Sendable { case fetch, notify }
    package var id: String
    package var kind: Kind
    /// The time of day of a repeating schedule; nothing for one that runs once.
    package var clockTime: String?
    package var isEnabled = true
    package var nextRunAt: Int64
  }

  /// A row of the table of notifications.
  package struct StoredNotification: Sendable, Equatable {
    package enum Status: String, Sendable { case pending, delivered, missed }
    package var id: String
    package var scheduledTime: Int64
    package var status = Status.pending
    package var repeats = false
  }

  /// A notification that the system will show.
  package struct Pending: Sendable, Equatable {
    package var id: String
    package var nextTriggerAt: Int64
    package var repeats: Bool
  }

  /// A notification that the system has shown and the user has not cleared.
  package struct Delivered: Sendable, Equatable {
    package var id: String
    package var deliveredAt: Int64
  }

  /// An alarm that the system holds.
  package struct Alarm: Sendable, Equatable {
    package var scheduleId: String
    package var triggerAt: Int64
  }

  /// The note that a message was shown.
  package struct Receipt: Sendable, Equatable {
    package var messageId: String
    package var storedAt: Int64
  }

  /// Fetched content in the store.
  package struct Cached: Sendable, Equatable {
    package var scheduleId: String
    package var payload: String
    package var fetchedAt: Int64
    /// Microseconds for which it is valid.
    package var ttl: Int64
  }

  /// By the device's clock, as all times here: microseconds since 1970.
  package var now: Int64
  package var platform: Scenario.Platform
  package var schedules: [Schedule]?
  package var notifications: [StoredNotification]?
  package var pending: [Pending]?
  package var delivered: [Delivered]?
  package var alarms: [Alarm]?
  package var receipts: [Receipt]?
  package var cache: [Cached]?

  package init(now: Int64, platform: Scenario.Platform) {
    self.now = now
    self.platform = platform
  }
}

extension StateSnapshot {
  /// The document that `--state` takes; times are milliseconds since 1970.
  package func json() -> [UInt8] {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("now", now / .millisecond)
      writer.member("platform", platform.rawValue)
      if let schedules {
        writer.array("schedules", of: schedules) { $0.object(inline: true, $1.members) }
      }
      if let notifications {
        writer.array("notifications", of: notifications) { $0.object(inline: true, $1.members) }
      }
      if let pending {
        writer.array("pending", of: pending) { $0.object(inline: true, $1.members) }
      }
      if let delivered {
        writer.array("delivered", of: delivered) { $0.object(inline: true, $1.members) }
      }
      if let alarms {
        writer.array("alarms", of: alarms) { $0.object(inline: true, $1.members) }
      }
      if let receipts {
        writer.array("receipts", of: receipts) { $0.object(inline: true, $1.members) }
      }
      if let cache {
        writer.array("cache", of: cache) { $0.object(inline: true, $1.members) }
      }
    }
    return writer.bytes
  }
}

extension StateSnapshot.Schedule {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("kind", kind.rawValue)
    writer.member("cron", nil as String?)
    writer.member("clockTime", clockTime)
    writer.member("enabled", isEnabled ? 1 : 0)
    writer.member("nextRunAt", nextRunAt / .millisecond)
  }
}

extension StateSnapshot.StoredNotification {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("title", "Your daily update")
    writer.member("body", "It is time")
    writer.member("scheduled_time", scheduledTime / .millisecond)
    writer.member("delivery_status", status.rawValue)
    writer.member("priority", 0)
  }
}

extension StateSnapshot.Pending {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("nextTriggerAt", nextTriggerAt / .millisecond)
    writer.member("triggerType", "calendar")
    writer.member("repeats", repeats)
  }
}

extension StateSnapshot.Delivered {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("deliveredAt", deliveredAt / .millisecond)
  }
}

extension StateSnapshot.Alarm {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("scheduleId", scheduleId)
    writer.member("tag", "*walarm*:com.timesafari.dailynotification.NOTIFICATION")
    writer.member("triggerAt", triggerAt / .millisecond)
  }
}

extension StateSnapshot.Receipt {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("messageId", messageId)
    writer.member("storedAt", storedAt / .millisecond)
  }
}

extension StateSnapshot.Cached {
  fileprivate func members(_ writer: inout JSONWriter) {
    writer.member("scheduleId", scheduleId)
    writer.member("payload", payload)
    writer.member("fetchedAt", fetchedAt / .millisecond)
    writer.member("ttl", ttl / .second)
  }
}
