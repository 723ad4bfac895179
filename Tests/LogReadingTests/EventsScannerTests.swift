import LogReading
import Testing

@Suite struct EventsScannerTests {
  private static let text = """
    Nov 14 05:48:00 App[12] <Notice>: noise with DNP transport
    [DNP-FETCH] Cached content MD5: abcdef

    {"event":"prefetch_success","id":"a\\nb","telemetry":{"dnp_prefetch_success_total":1}}
    2025-11-14 05:48:00.123 App[1:2] [DNP-SCHEDULER] Notification built (title=x, body=y)
    \u{1B}[33m[DNP-PLUGIN] nothing known\u{1B}[0m
    {"eventMessage":"[DNP-FETCH] Fetch success: status=\\u0032"}
    more noise, and no newline [DNP-FETCH] App launch finished
    """

  @Test func `chunks cut at any line give the same events, lines and tally`() {
    let catalogue = SmallCatalogue.whole
    let bytes = Array(Self.text.utf8)
    let whole = Scan(bytes)
    #expect(whole.batch.events.map(\.line) == [2, 4, 4, 5, 6, 7, 8])
    #expect(whole.tally.lines == 8)
    for cut in bytes.indices where bytes[cut] == 0x0A {
      let first = Array(bytes[...cut])
      let second = Array(bytes[(cut + 1)...])
      var scanner = EventScanner(catalogue: catalogue)
      var lines: [String] = []
      var numbers: [UInt64] = []
      var tally = ScanTally()
      var batch = EventBatch()
      for part in [first, second] {
        batch.removeAll()
        scanner.scan(
          part.span, firstLine: UInt64(tally.lines) + 1, into: &batch, tally: &tally)
        lines += batch.events.map { Scan.describe($0, in: batch, of: part, catalogue) }
        numbers += batch.events.map(\.line)
      }
      #expect(lines == whole.lines)
      #expect(numbers == whole.batch.events.map(\.line))
      #expect(tally == whole.tally)
    }
  }

  @Test func `a batch is added to, not cleared`() {
    var scanner = EventScanner(catalogue: SmallCatalogue.whole)
    var batch = EventBatch()
    var tally = ScanTally()
    let line = Array("{\"event\":\"notification_built\",\"title\":\"a\\tb\"}\n".utf8)
    for number in 1...3 {
      scanner.scan(line.span, firstLine: UInt64(number), into: &batch, tally: &tally)
    }
    #expect(batch.events.map(\.line) == [1, 2, 3])
    for event in batch.events {
      #expect(
        Scan.describe(event, in: batch, of: line, SmallCatalogue.whole)
          == "notification_built json title='a\tb'")
    }
  }

  @Test(arguments: ["[DNP-FETCH] App launch finished", "{\"event\":\"app_launch_finished\"}"])
  func `a needle is found at every place of a block`(line: String) {
    for offset in 0..<200 {
      let filler = String(repeating: "N", count: offset)
      for tail in ["", "\n", "\n" + String(repeating: "P-\"e", count: 40)] {
        let scan = Scan(filler + "\n" + line + tail)
        #expect(scan.lines.count == 1)
        #expect(scan.batch.events.first?.line == 2)
        #expect(scan.tally.lines == (tail.count > 1 ? 3 : 2))
      }
    }
  }

  @Test(arguments: [
    ("", Int64(0)), ("\n", 1), ("a", 1), ("a\n", 1), ("a\nb", 2), ("[DNP-FETCH] x", 1),
    ("[DNP-FETCH] x\n", 1), ("\n\n[DNP-FETCH] x\ny", 4),
  ])
  func `lines are counted, a last one without a newline too`(text: String, lines: Int64) {
    #expect(Scan(text).tally.lines == lines)
  }

  @Test func `families are counted by line`() {
    let scan = Scan(Self.text)
    #expect(scan.tally[LineFamily.bracket] == 5)
    #expect(scan.tally[LineFamily.json] == 1)
    #expect(scan.tally.unclassified == 1)
  }

  @Test func `a line is read up to its limit`() throws {
    let long = "[DNP-FETCH] Cached content MD5: " + String(repeating: "a", count: 3 << 20)
    let scan = Scan(long + "\n[DNP-FETCH] App launch finished\n")
    #expect(scan.batch.events.map(\.line) == [1, 2])
    #expect(scan.batch.events.first?.textLength == UInt32(EventScanner.lineLimit))
  }

  @Test func `hostile bytes never trap and never point outside`() {
    var random = SystemSeed(state: 7)
    let pieces: [[UInt8]] = [
      "[DNP-FETCH] ", "DNP-", "{\"event\":\"", "fetch_success", "\"", "\\", "\\u", "d83d", "{", "}",
      "[", "]", "(", ")", ",", ":", "=", "status=", "Fetch success: ", "Notification built (",
      "dnp_prefetch_failure_total{reason=\"", "\"telemetry\":{", "\"eventMessage\":\"",
      "2025-11-14",
      " 05:48:00", ".123456", "+0000", " App[12:34] ", "Nov 14", "11-14", "  12  34 I ", "\u{1B}[",
      "m", "9999999999999999999", "1e999", "null", "\"error\":", "<private>", "...", "\u{FEFF}",
    ].map { Array($0.utf8) }
    var bytes: [UInt8] = []
    for _ in 0..<20_000 {
      for _ in 0..<Int(random.next() % 12) {
        if random.next() % 4 == 0 {
          bytes.append(UInt8(truncatingIfNeeded: random.next()))
        } else {
          bytes += pieces[Int(random.next() % UInt64(pieces.count))]
        }
      }
      bytes.append(0x0A)
    }
    let scan = Scan(bytes)
    #expect(scan.lines.count > 1000)
    #expect(!scan.lines.contains { $0.contains("OUT OF RANGE") })
    #expect(scan.tally.lines == Int64(bytes.count { $0 == 0x0A }))
    for line in bytes.split(separator: 0x0A) { _ = LineTime(of: Array(line).span) }
  }
}

/// A small generator, so that a failure can be repeated.
private struct SystemSeed {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
