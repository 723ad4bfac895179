import LogReading
import Testing

/// Lines are read as others of their form were; what is read must be what a first line would give.
@Suite struct LineMemoryTests {
  private static let head = "2025-11-14 05:48:00.000058+0000 App[1234:5678] "
  private static let lines = [
    head + "[DNP-FETCH] BGTask handler invoked (id=com.timesafari.dailynotification.fetch)",
    head
      + "[DNP-FETCH] Prefetch scheduled 5 minutes before notification"
      + " (notificationTime=2025-11-14T06:48:00Z)",
    head + "[DNP-FETCH] Fetch success (status=200, other=461, ttl=86400)",
    head + "[DNP-FETCH] Fetch success: status=200, items=1, ttl=86400",
    head + "[DNP-FETCH] Cached content MD5: 0123456789abcdef0123456789abcdef",
    head + "[DNP-FETCH] Error: component=FETCH, message=no space left",
    head + "[DNP-SCHEDULER] Notification built (title=Your day, body=Here is it, id=notif-1)",
    head + "[DNP-SCHEDULER] Notification built (title=Your (day, body=Here is it, id=notif-1)",
    head + "[DNP-FETCH] Fetch success (status=200, JWT present, other=4(61, ttl=86400)",
    head + "[DNP-FETCH] Fetch success: status=200, other=(1, duration_ms=20, bytes=1",
    head + "[DNP-FETCH] App launch finished",
    head + "[DNP-FETCH] Cached content for scheduleId=notif-2025-11-14",
    "2025-11-14 05:48:00 CET [DNP-FETCH] Fetch success (status=200, bytes=461, ttl=86400)",
    "2025-11-14T05:48:00.123Z [DNP-FETCH] Fetch success (status=200, bytes=461, ttl=86400)",
    "2025-11-14 05:48:00.123 App[12:ab] (Lib) [sub:cat] [DNP-FETCH] Fetch success: status=200",
    #"{"event":"prefetch_success","id":"notif-1","ttl":86400,"timestamp":"2025-11-14T05:48:00Z"}"#,
    #"{"event":"bgtask_completed","success":true,"timestamp":"2025-11-14T05:48:00.000377Z"}"#,
    #"{"event":"fetch_start","notificationTime":"2025-11-14T06:48:00Z","jwtPresent":false}"#,
  ]
  private static let pieces = [
    ",", ")", "(", " ", "\"", "\\", "=", "<", "...", "\u{1B}[1m", "\r", "7", "Z", ", id=x",
    ";", "'", " PM", ", title=x", ", JWT present", "_", "\u{200B}", "\t", " (x2)", "…", ". ",
  ]
  /// Lines behind a line, so that it is not the last of its chunk.
  private static let rest = Array(String(repeating: "nothing of the plugin\n", count: 20).utf8)

  @Test(arguments: lines)
  func `a line changed at any place is read as if it were the first`(line: String) {
    let first = EventScanner(catalogue: SmallCatalogue.whole)
    var second = first
    for _ in 1...2 { _ = Self.read(Array(line.utf8), by: &second) }
    let bytes = Array(line.utf8)
    for place in 0...bytes.count {
      for piece in Self.pieces {
        var changed = bytes
        let end = place % 2 == 0 ? place : min(place + 1, bytes.count)
        changed.replaceSubrange(place..<end, with: piece.utf8)
        var (fresh, known) = (first, second)
        #expect(
          Self.read(changed, by: &known) == Self.read(changed, by: &fresh),
          "\(String(decoding: changed, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: lines)
  func `the next line of a form is read by memory`(line: String) {
    var scanner = EventScanner(catalogue: SmallCatalogue.whole)
    let once = Self.read(Array(line.utf8), by: &scanner)
    #expect(scanner.rememberedLines == 0)
    for _ in 1...3 { #expect(Self.read(Array(line.utf8), by: &scanner) == once) }
    #expect(scanner.rememberedLines == 3)
  }

  @Test func `a line that another carries keeps its own time`() {
    var scanner = EventScanner(catalogue: SmallCatalogue.whole)
    let line =
      " web-1 | 2025-11-14 05:48:00.123 App[12:34] [DNP-FETCH] Fetch success"
      + " (status=200, bytes=461, ttl=86400)"
    for second in 1...4 {
      let text = "2025-11-14T06:00:0\(second).000000\(line)"
      let first = EventScanner(catalogue: SmallCatalogue.whole)
      var fresh = first
      #expect(
        Self.read(Array(text.utf8), by: &scanner) == Self.read(Array(text.utf8), by: &fresh))
    }
  }

  @Test func `forms without number are learned no more than a few times`() {
    var scanner = EventScanner(catalogue: SmallCatalogue.whole)
    for number in 0..<2000 {
      let line =
        Self.head + "[DNP-FETCH] Fetch success (status=200, key\(number)=1, ttl=86400)"
      let events = Self.read(Array(line.utf8), by: &scanner)
      #expect(events.count == 1)
    }
    let line = Self.head + "[DNP-FETCH] Fetch success (status=200, key1999=1, ttl=86400)"
    _ = Self.read(Array(line.utf8), by: &scanner)
    // A form that was seen once too often for its kind is left to the readers.
    #expect(scanner.rememberedLines == 0)
  }

  /// The events of a line in words.
  private static func read(_ line: [UInt8], by scanner: inout EventScanner) -> [String] {
    let chunk = line + [0x0A] + rest
    var batch = EventBatch()
    var tally = ScanTally()
    scanner.scan(chunk.span, firstLine: 7, into: &batch, tally: &tally)
    return batch.events.map { event in
      let text = Scan.describe(event, in: batch, of: chunk, SmallCatalogue.whole)
      return "\(event.container) \(event.timeQuality) \(event.timeGaps.rawValue) \(event.time)"
        + " \(event.pid) \(event.level) \(event.line) \(event.textStart) \(event.textLength)"
        + " \(event.scratchLength) \(event.isAmbiguous) \(text) \(tally.lines)"
    }
  }
}
