import LogReading
import TestSupport
import Testing

/// What other programs make of a line: words behind its time, quotes around it, lists of records.
@Suite struct WrittenFormsTests {
  /// 2025-11-14T00:00:00Z in seconds.
  private static let midnight: Int64 = 1_763_078_400

  // MARK: Times

  @Test(arguments: [
    ("05:48:00 AM", 5, 48), ("05:48:00 PM", 17, 48), ("12:00:00 AM", 0, 0), ("12:00:00 PM", 12, 0),
    ("05:48:00.123 PM", 17, 48), ("05:48:00\u{202F}PM", 17, 48), ("05:48:00 p.m.", 17, 48),
    ("05:48:00 nachm.", 17, 48), ("05:48:00 午後", 17, 48), ("17:48:00 PM", 17, 48),
    ("00:48:00 AM", 0, 48), ("05:48:00 AMX", 5, 48),
  ])
  func `a time of twelve hours is moved by the half of its day`(
    text: String, hour: Int, minute: Int
  ) {
    let head = LineHead.read(Array("2025-11-14 \(text) [DNP-FETCH] App launch finished".utf8).span)
    let seconds = Self.midnight + Int64(hour * 3600 + minute * 60)
    #expect(head.time / 1_000_000 == seconds)
    #expect(head.gaps == .zone)
  }

  @Test(arguments: [
    (" CET", 1.0), (" CEST", 2), (" EST", -5), (" PDT", -7), (" JST", 9), (" ACST", 9.5),
    (" GMT", 0), (" UTC", 0), (" GMT+2", 2), (" GMT+02:00", 2), (" UTC-5", -5), (" GMT+5:30", 5.5),
    (" +0000", 0), (" +0530", 5.5), (" -08:00", -8), (" PM CET", 13), (" PM +0000", 12),
  ])
  func `a zone behind a blank is read`(zone: String, hours: Double) {
    let isHalf = zone.hasPrefix(" PM")
    let text = "2025-11-14 05:48:00\(zone) [DNP-FETCH] App launch finished"
    let head = LineHead.read(Array(text.utf8).span)
    let local = Self.midnight + (isHalf ? 12 : 0) * 3600 + 5 * 3600 + 48 * 60
    let ahead = Int64((isHalf ? hours - 12 : hours) * 3600)
    #expect(head.time / 1_000_000 == local - ahead)
    #expect(head.gaps == [])
    #expect(Scan(text).lines == ["app_launch_finished[DNP-FETCH]"])
  }

  @Test(arguments: [" CST", " BST", " IST", " [Europe/Berlin]", "[Europe/Berlin]"])
  func `a zone that means several is told to be there`(zone: String) {
    let text = "2025-11-14T05:48:00\(zone) [DNP-FETCH] App launch finished"
    let head = LineHead.read(Array(text.utf8).span)
    #expect(head.time / 1_000_000 == Self.midnight + 5 * 3600 + 48 * 60)
    #expect(head.gaps == [.zone, .zoneName])
    #expect(Scan(text).lines == ["app_launch_finished[DNP-FETCH]"])
  }

  @Test(arguments: [
    " App[12:34] ", " Df App[12:34] ", " 1234 5678 I ", " ABCD ", " CETX ", " GMTX ", " -12 ",
  ])
  func `another word behind a time is no zone`(text: String) {
    let line = "2025-11-14 05:48:00.123\(text)[DNP-FETCH] App launch finished"
    #expect(LineHead.read(Array(line.utf8).span).gaps == .zone)
  }

  @Test(arguments: [
    "2025-11-14 05:53:00 +0000", "2025-11-14 05:53:00 GMT", "2025-11-14T05:53:00Z'",
    "2025-11-14T05:53:00Z</div>",
  ])
  func `a value may be a date as Swift prints it`(value: String) {
    let scan = Scan("[DNP-FETCH] Using cached content for notification at \(value)")
    #expect(scan.lines == ["cache_used[DNP-FETCH] notificationTime=1763099580000000"])
  }

  // MARK: What stands around a line

  @Test(arguments: [
    ("'", "'"), ("\"", "\","), ("`", "`"), ("<div>", "</div>"), ("", ";host"), ("", "\\"),
    ("", "\u{200B}"), ("", "\u{A0}"), ("", " (MainActivity.kt:32)"), ("- ", " "),
  ])
  func `what stands around a line is no part of its last id`(before: String, after: String) {
    let text = "\(before)[DNP-FETCH] Cached content for scheduleId=notif-1\(after)"
    #expect(Scan(text).lines == ["content_cached[DNP-FETCH] scheduleId='notif-1'"])
  }

  @Test func `a place in the source is no part of a list`() {
    let text = "[DNP-SCHEDULER] Notification delivered (id=n1, title=A (b)) (MainActivity.kt:32)"
    let expected = "notification_delivered[DNP-SCHEDULER] notificationId='n1' title='A (b)'"
    #expect(Scan(text).lines == [expected])
  }

  @Test(arguments: ["", "11-14 05:48:00.123  1234  5678 "])
  func `the console of a web view is read`(head: String) {
    let text =
      head + "I chromium: [INFO:CONSOLE(12)] \"[DNP-FETCH] Cached content for scheduleId=a\""
      + ", source: https://localhost/main.js (12)"
    #expect(Scan(text).lines == ["content_cached[DNP-FETCH] scheduleId='a'"])
  }

  @Test(arguments: [
    ("Notification delivered (id=n1, title=Win, id=42)", "notificationId='n1' title='Win, id=42'"),
    (
      "Notification delivered (title=Win, id=42, id=n1)", "title='Win, id=42' notificationId='n1'"
    ),
  ])
  func `an id in front of what somebody wrote is the event's`(text: String, fields: String) {
    #expect(Scan("[DNP-FETCH] \(text)").lines == ["notification_delivered[DNP-FETCH] \(fields)"])
  }

  // MARK: Records

  @Test(arguments: [
    #"{"@timestamp":"2025-11-14T05:48:00Z","message":"[DNP-FETCH] App launch finished"}"#,
    #"{"time":1763099280000,"level":"info","msg":"[DNP-FETCH] App launch finished"}"#,
    #"{"ts":1763099280.5,"msg":"DNP-FETCH: App launch finished"}"#,
    "\u{1E}" + #"{"timestamp":"2025-11-14T05:48:00Z","message":"[DNP-FETCH] App launch finished"}"#,
  ])
  func `the message of another logger's record is read`(line: String) throws {
    let scan = Scan("noise\n" + line + "\n")
    #expect(scan.lines == ["app_launch_finished[DNP-FETCH]"])
    #expect(try #require(scan.batch.events.first).time / 1_000_000 == 1_763_099_280)
  }

  @Test(arguments: [
    #"{"hits":[{"_source":{"message":"[DNP-FETCH] App launch finished"}}]}"#,
    #"{"time":"2025-11-14T05:48:00Z","jsonPayload":{"message":"[DNP-FETCH] App launch finished"}}"#,
    #"{"a":{"b":{"c":[{"d":1},{"_raw":"DNP-FETCH: App launch finished"}]}}}"#,
    "$ curl …\n{\n  \"a\": {\n    \"text\": \"[DNP-FETCH] App launch finished\"\n  }\n}\n",
  ])
  func `a message that a record encloses as an object is read`(text: String) throws {
    let scan = Scan("noise\n" + text)
    #expect(scan.lines == ["app_launch_finished[DNP-FETCH]"])
    #expect(try #require(scan.batch.events.first).container == .logService)
    #expect(scan.tally.unclassified == 0)
  }

  @Test(arguments: [
    #"{"log":"[DNP-FETCH] App launch finished"}"#,
    #"{"hits":[{"_source":{"remark":"[DNP-FETCH] App launch finished"}}]}"#,
    #"2025-11-14T05:48:00Z {"remark":"[DNP-FETCH] App launch finished"}"#,
    "{\n  \"a\": {\n    \"remark\": \"[DNP-FETCH] App launch finished\"\n  }\n}\n",
  ])
  func `a record that nobody knows is kept if it holds a tag`(text: String) {
    let scan = Scan(text)
    #expect(scan.tally.unclassified == 1)
    #expect(scan.batch.events.count == 1)
  }

  @Test func `what stands behind braces is read`() {
    let scan = Scan("2025-11-14T05:54:00Z {x} [DNP-FETCH] App launch finished\n")
    #expect(scan.lines == ["app_launch_finished[DNP-FETCH]"])
  }

  @Test(arguments: [
    #"[{"event":"prefetch_success","status":1},{"event":"prefetch_success","status":2}]"#,
    "[{\"event\":\"prefetch_success\",\"status\":1},\n{\"event\":\"prefetch_success\",\"status\":2}]",
    """
    [{"eventMessage":"[DNP-FETCH] Fetch success: status=1","timestamp":"2025-11-14 05:48:00+0000"},\
    {"eventMessage":"[DNP-FETCH] Fetch success: status=2","timestamp":"2025-11-14 05:48:01+0000"}]
    """,
  ])
  func `each record of a list on one line is read`(text: String) {
    let scan = Scan(text + "\n")
    #expect(scan.lines.count == 2)
    #expect(scan.lines.first?.contains("status=1") == true)
    #expect(scan.lines.last?.contains("status=2") == true)
  }

  @Test(arguments: [
    #"{"__REALTIME_TIMESTAMP":"1763099280123456","MESSAGE":"@"}"#,
    #"{"log":"@\n","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#,
    #"{"event":"@","timestamp":"2025-11-14T05:48:00Z"}"#,
    #"{"eventMessage":"@","timestamp":"2025-11-14 05:48:00.000000+0000"}"#,
  ])
  func `each line of a message is one`(record: String) {
    let lines =
      #"[DNP-FETCH] App launch finished\n\n  and so on\n[DNP-FETCH] Fetch success: status=7"#
    let scan = Scan("noise\n" + record.replacing("@", with: lines) + "\n")
    #expect(
      scan.lines == ["app_launch_finished[DNP-FETCH]", "fetch_success[DNP-FETCH] status=7"])
  }

  @Test func `a record over several lines of a message stays one`() {
    let text =
      #"{"log":"[DNP-FETCH] {\n\"event\":\"prefetch_success\",\n\"status\":7}\n","#
      + #""stream":"stdout","time":"2025-11-14T05:48:00Z"}"#
    let scan = Scan("noise\n" + text + "\n")
    #expect(scan.lines.count == 1)
    #expect(scan.lines.first?.contains("status=7") == true)
  }

  // MARK: Syslog

  @Test(arguments: ["", "\n"])
  func `messages with their lengths in front are read`(separator: String) {
    let messages = (1...3).map {
      "<14>1 2025-11-14T05:48:0\($0)Z phone App 12 - - [DNP-FETCH] Fetch success: status=\($0)"
    }
    let text = messages.map { "\($0.utf8.count) \($0)\(separator)" }.joined()
    let scan = Scan(text)
    #expect(scan.lines == (1...3).map { "fetch_success[DNP-FETCH] status=\($0)" })
    #expect(scan.batch.events.allSatisfy { $0.container == .rfc5424 })
  }
}
