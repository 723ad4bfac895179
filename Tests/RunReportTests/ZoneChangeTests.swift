import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// Changes of the device's zone in logs whose lines name none, so that their clock may jump.
@Suite struct ZoneChangeTests {
  private static let age = "timing/age-is-the-time-since-the-fetch"

  /// Returns a prefetch at 05:49 UTC by a clock an hour ahead, a change of the zone, and the notification at
  /// 05:53 UTC by a clock that is then so many hours ahead.
  private static func log(
    ahead hours: Int, _ zone: (Int) -> String = { _ in "" }, age: Int = 237, isTold: Bool = true
  ) -> String {
    func line(_ ahead: Int, _ minute: String, _ text: String) -> String {
      let hour = 5 + ahead
      let time = "\(hour < 10 ? "0" : "")\(hour):\(minute).000"
      return "2025-11-14 \(time)\(zone(ahead)) App[201:1] [DNP-\(text)\n"
    }
    let change = line(hours, "51:00", "SCHEDULER] Timezone changed, but UTC schedule unchanged")
    return [
      line(1, "19:01", "FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z"),
      line(
        1, "19:02", "FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)"),
      line(1, "19:03", "SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z"),
      line(1, "19:04", "STORAGE] Persisted schedule to DB (id=n1, type=DAILY)"),
      line(1, "49:00", "FETCH] BGTask handler invoked (id=org.app.fetch)"),
      line(
        1, "49:02", "FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=n1)"),
      line(1, "49:03", "FETCH] Fetch success (status=200, bytes=1234, ttl=600)"),
      line(1, "49:04", "FETCH] Cached content for scheduleId=n1"),
      line(1, "49:05", "FETCH] Task completed (success=true)"),
      isTold ? change : "",
      line(hours, "53:00", "SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"),
      line(hours, "53:00", "FETCH] Found cached content (age=\(age)s, source=prefetch)"),
      line(hours, "53:01", "SCHEDULER] Notification built (title=Daily, body=B, id=n1)"),
      line(hours, "53:02", "SCHEDULER] Notification delivered (id=n1, title=Daily)"),
    ].joined()
  }

  @Test(arguments: [2, 9], [nil, "+01:00", "Europe/Berlin", "+09:00"])
  func `a span across the change is not known where lines name no zone`(
    hours: Int, zone: String?
  ) throws {
    let summary = try Judge.summary(Self.log(ahead: hours)) {
      $0.zone = zone.flatMap { LocalZone($0) }
    }
    #expect(!summary.findings.contains { $0.outcome == .violated && $0.severity == .error })
    let finding = try #require(summary.findings.first { $0.rule == Self.age })
    #expect(finding.outcome == .inconclusive)
    #expect(finding.message.contains("the device changed its zone in between"))
    #expect(summary.assumptions.contains { $0.what == "timezone" && $0.value == "changed" })
    #expect(summary.cycles.first?.cacheAgeAtDeliverySeconds == nil)
  }

  @Test
  func `without a change told the span is known`() throws {
    let summary = try Judge.summary(Self.log(ahead: 9, isTold: false))
    #expect(summary.findings.first { $0.rule == Self.age }?.outcome == .violated)
  }

  @Test
  func `lines that name their zone leave no doubt`() throws {
    func zone(_ ahead: Int) -> String { "000+0\(ahead)00" }
    let healthy = try Judge.summary(Self.log(ahead: 9, zone))
    #expect(healthy.verdict == .pass)
    #expect(healthy.cycles.first?.cacheAgeAtDeliverySeconds == 237)
    #expect(!healthy.assumptions.contains { $0.value == "changed" })
    let faulty = try Judge.summary(Self.log(ahead: 9, zone, age: 30))
    #expect(faulty.findings.first { $0.rule == Self.age }?.outcome == .violated)
  }

  @Test(arguments: [nil, "+01:00"])
  func `what comes in time on both sides shows that the clock did not follow`(
    zone: String?
  ) throws {
    let summary = try Judge.summary(Self.log(ahead: 1, age: 30)) {
      $0.zone = zone.flatMap { LocalZone($0) }
    }
    #expect(summary.findings.first { $0.rule == Self.age }?.outcome == .violated)
    #expect(!summary.assumptions.contains { $0.value == "changed" })
  }

  @Test
  func `a deadline that only the jump lets pass is not over`() throws {
    let lines = Self.log(ahead: 9).split(separator: "\n").map(String.init)
    let change = lines[9].replacing("14:51:00", with: "14:49:02")
    let moved = lines[6..<9].map { $0.replacing("06:49", with: "14:49") } + lines[10...]
    let text = (lines[..<6] + [change] + moved).joined(separator: "\n") + "\n"
    let rule = "hints/fetch-has-outcome"
    let summary = try Judge.summary(text) { $0.zone = LocalZone("+01:00") }
    #expect(summary.findings.first { $0.rule == rule }?.outcome == .inconclusive)
    let untold = try Judge.summary(text.replacing(change + "\n", with: "")) {
      $0.zone = LocalZone("+01:00")
    }
    #expect(untold.findings.first { $0.rule == rule }?.outcome == .violated)
  }
}
