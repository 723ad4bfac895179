import LogReading
import Simulator
import TestSupport
import Testing

@Suite struct StoredLogTests {
  static let content = numberedLines(3000)

  /// Checks that each line is where the truth has it, and gone where the truth says so.
  private func expectTruth(_ log: StoredLog, _ reading: StoredReading, _ count: Int = 3000) {
    let lines = reading.lines
    var found = 0
    for number in 1...count {
      guard let place = log.lines[number] else { continue }
      found += 1
      guard place <= lines.count else {
        Issue.record("line \(number) is not at \(place)")
        return
      }
      let isLast = number == count && log.isTailCut
      let isThere = isLast || lines[place - 1].hasPrefix("line \(number): ")
      #expect(isThere, "line \(number) at \(place)")
    }
    // Nothing else is left of them.
    #expect(lines.count { $0.hasPrefix("l") } == found)
  }

  @Test(arguments: Damage.allCases.filter(\.needsGzip), [nil, 5000, 20_000])
  func `a reader reports the damage that was done to an archive, and reads the lines of the truth`(
    damage: Damage, memberSize: Int?
  ) throws {
    for seed in UInt64(1)...5 {
      let log = try StoredLog(
        Self.content, packing: .gzip(memberSize: memberSize), damage: [damage], seed: seed)
      let reading = try StoredReading(log.bytes)
      #expect(reading.report.damage?.kind == damage.kind)
      #expect(log.damage == damage.kind)
      #expect(reading.report.damage?.losesContent == damage.losesContent)
      #expect(
        (log.lines[3000] == nil)
          == (damage == .gzipTruncated || damage == .gzipCorrupt && memberSize == nil))
      expectTruth(log, reading)
    }
  }

  @Test(
    arguments: Damage.allCases.filter { !$0.needsGzip }, [.plain, .gzip()] as [StoredLog.Packing])
  func `damage to lines leaves the archive whole, and the truth follows the lines`(
    damage: Damage, packing: StoredLog.Packing
  ) throws {
    for seed in UInt64(1)...3 {
      let log = try StoredLog(Self.content, packing: packing, damage: [damage], seed: seed)
      let reading = try StoredReading(log.bytes)
      #expect(reading.report.damage == nil)
      #expect(reading.report.cutLines == log.longLines)
      #expect(reading.report.endsWithoutNewline == log.isTailCut)
      #expect(log.isTailCut == (damage == .tailCut))
      #expect((log.lines[1] == nil) == (damage == .headCut))
      #expect(log.longLines == (damage == .longLine ? 1 : 0))
      #expect(
        reading.content.contains(0x0D) == (damage == .crlf)
          && reading.content.contains(0x01) == (damage == .binaryNoise))
      expectTruth(log, reading)
    }
  }

  @Test
  func `several kinds of damage have one truth`() throws {
    let damage: [Damage] = [.headCut, .tailCut, .crlf, .binaryNoise, .longLine, .gzipCorrupt]
    for seed in UInt64(1)...5 {
      let log = try StoredLog(
        Self.content, packing: .gzip(memberSize: 9000), damage: damage, seed: seed)
      let reading = try StoredReading(log.bytes)
      #expect(reading.report.damage?.kind == .corrupt)
      expectTruth(log, reading)
    }
  }

  @Test
  func `a cut head stays within the lines that may go`() throws {
    for seed in UInt64(1)...20 {
      let log = try StoredLog(Self.content, damage: [.headCut], seed: seed, headLines: 30)
      let first = try #require((1...3000).first { log.lines[$0] != nil })
      #expect((11...21).contains(first))
    }
  }

  @Test
  func `the same seed damages the same bytes in the same way`() throws {
    for damage in Damage.allCases {
      let logs = try (0..<2).map { _ in
        try StoredLog(Self.content, packing: .gzip(), damage: [damage], seed: 9)
      }
      #expect(logs[0].bytes == logs[1].bytes)
      #expect(logs[0].lines == logs[1].lines)
    }
  }

  @Test(arguments: ["", "\n", "a", "a\n", "a\nb\n"])
  func `hardly anything can be damaged too`(text: String) throws {
    for damage in Damage.allCases {
      let log = try StoredLog(
        Array(text.utf8), packing: .gzip(), damage: [damage], seed: 1)
      let reading = try StoredReading(log.bytes)
      #expect(reading.report.damage?.kind == damage.kind)
    }
  }

  @Test
  func `damage to an archive needs one, and only one kind of it`() {
    #expect(throws: DamageError.needsGzip(.gzipChecksum)) {
      try StoredLog(Self.content, damage: [.headCut, .gzipChecksum], seed: 1)
    }
    #expect(throws: DamageError.contradictory(.gzipTruncated, .gzipCorrupt)) {
      try StoredLog(
        Self.content, packing: .gzip(), damage: [.gzipCorrupt, .gzipTruncated], seed: 1)
    }
    #expect(!Damage.binaryNoise.applies(to: LogStyle(.xcode)))
    #expect(Damage.binaryNoise.applies(to: .threadtime))
    #expect(Damage.crlf.applies(to: LogStyle(.xcode)))
  }
}
