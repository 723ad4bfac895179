import BuiltinRules
import LogReading
import RuleLanguage
import Testing

/// A record of the plugin is read wherever a logger or a collector puts the text of a message.
@Suite struct CarriedRecordTests {
  private static let catalogue = Result { try BuiltinRules.book().catalogue }

  /// Lines with a place for a message, whose quotes get as many escapes as there are strings around it.
  private static let carriers: [(line: String, depth: Int)] = [
    (#"{"timestamp":"2025-11-14T05:48:00Z","logger":"app","message":"%"}"#, 1),
    (#"{"@timestamp":"2025-11-14T05:48:00Z","log.level":"info","message":"%"}"#, 1),
    (#"{"level":30,"time":1763099280000,"pid":7,"hostname":"h","msg":"%"}"#, 1),
    (#"{"version":"1.1","host":"h","short_message":"%","timestamp":1763099280.5}"#, 1),
    (#"{"event":"%","level":"info","timestamp":"2025-11-14T05:48:00Z"}"#, 1),
    (#"{"log":"%\n","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#, 1),
    (#"{"labels":{"app":"t"},"line":"%","timestamp":"2025-11-14T05:48:00Z"}"#, 1),
    (#"{"__REALTIME_TIMESTAMP":"1763099280000000","_PID":"7","MESSAGE":"%"}"#, 1),
    (#"{"eventMessage":"%","processID":7,"timestamp":"2025-11-14 05:48:00.000000+0000"}"#, 1),
    (#"time="2025-11-14T05:48:00Z" level=info msg="%""#, 1),
    (#"level=info ts=2025-11-14T05:48:00Z msg="%" pid=7"#, 1),
    (#"2025-11-14T05:48:00.1Z stdout F time="2025-11-14T05:48:00Z" level=info msg="%""#, 1),
    (#"{"log":"time=\"2025-11-14T05:48:00Z\" msg=\"%\"\n","stream":"stdout","time":"x"}"#, 2),
    (#"{"log":"{\"msg\":\"%\",\"pid\":7}\n","stream":"stdout","time":"x"}"#, 2),
    ("2025-11-14T05:48:00.1Z stdout F %", 0), ("Nov 14 05:48:00 phone App[7]: %", 0),
  ]

  private static let records: [(text: String, event: String)] = [
    (#"{"event":"prefetch_success","id":"n1","ttl":86400}"#, "fetch_success"),
    (
      #"{"id":"n1","title":"Hi","body":"x","ttl":9,"scheduled_for":"2025-11-14T05:53:00Z"}"#,
      "notification_payload"
    ),
    (#"{"telemetry":{"dnp_prefetch_scheduled_total":1}}"#, "telemetry_snapshot"),
  ]

  @Test(arguments: carriers.indices, records.indices)
  func `a record that is a message is its event`(carrier: Int, record: Int) throws {
    let (text, event) = Self.records[record]
    #expect(try Self.kinds(of: text, in: Self.carriers[carrier]) == [event])
  }

  @Test(arguments: carriers.indices)
  func `a record of another program is none`(carrier: Int) throws {
    for text in [#"{"title":"x","body":"y"}"#, #"{"message":"all is well","telemetry":1}"#] {
      #expect(try Self.kinds(of: text, in: Self.carriers[carrier]) == [], "\(text)")
    }
  }

  @Test(arguments: records.indices)
  func `a record behind a tag and a label is its event`(record: Int) throws {
    let (text, event) = Self.records[record]
    #expect(try Self.kinds(of: text, in: ("[DNP-FETCH] API response: %", 0)) == [event])
    // Other words may tell of a record that was not sent, and other records are nobody's event.
    let others = ["[DNP-FETCH] Could not send %", "[DNP-FETCH] Response: {\"title\":\"x\"}"]
    for other in others {
      #expect(try Self.kinds(of: text, in: (other, 0)) == ["unclassified"], "\(other)")
    }
  }

  private static func kinds(of record: String, in carrier: (line: String, depth: Int)) throws
    -> [String]
  {
    let catalogue = try catalogue.get()
    var text = record
    for _ in 0..<carrier.depth {
      text = text.replacing(#"\"#, with: #"\\"#).replacing(#"""#, with: #"\""#)
    }
    let line = carrier.line.replacing("%", with: text)
    var scanner = EventScanner(catalogue: catalogue)
    var batch = EventBatch()
    var tally = ScanTally()
    scanner.scan(Array("\(line)\n".utf8).span, firstLine: 1, into: &batch, tally: &tally)
    return batch.events.map { catalogue.name(of: $0.kind) }
  }
}
