import LogReading
import TestSupport
import Testing

@Suite("Reading on behind damage in gzip")
struct InputGzipRecoveryTests {
  static let libraries = GzipLibrary.linked
  static let first = Array(sampleLines(4000).utf8)
  static let second = Array(sampleLines(50, seed: 9).utf8)

  /// Whether the second member's lines end the text, beginning on a line of their own.
  private func endsWithSecond(_ reading: Reading) -> Bool {
    let bytes = reading.bytes
    return Array(bytes.suffix(Self.second.count + 1)) == [10] + Self.second
  }

  @Test(arguments: libraries)
  func `a member that lost its end does not take the next one with it`(library: GzipLibrary) throws
  {
    let stored = gzip(Self.first)
    let next = gzip(Self.second)
    for cut in stride(from: 400, to: stored.count, by: 307) {
      let reading = try read(Array(stored[..<cut]) + next, limits: limits(library: library))
      let isNextWhole = endsWithSecond(reading)
      #expect(isNextWhole, "\(cut)")
      #expect(reading.report.damage?.kind == .corrupt, "\(cut)")
      #expect(reading.report.damage?.losesContent == true, "\(cut)")
      #expect(reading.report.storedBytes == Int64(cut + next.count))
    }
  }

  @Test(arguments: libraries)
  func `a changed byte in a member does not take the next one with it`(library: GzipLibrary) throws
  {
    let stored = gzip(Self.first)
    let next = gzip(Self.second)
    for place in stride(from: 400, to: stored.count - 8, by: 1001) {
      var bad = stored
      bad[place] ^= 0x55
      for readSize in [777, 512 << 10] {
        let reading = try read(bad + next, limits: limits(readSize: readSize, library: library))
        let isNextWhole = endsWithSecond(reading)
        #expect(isNextWhole, "\(place)")
        #expect(reading.report.damage != nil, "\(place)")
      }
    }
  }

  @Test(arguments: libraries)
  func `members before a corrupt one are whole`(library: GzipLibrary) throws {
    let stored = gzip(Self.first)
    // A stored block's length and its complement no longer agree.
    var bad = gzip(Self.second, level: 0)
    bad[12] ^= 0xFF
    let reading = try read(stored + bad, limits: limits(library: library))
    #expect(reading.bytes == Self.first)
    #expect(reading.report.damage?.kind == .corrupt)
    let bounds = Int64(stored.count)...Int64(stored.count + bad.count)
    #expect(bounds.contains(reading.report.damage?.offset ?? -1))
  }

  @Test
  func `lost content outweighs a wrong checksum before it`() throws {
    var bad = gzip(Self.second)
    bad[bad.count - 8] ^= 1
    let cut = gzip(Self.first).dropLast(100)
    let reading = try read(bad + cut)
    let end = Int64(bad.count + cut.count)
    #expect(reading.report.damage == ReadReport.Damage(kind: .truncated, offset: end))
  }

  @Test
  func `a file made of magic numbers ends`() throws {
    let magic: [UInt8] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    let stored = joined(repeatElement(magic, count: 100_000))
    let reading = try read(stored)
    #expect(reading.report.damage != nil)
    #expect(reading.report.storedBytes == Int64(stored.count))
  }

  @Test
  func `any bytes behind a magic number are read without a trap`() throws {
    var state: UInt64 = 3
    for _ in 0..<300 {
      var stored: [UInt8] = [0x1F, 0x8B, 8, 0]
      for _ in 0..<400 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        stored.append(UInt8(truncatingIfNeeded: state >> 33))
      }
      let reading = try read(stored, limits: limits(readSize: 64))
      #expect(reading.report.storedBytes == 404)
      #expect(reading.report.damage != nil)
    }
  }
}
