/// A device's stores, the system's lists, and its alarms, as an app or a test harness sees them.
///
/// A list that is nil was not looked at; one that is empty holds nothing.
package struct StateSnapshot: Sendable, Equatable {
  /// A row of the table of schedules.
  package struct Schedule: Sendable, Equatable {
    package enum Kind: String, Sendable { case fetch, notify }
    package var id: String
    package var kind: Kind
    /// The time of day of a repeating schedule; nil for one that runs once.
    package var clockTime: String?
    package var isEnabled = true
    package var nextRunAt: Int64
    var lastRunAt: Int64?
  }

  /// A row of the table of notifications.
  package struct StoredNotification: Sendable, Equatable {
    package enum Status: String, Sendable { case pending, delivered, missed }
    package var id: String
    package var scheduledTime: Int64
    package var status = Status.pending
    package var repeats = false
    /// The schedule whose run it is; the row itself does not tell.
    package var scheduleId: String?
    var createdAt: Int64
    var updatedAt: Int64
    var lastDeliveryAttempt: Int64?
  }

  /// A notification that the system will show.
  package struct Pending: Sendable, Equatable {
    package var id: String
    var nextTriggerAt: Int64
    package var repeats: Bool
  }

  /// A notification that the system has shown and the user has not cleared.
  package struct Delivered: Sendable, Equatable {
    package var id: String
    var deliveredAt: Int64
  }

  /// An alarm that the system holds.
  package struct Alarm: Sendable, Equatable {
    package var scheduleId: String
    package var triggerAt: Int64
    /// How long the system will hold it back.
    package var delay: Int64 = 0
  }

  /// The note that a message was shown.
  package struct Receipt: Sendable, Equatable {
    package var messageId: String
    var storedAt: Int64
  }

  /// Fetched content in the store.
  package struct Cached: Sendable, Equatable {
    package var scheduleId: String
    package var payload: String
    package var fetchedAt: Int64
    /// The microseconds for which it is valid.
    package var ttl: Int64
  }

  /// The time by the device's clock, as all times here: microseconds since 1970.
  package var now: Int64
  package var platform: Scenario.Platform
  package var schedules: [Schedule]?
  package var notifications: [StoredNotification]?
  package var pending: [Pending]?
  package var delivered: [Delivered]?
  package var alarms: [Alarm]?
  package var receipts: [Receipt]?
  package var cache: [Cached]?
  /// Whether the user stopped the app in the settings and has not opened it since.
  package var isStopped = false
  /// Whether the system holds alarms of other parts of the app.
  package var hasOtherAlarms = true
  /// What is wrong with the rows of its stores.
  package var faults: [StoredFault] = []
  package var truth = StateTruth()
  /// The wall clock of the device.
  package var zone = DeviceZone.utc

  package init(now: Int64, platform: Scenario.Platform) {
    self.now = now
    self.platform = platform
  }
}
