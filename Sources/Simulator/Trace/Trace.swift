/// The records that a device logged, and the truth about them.
package struct Trace: Sendable {
  /// The records that were not taken yet.
  package var records: [TraceRecord] = []
  package var cycles: [TruthCycle] = []
  package var entries: [TruthEntry] = []
  /// The device's stores and lists at the log's end, where the scenario is about them.
  package var snapshot: StateSnapshot?
  package var counters = TruthCounters()
  /// The number of records that were taken.
  package private(set) var taken = 0

  package init() {}

  /// The index of the record that comes next, counted from the first of all.
  var nextRecord: Int { taken + records.count }

  /// Hands over the records so far, which are then gone from here.
  mutating func takeRecords() -> [TraceRecord] {
    let all = records
    records = []
    taken += all.count
    return all
  }
}

/// The truth about one notification.
package struct TruthCycle: Sendable, Equatable {
  /// The outcome in the words of the run summary.
  package enum Outcome: String, Sendable {
    case usedPrefetch = "used_prefetch"
    case fallback
    case notDelivered = "not_delivered"
    case excused
    case open
  }

  package var scheduleId: String
  /// Microseconds since 1970.
  package var notificationTime: Int64
  package var outcome = Outcome.open

  package init(scheduleId: String, notificationTime: Int64) {
    self.scheduleId = scheduleId
    self.notificationTime = notificationTime
  }
}

/// A place where something was put into a log on purpose.
package struct TruthEntry: Sendable, Equatable {
  package var injected: Injected
  /// The first record that shows it, counted from 0; equal to the count when nothing followed.
  package var record: Int
  /// The index of the cycle that it concerns.
  package var cycle: Int?

  package init(_ injected: Injected, record: Int, cycle: Int? = nil) {
    self.injected = injected
    self.record = record
    self.cycle = cycle
  }
}
