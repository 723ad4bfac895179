import LogReading
import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// Every log line that the testing guide quotes is the event that the matrix names.
@Suite struct AnalysisSeedLinesTests {
  static let lines: [(String, String)] = [
    // Time and lead rules
    ("[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)", "lead_capped"),
    ("[DNP-SCHEDULER] Timezone changed, but UTC schedule unchanged", "timezone_noted"),
    // Simulator test plan
    (
      "[DNP-FETCH] Registering BGTaskScheduler task (id=com.timesafari.dailynotification.fetch)",
      "bgtask_register"
    ),
    (
      "[DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=2025-11-14T05:48:00Z)",
      "bgtask_submit"
    ),
    (
      "[DNP-FETCH] Prefetch scheduled 5 minutes before notification (notificationTime=2025-11-14T05:53:00Z)",
      "prefetch_planned"
    ),
    (
      "[DNP-FETCH] BGTask handler invoked (task.identifier=com.timesafari.dailynotification.fetch)",
      "bgtask_handler_invoked"
    ),
    ("[DNP-FETCH] BGTask handler invoked (task.identifier=...)", "bgtask_handler_invoked"),
    (
      "[DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=...)",
      "fetch_start"
    ),
    ("[DNP-FETCH] Starting fetch (notificationTime=..., scheduleId=...)", "fetch_start"),
    ("[DNP-FETCH] Fetch success: status=200, items=1, ttl=86400", "fetch_success"),
    ("[DNP-FETCH] Fetch success: status=200, bytes=1234, ttl=86400", "fetch_success"),
    ("[DNP-FETCH] Fetch failed: error=..., willRetry=false", "fetch_failure"),
    ("[DNP-FETCH] Using cached content for notification at 2025-11-14T05:53:00Z", "cache_used"),
    ("[DNP-FETCH] Using cached content for notification at ...", "cache_used"),
    ("[DNP-FETCH] No cached content, falling back to on-demand fetch", "cache_miss"),
    ("[DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z", "notification_scheduling"),
    ("[DNP-FETCH] API call: GET /api/notifications (JWT present, ETag=...)", "http_request"),
    ("[DNP-FETCH] Cached content for scheduleId=...", "content_cached"),
    ("[DNP-FETCH] Task completed (success=true)", "bgtask_completed"),
    ("[DNP-SCHEDULER] Notification delivered (id=..., title=...)", "notification_delivered"),
    ("[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)", "fetch_success"),
    // Negative paths
    ("[DNP-FETCH] Fetch failed: error=NetworkError, willRetry=false", "fetch_failure"),
    ("[DNP-PLUGIN] notifications_denied for scheduleDailyNotification", "permission_denied"),
    (#"{ "error": "notifications_denied" }"#, "plugin_call"),
    ("[DNP-STORAGE] Cache write failed: error=...", "cache_write_failed"),
    ("[DNP-FETCH] Storage unavailable, will fetch on-demand", "storage_unavailable"),
    ("[DNP-FETCH] Fetch failed: error=AuthError, httpStatus=401, willRetry=false", "fetch_failure"),
    (#"[DNP-PLUGIN] dnp_prefetch_failure_total{reason="AUTH"}"#, "telemetry_snapshot"),
    ("[DNP-FETCH] JWT expired, authentication failed", "jwt_expired"),
    ("[DNP-FETCH] Task marked complete (success=false) due to error", "bgtask_completed"),
    // Known OS limitations
    ("Background fetch scheduling failed (expected on simulator)", "bgtask_submit_failed"),
    ("BGTaskSchedulerErrorDomain Code=1", "bgtask_submit_failed"),
    ("BGTaskSchedulerErrorDomain Code=1 (notPermitted)", "bgtask_submit_failed"),
    // Log checklist
    ("[DNP-PLUGIN] Startup complete (hasPendingSchedules=true)", "plugin_startup"),
    ("[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)", "plugin_startup"),
    (
      "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z",
      "prefetch_schedule_begin"
    ),
    (
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)",
      "bgtask_scheduled"
    ),
    ("[DNP-STORAGE] Persisted schedule to DB (id=..., type=DAILY, ...)", "schedule_persisted"),
    (
      "[DNP-FETCH] BGTask handler invoked (id=com.timesafari.dailynotification.fetch)",
      "bgtask_handler_invoked"
    ),
    (
      "[DNP-FETCH] Resolved next notification needing content (time=..., scheduleId=...)",
      "notification_resolved"
    ),
    (
      "[DNP-FETCH] Starting fetch from <URL> (notificationTime=..., jwtPresent=true)",
      "fetch_start"
    ),
    (
      "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z",
      "delivery_prepare"
    ),
    ("[DNP-FETCH] Found cached content (age=300s, source=prefetch)", "cache_hit"),
    ("[DNP-SCHEDULER] Notification built (title=..., body=..., id=...)", "notification_built"),
    ("[DNP-SCHEDULER] Notification scheduled/delivered", "notification_delivered"),
    (
      "[DNP-FETCH] Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)",
      "fetch_failure"
    ),
    ("[DNP-FETCH] No cached content available, falling back to on-demand fetch", "cache_miss"),
    ("[DNP-FETCH] Task completed (success=false, reason=NETWORK)", "bgtask_completed"),
    // Test strategies and integrity
    ("[DNP-FETCH] expirationHandler invoked", "bgtask_expired"),
    ("expirationHandler invoked", "bgtask_expired"),
    (
      "[DNP-PLUGIN] Prefetch cycle complete (id=XYZ, fetched=true, usedCached=true)",
      "cycle_complete"
    ),
    ("[DNP-FETCH] Cached content MD5: abcdef", "content_hash"),
    ("[DNP-FETCH] Using cached content MD5: abcdef", "content_hash"),
    // JSON
    (
      #"{"event":"prefetch_success","scheduleId":"notif-2025-11-15","duration_ms":2432,"ttl":86400,"timestamp":"2025-11-15T05:48:32Z","telemetry":{"dnp_prefetch_scheduled_total":1,"dnp_prefetch_executed_total":1,"dnp_prefetch_success_total":1}}"#,
      "fetch_success telemetry_snapshot"
    ),
    (
      #"{"event":"prefetch_success","id":"notif-123","ttl":86400,"fetchDurationMs":1200,"scheduledFor":"2025-11-15T05:53:00Z","timestamp":"2025-11-15T05:48:32Z"}"#,
      "fetch_success"
    ),
    (
      #"{"event":"prefetch_failure","reason":"NETWORK","scheduledFor":"2025-11-15T05:53:00Z","timestamp":"2025-11-15T05:48:32Z"}"#,
      "fetch_failure"
    ),
    (
      #"{"event":"prefetch_cycle_complete","id":"notif-123","fetched":true,"usedCached":true,"timestamp":"2025-11-15T05:53:00Z"}"#,
      "cycle_complete"
    ),
  ]

  @Test(arguments: lines, ["", "2025-11-14 05:48:00.123456+0000 App[201:4211] "])
  func `quoted line is its event`(line: (String, String), head: String) throws {
    // An error without a name is told by its being a record of its own.
    if !head.isEmpty, line.1 == "plugin_call" { return }
    let catalogue = try Judge.book.get().catalogue
    var scanner = try Judge.prepared.get().scanner
    var batch = EventBatch()
    var tally = ScanTally()
    let bytes = Array("other\n\(head)\(line.0)\nother\n".utf8)
    scanner.scan(bytes.span, firstLine: 1, into: &batch, tally: &tally)
    #expect(batch.events.map { catalogue[$0.kind].name }.joined(separator: " ") == line.1)
    #expect(batch.events.allSatisfy { $0.line == 2 })
  }
}
