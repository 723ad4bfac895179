import LogReading
import Testing

/// Answers of log services: their records in whatever order, in whatever pieces.
@Suite struct RecordDocumentTests {
  private static let first =
    #""timestamp":1763099280123,"message":"[DNP-FETCH] App launch finished""#
  private static let second =
    #""timestamp":1763099281000,"message":"[DNP-FETCH] BGTask handler invoked (id=t1)""#
  private static let events = [
    "app_launch_finished[DNP-FETCH]", "bgtask_handler_invoked[DNP-FETCH] taskId='t1'",
  ]

  @Test func `the newest record may come first`() throws {
    let scan = Scan(#"{"events":[{\#(Self.second)},{"n":1},{\#(Self.first)}],"nextToken":"x"}"#)
    #expect(scan.lines == Self.events)
    #expect(scan.batch.events.map(\.container) == [.logService, .logService])
    #expect(scan.batch.events.map(\.time) == [1_763_099_280_123_000, 1_763_099_281_000_000])
  }

  @Test func `documents and lines follow each other`() {
    let scan = Scan(
      """
      {"events":[{\(Self.second)}]}
      $ next page, "quoted
      [{\(Self.first)}]
      2025-11-14T05:48:02.000Z [DNP-FETCH] App launch finished
      """)
    #expect(scan.lines == Self.events + ["app_launch_finished[DNP-FETCH]"])
    #expect(scan.batch.events.map(\.line) == [3, 1, 4])
  }

  @Test func `an event stands on the line of its message`() {
    let scan = Scan(
      "[\n {\n  \"a\": 1,\n  \"message\":\n   \"[DNP-FETCH] App launch finished\"\n }\n]")
    #expect(scan.batch.events.map(\.line) == [5])
  }

  @Test func `a document beyond the limit of a record is read in parts`() {
    let noise = (0..<30_000).map { #"{"timestamp":1763099270000,"message":"noise \#($0)"},"# }
      .joined()
    let scan = Scan(#"{"events":[\#(noise){\#(Self.first)},\#(noise){\#(Self.second)}]}"#)
    #expect(scan.lines == Self.events)
  }

  @Test func `a record of the plugin with lists in it is one record`() {
    let scan = Scan(
      #"{"remarks":[{"text":"[DNP-FETCH] App launch finished"}],"event":"prefetch_failure"}"#)
    #expect(scan.batch.events.count == 1)
    #expect(scan.batch.events.first?.form == .json)
  }

  @Test(arguments: [
    #"{"events":[{"message":"[DNP-FETCH] App launch finished"},{"message":"[DNP-FETCH] BGTask handler"#,
    #"[{"message":"[DNP-FETCH] App launch finished"},{"a"#,
  ])
  func `a record without its end is left out`(text: String) {
    #expect(Scan(text).lines == [Self.events[0]])
  }

  @Test(arguments: [
    #"[{"event":"prefetch_failure"}]"#, #"[{"eventMessage":"x","traceID":1}]"#,
    #"{"message":"[DNP-FETCH] x","tags":[{"a":"b"#, #"{"a":1}"#, "[1]", "[{}]", "",
  ])
  func `other records are lines`(head: String) {
    #expect(LogShape(head: Array(head.utf8).span) == .lines)
  }

  @Test func `rows of fields are records`() throws {
    let scan = Scan(
      #"{"results":[[{"field":"@timestamp","value":"2025-11-14 05:48:00.123"},"#
        + #"{"field":"@message","value":"[DNP-FETCH] App launch finished"}],[1,2],["DNP-"]]}"#)
    #expect(scan.lines == [Self.events[0]])
    let event = try #require(scan.batch.events.first)
    #expect(event.time == 1_763_099_280_123_000)
    #expect(event.timeGaps.isEmpty)
  }

  @Test func `nesting without end is survived`() {
    let deep = String(repeating: #"{"a":["#, count: 5000)
    #expect(Scan(#"{"events":[{"b":"# + deep + #""[DNP-FETCH] App launch finished""#).lines.isEmpty)
    #expect(Scan("[{" + String(repeating: "]", count: 5000) + deep).lines.isEmpty)
  }
}
