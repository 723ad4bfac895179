import LogReading
import RuleLanguage
import Testing

/// What looks like an event and is none, and lines that hold more or less than one.
@Suite struct HeadNoiseTests {
  @Test(arguments: [
    #"Filtering the log data using "composedMessage CONTAINS "[DNP-FETCH] BGTask handler""#,
    "------ SYSTEM LOG (logcat -v threadtime -d -e [DNP-FETCH] BGTask) ------",
    "--------- beginning of [DNP-FETCH] main",
    "Nov 14 05:48:00 host app[12]: message repeated 3 times: [ [DNP-FETCH] App launch finished]",
    "Nov 14 05:48:00 host message repeated 3 times: [ [DNP-FETCH] App launch finished]",
    "Nov 14 05:48:00 --- last message repeated 5 times --- [DNP-FETCH]",
    "<14>1 2025-11-14T05:48:00Z host app - - - message repeated 2 times: [ [DNP-FETCH] x]",
    #"⚡️  TO JS {"event":"prefetch_success","id":"n1","status":20"#,
    "⚡️  To Native ->  DailyNotification [DNP-FETCH] 40012345",
  ])
  func `lines that only quote the plugin are no events`(line: String) {
    #expect(Scan(line).lines.isEmpty)
  }

  @Test(arguments: [
    "Nov 14 05:48:00 no process", "Nov 14 05:48:00 a few words: and more",
    "I/O was slow", "A(1) of many", "12.5 percent of 1 2 I",
    "<15>", "<999>Nov 14 05:48:00 host a: x", "<14>1 2025-11-14T05:48:00Z host app",
    "11-14 05:48:00.123 no columns at all", "1763099280 seconds", "------ x",
    "999999999999.123  1  2 I Tag: behind the last year", "web-1", ",",
    "1763099280123 bytes", "[1763099280] of them", "14.13.2025 05:48:00 no month",
    "Fri, 32 Nov 2025 05:48:00 no day", "INFO 05:48:00 lost",
  ])
  func `words that resemble a head are none`(line: String) {
    let bytes = Array(line.utf8)
    let head = LineHead.read(bytes.span)
    #expect(head.container == .bare)
    #expect(head.quality == .none)
    #expect(head.tagColumn.isEmpty)
  }

  @Test(arguments: [
    "12:30 is noon", "12: the twelfth", "a.log: lost", "[device] lost", "failed: {\"code\":1}",
    "Failure context: 11-14 05:48:00.123  1  2 I A: x",
    "GET https://example.com/a.json: {\"event\":1}", "App[1]: {\"error\":\"x\"}",
    "[Network] {\"error\":\"x\"}",
  ])
  func `words that resemble what tools put before a line are left to it`(line: String) {
    let bytes = Array(line.utf8)
    let head = LineHead.read(bytes.span)
    #expect(head.container == .bare)
    #expect(head.messageStart == 0)
    #expect(Scan(line).lines.isEmpty)
  }

  @Test func `lines that repeat a head are one message behind places in a file too`() {
    let head = "11-14 05:48:00.123  1234  5678 E DNP-FETCH: "
    let scan = Scan(
      "a.log:7:\(head)java.io.IOException: lost\na.log:8:\(head)\tat a.b.C.d(C.java:1)\n")
    #expect(scan.batch.events.map(\.line) == [1])
  }

  @Test func `parts of a line are joined whichever way the record around them is written`() {
    let first = #"{"log":"[DNP-FETCH] Fetch succ","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#
    let rest = #"{"log":"ess: status=200\n","stream":"stdout","time":"2025-11-14T05:48:00.1Z"}"#
    for lines in [first + "\n" + rest, (first + "\n" + rest).replacing("\":\"", with: "\": \"")] {
      #expect(Scan(lines + "\n").lines == ["fetch_success[DNP-FETCH] status=200"])
    }
  }

  @Test func `each of several messages on one line is an event of that line`() {
    let scan = Scan(
      """
      noise
      <14>2025-11-14T05:48:00.000001+00:00 host app [DNP-FETCH] App launch finished\
      <15>1 2025-11-14T05:48:01Z host app 12 - - [DNP-FETCH] Fetch success: status=200\
      <13>Nov 14 05:48:02 host a<b>c: less <15 than nothing\
      <11>Nov 14 05:48:02 host DNP-FETCH: Cached content MD5: abc

      """)
    #expect(
      scan.lines == [
        "app_launch_finished[DNP-FETCH]", "fetch_success[DNP-FETCH] status=200",
        "content_hash[DNP-FETCH] hash='abc' phase='fetch'",
      ])
    #expect(scan.batch.events.map(\.container) == [.rsyslog, .rfc5424, .rfc3164])
    #expect(scan.batch.events.map(\.level) == [.info, .debug, .error])
    #expect(scan.batch.events.map(\.line) == [2, 2, 2])
    #expect(scan.batch.events.map(\.textStart) == [6, 83, 216])
    #expect(scan.tally[.rsyslog] == 1)
    #expect(scan.tally[.rfc5424] == 0)
  }

  @Test func `lines that repeat the head of a message are a part of it`() {
    let head = "11-14 05:48:00.123  1234  5678 E DNP-FETCH: "
    let scan = Scan(
      """
      \(head)java.io.IOException: lost
      \(head)\tat a.b.C.d(C.java:1)
      \(head)Caused by: nothing
      \(head)Fetch success: status=200
      \(head)\tat a.b.C.d(C.java:1)

      \(head)after another line
      11-14 05:48:00.124  1234  5678 E DNP-FETCH: at another time
      11-14 05:48:00.124  1234  5679 E DNP-FETCH: in another thread
      """)
    #expect(scan.batch.events.map(\.line) == [1, 4, 7, 8, 9])
    #expect(scan.tally.unclassified == 0)
    #expect(scan.lines[1] == "fetch_success[DNP-FETCH] status=200")
  }

  @Test func `without a time, equal heads are messages of their own`() {
    let scan = Scan("I/DNP-FETCH(  123): something\nI/DNP-FETCH(  123): else\n")
    #expect(scan.batch.events.map(\.line) == [1, 2])
  }

  @Test(arguments: [
    // With the user's column, as in a bug report.
    (
      #"11-14 05:48:00.123  1000  1234  5678 I DNP-FETCH: Notification built (title=a\\b\xC3\xA4)\nx"#,
      "notification_built[DNP-FETCH] title='a\\bä'"
    ),
    (
      #"11-14 05:48:00.123        1234  5678 I DNP-FETCH: {"event":"prefetch_success","id":"a\\"b"}"#,
      "fetch_success[DNP-FETCH] json notificationId='a\"b' phase='prefetch'"
    ),
    (
      #"11-14 05:48:00.123  1000  1234  5678 I DNP-FETCH: {"event":"prefetch_success","id":"a\nb"}"#,
      "fetch_success[DNP-FETCH] json notificationId='a\nb' phase='prefetch'"
    ),
    // Without it a backslash is a backslash.
    (
      #"11-14 05:48:00.123  1234  5678 I DNP-FETCH: Notification built (title=a\\b\n)"#,
      #"notification_built[DNP-FETCH] title='a\\b\n'"#
    ),
    (
      #"Nov 14 05:48:00 App[12] <Notice>: [DNP-FETCH] Notification built (title=\M-C\M-$\\\^[\240)"#,
      "notification_built[DNP-FETCH] title='ä\\\u{1B}\u{FFFD}'"
    ),
  ])
  func `escapes of a container are taken out`(line: String, event: String) {
    #expect(Scan(line).lines == [event])
  }

  @Test(arguments: [
    (#",{"event":"prefetch_success","id":"n1"}"#, Container.jsonLines),
    (#"web-1  | {"event":"prefetch_success","id":"n1"}"#, .jsonLines),
    (#"2025-11-14T05:48:00.1Z stdout F {"event":"prefetch_success","id":"n1"}"#, .cri),
    (
      #"2025-11-14T05:48:00.123456+00:00 host app[1]: {"event":"prefetch_success","id":"n1"}"#,
      .rsyslog
    ),
    (#"<14>1 2025-11-14T05:48:00Z h a 1 - - {"event":"prefetch_success","id":"n1"}"#, .rfc5424),
    (#"⚡️  [log] - {"event":"prefetch_success","id":"n1"}"#, .capacitor),
    (#"web-1 | ,I(  123) {"event":"prefetch_success","id":"n1"}  (App)"#, .logcatProcess),
  ])
  func `a record stands behind a head as it does alone`(line: String, container: Container) {
    let scan = Scan(line)
    #expect(scan.lines == ["fetch_success json notificationId='n1' phase='prefetch'"])
    #expect(scan.batch.events.map(\.container) == [container])
  }
}
