import Foundation
import TestSupport
import Testing

/// A line that the source of a log does not show is never a fault of the plugin.
@Suite struct SourceLimitTests {
  /// Returns a prefetch that starts and of which nothing more is heard, in lines of a container.
  private static func silentFetch(_ line: (String, String, Character) -> String) -> String {
    let lines: [(String, String, Character)] = [
      ("04:59:58.100", "[DNP-FETCH] Registering BGTaskScheduler task (id=t)", "I"),
      ("04:59:58.200", "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)", "I"),
      ("05:50:00.000", "[DNP-FETCH] BGTask handler invoked (id=t)", "I"),
      (
        "05:50:00.100",
        "[DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=a)", "I"
      ),
      ("06:30:00.000", "[DNP-PLUGIN] App state (state=background)", "I"),
    ]
    return lines.map { line($0.0, $0.1, $0.2) + "\n" }.joined()
  }

  private static func ndjson(_ time: String, _ message: String, _: Character) -> String {
    """
    {"traceID":1,"eventMessage":"\(message)","eventType":"logEvent","processID":12,\
    "timestamp":"2025-11-14 \(time)000+0000","messageType":"Default"}
    """
  }

  private static let fetchRule = "hints/fetch-has-outcome"

  private func outcomes(of log: String) throws -> (Dnplog.Judged, [String: String]) {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", log)
    let judged = try Dnplog.judge(["device.log"], in: directory)
    var outcomes: [String: String] = [:]
    for finding in judged.summary?["findings"].elements ?? [] {
      outcomes[finding["rule"].string ?? ""] =
        "\(finding["outcome"].string ?? "") \(finding["reason"].string ?? "")"
    }
    return (judged, outcomes)
  }

  @Test func `lost messages make what is missing inconclusive`() throws {
    let whole = Self.silentFetch(Self.ndjson)
    #expect(try outcomes(of: whole).1[Self.fetchRule] == "violated not_seen")
    let loss = #"{"traceID":2,"eventType":"lossEvent","lossCount":{"count":9,"saturated":false}}"#
    let (judged, outcomes) = try outcomes(of: whole + loss + "\n")
    #expect(outcomes[Self.fetchRule] == "inconclusive source_cannot_show")
    #expect(outcomes.values.allSatisfy { !$0.hasPrefix("violated not_seen") })
    #expect(judged.verdict == "inconclusive")
    let source = judged.summary?["assumptions"].elements.first { $0["what"].string == "source" }
    #expect(source?["value"].string == "messages lost once")
  }

  @Test func `a quoted loss is none`() throws {
    let quoted = Self.ndjson("06:00:00.000", #"a \"eventType\":\"lossEvent\" is told"#, "I")
    let log = Self.silentFetch(Self.ndjson) + quoted + "\n"
    #expect(try outcomes(of: log).1[Self.fetchRule] == "violated not_seen")
  }

  private static func logcat(_ note: String) -> String {
    var lines = silentFetch { time, message, letter in
      "11-14 \(time)  1234  5678 \(letter) App: \(message)"
    }.split(separator: "\n")
    lines.insert(note[...], at: lines.count - 1)
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    "11-14 06:00:00.000  1234  5678 I chatty  : uid=10123(u0_a123) org.app expire 4 lines",
    "11-14 06:00:00.000 I/chatty  ( 1234): uid=10123(u0_a123) org.app expire 1 line",
    "Nov 14 06:00:00 host systemd-journald[12]: Suppressed 917 messages from app.service",
    "Nov 14 06:00:00 host rsyslogd-2177: imuxsock lost 12 messages from pid 1234 due to rate-limiting",
    "Nov 14 06:00:00 host rsyslogd: imjournal: 12 messages lost due to rate-limiting",
    "=== Messages dropped during live streaming (use `log show` to see what they were)",
    "2025-11-14 06:00:00.000 Df App[1234:7a15] QUARANTINED DUE TO HIGH LOGGING VOLUME",
    // A needle of the scanner stands before that of the note.
    "2025-11-14 06:00:00.000 Df DailyNotificationApp[1234:7a1] QUARANTINED DUE TO HIGH LOGGING VOLUME",
  ])
  func `a log that tells of lost lines proves nothing by what is missing`(note: String) throws {
    let (judged, outcomes) = try outcomes(of: Self.logcat(note))
    #expect(outcomes[Self.fetchRule] == "inconclusive source_cannot_show")
    let source = judged.summary?["assumptions"].elements.first { $0["what"].string == "source" }
    #expect(source?["value"].string == "messages lost once")
    #expect(judged.verdict == "inconclusive")
  }

  @Test(arguments: [
    // The first and the last of the repeated lines stand in the log.
    "11-14 06:00:00.000  1234  5678 I chatty  : uid=10123(u0_a123) org.app identical 4 lines",
    // Another process lost them.
    "11-14 06:00:00.000   999   999 I chatty  : uid=1000 system_server expire 3 lines",
    "Nov 14 06:00:00 host rsyslogd-2177: imuxsock lost 12 messages from pid 77 due to rate-limiting",
    "2025-11-14 06:00:00.000 Df Other[77:7a15] QUARANTINED DUE TO HIGH LOGGING VOLUME",
    "Suppressed all of it; a chatty program may expire a line, not for rate-limiting",
    // Other programs speak of what they suppress themselves.
    "11-14 06:00:00.000  1234  5678 W OkHttp: POST /analytics rejected due to rate-limiting",
    "Nov 14 06:00:00 host Mail[77]: Suppressed 3 messages from spam folder",
  ])
  func `what is no loss of the plugin excuses nothing`(note: String) throws {
    #expect(try outcomes(of: Self.logcat(note)).1[Self.fetchRule] == "violated not_seen")
  }

  @Test func `values that are not of their type are told`() throws {
    let log = Self.logcat(
      "11-14 06:00:00.000  1234  5678 I App: [DNP-FETCH] Fetch success (status=ok, ttl=soon)")
    let assumptions = try outcomes(of: log).0.summary?["assumptions"].elements ?? []
    let values = assumptions.first { $0["what"].string == "values" }
    #expect(values?["value"].string == "2 unread")
    #expect(values?["why"].string?.contains("of fetch_success at device.log:5;") == true)
  }

  @Test func `a unified log without any task cannot show what tasks print`() throws {
    func line(_ time: String, _ message: String) -> String {
      "2025-11-14 \(time)000+0000 0x3722     Default     0x0                  12     0    App: "
        + message + "\n"
    }
    let schedule =
      line("05:00:00.000", "[DNP-FETCH] Registering BGTaskScheduler task (id=t)")
      + line("05:00:00.050", "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)")
      + line(
        "05:00:00.100",
        "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-14T05:53:00Z")
      + line(
        "05:00:00.200",
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)")
      + line("05:00:00.300", "[DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z")
      + line("05:00:00.400", "[DNP-STORAGE] Persisted schedule to DB (id=a, type=DAILY)")
      + line(
        "05:53:00.000", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"
      )
      + line("05:53:00.100", "[DNP-FETCH] Found cached content (age=180s, source=prefetch)")
      + line("05:53:00.200", "[DNP-SCHEDULER] Notification built (title=a, body=b, id=n1)")
      + line("05:53:00.300", "[DNP-SCHEDULER] Notification delivered (id=n1, title=a)")
      + line("06:53:00.300", "[DNP-PLUGIN] App state (state=background)")
    let (judged, outcomes) = try outcomes(of: schedule)
    #expect(outcomes.values.allSatisfy { !$0.hasPrefix("violated") }, "\(outcomes)")
    #expect(outcomes.values.contains("inconclusive source_cannot_show"), "\(outcomes)")
    #expect(judged.verdict == "inconclusive")
    // NSLog's lines on a console stand beside those of print.
    let console = schedule.replacingOccurrences(
      of: "000+0000 0x3722     Default     0x0                  12     0    App: ",
      with: " App[12:34] ")
    #expect(try !self.outcomes(of: console).1.values.contains("inconclusive source_cannot_show"))
  }

  @Test func `levels that were left out are not missed`() throws {
    let preamble = "Skipping info and debug messages, pass --info and/or --debug to include.\n"
    let log =
      preamble
      + Self.silentFetch { time, message, _ in
        "2025-11-14 \(time) Df App[12:7a15] \(message)"
      }
    let assumptions = try outcomes(of: log).0.summary?["assumptions"].elements ?? []
    #expect(assumptions.contains { $0["value"].string == "info and debug messages left out" })
  }

  // MARK: Levels

  private static let skipping =
    "Skipping info and debug messages, pass --info and/or --debug to include.\n"

  private static func logShow(_ time: String, _ message: String) -> String {
    "2025-11-14 \(time).000000+0000 0x3722     Default     0x0                  12     0    App: "
      + "(Plugin) [org.app:fetch] \(message)\n"
  }

  /// A task that fetches, and whose log does not say that it begins to.
  private static let fetched =
    logShow("05:50:00", "[DNP-FETCH] BGTask handler invoked (id=com.example.app.fetch)")
    + logShow("05:50:01", "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)")
    + logShow("05:50:02", "[DNP-FETCH] Cached content for scheduleId=s1")
    + logShow("05:50:03", "[DNP-FETCH] Task completed (success=true)")

  @Test func `what log show left out of is not missed, unless the log has one`() throws {
    let rule = "prefetch-cycle/success-follows-start"
    #expect(try outcomes(of: Self.fetched).1[rule] == "violated not_seen")
    let (judged, told) = try outcomes(of: Self.skipping + Self.fetched)
    #expect(told[rule] == "inconclusive source_cannot_show")
    #expect(!told.values.contains { $0.hasPrefix("violated") }, "\(told)")
    #expect(judged.verdict == "inconclusive")
    // The plugin logs such lines so that they are shown.
    let other =
      "[DNP-FETCH] Starting fetch (notificationTime=2025-11-13T05:53:00Z, scheduleId=s0)"
    let shown = Self.skipping + Self.logShow("04:50:00", other) + Self.fetched
    #expect(try outcomes(of: shown).1[rule] == "violated not_seen")
    // Where debug messages alone were left out, this one was not.
    let debug = "Skipping debug messages, pass --debug to include.\n"
    #expect(try outcomes(of: debug + Self.fetched).1[rule] == "violated not_seen")
  }

  @Test func `lines that others imply are no warning where they may have been left out`() throws {
    let lines = Samples.text("prefetch/happy-device.log").split(separator: "\n")
      .filter { !$0.contains("Notification built") }
      .map { line -> String in
        let time = line.dropFirst("Nov 14 ".count).prefix(8)
        return Self.logShow(
          String(time),
          String(
            line.components(separatedBy: ": ").dropFirst()
              .joined(separator: ": ")))
      }.joined()
    let rule = "prefetch-mvp/expected-lines"
    #expect(try outcomes(of: lines).1[rule] == "violated not_seen")
    let (judged, told) = try outcomes(of: Self.skipping + lines)
    #expect(told[rule] == nil)
    #expect(judged.verdict == "pass")
  }

  private static func logcat(_ time: String, _ line: String) -> String {
    "2025-11-14 \(time) +0000  4211  4211 \(line)\n"
  }

  private static let warnings =
    logcat(
      "05:53:00.100", "W DNP-FETCH: No cached content available, falling back to on-demand fetch")
    + logcat(
      "06:53:00.100",
      "W DNP-SCHEDULE: Existing PendingIntent found for requestCode=53438 - alarm already scheduled"
    )

  @Test func `a log of warnings misses no step, and one of all levels does`() throws {
    let rule = "hints/fallback-goes-on"
    #expect(try outcomes(of: Self.warnings).1[rule] == "inconclusive source_cannot_show")
    // The level is that of the line, whatever is usual for such a line.
    let completed = Self.logcat(
      "05:48:12.100", "W DNP-FETCH: Task completed (success=false, reason=NETWORK)")
    #expect(
      try outcomes(of: completed + Self.warnings).1[rule] == "inconclusive source_cannot_show")
    let start = Self.logcat(
      "04:50:00.000",
      "I DNP-FETCH: Starting fetch (notificationTime=2025-11-13T05:53:00Z, scheduleId=s0)")
    #expect(try outcomes(of: start + Self.warnings).1[rule]?.hasPrefix("violated") == true)
  }

  // MARK: Tags of Android

  @Test func `what stands under the name of a class is not missed where no class is in the log`()
    throws
  {
    let log =
      Self.logcat(
        "05:00:00.200", "I DNP-SCHEDULER: Scheduling notification for 2025-11-14T05:53:00Z")
      + Self.logcat(
        "05:53:00.270", "W DNP-FETCH: No cached content available, falling back to on-demand fetch")
      + Self.logcat(
        "05:53:00.280",
        "I DNP-FETCH: Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=a, phase=ondemand)"
      )
      + Self.logcat("05:53:00.330", "I DNP-FETCH: Fetch success (status=200, bytes=99, ttl=86400)")
    let later = Self.logcat(
      "16:00:00.200", "I DNP-SCHEDULER: Scheduling notification for 2025-11-15T05:53:00Z")
    let rule = "hints/found-content-is-built"
    #expect(try outcomes(of: log + later).1[rule] == "inconclusive source_cannot_show")
    let receiver = Self.logcat(
      "05:53:00.010",
      "D DailyNotificationReceiver: DN|RECEIVE_START action=org.timesafari.daily.NOTIFICATION")
    #expect(try outcomes(of: receiver + log + later).1[rule]?.hasPrefix("violated") == true)
    // Such events come without a class, too, as one that did shows.
    let shown = Self.logcat(
      "17:00:00.000", "I DNP-SCHEDULER: Notification delivered (id=n9, title=x)")
    #expect(try outcomes(of: log + later + shown).1[rule]?.hasPrefix("violated") == true)
  }

  @Test func `a schedule that a filter took out may have been made`() throws {
    let start = Self.logcat(
      "04:59:59.000", "I DNP-PLUGIN: Startup complete (hasPendingSchedules=false)")
    let worker =
      Self.logcat(
        "05:53:00.250", "D DailyNotificationWorker: DN|DISPLAY_START id=notify_1763099580000")
      + Self.logcat(
        "05:53:00.300",
        "D DailyNotificationWorker: DN|JIT_FRESH skip=true ageMin=60 id=notify_1763099580000")
      + Self.logcat(
        "05:53:00.400", "I DailyNotificationWorker: DN|DISPLAY_NOTIF_OK id=notify_1763099580000")
    let rule = "environments/schedules-outlive-the-process"
    #expect(try outcomes(of: start + worker).1[rule] == "inconclusive source_cannot_show")
    let scheduler = Self.logcat(
      "06:00:00.000", "I DNP-SCHEDULER: Notification interaction (notificationId=n1, action=tapped)"
    )
    #expect(try outcomes(of: start + worker + scheduler).1[rule] == "violated forbidden")
  }

  @Test func `a fetch that a filter took out may have brought what a worker shows`() throws {
    let scheduled = Self.logcat(
      "05:00:00.200", "I DNP-SCHEDULER: Scheduling notification for 2025-11-14T05:53:00Z")
    let shown =
      Self.logcat(
        "05:53:00.240",
        "D DailyNotificationWorker: DN|WORK_START id=notify_1763099580000 action=display")
      + Self.logcat(
        "05:53:00.300",
        "D DailyNotificationWorker: DN|JIT_FRESH skip=true ageMin=4 id=notify_1763099580000")
      + Self.logcat(
        "05:53:00.400", "I DailyNotificationWorker: DN|DISPLAY_NOTIF_OK id=notify_1763099580000")
    let rule = "failure-paths/used-content-has-a-source"
    #expect(try outcomes(of: scheduled + shown).1[rule] == "inconclusive source_cannot_show")
    // Who logs what stands beside a fetch would log that too.
    let stored = Self.logcat(
      "05:00:00.300", "I DNP-STORAGE: Persisted schedule to DB (id=daily, type=DAILY)")
    #expect(try outcomes(of: scheduled + stored + shown).1[rule] == "violated forbidden")
    let fetch = Self.logcat(
      "06:14:01.000",
      "I DNP-FETCH: Starting fetch (notificationTime=2025-11-15T05:53:00Z, scheduleId=daily)")
    #expect(try outcomes(of: scheduled + shown + fetch).1[rule] == "violated forbidden")
  }
}
