/// The habits of a plugin's build in what the seeds leave open: which optional lines it writes.
struct PluginHabits: Sendable {
  /// The scheduler of the next day's notification.
  enum NextDay: Sendable, CaseIterable { case user, inHandler, afterDelivery }
  /// The line, or both, that tells that cached content is taken.
  enum CacheLines: Sendable, CaseIterable { case found, used, both }

  var nextDay = NextDay.user
  var cacheLines = CacheLines.found
  var logsLaunch = false
  var logsEndOfLaunch = false
  var logsStorage = false
  var logsAppState = false
  var logsPlan = false
  var logsResolution = true
  /// Whether `Starting fetch` tells the schedule, and not the address.
  var namesSchedule = false
  var logsRequest = false
  var logsExpirationHandler = false
  var logsPayload = false
  var logsCacheState = false
  var hashesContent = true
  var hashesSchedules = false
  var reportsCounters = false
  /// Whether a notification that is too near gets no prefetch, instead of one a minute from now.
  var disablesShortLeads = false
  /// Whether content of an earlier day is used while it is valid.
  var reusesContent = false

  init() {}

  /// Habits that the seed decides.
  init(random: inout Random) {
    cacheLines = random.pick(CacheLines.allCases) ?? .found
    logsLaunch = random.isOne(in: 2)
    logsEndOfLaunch = random.isOne(in: 4)
    logsStorage = random.isOne(in: 4)
    logsAppState = random.isOne(in: 3)
    logsPlan = random.isOne(in: 3)
    logsResolution = !random.isOne(in: 3)
    namesSchedule = random.isOne(in: 2)
    logsRequest = random.isOne(in: 2)
    logsExpirationHandler = random.isOne(in: 4)
    logsPayload = random.isOne(in: 4)
    logsCacheState = random.isOne(in: 3)
    hashesContent = !random.isOne(in: 4)
    hashesSchedules = random.isOne(in: 2)
    reportsCounters = random.isOne(in: 2)
  }
}
