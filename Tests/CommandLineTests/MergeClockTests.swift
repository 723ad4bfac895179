import TestSupport
import Testing

/// Each file of a merge has a clock of its own.
@Suite struct MergeClockTests {
  private static let device = """
    11-14 13:53:00.650  201  4211 D DailyNotificationReceiver: DN|RECEIVE_START action=a
    11-14 13:53:00.912  201  4211 D DailyNotificationWorker: DN|DISPLAY_START id=notify_1763099580000
    11-14 13:53:01.018  201  4211 I DailyNotificationWorker: DN|DISPLAY_NOTIF_OK id=notify_1763099580000

    """
  private static let server = """
    2025-11-14T05:52:59.000000+00:00 host api: [DNP-FETCH] Cached content for scheduleId=a
    2025-11-14T05:53:00.950000+00:00 host api: [DNP-FETCH] Cached content MD5: abcdef

    """
  private static let zoneless = """
    2025-11-14 05:53:00.800 Df App[12:7a15] [DNP-STORAGE] Persisted schedule to DB (id=a, type=DAILY)

    """

  private func merge(
    _ options: [String], _ files: [(String, String)]
  ) throws -> (events: [String], assumptions: [String]) {
    let directory = try TemporaryDirectory()
    for (name, text) in files { try directory.add(name, text) }
    let arguments = ["--merge"] + options + files.map(\.0)
    let events = try Dnplog.run(["events"] + arguments, in: directory).output
      .split(separator: "\n").map { try JSONText(String($0)) }
    let summary = try Dnplog.judge(arguments, in: directory).summary
    return (
      events.map { "\($0["time"].string ?? "-") \($0["event"].string ?? "")" },
      summary?["assumptions"].elements.filter { $0["what"].string == "timezone" }
        .map { "\($0["value"].string ?? "") \($0["why"].string ?? "")" } ?? []
    )
  }

  @Test func `a file takes its zone from its own ids`() throws {
    let merged = try merge(
      [],
      [("device.log", Self.device), ("server.log", Self.server), ("app.log", Self.zoneless)])
    #expect(
      merged.events == [
        "2025-11-14T05:52:59Z content_cached", "2025-11-14T05:53:00.650Z alarm_received",
        "2025-11-14T05:53:00.800Z schedule_persisted",
        "2025-11-14T05:53:00.912Z delivery_prepare", "2025-11-14T05:53:00.950Z content_hash",
        "2025-11-14T05:53:01.018Z notification_delivered",
      ])
    #expect(
      merged.assumptions == [
        "+08:00 device.log: lines name no zone; ids that carry their time, as "
          + "notify_1771835520000, do",
        "UTC app.log: lines name no zone; set it with --tz if the device was elsewhere",
      ])
  }

  /// A kill is the app's once the log says which process that is: then its file has read on.
  @Test func `a line that is known late counts for its own file`() throws {
    let directory = try TemporaryDirectory()
    let plugin = "D DNP-PLUGIN: [DNP-PLUGIN]"
    try directory.add(
      "a.log",
      """
      11-14 05:40:00.000 500 510 I ActivityManager: Process com.x.app (pid 900) has died: fg TOP
      11-14 05:48:00.000 901 901 I ActivityManager: Start proc 901:com.x.app/u0a123 for activity
      11-14 05:59:00.000 901 902 \(plugin) Startup complete (hasPendingSchedules=true)

      """)
    try directory.add(
      "b.log", "11-14 05:47:00.000 901 902 \(plugin) load() called\n")
    let summary = try Dnplog.judge(["--merge", "a.log", "b.log"], in: directory).summary
    let inputs = summary?["inputs"].elements ?? []
    #expect(inputs.map { $0["name"].string } == ["a.log", "b.log"])
    #expect(inputs.map { $0["events"].int } == [2, 1])
  }

  @Test func `an option holds for all files without a zone`() throws {
    let merged = try merge(
      ["--tz", "+08:00"], [("device.log", Self.device), ("server.log", Self.server)])
    #expect(merged.events[1] == "2025-11-14T05:53:00.650Z alarm_received")
    #expect(merged.assumptions.isEmpty)
  }
}
