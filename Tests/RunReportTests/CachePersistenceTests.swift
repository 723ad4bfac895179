import RunReport
import Testing

/// The report says of a cycle's cache after its delivery what rules find.
@Suite struct CachePersistenceTests {
  @Test(arguments: [
    ("05:53:10", "state=present", "verified"),
    ("05:53:30", "state=present", "violated"),
    // Near the end of its life it is neither.
    ("05:53:12.500000", "state=present", "unknown"),
    ("05:53:05", "state=present, ttlRemaining=-5s", "violated"),
    ("05:53:30", "state=present, ttlRemaining=60s", "violated"),
    ("05:53:12.500000", "state=present, ttlRemaining=60s", "verified"),
    ("05:53:30", "state=empty", "verified"),
    // Somebody may have cleared it, or it was never kept.
    ("05:53:05", "state=empty", "unknown"),
  ]) func `is by the times and by what the line says`(time: String, told: String, expected: String)
    throws
  {
    let lines = [
      ("05:48:10", "[DNP-FETCH] BGTask handler invoked (id=com.example.fetch)"),
      (
        "05:48:11",
        "[DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)"
      ),
      ("05:48:12", "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=300)"),
      ("05:48:13", "[DNP-FETCH] Task completed (success=true)"),
      ("05:53:00", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"),
      (time, "[DNP-STORAGE] Cache state (scheduleId=s1, \(told))"),
    ].map { time, message in
      "2025-11-14 \(time.contains(".") ? time : time + ".000000")+0000 App[201:1] " + message
    }
    let rule = "scope: log\nnever: {event: cache_miss}"
    let summary = try AnalysisEngineTests.judge(rule, lines).summary
    #expect(summary.cycles.first?.cachePersistence.rawValue == expected)
  }
}
