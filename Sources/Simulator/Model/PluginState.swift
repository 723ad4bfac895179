/// The memory and the stores of the plugin.
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
    /// The microseconds for which it is valid.
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
  /// Notifications among them that still wait for their prefetch.
  var waiting: [Int] = []
  /// The cycle that the handler works for.
  var executing: Int?
  /// The begin of the fetch in hand.
  var fetchStart: Int64 = 0
  /// Cycles whose prefetch brought content, until they are delivered.
  var fetched: [Int] = []
  /// The stored content, the newest last.
  var cache: [Content] = []
  /// Submissions that the system refused since the process started.
  var refusals: Int64 = 0
  /// The difference of each reported counter from the true one.
  var miscounts = Counters()
  /// The counts since the process started.
  var counters = Counters() {
    didSet { total.add(counters, since: oldValue) }
  }
  /// The counts over all processes.
  private(set) var total = Counters()

  typealias Counters = TruthCounters
}
