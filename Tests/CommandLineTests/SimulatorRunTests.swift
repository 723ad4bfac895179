import TestSupport
import Testing

/// The part that a run on a simulator may judge: bucket A whole, of B the flow, of C nothing.
struct SimulatorRunTests {
  /// A cycle whose handler ran half an hour late and before a notification that came four minutes
  /// late.
  private static let late = """
    2025-11-14 05:00:00.000000+0000 App[201:1] [DNP-FETCH] Registering BGTaskScheduler task (id=a)
    2025-11-14 05:00:00.500000+0000 App[201:1] [DNP-PLUGIN] Startup complete (hasPendingSchedules=false)
    2025-11-14 05:00:01.000000+0000 App[201:1] [DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z
    2025-11-14 05:00:01.100000+0000 App[201:1] [DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:13:00Z)
    2025-11-14 05:00:01.150000+0000 App[201:1] [DNP-FETCH] Prefetch scheduled 40 minutes before notification (notificationTime=2025-11-14T05:53:00Z)
    2025-11-14 05:00:01.200000+0000 App[201:1] [DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z
    2025-11-14 05:00:01.300000+0000 App[201:1] [DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)
    2025-11-14 05:43:00.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=a)
    2025-11-14 05:43:00.100000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)
    2025-11-14 05:43:01.000000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)
    2025-11-14 05:43:01.100000+0000 App[201:1] [DNP-FETCH] Cached content for scheduleId=s1
    2025-11-14 05:43:01.200000+0000 App[201:1] [DNP-FETCH] Task completed (success=true)
    2025-11-14 05:57:00.000000+0000 App[201:1] [DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z
    2025-11-14 05:57:00.100000+0000 App[201:1] [DNP-FETCH] Found cached content (age=839s, source=prefetch)
    2025-11-14 05:57:00.200000+0000 App[201:1] [DNP-SCHEDULER] Notification built (title=Your daily update, body=Today, id=n1)
    2025-11-14 05:57:01.000000+0000 App[201:1] [DNP-SCHEDULER] Notification delivered (id=n1, title=Your daily update)
    2025-11-14 05:57:01.100000+0000 App[201:1] [DNP-PLUGIN] Prefetch cycle complete (id=n1, fetched=true, usedCached=true)

    """
  private static let head = "2025-11-14 05:57:02.000000+0000 App[201:1] "
  private static let marker = head + "[DNP-TEST] Env (simulator=true)\n"
  private static let expected =
    head + "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)\n"

  private static let timing = [
    "hints/handler-runs", "timing/delivery-is-in-time", "timing/task-runs-in-its-window",
  ]

  private static func leftOut(_ judged: Dnplog.Judged) -> [String] {
    (judged.summary?["skipped"].elements ?? []).filter { $0["reason"].string == "simulator" }
      .compactMap { $0["rule"].string }
  }

  @Test func `a device is judged by its times`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.late)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.findings.contains("timing/task-runs-in-its-window excused os"))
    #expect(judged.findings.contains("timing/delivery-is-in-time excused os"))
    #expect(Self.leftOut(judged) == [])
    let buckets = judged.summary?["findings"].elements.map { $0["bucket"].string }
    #expect(buckets?.contains("C") == true)
  }

  @Test(arguments: ["option", "marker", "conclusion"])
  func `a simulator is not judged by its times`(how: String) throws {
    let directory = try TemporaryDirectory()
    let tail = ["marker": Self.marker, "conclusion": Self.expected][how] ?? ""
    try directory.add("device.log", Self.late + tail)
    let words = how == "option" ? ["--env", "simulator=true"] : []
    let judged = try Dnplog.judge(words + ["device.log"], in: directory)
    #expect(judged.findings.filter { $0.hasPrefix("timing/") } == [])
    #expect(Set(Self.leftOut(judged)).isSuperset(of: Self.timing))
    #expect(judged.summary?["findings"].elements.allSatisfy { $0["bucket"].string != "C" } == true)
    let counts = judged.summary?["rules"].members.compactMap(\.value.int).reduce(0, +)
    let device = try Dnplog.judge(["--env", "simulator=false", "device.log"], in: directory)
    #expect(counts == device.summary?["rules"].members.compactMap(\.value.int).reduce(0, +))
  }

  @Test func `what the logic does wrong is a fault on a simulator too`() throws {
    let directory = try TemporaryDirectory()
    let log = Self.late.replacing("content for scheduleId=s1", with: "content for scheduleId=s2")
    try directory.add("device.log", log + Self.marker)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    #expect(judged.status == 1)
    let fault = "integrity/stored-content-belongs-to-the-fetch violated plugin"
    #expect(judged.findings.contains(fault))
  }

  @Test func `the flow of bucket B is judged and its times are not`() throws {
    let directory = try TemporaryDirectory()
    let early = Self.late.replacing("05:43:0", with: "05:03:0")
      .replacing("age=839s", with: "age=3239s")
    try directory.add("early.log", early)
    let device = try Dnplog.judge(["early.log"], in: directory)
    #expect(device.verdict == "inconclusive")
    let simulator = try Dnplog.judge(["--env", "simulator=true", "early.log"], in: directory)
    #expect(Self.leftOut(simulator).contains("timing/task-runs-not-before-its-begin-date"))
    #expect(simulator.verdict == "pass")
    let order = Samples.path("acceptance/delivery-before-handler.log")
    let flow = try Dnplog.judge(["--env", "simulator=true", order], in: directory)
    #expect(flow.findings.contains("prefetch-cycle/prefetch-before-delivery violated plugin"))
    #expect(flow.summary?["findings"].elements.contains { $0["bucket"].string == "B" } == true)
  }

  @Test func `explain says that a rule is not judged there`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.late)
    let words = ["explain", "--env", "simulator=true", "timing/delivery-is-in-time", "device.log"]
    #expect(try Dnplog.run(words, in: directory).output.contains("not judged on a simulator"))
  }
}
