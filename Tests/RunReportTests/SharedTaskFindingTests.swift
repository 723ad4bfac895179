import RuleLanguage
import RunReport
import Testing

/// What is found of a task that fetches for two notifications is told of the one that it befell.
@Suite struct SharedTaskFindingTests {
  private static func summary(_ second: [String]) throws -> RunSummary {
    let first = [
      "05:00:01.000Z [DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z",
      "05:00:01.100Z [DNP-FETCH] BGAppRefreshTask scheduled "
        + "(earliestBeginDate=2025-11-14T05:48:00Z)",
      "05:00:01.150Z [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z",
      "05:00:01.200Z [DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)",
      "05:01:01.000Z [DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T06:10:00Z",
      "05:01:01.100Z [DNP-FETCH] BGAppRefreshTask scheduled "
        + "(earliestBeginDate=2025-11-14T05:48:00Z)",
      "05:01:01.150Z [DNP-SCHEDULER] Scheduling notification for 2025-11-14T06:10:00Z",
      "05:01:01.200Z [DNP-STORAGE] Persisted schedule to DB (id=s2, type=DAILY)",
      "05:50:00.000Z [DNP-FETCH] BGTask handler invoked (id=com.timesafari.dailynotification.fetch)",
      "05:50:00.050Z [DNP-FETCH] Resolved next notification needing content "
        + "(time=2025-11-14T05:53:00Z, scheduleId=s1)",
      "05:50:00.100Z [DNP-FETCH] Starting fetch "
        + "(notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)",
      "05:50:01.100Z [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)",
      "05:50:01.200Z [DNP-FETCH] Cached content for scheduleId=s1",
      "05:50:03.050Z [DNP-FETCH] Resolved next notification needing content "
        + "(time=2025-11-14T06:10:00Z, scheduleId=s2)",
      "05:50:03.100Z [DNP-FETCH] Starting fetch "
        + "(notificationTime=2025-11-14T06:10:00Z, scheduleId=s2)",
    ]
    let end = ["05:50:05.500Z [DNP-FETCH] Task completed (success=true)"]
    return try Judge.summary(
      (first + second + end).map { "2025-11-14T\($0)\n" }.joined())
  }

  private static func findings(_ summary: RunSummary) -> [String: String?] {
    let violated = summary.findings.filter { $0.outcome == .violated }
    return Dictionary(
      violated.map { ($0.rule, $0.scope.cycle) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `a second fetch without an outcome is that of the second notification`() throws {
    let summary = try Self.summary([])
    #expect(Self.findings(summary)["hints/fetch-has-outcome"] == "s2")
    #expect(summary.reasons.contains { $0.contains("in cycle s2") })
    #expect(!summary.reasons.contains { $0.contains("in cycle s1") })
  }

  @Test func `success that a failed second fetch belies is told of the second notification`()
    throws
  {
    let summary = try Self.summary([
      "05:50:04.100Z [DNP-FETCH] Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)"
    ])
    #expect(Self.findings(summary)["prefetch-cycle/completion-tells-the-outcome"] == "s2")
  }

  @Test func `a second fetch that succeeds violates nothing`() throws {
    let summary = try Self.summary([
      "05:50:04.100Z [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)",
      "05:50:04.200Z [DNP-FETCH] Cached content for scheduleId=s2",
    ])
    #expect(Self.findings(summary) == [:])
  }
}
