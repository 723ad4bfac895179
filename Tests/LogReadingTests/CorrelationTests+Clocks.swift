@testable import LogReading
import Testing

/// Epochs, years and zones.
extension CorrelationTests {
  @Test(arguments: [("05:47:59", 0), ("05:47:58", 1)])
  func `step back of more than a second is an epoch`(case: (String, Int)) throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:48:00", Lines.register), Lines.at("14 \(`case`.0)", Lines.startup),
    ])
    #expect(trace.correlator.clockSteps == `case`.1)
  }

  @Test func `year comes from the first full date whatever the chunk`() throws {
    let lines = [
      "Nov 14 05:00:00.000000 App(D)[201] <Notice>: \(Lines.register)",
      "Nov 14 05:00:01.000000 App(D)[201] <Notice>: \(Lines.notification(Lines.first))",
    ]
    let whole = try CorrelationTrace.of(lines)
    let parts = try CorrelationTrace()
    for line in lines { parts.read([line]) }
    parts.finish()
    #expect(whole.times == [1_763_096_400_000_000, 1_763_096_401_000_000])
    #expect(parts.times == whole.times)
    #expect(parts.events == whole.events)
    #expect(parts.clock.year.inferred == 2025)
  }

  @Test func `a line that proves to be the apps waits for the year like any other`() throws {
    let lines = [
      "Nov 14 05:00:00.000000 kernel[0] <Notice>: memorystatus: killing process 150 [App] x",
      "Nov 14 05:00:01.000000 App[201] <Notice>: \(Lines.register)",
      "Nov 14 05:00:02.000000 App[201] <Notice>: \(Lines.notification(Lines.first))",
    ]
    let trace = try CorrelationTrace()
    for line in lines { trace.read([line]) }
    trace.finish()
    #expect(trace.times == (0...2).map { (1_763_096_400 + $0) * 1_000_000 })
    #expect(trace.clock.year.inferred == 2025)
    #expect(!trace.clock.year.isUnknown)
  }

  @Test func `yearless log of the first of january takes the year of its date`() throws {
    let trace = try CorrelationTrace.of([
      "Jan  1 05:00:01.000000 App(D)[201] <Notice>: \(Lines.startup)",
      "Jan  1 05:00:02.000000 App(D)[201] <Notice>: \(Lines.notification("2026-01-01T05:53:00Z"))",
    ])
    #expect(trace.times == [1_767_243_601_000_000, 1_767_243_602_000_000])
    #expect(trace.clock.year.inferred == 2026)
  }

  @Test func `a clock that is not set yet tells no year`() throws {
    let trace = try CorrelationTrace.of([
      "Nov 14 05:00:01.000000 App(D)[201] <Notice>: \(Lines.startup)",
      "Jan  1 00:00:02.000000 App(D)[201] <Notice>: \(Lines.startup)",
      "Nov 14 05:00:03.000000 App(D)[201] <Notice>: \(Lines.notification("2025-11-14T05:53:00Z"))",
    ])
    #expect(trace.clock.year.inferred == 2025)
    #expect(trace.correlator.clockSteps == 1)
    #expect(trace.times.first == 1_763_096_401_000_000)
    #expect(trace.times.last == 1_763_096_403_000_000)
  }

  @Test func `yearless log passes new year`() throws {
    let trace = try CorrelationTrace.of([
      "Dec 31 23:59:59.000000 App(D)[201] <Notice>: \(Lines.register)",
      "Jan  1 00:00:01.000000 App(D)[201] <Notice>: \(Lines.startup)",
      "Jan  1 00:00:02.000000 App(D)[201] <Notice>: \(Lines.notification("2026-01-01T05:53:00Z"))",
    ])
    #expect(trace.times == [1_767_225_599_000_000, 1_767_225_601_000_000, 1_767_225_602_000_000])
    #expect(trace.correlator.clockSteps == 0)
  }

  /// A zone that stands with a time without a year may move it into another year.
  @Test(arguments: [
    ("12-31 19:01:00.000 -0500", 1_767_225_660), ("01-01 07:59:00.000 +0800", 1_735_689_540),
    ("01-01 08:01:00.000 +0800", 1_735_689_660), ("12-31 18:59:00.000 -0500", 1_767_225_540),
  ])
  func `a zone beside no year passes new year`(time: String, expected: Int64) throws {
    let line = "\(time)  201  4211 I DNP-FETCH: Registering BGTaskScheduler task (id=t)"
    let trace = try CorrelationTrace.of([line], year: 2025)
    #expect(trace.times == [expected * 1_000_000])
  }

  /// A date that stands near its line tells the year; one of next year may be due then.
  @Test(arguments: [
    ("2025-11-14T05:48:00Z", 2026, 1_763_096_400), ("2025-11-14T05:48:00Z", 2024, 1_763_096_400),
    ("2025-11-14T05:48:00Z", 2025, 1_763_096_400), ("2026-09-01T05:48:00Z", 2025, 1_763_096_400),
  ])
  func `a date of the log goes before a year that is given`(
    date: String, year: Int, expected: Int64
  ) throws {
    let head = "11-14 05:00:00.000  201  4211 I DNP-FETCH:"
    let trace = try CorrelationTrace.of(
      [
        "\(head) Registering BGTaskScheduler task (id=t)",
        "\(head) Scheduling BGAppRefreshTask (earliestBeginDate=\(date))",
      ], year: year)
    #expect(trace.times == [expected, expected].map { $0 * 1_000_000 })
    let isOther = date.hasPrefix("2025") && year != 2025
    #expect(trace.clock.year.contradicted == (isOther ? Int64(year) : nil))
  }

  @Test
  func `looks at cycles that nothing has happened to do not gather`() throws {
    let trace = try CorrelationTrace()
    let submission =
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2099-01-01T00:00:00Z)"
    for _ in 0..<20 {
      trace.read(
        [String](repeating: "2025-11-14 05:00:00.000000+0000 App[1:1] \(submission)", count: 500))
    }
    #expect(trace.events.count == 5_000)
    #expect(trace.correlator.cycleBook.closing.count < 8)
  }

  @Test(arguments: [("+08:00", Int64(-8 * 3600)), ("-0330", 12600), ("UTC", 0)])
  func `zone moves times that name none`(case: (String, Int64)) throws {
    let line = "11-14 05:00:00.000  201  4211 I DNP-FETCH: Registering BGTaskScheduler task (id=t)"
    let trace = try CorrelationTrace.of([line], zone: `case`.0, year: 2025)
    #expect(trace.times == [(1_763_096_400 + `case`.1) * 1_000_000])
  }

  private static func shown(_ time: String, id: String = "notify_1763099580000") -> String {
    "\(time)  201  4211 D DailyNotificationWorker: DN|DISPLAY_START id=\(id)"
  }

  @Test(
    arguments: [
      ("11-14 13:53:00.912", 8 * 3600), ("11-14 05:54:59.000", 0),
      ("11-14 02:23:00.000", -12_600), ("11-15 19:53:01.000", 14 * 3600),
      ("11-14 05:52:30.000", 0), ("11-13 21:53:00.000", -8 * 3600),
    ] as [(String, Int64)])
  func `an id whose time has come tells the offset`(case: (String, Int64)) throws {
    let isTomorrow = `case`.0.hasPrefix("11-15")
    let id = isTomorrow ? "notify_1763185980000" : "notify_1763099580000"
    let first = "\(`case`.0.prefix(6))00:00:00.000  201  4211 I DNP-FETCH: App launch finished"
    // What comes before waits for the zone too.
    let trace = try CorrelationTrace.of([first, Self.shown(`case`.0, id: id)])
    let clock = trace.correlator.clock
    #expect(clock.zone.inferredOffset == `case`.1 * 1_000_000)
    #expect(clock.year.inferred == 2025)
    #expect(!clock.zone.isAssumed)
    #expect(clock.evidence.contradictions == 0)
  }

  @Test(arguments: [
    // Too late, of no zone; a line of another moment; a line with a zone.
    Lines.at("14 14:00:00", Lines.register),
    shown("11-14 13:58:00.912"),
    "11-14 13:53:00.912  201  4211 I DNP-FETCH: \(Lines.cached("notify_1763099580000"))",
  ])
  func `other lines tell no offset`(line: String) throws {
    let trace = try CorrelationTrace.of([line])
    #expect(trace.clock.zone.inferredOffset == nil)
  }

  @Test func `an id goes before an option and against another id counts`() throws {
    let lines = [
      Self.shown("11-14 13:53:00.912"),
      Self.shown("11-15 14:53:00.912", id: "notify_1763185980000"),
    ]
    let inferred = try CorrelationTrace.of(lines).correlator.clock.evidence.otherOffset
    #expect(inferred == Int64(32_400_000_000))
    let given = try CorrelationTrace.of(lines, zone: "+01:00")
    #expect(given.clock.zone.inferredOffset == Int64(28_800_000_000))
    #expect(given.clock.zone.contradicted == "+01:00")
    #expect(given.clock.evidence.contradictions == 1)
    #expect(given.clock.evidence.otherOffset == Int64(32_400_000_000))
    let right = try CorrelationTrace.of([lines[0]], zone: "+08:00")
    #expect(right.clock.zone.inferredOffset == nil)
    #expect(right.clock.zone.contradicted == nil)
    #expect(right.clock.evidence.contradictions == 0)
  }

  @Test func `ids in several spellings are one cycle`() throws {
    let trace = try CorrelationTrace.of([
      """
      11-14 13:53:00.650  201  4211 D DailyNotificationReceiver: \
      DN|WORK_ENQUEUE display=notify_1763099580000 work_name=display_notify_1763099580000
      """,
      Self.shown("11-14 13:53:00.912"),
      "11-14 13:53:01.018  201  4211 I DailyNotificationWorker: DN|DISPLAY_NOTIF_OK id=notify_…",
    ])
    #expect(
      trace.events == [
        "work_enqueued s1 c0", "delivery_prepare s1 c0 d0", "notification_delivered s1 c0 d0",
      ])
    #expect(trace.correlator.cycles[0].notificationTime == 1_763_099_580_000_000)
    #expect(
      trace.correlator.cycles[0].ids == [
        "notify_1763099580000", "display_notify_1763099580000",
      ])
  }
}
