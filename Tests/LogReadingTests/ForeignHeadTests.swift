import LogReading
import RuleLanguage
import TestSupport
import Testing

/// What the plugin says behind the heads of other programs.
@Suite struct ForeignHeadTests {
  /// 2025-11-14T05:48:00.123Z in microseconds.
  private static let moment: Int64 = 1_763_099_280_123_000
  private static let yearless: Int64 = 27_496_080_123_000

  private static let lines = [
    "[DNP-FETCH] Fetch success: status=200, ttl=86400",
    "DNP-FETCH: Fetch success: status=200, ttl=86400",
    "DNP-FETCH: something new",
    "DailyNotificationStorage: something new",
    "DN|SOMETHING_NEW id=notify_1",
    #"{"event":"prefetch_success","id":"n1","status":200}"#,
    #"{"id":"n1","status":200,"event":"prefetch_success"}"#,
    #"text {"event":"prefetch_success"}"#, "see DNP-FETCH: x",
    #"{"log":"DNP-FETCH: App launch finished\n","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#,
    "Nov 14 05:48:00.123456 App(Plugin)[12] <Notice>: [DNP-FETCH] App launch finished",
    "11-14 05:48:00.123  1234  5678 I DNP-FETCH: App launch finished",
    "11-14 05:48:00.123 W/DNP-FETCH: App launch finished",
    "I/DNP-FETCH(  123): App launch finished",
    "2025-11-14 05:48:00.123456+0000 App[12:34] DNP-FETCH: App launch finished",
    "⚡️  [log] - [DNP-FETCH] App launch finished",
  ]

  @Test(arguments: ForeignHead.all)
  func `a head that is not known changes nothing but times`(head: ForeignHead) {
    for line in Self.lines {
      let (alone, behind) = (Scan("\n" + line), Scan("\n" + head.text() + line))
      #expect(alone.lines.count == 1)
      #expect(behind.lines == alone.lines, "\(line)")
      #expect(behind.tally.unclassified == alone.tally.unclassified, "\(line)")
    }
  }

  @Test(arguments: ForeignHead.all)
  func `the time of a head is read where it tells one`(head: ForeignHead) throws {
    let scan = Scan(head.text() + "DNP-FETCH: App launch finished")
    let event = try #require(scan.batch.events.first)
    #expect((event.timeQuality == .none) == (head.reading == .none))
    #expect(event.pid == head.pid)
    switch head.reading {
    case .millis: #expect(event.time == Self.moment)
    case .seconds: #expect(event.time == Self.moment - 123_000)
    case .yearless: #expect(event.time == Self.yearless)
    case .yearlessSeconds: #expect(event.time == Self.yearless - 123_000)
    case .none: break
    }
    let isYearless = head.reading == .yearless || head.reading == .yearlessSeconds
    #expect(event.timeGaps.contains(.year) == isYearless)
  }

  @Test func `there are at least forty heads`() {
    #expect(Set(ForeignHead.all.map { $0.text() }).count >= 40)
  }

  @Test(arguments: [
    ("25/11/14 05:48:00.123 ", false), ("11/14/25 05:48:00.123 ", true),
    ("10/11/12 05:48:00.123 ", false), ("10/11/12 05:48:00.123 pid=7 ", true),
    ("10/11/12 05:48:00.123 INFO x: ", true), ("[10.11 05:48:00] x - ", false),
  ])
  func `a date of two meanings is no time`(head: String, isTime: Bool) throws {
    let scan = Scan(head + "DNP-FETCH: App launch finished")
    let event = try #require(scan.batch.events.first)
    #expect((event.timeQuality == .line) == isTime)
  }

  @Test(arguments: [
    #"time="2025-11-14T05:48:00.123Z" level=error msg="@" caller=a.go:1"#,
    #"level=info ts=2025-11-14T05:48:00.123Z msg="@""#,
  ])
  func `a message in quotes is what was written`(form: String) throws {
    let text = #"DNP-FETCH: Notification built (title=a \"b\" c, id=n1)"#
    let scan = Scan(form.replacing("@", with: text))
    let expected = #"notification_built[DNP-FETCH] title='a "b" c' notificationId='n1'"#
    #expect(scan.lines == [expected])
    #expect(try #require(scan.batch.events.first).time == Self.moment)
  }

  // MARK: Tags beside their message

  @Test(arguments: [
    "20251114-05:48:00:123|DNP-FETCH|30002312|@", "2025-11-14T05:48:00.123Z | INFO | DNP-FETCH | @",
    "DNP-FETCH | @", "12|DNP-FETCH|@", "2025-11-14T05:48:00.123Z,INFO,DNP-FETCH,@",
    "2025-11-14 05:48:00.123,INFO,DNP-FETCH,@", #""2025-11-14T05:48:00Z","INFO","DNP-FETCH","@""#,
    "2025-11-14T05:48:00.123Z\tINFO\tDNP-FETCH\t@", "INFO DNP-FETCH - @",
    "INFO [worker:DNP-FETCH] @",
    #"ts=2025-11-14T05:48:00.123Z level=info logger=DNP-FETCH msg="@""#,
    #"level=info msg="@" component="DNP-FETCH""#,
    "2025-11-14 05:48:00.123000+0000 0x1a2b Default 0x0 201 0 App: (Lib) [com.x:DNP-FETCH] @",
    "2025-11-14 05:48:00.123 Df App[201:1a2b] [com.x:DNP-FETCH] @",
    #"{"time":"2025-11-14T05:48:00Z","logger":"DNP-FETCH","msg":"@"}"#,
    #"{"timestamp":"2025-11-14T05:48:00Z","tag":"DNP-FETCH","message":"@"}"#,
    #"{"message":"@","category":"DNP-FETCH"}"#, #"{"short_message":"@","_logger":"DNP-FETCH"}"#,
    #"{"subsystem":"DNP-FETCH","category":"x","text":"@"}"#,
    #"{"eventType":"logEvent","category":"DNP-FETCH","eventMessage":"@"}"#,
    #"{"event":"@","logger":"DNP-FETCH","level":"info","timestamp":"2025-11-14T05:48:00Z"}"#,
    #"{"log":"DNP-FETCH|@\n","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#,
  ])
  func `a tag beside its message marks it`(form: String) {
    let known = Scan("\n" + form.replacing("@", with: "App launch finished"))
    #expect(known.lines == ["app_launch_finished[DNP-FETCH]"])
    let unknown = Scan("\n" + form.replacing("@", with: "something quite new"))
    #expect(unknown.tally.unclassified == 1)
    #expect(unknown.lines.first?.contains("something quite new") == true)
  }

  @Test(arguments: [
    #"<log tag="DNP-FETCH">App launch finished</log>"#,
    #"{"log":{"logger":"DNP-FETCH"},"message":"App launch finished"}"#,
    "App launch finished logger=DNP-FETCH",
    #"{"logger":"DNP-FETCH","words":"App launch finished"}"#,
  ])
  func `a tag whose message is not found is kept`(line: String) {
    let scan = Scan("\n" + line)
    #expect(scan.tally.unclassified == 1)
    #expect(scan.lines.count == 1)
  }

  @Test(arguments: [
    "the tags DNP-FETCH, DNP-PLUGIN and DNP-STORAGE", "grep 'DNP-FETCH' device.log",
    "my-tag=xDNP-FETCH", "https://example.com/?tag=DNP-FETCH&x=1",
    #"{"_PID":"12","_CMDLINE":"DNP-FETCH","MESSAGE":null}"#,
  ])
  func `a tag that marks nothing is no tag`(line: String) {
    #expect(Scan("\n" + line).lines.isEmpty)
  }

  // MARK: What is no head

  @Test(arguments: [
    "we saw DNP-FETCH: Fetch success: status=200 today",
    "the tester wrote that \"DNP-FETCH: Fetch success: status=200\" was there",
    "expected: DNP-FETCH: Fetch success: status=200",
    "    Received: DNP-FETCH: Fetch success: status=200",
    "2025-11-14 05:48:00.123 App[12:34] nobody told me DNP-FETCH: Fetch success: status=200",
    "11-14 05:48:00.123  1234  5678 E Other: it did not say DNP-FETCH: Fetch success: status=200",
    #"Nov 14 05:48:00 Slack[77] <Notice>: didReceive text="[DNP-FETCH] Fetch success: status=200""#,
    #"$ grep -c "[DNP-FETCH] Fetch success: status=200" device.log"#,
    "Expected: [DNP-FETCH] Fetch success: status=200",
  ])
  func `a tag that a sentence quotes is kept and is no event`(line: String) {
    let scan = Scan(line)
    #expect(scan.tally.unclassified == 1)
    #expect(scan.lines.count == 1)
    #expect(scan.lines.first?.hasPrefix("unclassified[DNP-FETCH]") == true)
  }

  @Test func `a tag in brackets is one wherever it is not quoted as a value`() {
    let scan = Scan("I saw [DNP-FETCH] Fetch success: status=200")
    #expect(scan.lines == ["fetch_success[DNP-FETCH] status=200"])
  }

  @Test(arguments: [
    "GET https://example.com/DNP-FETCH: refused", "logs/DNP-FETCH: no such file",
    "no receiver org.app.DailyNotificationReceiver: lost", "xDNP-FETCH: x", "MY-DNP-FETCH: x",
    "at org.app.DailyNotificationWorker.doWork(DailyNotificationWorker.java:12)",
    "DNP-FETCH is a tag", "user@DNP-FETCH: x", "DN|lower case", "xDN|WORK_START id=a",
  ])
  func `a name inside another is no tag`(line: String) {
    #expect(Scan(line).lines.isEmpty)
    #expect(Scan("2025-11-14 05:48:00.123 App[12:34] " + line).lines.isEmpty)
  }

  // MARK: Records

  @Test(arguments: [
    (#"{"level":30,"time":1763099280123,"pid":42,"hostname":"h","msg":"@"}"#, 42, LogLevel.info),
    (
      #"{"name":"a","hostname":"h","pid":42,"level":50,"msg":"@","time":"2025-11-14T05:48:00.123Z","v":0}"#,
      42, .error
    ),
    (#"{"level":"warn","ts":1763099280.123,"caller":"a.go:1","msg":"@"}"#, -1, .warning),
    (#"{"level":"info","msg":"worker 3: @","time":"2025-11-14T05:48:00.123Z"}"#, -1, .info),
  ])
  func `a record of another logger tells process, level and time`(
    form: String, pid: Int32, level: LogLevel
  ) throws {
    for (words, event) in [
      ("DNP-FETCH: App launch finished", "app_launch_finished[DNP-FETCH]"),
      ("DailyNotificationStorage: something new", "unclassified message='something new'"),
    ] {
      let scan = Scan("\n" + form.replacing("@", with: words))
      if level != .error { #expect(scan.lines == [event]) }
      let first = try #require(scan.batch.events.first)
      #expect(first.pid == pid)
      #expect(first.level == level)
      #expect(first.time == Self.moment)
    }
  }

  @Test(arguments: ["[{", "[ {"])
  func `a list of records behind a head is read`(opening: String) {
    let record = #""event":"prefetch_success","status":200}"#
    let scan = Scan("2025-11-14 05:48:00.123 App[12:34] \(opening)\(record),{\(record)]")
    #expect(scan.lines.count == 2)
    #expect(scan.batch.events.allSatisfy { $0.pid == 12 && $0.timeQuality == .line })
  }
}
