import LogReading
import Testing

@Suite struct EventsTextTests {
  @Test(arguments: [
    (
      "Prefetch scheduled 5 minutes before notification (notificationTime=2025-11-14T05:53:00Z)",
      "prefetch_planned[DNP-FETCH] leadSeconds=300000000 notificationTime=1763099580000000"
    ),
    (
      "Prefetch scheduled 5 minutes before notification",
      "prefetch_planned[DNP-FETCH] leadSeconds=300000000"
    ),
    (
      "Prefetch lead too small, capping at minimum (60s) - Or disable prefetch",
      "lead_capped[DNP-FETCH] minLeadSeconds=60000000"
    ),
    (
      "Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=...)",
      "fetch_start[DNP-FETCH] notificationTime=1763099580000000"
    ),
    (
      "Starting fetch from https://a.b/c?d=e,f (notificationTime=..., jwtPresent=true)",
      "fetch_start[DNP-FETCH] url='https://a.b/c?d=e,f' jwtPresent=1"
    ),
    (
      "Starting fetch from <URL> (jwtPresent=maybe)",
      "fetch_start[DNP-FETCH] jwtPresent=malformed(maybe)"
    ),
    (
      "Fetch success: status=200, items=1, ttl=86400",
      "fetch_success[DNP-FETCH] status=200 items=1 ttl=86400000000"
    ),
    (
      "Fetch success (status=200, bytes=1234, ttl=300s, duration_ms=250)",
      "fetch_success[DNP-FETCH] status=200 bytes=1234 ttl=300000000 durationMs=250000"
    ),
    (
      "Fetch success (status=200, bytes=1), the ttl should match",
      "fetch_success[DNP-FETCH] status=200 bytes=1"
    ),
    (
      "Fetch success: status=99999999999999999999, ttl=9223372036854775807",
      "fetch_success[DNP-FETCH] status=malformed(99999999999999999999) "
        + "ttl=malformed(9223372036854775807)"
    ),
    ("Fetch success", "fetch_success[DNP-FETCH]"),
    (
      "Fetch success (status=200, JWT present, id=n1, cached, ttl=86400, signed)",
      "fetch_success[DNP-FETCH] status=200 notificationId='n1' ttl=86400000000"
    ),
    (
      "Fetch success (scheduled_for=2025-11-14T05:53:00Z, notification_id=n1, duration_ms=250)",
      "fetch_success[DNP-FETCH] scheduledFor=1763099580000000 notificationId='n1' durationMs=250000"
    ),
    (
      "Fetch success (_status=1, status_=2, sta_tus=3, Status=4, scheduled__for=1763099580)",
      "fetch_success[DNP-FETCH]"
    ),
    ("Fetch success: status=200, status=201", "fetch_success[DNP-FETCH] status=201"),
    (
      "Fetch success: unknown=5, status=200, scheduledFor=1763099580, bytes=1.0",
      "fetch_success[DNP-FETCH] status=200 scheduledFor=1763099580000000 bytes=1"
    ),
    (
      "Fetch success: scheduledFor=1763099580.25, bytes=1",
      "fetch_success[DNP-FETCH] scheduledFor=1763099580250000 bytes=1"
    ),
    (
      "Fetch success: scheduledFor=1763099580000.5, bytes=1",
      "fetch_success[DNP-FETCH] scheduledFor=1763099580000500 bytes=1"
    ),
    (
      "Fetch success: scheduledFor=176309958.5, bytes=1",
      "fetch_success[DNP-FETCH] scheduledFor=malformed(176309958.5) bytes=1"
    ),
    (
      "Fetch success: scheduledFor=1763099580000",
      "fetch_success[DNP-FETCH] scheduledFor=1763099580000000"
    ),
    (
      "Fetch success: scheduledFor=2025-11-14T05:53:00",
      "fetch_success[DNP-FETCH] scheduledFor=zoneless(1763099580000000)"
    ),
    (
      "Fetch success: scheduledFor=2025-11-14T06:53:00+01:00",
      "fetch_success[DNP-FETCH] scheduledFor=offset(1763099580000000)"
    ),
    ("Cached content MD5: abcdef", "content_hash[DNP-FETCH] hash='abcdef' phase='fetch'"),
    ("Using cached content MD5: abcdef", "content_hash[DNP-FETCH] hash='abcdef' phase='delivery'"),
    ("Cached content MD5: <private>", "content_hash[DNP-FETCH] hash=redacted phase='fetch'"),
    (
      "Using cached content for notification at 2025-11-14T05:53:00Z - ✅ done",
      "cache_used[DNP-FETCH] notificationTime=1763099580000000"
    ),
    ("Using cached content for notification at ...", "cache_used[DNP-FETCH]"),
    (
      "Notification built (title=Hi, you (all), body=a, b = c (d), id=n1)",
      "notification_built[DNP-FETCH] title='Hi, you (all)' body='a, b = c (d)' "
        + "notificationId='n1'"
    ),
    (
      "Notification built (title=Fix (see id=42, title=old), body=a (b, id=1) c, id=n1)",
      "notification_built[DNP-FETCH] title='Fix (see id=42, title=old)' body='a (b, id=1) c' "
        + "notificationId='n1'"
    ),
    (
      "Notification built (title=:( oh, body=a) b (c, id=n1)",
      "notification_built[DNP-FETCH] title=':( oh, body=a) b (c' notificationId='n1'"
    ),
    (
      "Notification built (title=So :(, body=x, id=n1)",
      "notification_built[DNP-FETCH] title='So :(' body='x' notificationId='n1'"
    ),
    (
      "Notification built (title=Now, title=old, title=older, body=x, id=n1)",
      "notification_built[DNP-FETCH] title='Now, title=old, title=older' body='x' "
        + "notificationId='n1'"
    ),
    (
      "Notification built (title=a, id=9, body=x, id=n1)",
      "notification_built[DNP-FETCH] title='a, id=9' notificationId='n1' body='x'"
    ),
    (
      "Notification built (title=a, body=x, title=b, id=n1)",
      "notification_built[DNP-FETCH] title='a' body='x, title=b' notificationId='n1'"
    ),
    (
      "Notification delivered (id=n1, title=a, id=9)",
      "notification_delivered[DNP-FETCH] notificationId='n1' title='a, id=9'"
    ),
    (
      "Notification delivered (id=n1, title=a, id=n1)",
      "notification_delivered[DNP-FETCH] notificationId='n1' title='a'"
    ),
    (
      "Notification built (title=<private>, body=…, id=n1",
      "notification_built[DNP-FETCH] title=redacted notificationId='n1'"
    ),
    ("Notification scheduled/delivered", "notification_delivered[DNP-FETCH] ambiguous"),
    (
      "Notification delivered (id=n1, title=x)",
      "notification_delivered[DNP-FETCH] notificationId='n1' title='x'"
    ),
    (
      "Task completed (success=false, reason=NETWORK)",
      "bgtask_completed[DNP-FETCH] success=0 reason='NETWORK'"
    ),
    ("Task marked complete (success=false) due to error", "bgtask_completed[DNP-FETCH] success=0"),
    ("App launch finished", "app_launch_finished[DNP-FETCH]"),
    ("App launch", "app_launch[DNP-FETCH]"),
    ("App launch...at startup", "app_launch[DNP-FETCH]"),
    ("Error: disk full", "unclassified[DNP-FETCH] message='Error: disk full'"),
    ("Error: component=http", "plugin_error[DNP-FETCH] component='http'"),
    ("Fetch success: at last", "fetch_success[DNP-FETCH]"),
    ("Call by me (quick, outcome=ok)", "plugin_call[DNP-FETCH] error='me' outcome='ok'"),
    ("(BGTaskSchedulerErrorDomain Code=3\")", "bgtask_submit_failed[DNP-FETCH] code=3"),
    ("Task marked complete", "bgtask_completed[DNP-FETCH]"),
    ("App launch delayed", "unclassified[DNP-FETCH] message='App launch delayed'"),
    ("Call score -1.5e2", "plugin_call[DNP-FETCH] score=-150.0"),
    ("failed: BGTaskSchedulerErrorDomain Code=1 (null)", "bgtask_submit_failed[DNP-FETCH] code=1"),
    ("no such words", "unclassified[DNP-FETCH] message='no such words'"),
    ("", "unclassified[DNP-FETCH]"),
  ])
  func `a message gives its event and fields`(message: String, expected: String) {
    #expect(Scan("[DNP-FETCH] " + message).lines == [expected])
    #expect(Scan("DNP-FETCH: " + message + "\n").lines == [expected])
  }

  @Test(arguments: [
    ("[DNP-NEW] App launch finished", "app_launch_finished[?]"),
    ("[DNP-PLUGIN] Fetch success: status=200", "fetch_success[DNP-PLUGIN] status=200"),
    ("x [DNP-] [DNP-FETCH] App launch finished", "app_launch_finished[DNP-FETCH]"),
    ("Error BGTaskSchedulerErrorDomain Code=3", "bgtask_submit_failed code=3"),
    (
      "2025-11-14 05:48:00.123 App[1:2] *** Terminating app due to uncaught exception",
      "process_crash message='uncaught exception'"
    ),
    ("dnp_prefetch_scheduled_total 3", "telemetry_snapshot reportedScheduled=3"),
    (#"dnp_prefetch_failure_total{reason="AUTH"}"#, "telemetry_snapshot"),
    (
      #"[DNP-PLUGIN] dnp_prefetch_failure_total{reason="AUTH"} 2, dnp_prefetch_success_total=1.0"#,
      "telemetry_snapshot[DNP-PLUGIN] reportedFailureAuth=2 reportedSuccess=1"
    ),
    (#"dnp_prefetch_success_total{reason="NETWORK"} 7"#, "telemetry_snapshot"),
    (
      #"dnp_prefetch_failure_total{platform="ios", reason="AUTH"} 3"#,
      "telemetry_snapshot reportedFailureAuth=3"
    ),
    ("DNP-dnp_prefetch_used_for_notification_total 1", "telemetry_snapshot reportedUsed=1"),
  ])
  func `tags and words without a tag are told apart`(line: String, expected: String) {
    #expect(Scan(line).lines == [expected])
  }

  @Test func `a plugin's line at an error level is an error of the plugin`() {
    let head = "Nov 14 05:48:00 App[12] <Error>: "
    #expect(
      Scan(head + "[DNP-FETCH] disk is full").lines
        == ["plugin_error[DNP-FETCH] message='disk is full' component='other'"])
    #expect(
      Scan(head + "[DNP-FETCH] App launch finished").lines == ["app_launch_finished[DNP-FETCH]"])
  }

  @Test(arguments: [
    "dasd[1]: DecisionToRun:1 [DND-FETCH] skipped", "no longer tracked; DNP transport idle",
    "[DN-PDP] #I Data context", "[DNP-fetch] lower", "[DNP FETCH]", "DNP-FETCH",
    "see /DNP-FETCH: x",
    "[DNP-FETCH", "(DNP-FETCH)", #"text {"event":"another's"}"#,
    #"text {"event":"prefetch_success"} and more"#,
    ##"{"msg":"#Spi","cached":1,"client":"0x1"}"##, #"{"message":"the \"event\" was"}"#,
    #"{"error":17}"#, #"{"error":null}"#,
    #"App[1]: {"error":"x"}"#, #"{"event":5}"#, "# HELP dnp_prefetch_scheduled_total Tasks",
    "dnp_prefetch_success_total is low",
    "dnp_other_total 1", #"{"telemetry":{"cpu":1}}"#, #"{"a":"#, #"{"error":"cut"#,
    #"{"eventMessage":"nothing of ours, DNP- or else"}"#, "*** Terminating", "\"event\"",
  ])
  func `near misses give no event`(line: String) {
    #expect(Scan(line).lines == [])
    #expect(Scan("2025-11-14 05:48:00.123456+0000 App[12:34] (Fw) " + line).lines == [])
  }

  @Test func `bytes that are no text do not hide an event`() {
    var bytes: [UInt8] = [0xFF, 0xC0, 0x00, 0x20]
    bytes += Array("[DNP-FETCH] Cached content MD5: ab".utf8)
    bytes += [0xFE, 0x00, 0x63, 0x0D, 0x0A]
    let scan = Scan(bytes)
    #expect(scan.batch.events.count == 1)
    #expect(scan.batch.fields.first?.length == 3)
  }
}
