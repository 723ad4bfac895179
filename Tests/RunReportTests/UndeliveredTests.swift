import RunReport
import Testing

/// A run in which a notification went missing passes only where the log accounts for it.
@Suite struct UndeliveredTests {
  private static func summary(_ lines: [String]) throws -> RunSummary {
    try Judge.summary(lines.map { $0 + "\n" }.joined())
  }

  private static func success(_ day: Int) -> String {
    #"{"event":"prefetch_success","id":"n\#(day)","ttl":86400,"fetchDurationMs":1200,"#
      + #""scheduledFor":"2025-11-\#(day)T05:53:00Z","timestamp":"2025-11-\#(day)T05:50:31Z"}"#
  }

  private static func complete(_ day: Int) -> String {
    #"{"event":"prefetch_cycle_complete","id":"n\#(day)","fetched":true,"usedCached":true,"#
      + #""timestamp":"2025-11-\#(day)T05:53:03Z"}"#
  }

  @Test func `records without the summary of a day that is over do not pass`() throws {
    let summary = try Self.summary([Self.success(14), Self.success(15), Self.complete(15)])
    #expect(summary.cycles.map(\.outcome) == [.notDelivered, .usedPrefetch])
    #expect(summary.verdict == .inconclusive)
    #expect(
      summary.reasons
        == ["no line shows that the notification in cycle n14 was delivered, and none excuses it"])
    let finding = try #require(
      summary.findings.first { $0.rule == "prefetch-mvp/notification_delivered" })
    #expect(
      finding.message
        == "No line shows that the notification that was due at 2025-11-14T05:53:00Z was delivered")
    #expect(finding.evidence.map(\.line) == [1])
    #expect(!finding.hints.isEmpty)
    #expect(summary.rules.inconclusive == 1)
  }

  @Test(arguments: [
    ("Call cancelAllNotifications (outcome=ok)", CycleSummary.NotShownReason.cancelled),
    (
      "Missed (kind=notification, scheduleId=n, scheduledTime=2025-11-14T05:53:00Z)",
      CycleSummary.NotShownReason.missReported
    ),
  ])
  func `a notification that is not shown has the reason that the log gives`(
    line: String, reason: CycleSummary.NotShownReason
  ) throws {
    let time = reason == .cancelled ? "2025-11-14T05:10:00.000Z" : "2025-11-14T09:00:00.000Z"
    let tag = reason == .cancelled ? "DNP-PLUGIN" : "DNP-RECOVERY"
    let summary = try Self.summary([
      "2025-11-14T05:00:00.000Z [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z",
      "2025-11-14T05:00:00.100Z [DNP-STORAGE] Persisted schedule to DB (id=n, type=DAILY)",
      "\(time) [\(tag)] \(line)",
      "2025-11-14T09:15:00.000Z [DNP-PLUGIN] Call getNotificationStatus (outcome=ok)",
    ])
    #expect(summary.cycles.map(\.outcome) == [.excused])
    #expect(summary.cycles.map(\.notShownReason) == [reason])
  }

  @Test func `records of which each day has its summary pass`() throws {
    let days = [14, 15].flatMap { [Self.success($0), Self.complete($0)] }
    #expect(try Self.summary(days).verdict == .pass)
    // What is still to come is not missed.
    let open = try Self.summary(days + [Self.success(16)])
    #expect(open.verdict == .pass)
    #expect(open.cycleCounts.open == 1)
  }

  @Test func `what records do not tell is not looked for, and that is said`() throws {
    let summary = try Self.summary([Self.success(14), Self.complete(14)])
    let note = summary.assumptions.first { $0.what == "steps" }
    #expect(note?.value == "bgtask_register and 6 more not looked for")
  }

  @Test(arguments: ["reason=permission_revoked", "reason=cancelled", ""])
  func `a finding names the reason that the plugin gives`(reason: String) throws {
    let summary = try Self.summary([
      "2025-11-14T05:00:00.000Z [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z",
      "2025-11-14T05:52:00.000Z [DNP-TEST] Env (notificationPermission=granted)",
      "2025-11-14T05:53:00.600Z [DNP-SCHEDULER] Notification not delivered"
        + (reason.isEmpty ? "" : " (\(reason))"),
      "2025-11-14T06:15:00.000Z [DNP-PLUGIN] Call getNotificationStatus (outcome=ok)",
    ])
    let finding = try #require(
      summary.findings.first { $0.rule == "prefetch-cycle/undelivered-is-explained" })
    let named = reason.isEmpty ? "" : ", and gives the reason '\(reason.dropFirst(7))'"
    #expect(
      finding.message
        == "The plugin did not show the notification at line 3 (05:53:00Z)" + named)
  }

  // MARK: Beside a recovery

  private static let recovery = [
    "2025-11-13T20:00:00.000Z [DNP-PLUGIN] App launch (start=cold, cause=user, platform=android)",
    "2025-11-13T20:00:00.050Z [DNP-PLUGIN] load() called",
    "2025-11-13T20:00:00.080Z [DNP-STORAGE] Storage ready (backend=room)",
    "2025-11-13T20:00:00.100Z [DNP-RECOVERY] Recovery begin (trigger=cold)",
    "2025-11-13T20:00:00.200Z [DNP-RECOVERY] State compare (db=0, active=0)",
    "2025-11-13T20:00:00.300Z [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=0, errors=0)",
  ]
  private static let scheduled = [
    "2025-11-13T20:01:00.000Z [DNP-SCHEDULER] Scheduling notification for 2025-11-14T06:00:00Z"
  ]
  private static let stored = [
    "2025-11-13T20:01:00.100Z [DNP-STORAGE] Persisted schedule to DB (id=morning, type=DAILY,"
      + " kind=notify, notificationTime=2025-11-14T06:00:00Z)"
  ]
  private static let delivered = [
    "2025-11-14T06:00:01.000Z [DNP-SCHEDULER] Notification delivered (id=morning, title=a,"
      + " notificationTime=2025-11-14T06:00:00Z)"
  ]
  private static let later = [
    "2025-11-14T09:00:00.000Z [DNP-PLUGIN] Call getNotificationStatus (outcome=ok)"
  ]
  private static let missed = [
    "2025-11-14T09:00:00.000Z [DNP-PLUGIN] App launch (start=cold, cause=user, platform=android)",
    "2025-11-14T09:00:00.050Z [DNP-PLUGIN] load() called",
    "2025-11-14T09:00:00.080Z [DNP-STORAGE] Storage ready (backend=room)",
    "2025-11-14T09:00:00.100Z [DNP-RECOVERY] Recovery begin (trigger=cold)",
    "2025-11-14T09:00:00.200Z [DNP-RECOVERY] State compare (db=1, active=0)",
    "2025-11-14T09:00:00.300Z [DNP-RECOVERY] Missed (kind=alarm, scheduleId=morning,"
      + " scheduledTime=2025-11-14T06:00:00Z)",
    "2025-11-14T09:00:00.400Z [DNP-RECOVERY] Delivery status (notificationId=morning, deliveryStatus=missed)",
    "2025-11-14T09:00:00.500Z [DNP-RECOVERY] Rescheduled (kind=notify, scheduleId=morning,"
      + " nextRunAt=2025-11-15T06:00:00Z, cause=missed_repeat)",
    "2025-11-14T09:00:00.550Z [DNP-RECOVERY] State compare (db=1, active=1)",
    "2025-11-14T09:00:00.600Z [DNP-RECOVERY] Recovery end (missed=1, rescheduled=1, verified=1, errors=0)",
  ]

  @Test func `lines of a notification beside a recovery are judged too`() throws {
    let lost = try Self.summary(Self.recovery + Self.scheduled + Self.stored + Self.later)
    #expect(lost.profile == "prefetch-mvp+android-recovery")
    #expect(lost.cycles.map(\.outcome) == [.notDelivered])
    #expect(lost.verdict == .inconclusive)
    let shown = try Self.summary(
      Self.recovery + Self.scheduled + Self.stored + Self.delivered + Self.later)
    #expect(shown.cycles.map(\.outcome) == [.delivered])
    #expect(shown.verdict == .pass)
  }

  @Test func `a log of a recovery needs no cycle that is over`() throws {
    let open = try Self.summary(Self.recovery + Self.scheduled + Self.stored)
    #expect(open.cycles.map(\.outcome) == [.open])
    #expect(open.verdict == .pass)
    #expect(try Self.summary(Self.recovery).profile == "android-recovery")
  }

  @Test func `a notification that a recovery reports as missed is accounted for`() throws {
    let summary = try Self.summary(Self.recovery + Self.stored + Self.missed)
    #expect(summary.cycles.map(\.outcome) == [.excused])
    #expect(summary.cycleCounts.notDelivered == 0)
    #expect(summary.cycleCounts.excused == 1)
    let silent = try Self.summary(Self.recovery + Self.stored + Self.later)
    #expect(silent.verdict == .inconclusive)
  }
}
