/// What the plugin remembers, in memory and in its stores.
struct PluginState: Sendable {
  /// Stored content.
  struct Content: Sendable {
    var scheduleId: String
    var title: String
    var body: String
    var hash: String
    var fetchedAt: Int64
    /// Microseconds for which it is valid.
    var ttl: Int64
    var isCorrupt = false
  }

  static let taskId = "com.timesafari.dailynotification.fetch"

  /// The cycle in hand, as an index of the trace's cycles.
  var currentCycle: Int?
  /// The submitted task's earliest begin.
  var outstandingTask: Int64?
  /// Notifications that are scheduled and have not fired, as indices of the trace's cycles.
  var pending: [Int] = []
  var cache: Content?
  /// Counted since the process started.
  var counters = Counters() {
    didSet { total.add(counters, since: oldValue) }
  }
  /// Counted over all processes.
  private(set) var total = Counters()

  typealias Counters = TruthCounters
}
