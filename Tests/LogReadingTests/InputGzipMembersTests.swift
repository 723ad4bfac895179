import Foundation
import LogReading
import TestSupport
import Testing

@Suite("Inflating members before their turn")
struct InputGzipMembersTests {
  /// Some text of that many bytes or a few less, which differs with the seed.
  private static func text(_ count: Int, seed: UInt64) -> [UInt8] {
    let part = Array(sampleLines(300, seed: seed).utf8)
    return joined(Array(repeating: part, count: max(1, count / part.count)))
  }

  /// Short members, empty ones, and one longer than is inflated early.
  private static let contents: [[UInt8]] = [
    text(200_000, seed: 1), text(9_000, seed: 2), [], text(300_000, seed: 3), [10],
    text(7 << 20, seed: 4), text(50_000, seed: 5), text(600_000, seed: 6), text(9_000, seed: 7),
  ]
  private static let members = contents.map { gzip($0) }

  // What is expected beside the text, equality with one thread, is the reading's own.

  @Test
  func `members of all lengths come in their order`() throws {
    let reading = try read(joined(Self.members))
    let isSame = Data(reading.bytes) == Data(joined(Self.contents))
    #expect(isSame)
    #expect(reading.report.damage == nil)
  }

  @Test
  func `zeros between members move the place of the next one`() throws {
    let zeros = [UInt8](repeating: 0, count: 512)
    let reading = try read(joined(Self.members.flatMap { [$0, zeros] }.dropLast()))
    let isSame = Data(reading.bytes) == Data(joined(Self.contents))
    #expect(isSame)
    #expect(reading.report.damage == nil)
  }

  @Test
  func `a member inside another one's stored data is no member of the file`() throws {
    let inner = gzip(Array("inner\n".utf8))
    let outer = gzip(inner + [10], level: 0)
    let reading = try read(gzip([97, 10]) + outer + outer + gzip([98, 10]))
    #expect(reading.bytes == [97, 10] + inner + [10] + inner + [10, 98, 10])
    #expect(reading.report.damage == nil)
  }

  @Test(arguments: 1..<9)
  func `damage in any of them comes to the same as in their turn`(place: Int) throws {
    var members = Self.members
    members[5] = gzip(Self.text(40_000, seed: 4))
    members[place][members[place].count / 2] ^= 0x55
    let reading = try read(joined(members))
    #expect(reading.report.damage != nil)
    let isLastWhole = place == 8 || Array(reading.bytes.suffix(9)) == Self.contents[8].suffix(9)
    #expect(isLastWhole)
  }
}
