import LogReading
import Simulator
import TestSupport
import Testing

/// What a reader makes of a stored log.
struct StoredReading {
  var content: [UInt8] = []
  var report = ReadReport()

  init(_ bytes: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("device.log", bytes: bytes)
    var reader = try ChunkReader(.file(path))
    while let chunk = try reader.next() {
      // SAFETY: the bytes are copied before the next call.
      unsafe chunk.bytes.withUnsafeBufferPointer { unsafe content.append(contentsOf: $0) }
    }
    report = reader.report
  }

  /// The lines without their ends; a text would take a carriage return and a newline for one letter.
  var lines: [String] {
    content.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Lines that differ enough not to compress to nothing.
func numberedLines(_ count: Int) -> [UInt8] {
  var random = Random(seed: 5)
  var text = ""
  for line in 1...count { text += "line \(line): \(random.next() % 1_000_000_007)\n" }
  return Array(text.utf8)
}

@Suite struct GzipWriterTests {
  private func packed(_ content: [UInt8], by step: Int, memberSize: Int? = nil) throws -> [UInt8] {
    guard var gzip = GzipWriter(memberSize: memberSize) else { throw DamageError.outOfMemory }
    var stored: [UInt8] = []
    for start in stride(from: 0, to: content.count, by: step) {
      gzip.append(Array(content[start..<min(start + step, content.count)]), to: &stored)
    }
    gzip.finish(to: &stored)
    return stored
  }

  @Test(arguments: [1, 777, 1 << 20])
  func `what was packed is read, whatever the sizes of the parts`(step: Int) throws {
    let content = numberedLines(step == 1 ? 100 : 8000)
    let reading = try StoredReading(packed(content, by: step))
    #expect(reading.content == content)
    #expect(reading.report.compression == .gzip)
    #expect(reading.report.damage == nil)
  }

  @Test
  func `the header names neither time nor system, so the bytes are always the same`() throws {
    let content = numberedLines(50)
    let stored = try packed(content, by: 100)
    #expect(Array(stored.prefix(10)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    #expect(try packed(content, by: content.count) == stored)
  }

  @Test
  func `nothing is packed to one empty member`() throws {
    let reading = try StoredReading(packed([], by: 1))
    #expect(reading.content.isEmpty)
    #expect(reading.report.damage == nil)
  }

  @Test(arguments: [7, 4096])
  func `members end with a line, and are as many as their size asks for`(step: Int) throws {
    let content = numberedLines(1000)
    let stored = try packed(content, by: step, memberSize: 1000)
    let starts = stored.indices.filter { stored[$0...].starts(with: [0x1F, 0x8B, 8, 0, 0, 0]) }
    let expected = content.count / 1010
    #expect((expected - 1...expected + 1).contains(starts.count))
    let reading = try StoredReading(stored)
    #expect(reading.content == content)
    #expect(reading.report.damage == nil)
    // Each member alone is whole lines.
    let first = try StoredReading(Array(stored[..<starts[1]]))
    #expect(first.content.last == 0x0A)
    #expect((1000...1030).contains(first.content.count))
  }
}
