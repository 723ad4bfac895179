import RuleLanguage
import RunReport
import Testing

/// Of what one fault breaks the first that went wrong heads the report, and the others name it.
@Suite struct HeadlineTests {
  private static func at(_ time: String, _ message: String) -> String {
    "2025-11-14 \(time).000000+0000 App[201:1] \(message)"
  }

  private static let begun = [
    at(
      "04:59:58",
      "[DNP-FETCH] Registering BGTaskScheduler task (id=com.timesafari.dailynotification.fetch)"),
    at("04:59:59", "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)"),
  ]
  private static func scheduling(_ time: String) -> [String] {
    [
      at(time, "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z"),
      at(time, "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)"),
      at(time, "[DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z"),
      at(time, "[DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)"),
    ]
  }
  private static func handler(_ minute: String) -> [String] {
    [
      at(
        minute + ":10",
        "[DNP-FETCH] BGTask handler invoked (id=com.timesafari.dailynotification.fetch)"),
      at(
        minute + ":11",
        "[DNP-FETCH] Resolved next notification needing content "
          + "(time=2025-11-14T05:53:00Z, scheduleId=s1)"),
    ]
  }
  private static func fetch(_ minute: String) -> [String] {
    [
      at(
        minute + ":12",
        "[DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)"),
      at(minute + ":14", "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)"),
      at(minute + ":14", "[DNP-FETCH] Cached content for scheduleId=s1"),
      at(minute + ":15", "[DNP-FETCH] Task completed (success=true)"),
    ]
  }
  private static let built = [
    at("05:53:01", "[DNP-SCHEDULER] Notification built (title=Daily, body=Text, id=n1)"),
    at("05:53:02", "[DNP-SCHEDULER] Notification delivered (id=n1, title=Daily)"),
  ]
  private static let used =
    [
      at("05:53:00", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"),
      at("05:53:00", "[DNP-FETCH] Found cached content (age=286s, source=prefetch)"),
    ] + built + [
      at("05:53:03", "[DNP-PLUGIN] Prefetch cycle complete (id=n1, fetched=true, usedCached=true)")
    ]
  private static let fallback =
    [
      at("05:53:00", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"),
      at(
        "05:53:00", "[DNP-FETCH] No cached content available, falling back to on-demand fetch"),
      at(
        "05:53:00",
        "[DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)"),
      at("05:53:01", "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)"),
    ] + built + [
      at(
        "05:53:03",
        "[DNP-PLUGIN] Prefetch cycle complete (id=n1, fetched=false, usedCached=false)")
    ]
  private static func counters(_ success: Int) -> String {
    at(
      "05:54:00",
      "[DNP-PLUGIN] DNP- dnp_prefetch_scheduled_total 1, dnp_prefetch_executed_total 1, "
        + "dnp_prefetch_success_total \(success), dnp_prefetch_used_for_notification_total 1")
  }

  /// A log, the rules that it breaks, and which of them heads the report.
  private static let cases: [(name: String, log: [String], broken: Set<String>, head: String)] = [
    (
      "an exception on purpose",
      begun + scheduling("05:00:00")
        + [at("05:40:00", "[DNP-TEST] Fault injected (kind=handler_exception)")]
        + handler("05:48") + [at("05:48:15", "[DNP-FETCH] Task completed (success=true)")]
        + fallback,
      ["failure-paths/injected-error-ends-the-task", "hints/handler-starts-fetch"],
      "failure-paths/injected-error-ends-the-task"
    ),
    (
      "a success that is not counted",
      begun + scheduling("05:00:00") + handler("05:48") + fetch("05:48") + used + [counters(0)],
      ["telemetry/success-is-counted", "telemetry/use-does-not-exceed-success"],
      "telemetry/success-is-counted"
    ),
    (
      "a task behind the delivery",
      begun + scheduling("05:00:00") + used + handler("05:54") + fetch("05:54"),
      ["prefetch-cycle/prefetch-before-delivery", "failure-paths/used-content-has-a-source"],
      "prefetch-cycle/prefetch-before-delivery"
    ),
    (
      "two calls for one time",
      begun + [at("04:59:59", "[DNP-TEST] Fault injected (kind=repeat_calls)")]
        + scheduling("05:00:00") + scheduling("05:00:02") + handler("05:48") + fetch("05:48")
        + used,
      ["failure-paths/one-task-for-a-time", "failure-paths/notification-is-scheduled-once"],
      "failure-paths/one-task-for-a-time"
    ),
    (
      "a crash in a fetch",
      begun + scheduling("05:00:00") + handler("05:48") + begunFetch + [
        crash("05:48:20"), relaunch,
      ],
      ["crashes/app-does-not-crash", "hints/fetch-has-outcome"],
      "crashes/app-does-not-crash"
    ),
    (
      "a cursor moved behind a failure, and news of it",
      [
        at("05:00:00", "[DNP-PLUGIN] App launch (start=cold, cause=user)"),
        at(
          "05:00:01",
          "[DNP-FETCH] API call: GET /api/v2/report/offers?recipientDid=did:ethr:0x1&afterId=01K1 (JWT present, attempt=1, requestId=r1)"
        ),
        at("05:00:02", "[DNP-API] Response (requestId=r1, status=500, durationMs=900)"),
        at("05:00:03", "[DNP-API] Cursor (cursor=lastKnownOfferId, from=01K1, to=01K2)"),
        at("05:00:04", "[DNP-API] Activity diff (newItems=1, triggered=true)"),
      ],
      ["api/offers-cursor-waits-for-its-own-answer", "api/news-come-from-a-response"],
      "api/offers-cursor-waits-for-its-own-answer"
    ),
  ]

  private static let begunFetch = [fetch("05:48")[0]]
  private static func crash(_ time: String) -> String {
    at(time, "*** Terminating app due to uncaught exception 'E', reason: 'nil'")
  }
  private static let relaunch = at(
    "07:00:00",
    "[DNP-FETCH] Registering BGTaskScheduler task (id=com.timesafari.dailynotification.fetch)"
  ).replacing("[201:1]", with: "[305:1]")

  /// A fetch may take 30 s. What ends the process behind that has cut nothing off, but a kill shortly behind it
  /// is shown all the same.
  @Test(arguments: [
    ("*** Terminating app due to uncaught exception 'E', reason: 'nil'", "05:48:41", true),
    ("*** Terminating app due to uncaught exception 'E', reason: 'nil'", "05:48:44", false),
    ("kernel: memorystatus: killing_specific_process pid 201 [App]", "05:49:30", true),
    ("kernel: memorystatus: killing_specific_process pid 201 [App]", "05:55:00", false),
  ])
  func `a finding shows the line that ended its process`(
    line: String, time: String, isShown: Bool
  ) throws {
    let log =
      Self.begun + Self.scheduling("05:00:00") + Self.handler("05:48") + Self.begunFetch
      + [Self.at(time, line), Self.relaunch]
    let found = try #require(
      try RecoveryProfileTests.summary("prefetch-mvp", log).findings
        .first { $0.rule == "hints/fetch-has-outcome" })
    #expect(found.outcome == .violated)
    let ends = found.evidence.filter { $0.role == .end }.map(\.event)
    #expect(
      ends == (isShown ? [line.hasPrefix("kernel") ? "process_killed" : "process_crash"] : []))
  }

  @Test(arguments: cases.indices)
  func `one of the findings of a fault heads the others`(index: Int) throws {
    let (name, log, broken, head) = Self.cases[index]
    let profile = head.hasPrefix("api/") ? "api-plan" : "prefetch-mvp"
    let violated = try RecoveryProfileTests.summary(profile, log).findings
      .filter { $0.outcome == .violated && $0.severity == .error }
    #expect(broken.isSubset(of: violated.map(\.rule)), "\(name): \(violated.map(\.rule))")
    #expect(violated.filter { $0.cause == nil }.map(\.rule) == [head], "\(name)")
  }

  @Test func `what is not broken heads nothing`() throws {
    let log =
      Self.begun + Self.scheduling("05:00:00") + Self.handler("05:48") + Self.fetch("05:48")
      + Self.used + [Self.counters(1)]
    let found = try RecoveryProfileTests.summary("prefetch-mvp", log).findings
    #expect(found.filter { $0.outcome == .violated }.map(\.rule) == [])
  }

  /// What a rule calls an event means nothing to who reads a report.
  @Test func `messages name events and no roles`() throws {
    let log = [
      "[DNP-PLUGIN] App launch (start=cold, cause=user, platform=ios)",
      "[DNP-RECOVERY] Recovery begin (trigger=cold)",
      "[DNP-RECOVERY] State compare (stored=3, pending=1, delivered=1)",
      "[DNP-RECOVERY] Rescheduled (kind=notify, scheduleId=a, nextRunAt=2025-11-15T05:53:00Z, "
        + "cause=missed_repeat)",
      "[DNP-RECOVERY] Recovery end (missed=0, rescheduled=1, verified=1, errors=0)",
    ]
    let found = try #require(
      try RecoveryProfileTests.summary("ios-recovery", log).findings
        .first { $0.rule == "recovery-ios/past-notification-is-reported" })
    #expect(
      found.message.hasSuffix(
        ": one alarm_rescheduled counts, no missed_detected counts"), "\(found.message)")
  }
}
