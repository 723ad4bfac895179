import LogReading
import TestSupport
import Testing

/// Records of programs that carry the messages of others.
@Suite struct RecordTests {
  /// 2025-11-14T05:48:00Z in seconds.
  private static let noon = 1_763_099_280

  @Test func `a message that Docker cut at 16 KiB is one`() throws {
    let title = String(repeating: "t", count: 40 << 10)
    let record = #"{\"event\":\"notification_built\",\"title\":\"\#(title)\",\"id\":\"n1\"}\n"#
    var rest = Substring(record)
    var log = ""
    while !rest.isEmpty {
      log += #"{"log":"\#(rest.prefix(16 << 10))","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#
      log += "\n"
      rest = rest.dropFirst(16 << 10)
    }
    let scan = Scan("noise\n" + log + "[DNP-FETCH] App launch finished")
    #expect(
      scan.lines == [
        "notification_built json title='\(title)' notificationId='n1'",
        "app_launch_finished[DNP-FETCH]",
      ])
    #expect(scan.batch.events.map(\.line) == [2, 5])
  }

  @Test func `a part that never ends is read up to the limit`() {
    let part = String(repeating: "x", count: 64 << 10)
    let line = #"{"log":"\#(part)","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#
    let first = line.replacing(#""log":""#, with: #""log":"[DNP-FETCH] Cached content MD5: "#)
    let log =
      first + "\n" + String(repeating: line + "\n", count: 20) + "[DNP-FETCH] App launch finished\n"
    let scan = Scan(log)
    #expect(scan.lines.count == 2)
    #expect(scan.lines.last == "app_launch_finished[DNP-FETCH]")
  }

  @Test(arguments: [(true, 1), (false, 1), (true, 3)])
  func `a document on one long line is streamed and put in order`(isBackward: Bool, streams: Int)
    throws
  {
    let count = 12_000
    var text = #"{"status":"success","data":{"resultType":"streams","result":["#
    for stream in 0..<streams {
      let values = (0..<count).map { number -> String in
        let time = Self.noon + number * streams + stream
        let line =
          number % 1000 == 0 ? "[DNP-FETCH] Fetch success: status=\(time)" : "noise \(number)"
        return #"["\#(time)000000000","\#(line) \#(String(repeating: "é", count: 60))"]"#
      }
      if stream > 0 { text += "," }
      text += #"{"stream":{"n":"\#(stream)"},"values":["#
      text += (isBackward ? values.reversed() : values).joined(separator: ",") + "]}"
    }
    text += "]}}"
    let bytes = Array(text.utf8)
    #expect(bytes.count > EventScanner.lineLimit)
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "loki.json")
    let found = try Piecewise(ChunkReader(.file(path)))
    #expect(found.report.cutLines == 0)
    #expect(found.lines == 1)
    #expect(found.events.count == 12 * streams)
    let times = found.events.compactMap(\.time)
    #expect(times == times.sorted())
    #expect(found == Piecewise([bytes]))
  }

  private static let heads: [(String, LogShape)] = [
    (#"{"streams":[{"stream":{},"values":[["1763099280000000000","a"]]}]}"#, LogShape.lokiDocument),
    (" { \"streams\" : [\n { \"labels\" : \"{}\"", .lokiDocument),
    (#"{"status":"success","data":{"resultType":"streams","result":[]}}"#, .lokiDocument),
    (#"{"data":{"result":[{"stream":{"a":"b"},"values":[]}]}}"#, .lokiDocument),
    (#"{"status":"success","data":{"resultType":"matrix","result":[]}}"#, .lines),
    (#"{"status":200,"event":"prefetch_success"}"#, .lines),
    (#"{"streams":3}"#, .lines),
    (#"{"labels":{},"line":"a","timestamp":"2025-11-14T05:48:00Z"}"#, .lokiLines),
    (#"{"timestamp":"2025-11-14T05:48:00Z","line":"a"}"#, .lokiLines),
    (#"{"line":"\#(String(repeating: "a", count: 600))","#, .lokiLines),
    (#"{"labels":{"a":"\#(String(repeating: "a", count: 600))","#, .lokiLines),
    (#"{"line":"a","event":"prefetch_success","timestamp":"x"}"#, .lines),
    (#"{"line":"a"}"#, .lines), ("{}", .lines), ("{", .lines), ("", .lines),
    (#"{"labels":3,"line":"a"}"#, .lines),
    (#"{"__CURSOR":"a","MESSAGE":"b"}"#, .journal),
    ("--------- beginning of main\n[ 11-14 05:48:00.123  1: 2 I/TAG ]\n", .longLines),
    ("[ 11-14 05:48:00.123  1: 2 I/TAG\n", .lines),
    ("\u{FEFF}{\"streams\":[{\"stream\":{}}]}", .lokiDocument),
  ]

  @Test(arguments: heads)
  func `the first bytes tell the shape`(head: String, shape: LogShape) {
    #expect(LogShape(head: Array(head.utf8).span) == shape)
  }

  @Test func `what follows a document is read too, and other text is passed over`() {
    let entry = #"[["1763099280000000000","[DNP-FETCH] App launch finished"]]"#
    let document = #"{"streams":[{"stream":{},"values":\#(entry)}]}"#
    let scan = Scan(document + "\nno \"JSON {\n" + document)
    #expect(scan.lines.count == 2)
    #expect(scan.batch.events.map(\.line) == [1, 3])
  }

  @Test(arguments: [
    (#""1763099280000000000""#, 0), ("1763099280000000000", 0), (#""1763099280""#, 0),
    (#""2025-11-14T05:48:00.000001Z""#, 1), (#""1763099280000""#, 0),
  ])
  func `an entry's time is read in any unit`(time: String, micros: Int64) throws {
    let scan = Scan(
      #"{"streams":[{"stream":{},"values":[[\#(time),"[DNP-FETCH] App launch finished"]]}]}"#)
    let event = try #require(scan.batch.events.first)
    #expect(event.time == Int64(Self.noon) * 1_000_000 + micros)
    #expect(event.timeQuality == .line)
    #expect(event.container == .lokiPush)
  }

  struct Carried: Sendable {
    var line: String
    var time: Int64
    var gaps = TimeGaps()
    var pid: Int32 = 12
  }

  private static let carried = [
    // A collector's time gives way to that of the device, which takes its year from it.
    Carried(
      line: """
        {"log":"12-31 23:59:59.000  12  34 I DNP-FETCH: App launch finished\\n",\
        "stream":"stdout","time":"2026-01-01T00:00:10Z"}
        """, time: 1_767_225_599_000_000, gaps: .zone),
    Carried(
      line: """
        {"log":"[DNP-FETCH] App launch finished\\n","stream":"stdout",\
        "time":"2026-01-01T00:00:10Z"}
        """, time: 1_767_225_610_000_000, pid: -1),
    // A device's own record knows better than its message.
    Carried(
      line: """
        {"eventMessage":"2025-11-14 05:48:00.000 App[13:1] [DNP-FETCH] App launch finished",\
        "timestamp":"2026-01-01 00:00:10.000000+0000","processID":12}
        """, time: 1_767_225_610_000_000),
    Carried(
      line: """
        2026-01-01T00:00:10.000000+00:00 host app[12]: {"event":"[DNP-FETCH] App launch finished",\
        "timestamp":"2026-01-01T00:00:09Z"}
        """, time: 1_767_225_609_000_000),
  ]

  @Test(arguments: carried)
  func `the time nearest to the event holds`(carried: Carried) throws {
    let event = try #require(Scan(carried.line).batch.events.first)
    #expect(event.time == carried.time)
    #expect(event.timeGaps == carried.gaps)
    #expect(event.pid == carried.pid)
  }

  @Test func `records inside records are followed to a limit`() {
    func wrapped(_ depth: Int) -> String {
      var text = "[DNP-FETCH] App launch finished"
      for _ in 0..<depth {
        let inner = text.replacing(#"\"#, with: #"\\"#).replacing(#"""#, with: #"\""#)
        text = #"{"log":"\#(inner)\n","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#
      }
      return text
    }
    #expect(Scan(wrapped(6)).lines == ["app_launch_finished[DNP-FETCH]"])
    #expect(Scan(wrapped(8)).lines.isEmpty)
  }

  @Test func `many members without a record cost no search without end`() {
    let log = String(repeating: "    \"DNP-\" : 1,\n", count: 20_000)
    #expect(Scan(log).lines.isEmpty)
    #expect(Scan("{\n" + log).lines.isEmpty)
    #expect(Scan(String(repeating: "{\n  \"DNP-\" : 1,\n", count: 20_000)).lines.isEmpty)
  }

  @Test(arguments: [
    #"{"log":"a [DNP-FETCH] b","stream":"stdo"#, #"{"line":"[DNP-FETCH] App","timest"#,
    #"{"MESSAGE":"[DNP-FETCH] App launch fini"#,
  ])
  func `a carrier's record that was cut is kept, not classified`(line: String) {
    let scan = Scan(line + "\n[DNP-FETCH] App launch finished\n")
    #expect(scan.tally.malformedJSON == 1)
    #expect(scan.tally.unclassified == 1)
    #expect(scan.lines.last == "app_launch_finished[DNP-FETCH]")
  }
}
