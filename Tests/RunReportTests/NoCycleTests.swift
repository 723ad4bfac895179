import RunReport
import Testing

/// What the verdict says of a log of which no cycle is over.
@Suite struct NoCycleTests {
  private static let scheduled = [
    "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z",
    "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)",
    "[DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z",
    "[DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)",
  ].map { "2025-11-14 05:00:00.000 201 " + $0 }
  private static let open = "no cycle is over: the last one is still open when the log ends"

  private static func reasons(_ lines: [String]) throws -> [String] {
    try RecoveryProfileTests.summary("prefetch-mvp", lines).reasons
  }

  @Test func `its first error is named`() throws {
    let lines = [
      "[DNP-PLUGIN] Call getNotificationStatus (outcome=ok)",
      "[DNP-FETCH] Fetch failed: NetworkError (willRetry=false)",
      "[DNP-FETCH] Fetch failed: NetworkError (willRetry=false)",
    ]
    #expect(
      try Self.reasons(lines).contains("the log has no cycle; its first error stands in line 2"))
    #expect(try Self.reasons(Array(lines.prefix(1))).contains("the log has no cycle"))
  }

  /// Where the log goes on behind the time of the notification, another zone would show that it is over.
  @Test(arguments: [
    ("05:20:00.000", ""),
    ("08:20:00.000", "; if its times are not in UTC, give their zone with --tz"),
  ])
  func `the zone is asked for where it would tell`(time: String, advice: String) throws {
    let last = "2025-11-14 \(time) 201 [DNP-PLUGIN] Call getNotificationStatus (outcome=ok)"
    #expect(try Self.reasons(Self.scheduled + [last]).contains(Self.open + advice))
    // Where the lines name their zone, there is nothing to ask for.
    let told = (Self.scheduled + [last]).map { $0.replacing(".000 201", with: ".000 +0000 201") }
    #expect(try Self.reasons(told).allSatisfy { !$0.contains("--tz") })
  }
}
