import LogReading
import Testing

/// The last value of a line ends where its type says, whatever carries the line.
@Suite struct ValueEndTests {
  private static let tails = [
    "\tApp.swift:32", " (x2)", " [x2]", " (repeated 3 times)", " (3 times)", ",", ";", ".",
    "\u{1B}[0m", "\u{1B}[0m (x2)", "\"", "'", "`", "\",", "]", "}", "</p>", " (App.swift:32)", " |",
  ]

  @Test(
    arguments: [
      "Cached content for scheduleId=s1", "Cached content MD5: 0123abcd",
      "Using cached content for notification at 2025-11-14T05:53:00Z",
      "Fetch success: status=200, ttl=86400", "Fetch success: ttl=86400, status=200",
      "Fetch success: status=200, id=n1", "Fetch success (status=200, ttl=86400)",
      "Task completed (success=true)", "Task marked complete (success=false) due to error",
      "Starting fetch (scheduleId=s1, notificationTime=2025-11-14T05:53:00Z)",
      "Notification delivered (title=Hello (you), id=n1)",
      "Message evaluated (reasons=[a,b])",
    ], tails)
  func `what stands behind a line is no part of its last value`(message: String, tail: String) {
    let line = "[DNP-FETCH] \(message)"
    #expect(Scan(line + tail).lines == Scan(line).lines)
    #expect(Scan(line + tail + "\n" + line + tail + "\n").lines.count == 2)
  }

  @Test(
    arguments: ["disk is full", "NetworkError", "no space (code 28)"],
    ["\tApp.swift:32", " (x2)", " [x2]", ",", ";", "\u{1B}[0m", "\"", "'", "\",", "]", "}", " |"])
  func `a text of several words ends before what the carrier adds`(words: String, tail: String) {
    let line = "[DNP-FETCH] Error: message=\(words)"
    #expect(Scan(line + tail).lines == ["plugin_error[DNP-FETCH] message='\(words)'"])
  }

  @Test(arguments: [
    "Save 5 (x2)", "Wait…", "Is it?", "It is.", "\"Quoted\" words", "Rock 'n'", "Tea, ", "[sic]",
    "1; 2;",
    "See App.swift:32", "A (b) c",
  ])
  func `a title keeps its words`(title: String) {
    let text = "Notification delivered (id=n1, title=\(title))"
    let kept = title.last == " " ? String(title.dropLast()) : title
    let expected = "notification_delivered[DNP-FETCH] notificationId='n1' title='\(kept)'"
    #expect(Scan("[DNP-FETCH] \(text)").lines == [expected])
    #expect(Scan("[DNP-FETCH] \(text) (x2)").lines == [expected])
  }

  @Test(arguments: [
    ("Fetch success: ttl=86400apples", "fetch_success[DNP-FETCH] ttl=malformed(86400apples)"),
    ("Fetch success: status=200 or so", "fetch_success[DNP-FETCH] status=malformed(200 or so)"),
    ("Fetch success: status=20…", "fetch_success[DNP-FETCH] status=malformed(20…)"),
    ("Fetch success: ttl=1.5 h (x2)", "fetch_success[DNP-FETCH] ttl=5400000000"),
    (
      "Cached content MD5: no hash at all",
      "content_hash[DNP-FETCH] hash='no hash at all' phase='fetch'"
    ),
    ("Task completed (success=maybe) (x2)", "bgtask_completed[DNP-FETCH] success=malformed(maybe)"),
    (
      "Error: message=no space left (code 28)",
      "plugin_error[DNP-FETCH] message='no space left (code 28)'"
    ),
  ])
  func `what is no value stays what it is`(message: String, expected: String) {
    #expect(Scan("[DNP-FETCH] \(message)").lines == [expected])
  }

  @Test(arguments: [
    ("Starting fetch (scheduleId=s1, notificationTime=2025-11-14T05:53:00Z)", ""),
    ("Message evaluated (reasons=[a,b])", ""),
    ("Fetch success: status=200, ttl=86400, scheduleId=s1", ""),
    ("Notification delivered (id=n1, title=Good morning)", ""),
    ("Cached content for scheduleId=s1", ""),
    ("Notification delivered (id=n1, title=Now)", " (x2)"),
    ("Error (component=http, message=Timed out)", " (x2)"),
  ])
  func `a value in double quotes is what stands in them`(message: String, tail: String) {
    let quoted = message.replacing(/=(\[[^\]]*\]|[^,()= ]+(?: morning| out)?)/) { "=\"\($0.1)\"" }
    #expect(quoted != message)
    #expect(Scan("[DNP-FETCH] \(quoted)\(tail)").lines == Scan("[DNP-FETCH] \(message)").lines)
  }

  @Test(arguments: [
    ("title=\"a, id=7\", id=n1", "title='a, id=7' notificationId='n1'"),
    ("title=\"a (b, id=7\", id=n1", "title='a (b, id=7' notificationId='n1'"),
    ("title=\"no\" or \"yes\", id=n1", "title='\"no\" or \"yes\"' notificationId='n1'"),
    ("title=\"open, id=n1", "title='\"open' notificationId='n1'"),
    ("title=\"\", id=\"n1\"", "notificationId='n1'"),
    ("title=\"<private>\", id=\"n1\"", "title=redacted notificationId='n1'"),
  ])
  func `quotes divide nothing, and are kept where they are not around all of a value`(
    list: String, fields: String
  ) {
    let lines = Scan("[DNP-FETCH] Notification delivered (\(list))").lines
    #expect(lines == ["notification_delivered[DNP-FETCH] \(fields)"])
  }
}
