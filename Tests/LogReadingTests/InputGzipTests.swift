import LogReading
import TestSupport
import Testing

@Suite("Unpacking gzip, whole and damaged")
struct InputGzipTests {
  static let text = sampleLines(8)
  static let content = Array(text.utf8)

  static func damage(_ kind: ReadReport.Damage.Kind, _ offset: Int) -> ReadReport.Damage {
    ReadReport.Damage(kind: kind, offset: Int64(offset))
  }

  @Test
  func `two members split anywhere read as one text`() throws {
    for split in 0...Self.content.count {
      let stored = gzip(Array(Self.content[..<split])) + gzip(Array(Self.content[split...]))
      let reading = try read(stored)
      #expect(reading.bytes == Self.content, "\(split)")
      #expect(reading.report.damage == nil, "\(split)")
    }
  }

  @Test
  func `many members, some of them empty, read as one text`() throws {
    let stored = Self.content.flatMap { gzip([$0]) + gzip([]) }
    for readSize in [1, 19, 4096] {
      let reading = try read(stored, limits: limits(readSize: readSize))
      #expect(reading.bytes == Self.content)
      #expect(reading.report.damage == nil)
    }
  }

  @Test
  func `a header with name, comment, extra field and checksum is skipped`() throws {
    let plain = gzip(Self.content)
    let header: [UInt8] = [0x1F, 0x8B, 8, 0x1E, 1, 2, 3, 4, 0, 3]
    let extras: [UInt8] = [3, 0, 9, 9, 9] + Array("name\u{0}comment\u{0}".utf8) + [7, 7]
    for readSize in [1, 4096] {
      let reading = try read(
        header + extras + plain.dropFirst(10), limits: limits(readSize: readSize))
      #expect(reading.bytes == Self.content)
      #expect(reading.report.damage == nil)
    }
  }

  @Test(arguments: [Int32(0), 6])
  func `cut at any byte, what can be decoded comes and the cut is reported`(level: Int32) throws {
    let stored = gzip(Self.content, level: level)
    var longest = 0
    for end in 2..<stored.count {
      let reading = try read(Array(stored[..<end]))
      let isBeginning = Self.content.starts(with: reading.bytes)
      #expect(isBeginning, "\(end)")
      #expect(reading.bytes.count >= longest)
      longest = reading.bytes.count
      #expect(reading.report.damage == Self.damage(.truncated, end))
      #expect(reading.report.storedBytes == Int64(end))
      #expect(reading.report.compression == .gzip)
      if end >= stored.count - 8 { #expect(reading.bytes == Self.content) }
    }
  }

  @Test
  func `stored data cut at any byte lose nothing that stands before the cut`() throws {
    let stored = gzip(Self.content, level: 0)
    let start = 10 + 5
    for end in start..<(start + Self.content.count) {
      let reading = try read(Array(stored[..<end]))
      #expect(reading.bytes == Array(Self.content[..<(end - start)]))
    }
  }

  @Test
  func `a second member cut at any byte leaves the first whole`() throws {
    let first = gzip(Self.content)
    let second = gzip(Array("more\n".utf8))
    for end in 1..<second.count {
      let reading = try read(first + second[..<end])
      let isWhole = reading.bytes.starts(with: Self.content)
      #expect(isWhole, "\(end)")
      #expect(reading.report.damage == Self.damage(.truncated, first.count + end))
    }
  }

  @Test
  func `a wrong checksum or length is reported, and the next member is read`() throws {
    let good = gzip(Self.content)
    for index in 1...8 {
      var bad = good
      bad[good.count - index] ^= 0x10
      for rest in [[], gzip(Array("more\n".utf8))] {
        let reading = try read(bad + rest)
        #expect(reading.text == Self.text + (rest.isEmpty ? "" : "more\n"))
        #expect(reading.report.damage == Self.damage(.checksum, good.count - 8))
        #expect(reading.report.damage?.losesContent == false)
      }
    }
  }

  @Test
  func `zeros behind a member are padding, even before another member`() throws {
    let stored = gzip(Self.content)
    for count in [1, 511, 300_000] {
      let zeros = [UInt8](repeating: 0, count: count)
      let padded = try read(stored + zeros)
      #expect(padded.bytes == Self.content)
      #expect(padded.report.damage == nil)
      #expect(padded.report.storedBytes == Int64(stored.count + count))
      let between = try read(stored + zeros + stored)
      #expect(between.bytes == Self.content + Self.content)
      #expect(between.report.damage == nil)
    }
  }

  @Test(arguments: ["x", "garbage", "\u{0}\u{0}garbage", "\u{1F}x and \u{1F} more"])
  func `garbage behind the last member is reported where it begins`(text: String) throws {
    let stored = gzip(Self.content)
    let zeros = text.utf8.prefix { $0 == 0 }.count
    let reading = try read(stored + Array(text.utf8))
    #expect(reading.bytes == Self.content)
    #expect(reading.report.damage == Self.damage(.trailingGarbage, stored.count + zeros))
    #expect(reading.report.storedBytes == Int64(stored.count + text.utf8.count))
  }

  @Test
  func `garbage between members is corruption, and the next member is read`() throws {
    let stored = gzip(Self.content)
    for length in [1, 2, 3, 262_143, 262_144] {
      let noise = [UInt8](repeating: 0x1F, count: length)
      let reading = try read(stored + noise + stored)
      #expect(reading.bytes == Self.content + Self.content, "\(length)")
      #expect(reading.report.damage == Self.damage(.corrupt, stored.count))
    }
  }
}
