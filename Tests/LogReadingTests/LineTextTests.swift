import LogReading
import Testing

/// What is text in a log, and what are other bytes in which a tag happens to stand.
struct LineTextTests {
  private static let line = "[DNP-FETCH] Cached content MD5: ab12 (scheduleId=notif-2025-11-14)"

  @Test(arguments: [
    Array("\(line)\n".utf8),
    // A name in Latin-1, an emoji cut by a length, colours, NUL before the line.
    Array("\(line) G".utf8) + [0xFC, 0x6E, 0x74, 0x65, 0x72, 0x0A],
    Array(line.utf8) + [0x20, 0xF0, 0x9F, 0x94, 0x0A],
    Array("\u{1B}[32m\(line)\u{1B}[0m\n".utf8),
    [UInt8](repeating: 0, count: 7) + Array("\(line)\n".utf8),
    Array("\(line) Grüße, 日本語のお知らせ、通知\n".utf8),
  ])
  func `text is read`(bytes: [UInt8]) {
    let scan = Scan(bytes)
    #expect(scan.batch.events.count == 1)
    #expect(scan.tally.noText == 0)
  }

  private static let noise: [UInt8] = (0..<120).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 128) }
    .filter { $0 != 0x0A }

  @Test(arguments: [
    noise + Array(line.utf8) + [0x0A],
    Array(line.utf8) + noise + [0x0A],
    Array(line.utf8) + [UInt8](repeating: 0, count: 40) + [0x0A],
    Array(line.utf8) + [UInt8](repeating: 0xFF, count: 40) + [0x0A],
  ])
  func `other bytes are no event`(bytes: [UInt8]) {
    let scan = Scan(bytes + Array("\(Self.line)\n".utf8))
    #expect(scan.batch.events.map(\.line) == [2])
    #expect(scan.tally.noText == 1)
    #expect(scan.tally.lines == 2)
  }

  @Test func `other bytes without a tag are not counted`() {
    let scan = Scan(Self.noise + Array("chatty\n\(Self.line)\n".utf8))
    #expect(scan.batch.events.map(\.line) == [2])
    #expect(scan.tally.noText == 0)
  }
}
