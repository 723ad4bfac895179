import RuleLanguage
import RunReport
import Testing

/// Logs of a plugin that works, each unlike the plain happy run in one way.
@Suite struct AnalysisHealthyTests {
  struct Variant: CustomTestStringConvertible, Sendable {
    var name: String
    var log: [String]
    var verdict = RunSummary.Verdict.pass
    /// The counts of used_prefetch, fallback, not_delivered, excused and open.
    var cycles: [Int]
    var testDescription: String { name }
  }

  static func at(_ day: Int, _ clock: String, _ message: String, pid: Int = 201) -> String {
    "2025-11-\(day) \(clock).000000+0000 App[\(pid):1] \(message)"
  }

  static let task = "com.timesafari.dailynotification.fetch"

  static func launch(_ day: Int, _ clock: String, pending: Bool, pid: Int = 201) -> [String] {
    [
      at(day, clock, "[DNP-FETCH] Registering BGTaskScheduler task (id=\(task))", pid: pid),
      at(day, clock, "[DNP-PLUGIN] Startup complete (hasPendingSchedules=\(pending))", pid: pid),
    ]
  }

  static func schedule(
    _ day: Int, _ clock: String, for due: String, begin: String, id: String, pid: Int = 201
  ) -> [String] {
    [
      "[DNP-FETCH] Scheduling prefetch for notification at \(due)",
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=\(begin))",
      "[DNP-SCHEDULER] Scheduling notification for \(due)",
      "[DNP-STORAGE] Persisted schedule to DB (id=\(id), type=DAILY)",
    ].map { at(day, clock, $0, pid: pid) }
  }

  static func execution(
    _ day: Int, _ clock: String, for due: String, id: String, pid: Int = 201,
    during: [String] = []
  ) -> [String] {
    let head = [
      "[DNP-FETCH] BGTask handler invoked (id=\(task))",
      "[DNP-FETCH] Resolved next notification needing content (time=\(due), scheduleId=\(id))",
    ]
    let rest = [
      "[DNP-FETCH] Starting fetch from https://api.example.com/api/notifications (notificationTime=\(due), jwtPresent=true)",
      "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)",
      "[DNP-FETCH] Cached content for scheduleId=\(id)",
      "[DNP-FETCH] Task completed (success=true)",
    ]
    return (head + during + rest).map { at(day, clock, $0, pid: pid) }
  }

  static func delivery(
    _ day: Int, _ clock: String, for due: String, id: String, pid: Int = 201
  ) -> [String] {
    [
      "[DNP-SCHEDULER] Preparing content for notification at \(due)",
      "[DNP-FETCH] Found cached content (age=300s, source=prefetch)",
      "[DNP-SCHEDULER] Notification built (title=Your daily update, body=Here is today's summary, id=\(id))",
      "[DNP-SCHEDULER] Notification delivered (id=\(id), title=Your daily update)",
      "[DNP-PLUGIN] Prefetch cycle complete (id=\(id), fetched=true, usedCached=true)",
    ].map { at(day, clock, $0, pid: pid) }
  }

  static let due = "2025-11-14T05:53:00Z"
  static let begin = "2025-11-14T05:48:00Z"
  static let next = "2025-11-15T05:53:00Z"
  static let nextBegin = "2025-11-15T05:48:00Z"

  static func day(_ day: Int, id: String, pid: Int = 201) -> [String] {
    let due = "2025-11-\(day)T05:53:00Z"
    return schedule(day, "05:00:00", for: due, begin: "2025-11-\(day)T05:48:00Z", id: id, pid: pid)
      + execution(day, "05:48:10", for: due, id: id, pid: pid)
      + delivery(day, "05:53:01", for: due, id: id, pid: pid)
  }

  static let happy = launch(14, "04:59:00", pending: false) + day(14, id: "s1")

  static func untimed(_ lines: [String]) -> [String] {
    lines.map { String($0.drop { $0 != "]" }.dropFirst(2)) }
  }

  static let variants: [Variant] = [
    Variant(name: "the happy run", log: happy, cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the log checklist alone",
      log: [
        "[DNP-FETCH] Registering BGTaskScheduler task (id=\(task))",
        "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)",
        "[DNP-FETCH] Scheduling prefetch for notification at \(due)",
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=\(begin))",
        "[DNP-SCHEDULER] Scheduling notification for \(due)",
        "[DNP-STORAGE] Persisted schedule to DB (id=..., type=DAILY, ...)",
        "[DNP-FETCH] BGTask handler invoked (id=\(task))",
        "[DNP-FETCH] Resolved next notification needing content (time=..., scheduleId=...)",
        "[DNP-FETCH] Starting fetch from <URL> (notificationTime=..., jwtPresent=true)",
        "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)",
        "[DNP-FETCH] Cached content for scheduleId=...",
        "[DNP-FETCH] Task completed (success=true)",
        "[DNP-SCHEDULER] Preparing content for notification at \(due)",
        "[DNP-FETCH] Found cached content (age=300s, source=prefetch)",
        "[DNP-SCHEDULER] Notification built (title=..., body=..., id=...)",
        "[DNP-SCHEDULER] Notification scheduled/delivered",
      ], cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the simulator plan alone",
      log: [
        "[DNP-FETCH] Registering BGTaskScheduler task (id=\(task))",
        "[DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=\(begin))",
        "[DNP-FETCH] Prefetch scheduled 5 minutes before notification (notificationTime=\(due))",
        "[DNP-SCHEDULER] Scheduling notification for \(due)",
        "[DNP-FETCH] BGTask handler invoked (task.identifier=\(task))",
        "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)",
        "[DNP-FETCH] API call: GET /api/notifications (JWT present, ETag=\"a\")",
        "[DNP-FETCH] Fetch success: status=200, bytes=1234, ttl=86400",
        "[DNP-FETCH] Cached content for scheduleId=s1",
        "[DNP-FETCH] Task completed (success=true)",
        "[DNP-FETCH] Using cached content for notification at \(due)",
        "[DNP-SCHEDULER] Notification delivered (id=n1, title=Your daily update)",
      ], verdict: .inconclusive, cycles: [1, 0, 0, 0, 0]),
    Variant(name: "no times", log: untimed(happy), cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the head is cut inside the schedule", log: Array(happy.dropFirst(4)),
      cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the head is cut inside the execution", log: Array(happy.dropFirst(9)),
      cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the head is cut inside the delivery",
      log: Array(happy.dropFirst(13)) + day(15, id: "s2"),
      cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "STORAGE lines filtered out", log: happy.filter { !$0.contains("STORAGE") },
      cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "JSON alone",
      log: [
        #"{"event":"prefetch_success","id":"notif-123","ttl":86400,"fetchDurationMs":1200,"scheduledFor":"2025-11-15T05:53:00Z","timestamp":"2025-11-15T05:48:32Z"}"#,
        #"{"event":"prefetch_cycle_complete","id":"notif-123","fetched":true,"usedCached":true,"timestamp":"2025-11-15T05:53:00Z"}"#,
      ], cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "text with its JSON twins",
      log: happy.flatMap { line in
        line.contains("Fetch success")
          ? [
            line,
            #"{"event":"prefetch_success","id":"s1","ttl":86400,"fetchDurationMs":100,"scheduledFor":"2025-11-14T05:53:00Z","timestamp":"2025-11-14T05:48:10Z"}"#,
          ]
          : line.contains("cycle complete")
            ? [
              #"{"event":"prefetch_cycle_complete","id":"s1","fetched":true,"usedCached":true,"timestamp":"2025-11-14T05:53:01Z"}"#,
              line,
            ] : [line]
      }, cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "two schedules, one within the other",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
        + schedule(
          14, "05:00:10", for: "2025-11-14T05:58:00Z", begin: "2025-11-14T05:53:00Z", id: "s2")
        + execution(14, "05:48:10", for: due, id: "s1")
        + execution(14, "05:53:00", for: "2025-11-14T05:58:00Z", id: "s2")
        + delivery(14, "05:53:01", for: due, id: "s1")
        + delivery(14, "05:58:01", for: "2025-11-14T05:58:00Z", id: "s2"),
      cycles: [2, 0, 0, 0, 0]),
    Variant(
      name: "a delivery while the next prefetch runs",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
        + schedule(
          14, "05:00:10", for: "2025-11-14T05:58:00Z", begin: "2025-11-14T05:53:00Z", id: "s2")
        + execution(14, "05:48:10", for: due, id: "s1")
        + Array(execution(14, "05:53:00", for: "2025-11-14T05:58:00Z", id: "s2").prefix(3))
        + delivery(14, "05:53:01", for: due, id: "s1")
        + Array(execution(14, "05:53:02", for: "2025-11-14T05:58:00Z", id: "s2").dropFirst(3))
        + delivery(14, "05:58:01", for: "2025-11-14T05:58:00Z", id: "s2"),
      cycles: [2, 0, 0, 0, 0]),
    Variant(
      name: "several days in one process",
      log: launch(14, "04:59:00", pending: false) + (14...18).flatMap { day($0, id: "s\($0)") },
      cycles: [5, 0, 0, 0, 0]),
    Variant(
      name: "several days with one id for all",
      log: launch(14, "04:59:00", pending: false) + (14...18).flatMap { day($0, id: "daily") },
      cycles: [5, 0, 0, 0, 0]),
    Variant(
      name: "several days without times",
      log: untimed(
        launch(14, "04:59:00", pending: false) + (14...18).flatMap { day($0, id: "daily") }),
      cycles: [5, 0, 0, 0, 0]),
    Variant(
      name: "the lead is capped",
      log: launch(14, "05:49:00", pending: false)
        + [
          at(14, "05:50:00", "[DNP-FETCH] Scheduling prefetch for notification at \(due)"),
          at(14, "05:50:00", "[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)"),
          at(
            14, "05:50:00",
            "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:51:00Z)"),
          at(14, "05:50:00", "[DNP-SCHEDULER] Scheduling notification for \(due)"),
          at(14, "05:50:00", "[DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)"),
        ] + execution(14, "05:51:20", for: due, id: "s1")
        + delivery(14, "05:53:00", for: due, id: "s1"),
      cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the network fails and delivery falls back",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
        + [
          at(14, "05:48:10", "[DNP-FETCH] BGTask handler invoked (id=\(task))"),
          at(14, "05:48:10", "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)"),
          at(
            14, "05:48:12",
            "[DNP-FETCH] Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)"),
          at(
            14, "05:48:12",
            "[DNP-FETCH] No cached content available, falling back to on-demand fetch"),
          at(14, "05:48:12", "[DNP-FETCH] Task completed (success=false, reason=NETWORK)"),
          at(14, "05:53:00", "[DNP-SCHEDULER] Preparing content for notification at \(due)"),
          at(14, "05:53:00", "[DNP-FETCH] No cached content, falling back to on-demand fetch"),
          at(14, "05:53:00", "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)"),
          at(14, "05:53:01", "[DNP-FETCH] Fetch success: status=200, items=1, ttl=86400"),
          at(14, "05:53:02", "[DNP-SCHEDULER] Notification built (title=a, body=b, id=n1)"),
          at(14, "05:53:02", "[DNP-SCHEDULER] Notification delivered (id=n1, title=a)"),
          at(
            14, "05:53:02",
            "[DNP-PLUGIN] Prefetch cycle complete (id=n1, fetched=false, usedCached=false)"),
        ], cycles: [0, 1, 0, 0, 0]),
    Variant(
      name: "the simulator refuses the task and a launch is simulated",
      log: happy.map {
        $0.replacing(
          "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=\(begin))",
          with: "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)")
      }, cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the task itself starts a new process",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
        + launch(14, "05:48:09", pending: true, pid: 305)
        + execution(14, "05:48:10", for: due, id: "s1", pid: 305)
        + delivery(14, "05:53:01", for: due, id: "s1", pid: 305), cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the task itself starts a new process, without times",
      log: untimed(
        launch(14, "04:59:00", pending: false)
          + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
          + launch(14, "05:48:09", pending: true)
          + execution(14, "05:48:10", for: due, id: "s1")
          + delivery(14, "05:53:01", for: due, id: "s1")), cycles: [1, 0, 0, 0, 0]),
    Variant(
      name: "the next day is scheduled at the end",
      log: happy + schedule(14, "05:53:05", for: next, begin: nextBegin, id: "s2"),
      cycles: [1, 0, 0, 0, 1]),
    Variant(
      name: "the next day is scheduled at the end, without times",
      log: untimed(happy + schedule(14, "05:53:05", for: next, begin: nextBegin, id: "s2")),
      cycles: [1, 0, 0, 0, 1]),
    Variant(
      name: "the handler submits the next day under the same id",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "daily")
        + execution(
          14, "05:48:10", for: due, id: "daily",
          during: [
            "[DNP-FETCH] Scheduling prefetch for notification at \(next)",
            "[DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=\(nextBegin))",
            "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=\(nextBegin))",
            "[DNP-SCHEDULER] Scheduling notification for \(next)",
            "[DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY)",
          ]) + delivery(14, "05:53:01", for: due, id: "daily"), cycles: [1, 0, 0, 0, 1]),
    Variant(
      name: "the handler submits the next task only",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
        + execution(
          14, "05:48:10", for: due, id: "s1",
          during: [
            "[DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=\(nextBegin))",
            "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=\(nextBegin))",
          ]) + delivery(14, "05:53:01", for: due, id: "s1"), cycles: [1, 0, 0, 0, 1]),
    Variant(
      name: "the app is ended by its user and the notification falls back",
      log: launch(14, "04:59:00", pending: false)
        + schedule(14, "05:00:00", for: due, begin: begin, id: "s1")
        + [
          at(14, "05:10:00", "[DNP-TEST] App state (state=terminated, by=user)"),
          at(14, "05:53:00", "[DNP-SCHEDULER] Preparing content for notification at \(due)"),
          at(14, "05:53:00", "[DNP-FETCH] No cached content, falling back to on-demand fetch"),
          at(14, "05:53:00", "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)"),
          at(14, "05:53:01", "[DNP-FETCH] Fetch success: status=200, items=1, ttl=86400"),
          at(14, "05:53:02", "[DNP-SCHEDULER] Notification built (title=a, body=b, id=n1)"),
          at(14, "05:53:02", "[DNP-SCHEDULER] Notification delivered (id=n1, title=a)"),
        ] + launch(14, "07:00:00", pending: true, pid: 305), cycles: [0, 1, 0, 0, 0]),
  ]

  /// Returns the lines with the age of the content as it is: from its fetch to its delivery.
  static func aged(_ log: [String]) -> [String] {
    var fetched: [String: Int] = [:]
    var starting = ""
    var preparing = ""
    return log.map { line in
      guard let match = line.prefixMatch(of: /2025-11-(\d\d) (\d\d):(\d\d):(\d\d)/),
        let day = Int(match.1), let hour = Int(match.2), let minute = Int(match.3),
        let second = Int(match.4)
      else { return line }
      let time = ((day * 24 + hour) * 60 + minute) * 60 + second
      if let due = line.firstMatch(of: /notificationTime=([^,)]*)/) { starting = String(due.1) }
      if let due = line.firstMatch(of: /notification at (\S*)/) { preparing = String(due.1) }
      if line.contains("Fetch success") { fetched[starting] = time }
      guard let start = fetched[preparing] ?? fetched[""] else { return line }
      return line.replacing("age=300s", with: "age=\(time - start)s")
    }
  }

  @Test(arguments: variants) func `healthy log is no fault`(variant: Variant) throws {
    let summary = try Judge.summary(Self.aged(variant.log).map { $0 + "\n" }.joined())
    // A line that the plan alone does not have is a warning.
    let violated = summary.findings.filter {
      $0.outcome == .violated && $0.rule != "prefetch-mvp/expected-lines"
    }.map { "\($0.rule): \($0.message)" }
    #expect(violated == [])
    #expect(Judgement(summary).cycles == variant.cycles)
    #expect(summary.verdict == variant.verdict, "\(summary.reasons) \(Judgement(summary))")
  }

  // A log that could be any of these, but for a fault, must still be told.
  @Test func `variants with a fault are told`() throws {
    // Of a window that begins before the log no line names the cycle.
    for variant in Self.variants
    where variant.log.contains(where: { $0.contains("BGTask handler invoked") }) {
      let broken = variant.log.flatMap { line in
        line.contains("Task completed")
          ? [line.replacing("Task completed (success=true)", with: "Cached content MD5: ab")]
          : line.contains("Notification built")
            ? [
              line,
              line.replacing(
                /\[DNP-SCHEDULER\].*/, with: "[DNP-FETCH] Using cached content MD5: cd"),
            ]
            : [line]
      }
      guard broken.contains(where: { $0.contains("Cached content MD5") }) else { continue }
      let summary = try Judge.summary(broken.map { $0 + "\n" }.joined())
      #expect(summary.verdict == .fail, "\(variant.name)")
    }
  }
}
