import Foundation
import LogReading
import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// Reports on logs whose lines leave out the year or the zone of their times.
@Suite struct ClockDoubtTests {
  /// Returns a prefetch and its notification, due at 05:53:00 UTC, by a clock so many hours ahead.
  private static func log(ahead hours: Int, _ heads: (String) -> String, isDelivered: Bool = true)
    -> String
  {
    let lines = [
      ("09:01", "FETCH", "Scheduling prefetch for notification at 2025-11-14T05:53:00Z"),
      ("09:02", "FETCH", "BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)"),
      ("09:03", "SCHEDULER", "Scheduling notification for 2025-11-14T05:53:00Z"),
      ("09:04", "STORAGE", "Persisted schedule to DB (id=n1, type=DAILY)"),
      ("49:00", "FETCH", "BGTask handler invoked (id=org.app.fetch)"),
      (
        "49:01", "FETCH",
        "Resolved next notification needing content (time=2025-11-14T05:53:00Z, scheduleId=n1)"
      ),
      (
        "49:02", "FETCH",
        "Starting fetch from https://api.example.com/n (notificationTime=2025-11-14T05:53:00Z, "
          + "jwtPresent=true)"
      ),
      ("49:03", "FETCH", "Fetch success (status=200, bytes=1234, ttl=86400)"),
      ("49:04", "FETCH", "Cached content for scheduleId=n1"),
      ("49:05", "FETCH", "Task completed (success=true)"),
      ("53:01", "SCHEDULER", "Preparing content for notification at 2025-11-14T05:53:00Z"),
      ("53:02", "FETCH", "Found cached content (age=238s, source=prefetch)"),
      ("53:03", "SCHEDULER", "Notification delivered (id=n1, title=Daily)"),
    ]
    return lines.prefix(isDelivered ? lines.count : 10).map { minute, tag, text in
      heads("\((29 + hours) % 24 < 10 ? "0" : "")\((29 + hours) % 24):\(minute)")
        + "[DNP-\(tag)] \(text)\n"
    }.joined()
  }

  private static func logcat(_ time: String) -> String { "11-14 \(time).000  201  201 I App: " }
  private static func studio(_ time: String) -> String {
    "2025-11-14 \(time).000 201-201 App  org.app  I  "
  }

  private static func text(
    _ summary: RunSummary, _ detail: TextRenderer.Detail = .normal
  ) -> String {
    var bytes: [UInt8] = []
    TextRenderer(detail: detail).render(summary, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func json(_ summary: RunSummary) -> String {
    var bytes: [UInt8] = []
    JSONRenderer.render(summary, ReportStyle(), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func delay(_ summary: RunSummary) -> Double? {
    summary.cycles.first?.executionDelaySeconds
  }

  @Test(arguments: [0, 1, -5, 8])
  func `what came in time tells the zone of a log, whichever it is`(hours: Int) throws {
    let summary = try Judge.summary(Self.log(ahead: hours, Self.logcat))
    #expect(summary.verdict == .pass)
    #expect(Self.delay(summary) == 60)
    #expect(summary.cycles.first?.assumed == [])
    #expect(summary.timing == .pass)
    #expect(summary.distributions[.executionDelay].count == 1)
  }

  @Test(arguments: [0, 1, -5, 8])
  func `so does the line that tells of the cached content's use`(hours: Int) throws {
    let text = Self.log(ahead: hours, Self.studio)
      .replacing("[DNP-SCHEDULER] Preparing content", with: "[DNP-FETCH] Using cached content")
    let summary = try Judge.summary(text)
    #expect(summary.verdict == .pass)
    #expect(!summary.findings.contains { $0.reason == FindingReason.zoneAssumed.name })
    #expect(Self.delay(summary) == 60)
    #expect(summary.cycles.first?.assumed == [])
  }

  @Test
  func `a task at another hour than its own keeps a late delivery from telling a zone`() throws {
    let text = Self.log(ahead: 0, Self.studio).replacing("14 05:53:", with: "14 06:53:")
      .replacing("age=238s", with: "age=3839s")
    let summary = try Judge.summary(text)
    #expect(
      summary.findings.allSatisfy {
        $0.outcome == .inconclusive || $0.rule == "prefetch-mvp/expected-lines"
      })
    #expect(summary.findings.contains { $0.reason == FindingReason.zoneAssumed.name })
    #expect(Self.text(summary).contains("late (by an assumed timezone)"))
    #expect(summary.timing == .notAssessed)
    // A zone that the lines tell is taken as it is.
    let told = try Judge.summary(text.replacing(".000 201", with: ".000 +0000 201"))
    #expect(told.findings.contains { $0.rule == "timing/delivery-is-in-time" })
  }

  @Test
  func `figures that rest on the zone are marked, and left out of distributions`() throws {
    let text = Self.log(ahead: 1, Self.studio, isDelivered: false)
    let summary = try Judge.summary(text)
    let cycle = try #require(summary.cycles.first)
    #expect(cycle.assumed == ["timezone"])
    #expect(cycle.executionDelaySeconds == 3660)
    for measure in [Measure.executionDelay, .leadAtExecution, .deliveryDrift] {
      #expect(summary.distributions[measure].count == 0)
    }
    #expect(summary.distributions[.fetchDuration].count == 1)
    #expect(summary.timingGroups.allSatisfy { $0.executionDelay.count == 0 })
    #expect(
      summary.findings.allSatisfy {
        $0.outcome == .inconclusive || $0.rule == "prefetch-mvp/expected-lines"
      })
    let report = Self.text(summary)
    #expect(Self.text(summary, .verbose).contains("task 61 min late (by an assumed timezone)"))
    #expect(!report.contains("OS delay"))
  }

  @Test(arguments: ["+08:00", "-05:00", "+01:00"])
  func `an option that the log contradicts is told, and proves nothing`(zone: String) throws {
    let summary = try Judge.summary(Self.log(ahead: 0, Self.studio)) { $0.zone = LocalZone(zone) }
    #expect(
      summary.findings.allSatisfy {
        $0.outcome == .inconclusive || $0.rule == "prefetch-mvp/expected-lines"
      })
    #expect(summary.findings.contains { $0.reason == FindingReason.zoneAssumed.name })
    #expect(summary.assumptions.contains { $0.what == "timezone" && $0.value == "unknown" })
    #expect(summary.cycles.first?.assumed == ["timezone"])
  }

  @Test
  func `a year that nothing tells is shown nowhere`() throws {
    let lines = [
      "11-14 05:09:01.000  201  201 I DNP-FETCH: App launch finished",
      "11-14 05:09:02.000  201  201 I DNP-FETCH: Fetch success (status=200, bytes=1, ttl=60)",
    ]
    for text in [lines.map { $0 + "\n" }.joined(), "03-17 16:13:38.811  1  2 D Manager: hello\n"] {
      let summary = try Judge.summary(text)
      let report = Self.text(summary, .verbose)
      let json = Self.json(summary)
      for year in ["1970", "1972", "2000", "0400", "T05:09", "T16:13"] {
        #expect(!report.contains(year), "\(report)")
        #expect(!json.contains(year), "\(json)")
      }
      #expect(json.contains(#""firstTime": null"#))
      // Of a log without an event no time is shown at all.
      #expect(report.contains(text.prefix(14)) == text.contains("DNP-"))
    }
  }

  @Test
  func `a finding names the second of a line whose year nothing tells`() throws {
    let summary = try Judge.summary(
      """
      11-15 07:00:00.450  6001  6001 D DNP-PULL: Message evaluated (messageId=tides, eligible=false, \
      reasons=[region], priority=9, targetRegions=[BC])
      11-15 07:00:00.600  6001  6001 I DNP-PULL: Message displayed (messageId=tides)

      """)
    #expect(summary.findings.contains { $0.message.contains("at line 1 (07:00:00)") })
  }

  @Test
  func `a token tells the year and the zone of its line`() throws {
    let line =
      "11-15 01:00:00.100  4211  4230 D DNP-API : Auth token (kind=jwt, iss=did:ethr:0xa, "
      + "sub=did:ethr:0xa, aud=timesafari.notifications, iat=1763186400, exp=1763186460, "
      + "source=new, tokenId=t1)\n"
    let summary = try Judge.summary(line) { $0.profile = "api-plan" }
    #expect(!summary.findings.contains { $0.rule.hasPrefix("auth/") })
    #expect(summary.assumptions.contains { $0.what == "timezone" && $0.value == "-05:00" })
    #expect(summary.assumptions.contains { $0.what == "year" && $0.value == "2025" })
    // A token that says it is of the next hour is a fault where the line tells its zone.
    let zoned = line.replacing("11-15 01:00:00.100", with: "2025-11-15 05:00:00.100 +0000")
    let told = try Judge.summary(zoned) { $0.profile = "api-plan" }
    #expect(told.findings.contains { $0.rule == "auth/token-is-issued-now" })
  }

  @Test
  func `a bug report tells the year and the zone of its device`() throws {
    let rule = "========================================================\n"
    let header = rule + "== dumpstate: 2025-11-14 05:59:00\n" + rule
    let line = "11-14 05:09:01.000  201  201 I DNP-FETCH: App launch finished\n"
    let zone = "[persist.sys.timezone]: [Europe/Stockholm]\n"
    let summary = try Judge.summary(header + line + zone)
    #expect(summary.assumptions.contains { $0.what == "year" && $0.value == "2025" })
    #expect(
      summary.assumptions.contains { $0.what == "timezone" && $0.value == "Europe/Stockholm" })
    #expect(summary.inputs.first?.firstTime == 1_763_093_341_000_000)
  }

  @Test(arguments: ["+08:00", "-05:00", "America/New_York"])
  func `what the log tells of its zone goes before an option, which is told`(zone: String) throws {
    let rule = "========================================================\n"
    let header = rule + "== dumpstate: 2025-11-14 07:59:00\n" + rule
    let early = Self.log(ahead: 1, Self.logcat).replacing("06:53:0", with: "06:49:2")
      .replacing("age=238s", with: "age=19s")
    let report = header + early + "[persist.sys.timezone]: [Europe/Stockholm]\n"
    let untold = try Judge.summary(report)
    let told = try Judge.summary(report) { $0.zone = LocalZone(zone) }
    #expect(untold.findings.contains { $0.rule == "timing/delivery-is-not-early" })
    #expect(told.verdict == .fail)
    #expect(told.findings.map(\.rule) == untold.findings.map(\.rule))
    let assumed = told.assumptions.first { $0.what == "timezone" }
    #expect(assumed?.value == "Europe/Stockholm")
    #expect(assumed?.why.contains("and not \(zone)") == true)
    // One that the log confirms is told as ever.
    let right = try Judge.summary(report) { $0.zone = LocalZone("+01:00") }
    #expect(right.findings.map(\.rule) == untold.findings.map(\.rule))
    #expect(right.assumptions.allSatisfy { !$0.why.contains("and not") })
  }

  @Test
  func `an option that an id contradicts gives way to it`() throws {
    let text =
      "11-14 13:53:00.000  201  201 D DNP: DN|DISPLAY_START id=notify_1763099580000\n"
      + "11-14 13:53:00.100  201  201 D DNP: DN|DISPLAY_NOTIF_OK id=notify_1763099580000\n"
    let summary = try Judge.summary(text) { $0.zone = LocalZone("+01:00") }
    let assumed = try #require(summary.assumptions.first { $0.what == "timezone" })
    #expect(assumed.value == "+08:00")
    #expect(assumed.why.hasSuffix("and not +01:00; check --tz"))
  }

  /// Heads that name their zone, and messages whose instants name none.
  private static func zoneless(ahead hours: Int) -> String {
    log(ahead: hours) { "2025-11-14 \($0).000 +0000 201-201 App  org.app  I  " }
      .replacing("00Z", with: "00")
  }

  @Test
  func `an instant without a zone proves nothing until something comes in time by it`() throws {
    for hours in [-2, 1, 8] {
      let summary = try Judge.summary(Self.zoneless(ahead: hours))
      #expect(
        summary.findings.allSatisfy { $0.outcome == .inconclusive || $0.severity != .error },
        "\(hours) hours: \(summary.findings.map { "\($0.rule) \($0.outcome)" })")
      #expect(summary.timing == .notAssessed || summary.timing == .inconclusive)
      #expect(summary.cycles.first?.assumed == ["timezone"])
      #expect(summary.distributions[.executionDelay].count == 0)
      let assumed = summary.assumptions.filter { $0.what == "timezone" }
      #expect(assumed.map(\.value) == ["UTC"])
      #expect(assumed.first?.why == "instants in messages name no zone; write them with a Z")
    }
    let summary = try Judge.summary(Self.zoneless(ahead: 0))
    #expect(summary.verdict == .pass)
    #expect(summary.cycles.first?.assumed == [])
    #expect(Self.delay(summary) == 60)
    #expect(
      summary.assumptions.filter { $0.what == "timezone" }.map(\.value) == ["that of the lines"])
  }

  @Test(arguments: ["+00:00", ""])
  func `a task before its begin date has no delay`(zone: String) throws {
    let text = Self.log(ahead: 0) { time in
      let clock = time.replacing("05:49:", with: "05:19:")
      return "2025-11-14 \(clock).000 \(zone.isEmpty ? "" : "+0000 ")201-201 App  org.app  I  "
    }.replacing("age=238s", with: "age=2038s")
    let summary = try Judge.summary(text) { $0.zone = zone.isEmpty ? LocalZone("UTC") : nil }
    let early = "timing/task-runs-not-before-its-begin-date"
    #expect(summary.findings.contains { $0.rule == early && $0.outcome == .inconclusive })
    #expect(Self.delay(summary) == nil)
    #expect(summary.distributions[.executionDelay].count == 0)
    #expect(!Self.text(summary).contains("OS delay"))
  }

  /// Returns a notification that is shown an hour before its time, and its task, which ran so many
  /// minutes behind its begin date.
  private static func early(_ heads: (String) -> String, taskLate minutes: Int = 1) -> String {
    log(ahead: 0) { time in
      heads(
        time.replacing("05:09:", with: "03:09:").replacing("05:49:", with: "04:49:")
          .replacing("05:53:", with: "04:53:"))
    }.replacing("T05:48:00Z", with: "T04:\(49 - minutes):00Z")
  }

  private static let early = "timing/delivery-is-not-early"

  @Test
  func `what comes an hour early is the plugin's doing where the lines tell their zone`() throws {
    let heads: [(String) -> String] = [
      { "2025-11-14 \($0).000 +0000 201-201 App  org.app  I  " }, { "2025-11-14T\($0)Z " },
      { "<14>1 2025-11-14T\($0)Z host App 201 - - " },
    ]
    for head in heads {
      let summary = try Judge.summary(Self.early(head, taskLate: 40))
      #expect(summary.findings.contains { $0.rule == Self.early && $0.outcome == .violated })
      #expect(summary.verdict == .fail)
    }
  }

  @Test(
    arguments: [
      ("UTC", 1, Outcome.violated), ("UTC", 14, .violated), ("UTC", 40, .inconclusive),
      (nil, 1, .inconclusive),
    ] as [(String?, Int, Outcome)])
  func `by a zone that was told it is where something else came in time by it on that day`(
    zone: String?, minutes: Int, outcome: Outcome
  ) throws {
    for head in [Self.studio, Self.logcat] {
      let summary = try Judge.summary(Self.early(head, taskLate: minutes)) {
        $0.zone = zone.flatMap { LocalZone($0) }
      }
      #expect(summary.findings.first { $0.rule == Self.early }?.outcome == outcome)
    }
  }

  @Test
  func `a bug report's zone is borne out by a task in time`() throws {
    let report =
      "== dumpstate: 2025-11-14 06:00:00\n[persist.sys.timezone]: [Europe/London]\n"
      + "--------- beginning of main\n" + Self.early(Self.logcat)
    let summary = try Judge.summary(report)
    #expect(summary.findings.contains { $0.rule == Self.early && $0.outcome == .violated })
  }

  @Test(arguments: ["+02:00", "UTC"])
  func `overnight clocks may be set back, and a device move`(zone: String) throws {
    let ahead = zone == "UTC" ? 0 : 2
    let second = Self.log(ahead: ahead - 1, Self.studio).split(separator: "\n").suffix(3)
      .map { $0.replacing("2025-11-14", with: "2025-11-15").replacing("n1", with: "n2") + "\n" }
    let text = Self.log(ahead: ahead, Self.studio) + second.joined()
    let summary = try Judge.summary(text) { $0.zone = LocalZone(zone) }
    #expect(summary.findings.first { $0.rule == Self.early }?.outcome == .inconclusive)
    #expect(
      summary.findings.allSatisfy {
        $0.outcome != .violated || $0.rule == "prefetch-mvp/expected-lines"
      })
  }

  @Test(arguments: [
    ("kernel[0] <Notice>: memorystatus: killing process 150 [App] (vm-pageshortage) 3", 0),
    ("App[201] <Error>: *** Terminating app due to uncaught exception 'X', reason: 'y'", 8),
    ("kernel[0] <Notice>: memorystatus: killing process 150 [App] (vm-pageshortage) 3", 8),
  ])
  func `a line of the system before the first of the plugin is read by the log's year and zone`(
    line: String, hours: Int
  ) throws {
    let text = Self.log(ahead: hours) { "Nov 14 \($0).000000 App[201] <Notice>: " }
    let first = "Nov 14 \(hours == 0 ? "05" : "13"):00:00.000000 \(line)\n"
    let alone = try Judge.summary(text)
    let summary = try Judge.summary(first + text)
    #expect(summary.inputs.first?.firstTime == 1_763_096_400_000_000)
    #expect(
      summary.assumptions.filter { ["year", "timezone"].contains($0.what) }
        == alone.assumptions.filter { ["year", "timezone"].contains($0.what) })
    #expect(summary.cycles.first?.assumed == [])
    #expect(Self.delay(summary) == 60)
  }

  @Test
  func `a record beneath a head tells the zone and the year of the head's clock`() throws {
    let line =
      #"11-14 06:49:03.200  201  201 I DNP-FETCH: {"event":"prefetch_success","id":"n1","ttl":60,"#
      + #""fetchDurationMs":12,"scheduledFor":"2025-11-14T05:53:00Z","#
      + #""timestamp":"2025-11-14T05:49:03Z"}"# + "\n"
    let summary = try Judge.summary(line)
    #expect(summary.assumptions.contains { $0.what == "timezone" && $0.value == "+01:00" })
    #expect(summary.inputs.first?.firstTime == 1_763_099_343_200_000)
  }

  @Test
  func `without times no timing is assessed`() throws {
    let summary = try Judge.summary(Self.log(ahead: 0) { _ in "" })
    #expect(summary.verdict == .pass)
    #expect(summary.timing == .notAssessed)
  }
}
