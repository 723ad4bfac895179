import LogReading
import Testing

@Suite struct EventsRecordTests {
  @Test(arguments: [
    (
      #"{"event":"prefetch_success","id":"n1","ttl":86400,"fetchDurationMs":80}"#,
      ["fetch_success json notificationId='n1' ttl=86400000000 durationMs=80000 phase='prefetch'"]
    ),
    (#"{"event":"fetch_success","status":200}"#, ["fetch_success json status=200"]),
    (
      #"{"event":"fetch_success","scheduled_for":"2025-11-14T05:53:00Z","duration_ms":80}"#,
      ["fetch_success json scheduledFor=1763099580000000 durationMs=80000"]
    ),
    (#"{ "event" : "fetch_success" , "status" : 200.0 } , "#, ["fetch_success json status=200"]),
    (
      #"{"event":"fetch_success","status":"200","ttl":true,"bytes":null,"id":5}"#,
      [
        "fetch_success json status=malformed(200) ttl=malformed(true) notificationId=malformed(5)"
      ]
    ),
    (
      #"{"status":1,"event":"x","event":"fetch_success","status":2}"#,
      ["fetch_success json status=2"]
    ),
    (#"{"event":"fetch_success","status":2,"status":null}"#, ["fetch_success json"]),
    (
      #"{"event":"notification_built","title":"a\"b\\\n\u00e9\ud83d\ude00\ud83d","body":""}"#,
      ["notification_built json title='a\"b\\\né😀\u{FFFD}' body=''"]
    ),
    (
      #"{"event":"notification_built","title":"<private>","body":"...","id":[1,{"a":"]"}]}"#,
      ["notification_built json title=redacted notificationId=malformed([1,{\"a\":\"]\"}])"]
    ),
    (
      #"{"ev\u0065nt":"no","event":"fetch\u005fsuccess","st\u0061tus":7}"#,
      ["fetch_success json status=7"]
    ),
    (
      #"{"event":"prefetch_planned","leadSeconds":300}"#,
      ["prefetch_planned json leadSeconds=300000000"]
    ),
    (
      #"{"event":"message_evaluated","reasons":[],"query":{"to":"did:x:1","limit":5,"b":null}}"#,
      ["message_evaluated json reasons='' query='to=did:x:1&limit=5'"]
    ),
    (
      #"{"event":"message_evaluated","reasons":["a", "b\"c"],"query":"afterId=01A"}"#,
      ["message_evaluated json reasons='a,b\"c' query='afterId=01A'"]
    ),
    (
      #"{"event":"message_evaluated","reasons":{"a":1},"query":["a"]}"#,
      ["message_evaluated json reasons=malformed({\"a\":1}) query=malformed([\"a\"])"]
    ),
    (
      #"[DNP-FETCH] Message evaluated (reasons=[], query={"to": "did:x:1", "limit": 5})"#,
      ["message_evaluated[DNP-FETCH] reasons='' query='to=did:x:1&limit=5'"]
    ),
    (
      #"[DNP-FETCH] Message evaluated (query={to=did:x:1, limit=5}, reasons=[a, b])"#,
      ["message_evaluated[DNP-FETCH] query='to=did:x:1&limit=5' reasons='a,b'"]
    ),
    (#"{"event":"something_new","id":1}"#, ["unclassified json message='something_new'"]),
    (
      #"{"error":"notifications_denied"}"#,
      ["plugin_call json error='notifications_denied' outcome='error'"]
    ),
    (
      #"[DNP-PLUGIN] {"error":"x","code":1}"#,
      ["plugin_call[DNP-PLUGIN] json error='x' outcome='error'"]
    ),
    (
      #"[DNP-FETCH] {"event":"fetch_success","status":1}"#,
      ["fetch_success[DNP-FETCH] json status=1"]
    ),
    (#"[DNP-FETCH] {"status":1}"#, ["unclassified[DNP-FETCH] message='{\"status\":1}'"]),
    (
      #"{"telemetry":{"dnp_prefetch_scheduled_total":1,"dnp_prefetch_executed_total":"2"}}"#,
      ["telemetry_snapshot json reportedScheduled=1 reportedExecuted=malformed(2)"]
    ),
    (
      #"{"event":"prefetch_success","telemetry":{"dnp_prefetch_failure_total{reason=\"AUTH\"}":3,"#
        + #""dnp_prefetch_failure_total":{"NETWORK":4},"x":0}}"#,
      [
        "fetch_success json phase='prefetch'",
        "telemetry_snapshot json reportedFailureAuth=3 reportedFailureNetwork=4",
      ]
    ),
    (
      #"{"event":"telemetry_snapshot","telemetry":{"dnp_prefetch_success_total":3}}"#,
      ["telemetry_snapshot json reportedSuccess=3"]
    ),
    (
      #"{"eventMessage":"{\"event\":\"fetch_success\",\"status\":5}","processID":3}"#,
      ["fetch_success json status=5"]
    ),
    (
      #"{"eventMessage":"[DNP-FETCH] Cached content MD5: a\/b\nmore"}"#,
      ["content_hash[DNP-FETCH] hash='a/b' phase='fetch'"]
    ),
    (
      #"2025-11-14 05:48:00.123 App[1:2] {"event":"notification_built","title":"a\tb"}"#,
      ["notification_built json title='a\tb'"]
    ),
  ])
  func `a record gives its events and fields`(line: String, expected: [String]) {
    let scan = Scan(line)
    #expect(scan.lines == expected)
    #expect(scan.tally.malformedJSON == 0)
  }

  @Test(arguments: [
    #"{"event":"prefetch_success""#, #"{"event":"prefetch_suc"#,
    #"{"event":"prefetch_success"} trailing"#, #"{"event":"prefetch_success","a":01}"#,
    #"{"event":"prefetch_success","a":[1,]}"#, #"{"event":"prefetch_success","a":"\x"}"#,
    "{\"event\":\"prefetch_success\",\"a\":\"\u{1}\"}", #"{"event":"prefetch_success",}"#,
    #"{"event":"prefetch_success","a":nul}"#, #"{"event":"prefetch_success","a":{"b"}}"#,
    #"{"eventMessage":"[DNP-FETCH] App launch fin"#,
  ])
  func `a broken record is kept, not classified`(line: String) {
    let scan = Scan(line)
    #expect(scan.lines == ["unclassified json message='\(line)'"])
    #expect(scan.tally.malformedJSON == 1)
    #expect(scan.tally.unclassified == 1)
  }

  @Test func `nesting has a limit`() {
    func record(_ depth: Int) -> String {
      #"{"event":"fetch_success","a":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}"
    }
    #expect(Scan(record(64)).tally.malformedJSON == 0)
    #expect(Scan(record(65)).tally.malformedJSON == 1)
    #expect(Scan(record(200_000)).tally.malformedJSON == 1)
  }

  @Test(arguments: [
    (#""2025-11-14T05:48:00Z""#, Int64(1_763_099_280_000_000), TimeQuality.json),
    (#"1763099280000"#, 1_763_099_280_000_000, .json), (#""soon""#, 0, .none),
    (#"1763099280123456"#, 1_763_099_280_123_456, .json),
    (#""1763099280123456789""#, 1_763_099_280_123_456, .json),
    (#"1763099280.5"#, 1_763_099_280_500_000, .json),
    (#"1.7630992805e9"#, 1_763_099_280_500_000, .json), (#"17630992801"#, 0, .none),
  ])
  func `a record's own time counts where the line has none`(
    value: String, micros: Int64, quality: TimeQuality
  ) throws {
    let record = #"{"event":"fetch_success","timestamp":\#(value)}"#
    let event = try #require(Scan(record).batch.events.first)
    #expect(event.time == micros)
    #expect(event.timeQuality == quality)
    #expect(event.container == .jsonLines)
    let headed = try #require(
      Scan("1970-01-01T00:00:01Z [DNP-FETCH] " + record).batch.events.first)
    #expect(headed.time == 1_000_000)
    #expect(headed.timeQuality == .line)
  }
}
