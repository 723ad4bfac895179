import TestSupport
import Testing

/// The causes for which a notification was shown without its prefetch.
struct FallbackTests {
  @Test(arguments: [
    ("timing/lead-disabled.log", "prefetch_disabled", nil),
    ("env/refresh-off.log", "submission_failed", nil),
    ("env/low-power-skipped.log", "task_not_run", nil),
    ("timing/late-after-notification.log", "task_late", nil),
    ("inject/network.log", "fetch_failed", "NETWORK"),
    ("inject/jwt-401.log", "fetch_failed", "AUTH"),
    ("hints/fetch-no-success.log", "fetch_unfinished", nil),
    ("inject/storage-failure.log", "not_stored", nil),
    ("timing/ttl-expired-miss.log", "expired", nil),
    ("hints/prepare-no-cache.log", "not_found", nil),
  ])
  func `the first that went wrong is told`(log: String, cause: String, reason: String?) throws {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.judge([Samples.path(log)], in: directory)
    let cycles = judged.summary?["cycles"].elements ?? []
    let fallen = try #require(cycles.first { $0["outcome"].string == "fallback" })
    #expect(fallen["derived"]["fallbackCause"].string == cause)
    if let reason { #expect(fallen["derived"]["failureReason"].string == reason) }
  }

  private static let scheduled = """
    2025-11-14T05:00:00Z [DNP-FETCH] Registering BGTaskScheduler task (id=t)
    2025-11-14T05:00:01Z [DNP-PLUGIN] Startup complete (hasPendingSchedules=false)
    2025-11-14T05:01:00Z [DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z
    2025-11-14T05:01:00Z [DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)
    2025-11-14T05:01:01Z [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z

    """
  private static let launchedAgain = """
    2025-11-14T05:52:00Z [DNP-FETCH] Registering BGTaskScheduler task (id=t)
    2025-11-14T05:52:01Z [DNP-PLUGIN] Startup complete (hasPendingSchedules=true)

    """
  private static let fellBack = """
    2025-11-14T05:53:00Z [DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z
    2025-11-14T05:53:00Z [DNP-FETCH] No cached content available, falling back to on-demand fetch
    2025-11-14T05:53:02Z [DNP-FETCH] Fetch success (status=200, bytes=10, ttl=86400)
    2025-11-14T05:53:02Z [DNP-SCHEDULER] Notification delivered (id=n1, title=a)

    """

  @Test(arguments: [
    ("2025-11-14T05:10:00Z [DNP-FETCH] Cancelled BGTask (id=t, cause=user)\n", "task_cancelled"),
    (
      "2025-11-14T05:10:00Z [DNP-PLUGIN] App state (state=terminated, by=user)\n" + launchedAgain,
      "task_lost"
    ),
    (
      "2025-11-14T05:49:00Z [DNP-FETCH] BGTask handler invoked (id=t)\n"
        + "2025-11-14T05:49:02Z [DNP-PLUGIN] App state (state=terminated, by=system)\n"
        + launchedAgain, "task_killed"
    ),
  ])
  func `what took the task is told`(between: String, cause: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.scheduled + between + Self.fellBack)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    let causes = judged.summary?["cycles"].elements.map { $0["derived"]["fallbackCause"].string }
    #expect(causes == [cause])
  }

  @Test func `what used the prefetch has none`() throws {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.judge([Samples.path("prefetch/two-days.log")], in: directory)
    for cycle in judged.summary?["cycles"].elements ?? [] {
      #expect(cycle["derived"]["fallbackCause"] == .null)
    }
    #expect(judged.cycles.count == 2)
  }

  @Test func `the report says it beside the cycle`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate", Samples.path("inject/network.log")], in: directory)
    #expect(result.output.contains("on demand; the prefetch failed (NETWORK)\n"))
  }
}
