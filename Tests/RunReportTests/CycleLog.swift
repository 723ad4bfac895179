/// The lines of notifications from their scheduling to their end, as a device logs them, for tests
/// that put several together.
struct CycleLog {
  /// 2025-11-14T00:00:00Z
  static let midnight: Int64 = 1_763_078_400_000_000
  static let day: Int64 = 86_400_000_000
  static let minute: Int64 = 60_000_000

  /// The time at which the notification is due.
  var due: Int64
  var id: String
  var pid = 201
  /// From the begin date of the task to its handler, in microseconds.
  var delay: Int64 = 10_000_000
  /// From the notification time to the delivery.
  var drift: Int64 = 4_000_000
  var lead: Int64 = 300_000_000

  init(due: Int64, id: String) {
    self.due = due
    self.id = id
  }

  var begin: Int64 { due - lead }
  var handler: Int64 { begin + delay }

  static func iso(_ time: Int64) -> String {
    LogForm.date(time, "yyyy-MM-dd'T'HH:mm:ss'Z'")
  }

  func line(_ time: Int64, _ tag: String, _ message: String) -> PlainLine {
    PlainLine(time: time, pid: pid, tag: "DNP-" + tag, message: message)
  }

  func launch(at time: Int64, pending: Bool) -> [PlainLine] {
    [
      line(time, "FETCH", "Registering BGTaskScheduler task (id=com.timesafari.fetch)"),
      line(time + 700_000, "PLUGIN", "Startup complete (hasPendingSchedules=\(pending))"),
    ]
  }

  /// Returns the schedule's lines; one task serves all, so its begin date may be an earlier one's.
  func schedule(at time: Int64, begin: Int64? = nil) -> [PlainLine] {
    [
      line(time, "FETCH", "Scheduling prefetch for notification at \(Self.iso(due))"),
      scheduled(at: time + 100_000, begin: begin ?? self.begin),
      line(time + 200_000, "SCHEDULER", "Scheduling notification for \(Self.iso(due))"),
      line(time + 300_000, "STORAGE", "Persisted schedule to DB (id=\(id), type=DAILY)"),
    ]
  }

  func scheduled(at time: Int64, begin: Int64) -> PlainLine {
    line(time, "FETCH", "BGAppRefreshTask scheduled (earliestBeginDate=\(Self.iso(begin)))")
  }

  private func fetchStart(at time: Int64) -> PlainLine {
    let fields = "notificationTime=\(Self.iso(due)), jwtPresent=true"
    return line(time, "FETCH", "Starting fetch from https://a.example (\(fields))")
  }

  /// Returns the handler's lines; `next` is the begin date of the task that it submits.
  func execution(next: Int64? = nil) -> [PlainLine] {
    let resolved = "time=\(Self.iso(due)), scheduleId=\(id)"
    return [line(handler, "FETCH", "BGTask handler invoked (id=com.timesafari.fetch)")]
      + (next.map { [scheduled(at: handler + 50_000, begin: $0)] } ?? [])
      + [
        line(
          handler + 100_000, "FETCH", "Resolved next notification needing content (\(resolved))"),
        fetchStart(at: handler + 200_000),
        line(handler + 1_400_000, "FETCH", "Fetch success (status=200, bytes=1234, ttl=86400)"),
        line(handler + 1_500_000, "FETCH", "Cached content for scheduleId=\(id)"),
        line(handler + 1_600_000, "FETCH", "Task completed (success=true)"),
      ]
  }

  private var fired: Int64 { due + drift }

  private var preparation: PlainLine {
    line(
      fired - 3_000_000, "SCHEDULER", "Preparing content for notification at \(Self.iso(due))")
  }

  private func ending(usedCached: Bool) -> [PlainLine] {
    let used = "fetched=\(usedCached), usedCached=\(usedCached)"
    return [
      line(fired - 500_000, "SCHEDULER", "Notification built (title=a, body=b, id=\(id))"),
      line(fired, "SCHEDULER", "Notification delivered (id=\(id), title=a)"),
      line(fired + 50_000, "PLUGIN", "Prefetch cycle complete (id=\(id), \(used))"),
    ]
  }

  var delivery: [PlainLine] {
    let looked = fired - 2_900_000
    let age = (looked - handler - 1_400_000) / 1_000_000
    return [
      preparation, line(looked, "FETCH", "Found cached content (age=\(age)s, source=prefetch)"),
    ] + ending(usedCached: true)
  }

  /// A delivery without the prefetch.
  var fallback: [PlainLine] {
    [
      preparation,
      line(
        fired - 2_900_000, "FETCH", "No cached content available, falling back to on-demand fetch"),
      fetchStart(at: fired - 2_800_000),
      line(fired - 1_800_000, "FETCH", "Fetch success (status=200, bytes=1234, ttl=86400)"),
    ] + ending(usedCached: false)
  }

  var all: [PlainLine] {
    launch(at: begin - 48 * Self.minute, pending: false)
      + schedule(at: begin - 47 * Self.minute) + execution() + delivery
  }

  static func text(_ lines: [PlainLine], as form: LogForm = .nslog) -> String {
    lines.map { form.line($0) + "\n" }.joined()
  }
}
