/// What the plugin remembers, in memory and in its stores.
struct PluginState: Sendable {
  /// Stored content.
  struct Content: Sendable {
    var scheduleId: String
    /// The notification that the server made it for.
    var scheduledFor: Int64
    var title: String
    var body: String
    var hash: String
    var fetchedAt: Int64
    /// Microseconds for which it is valid.
    var ttl: Int64
    var isCorrupt = false
  }

  static let taskId = "com.timesafari.dailynotification.fetch"

  var habits = PluginHabits()
  /// The cycle in hand, as an index of the trace's cycles.
  var currentCycle: Int?
  /// The submitted task's earliest begin.
  var outstandingTask: Int64?
  /// Notifications that are scheduled and have not fired, as indices of the trace's cycles.
  var pending: [Int] = []
  /// Those of them that still wait for their prefetch.
  var waiting: [Int] = []
  /// The cycle that the handler works for.
  var executing: Int?
  /// When the fetch in hand began.
  var fetchStart: Int64 = 0
  /// Cycles whose prefetch brought content, until they are delivered.
  var fetched: [Int] = []
  /// The stored content, the newest last.
  var cache: [Content] = []
  /// Submissions that the system refused since the process started.
  var refusals: Int64 = 0
  /// How far each counter is reported beside what it ought to be.
  var miscounts = Counters()
  /// Counted since the process started.
  var counters = Counters() {
    didSet { total.add(counters, since: oldValue) }
  }
  /// Counted over all processes.
  private(set) var total = Counters()

  typealias Counters = TruthCounters
}
