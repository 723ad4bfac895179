import Foundation
import LogReading
import TestSupport
import Testing

@Suite("Reading chunks of whole lines")
struct InputChunkReaderTests {
  @Test(arguments: [false, true])
  func `any read size gives the same lines in whole-line chunks`(isCompressed: Bool) throws {
    let text = sampleLines(60) + "no newline at the end"
    let stored = isCompressed ? gzip(Array(text.utf8)) : Array(text.utf8)
    for readSize in 1...64 {
      // A small line limit makes a small block, so that lines are cut by it everywhere.
      let reading = try read(stored, limits: limits(readSize: readSize, lineLength: 47 + readSize))
      #expect(reading.text == text, "\(readSize)")
      let areWhole = reading.chunks.dropLast().allSatisfy { $0.last == 10 }
      #expect(areWhole, "\(readSize)")
      #expect(reading.chunks.count > 5)
      #expect(reading.report.storedBytes == Int64(stored.count))
      #expect(reading.report.compression == (isCompressed ? .gzip : .none))
      #expect(reading.report.endsWithoutNewline)
      #expect(reading.report.cutLines == 0)
      #expect(reading.report.damage == nil)
    }
  }

  @Test
  func `lines longer than the limit are cut there, however the reads fall`() throws {
    let lengths = [0, 1, 99, 100, 101, 102, 99, 5, 250, 100, 3, 1000, 0, 101]
    let lines = lengths.map { String(repeating: "x", count: $0) }
    let expected = lines.map { $0.prefix(100) + "\n" }.joined()
    for readSize in [1, 2, 7, 64, 100, 101, 102, 4096] {
      for end in ["\n", ""] {
        let reading = try read(
          lines.joined(separator: "\n") + end, limits: limits(readSize: readSize, lineLength: 100))
        #expect(reading.text == expected, "\(readSize)")
        #expect(reading.report.cutLines == 5)
        #expect(reading.report.endsWithoutNewline == end.isEmpty)
      }
    }
  }

  @Test
  func `a last line of exactly the limit is whole`() throws {
    let text = "a\n" + String(repeating: "y", count: 100)
    let reading = try read(text, limits: limits(readSize: 10, lineLength: 100))
    #expect(reading.text == text)
    #expect(reading.report.cutLines == 0)
  }

  @Test
  func `chunks stay below 1.5 MiB with the default limits`() throws {
    let long = String(repeating: "z", count: 900_000)
    let tooLong = String(repeating: "w", count: 3_000_000)
    let text = [long, "short", long, tooLong, long, ""].joined(separator: "\n")
    for stored in [Array(text.utf8), gzip(Array(text.utf8))] {
      let reading = try read(stored)
      let longest = reading.chunks.map(\.count).max() ?? 0
      #expect(longest <= 3 << 19)
      #expect(reading.report.cutLines == 1)
      let count = text.utf8.count - tooLong.utf8.count + 1 << 20
      #expect(reading.bytes.count == count)
    }
  }

  @Test(arguments: [false, true])
  func `a byte-order mark is skipped at the start only`(isCompressed: Bool) throws {
    let bytes = Array("\u{FEFF}a\n\u{FEFF}b\n".utf8)
    let reading = try read(isCompressed ? gzip(bytes) : bytes, limits: limits(readSize: 1))
    #expect(reading.bytes == Array("a\n\u{FEFF}b\n".utf8))
  }

  @Test(arguments: [
    ("", 0, false, false), ("\u{FEFF}", 0, false, false), ("\n", 1, true, false),
    ("a", 1, true, true), ("a\n", 1, true, false), ("a\r\n", 1, true, false),
    ("\u{FEFF}a", 1, true, true),
  ])
  func `content without lines is told apart from lines`(
    text: String, chunks: Int, hasContent: Bool, lacksNewline: Bool
  ) throws {
    for stored in [Array(text.utf8), gzip(Array(text.utf8))] {
      let reading = try read(stored)
      #expect(reading.chunks.count == chunks)
      #expect(reading.report.hasContent == hasContent)
      #expect(reading.report.endsWithoutNewline == lacksNewline)
      #expect(reading.report.damage == nil)
    }
  }

  @Test
  func `the end stays the end, and the report with it`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("a\nb", to: "x.log")
    var reader = try ChunkReader(.file(path))
    while try reader.next() != nil {}
    let report = reader.report
    let isAtEnd = try reader.next() == nil
    #expect(isAtEnd)
    #expect(reader.report == report)
    #expect(report.endsWithoutNewline)
  }

  @Test(arguments: [false, true])
  func `a pipe is read to its end and left open`(isCompressed: Bool) throws {
    let text = sampleLines(100)
    let pipe = Pipe()
    let stored = isCompressed ? gzip(Array(text.utf8)) : Array(text.utf8)
    try pipe.fileHandleForWriting.write(contentsOf: Data(stored))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let reading = try Reading(
      ChunkReader(descriptor: descriptor, name: "-", limits: limits(readSize: 100)))
    #expect(reading.text == text)
    #expect(reading.report.storedBytes == Int64(stored.count))
    let flags = fcntl(descriptor, F_GETFD)
    #expect(flags >= 0)
  }

  @Test
  func `a non-blocking pipe is waited for`() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let status = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #expect(status == 0)
    let writer = pipe.fileHandleForWriting
    let thread = Thread {
      for part in ["one\ntw", "o\nthree", "\n"] {
        Thread.sleep(forTimeInterval: 0.02)
        try? writer.write(contentsOf: Data(part.utf8))
      }
      try? writer.close()
    }
    thread.start()
    let reading = try Reading(ChunkReader(descriptor: descriptor, name: "-"))
    #expect(reading.text == "one\ntwo\nthree\n")
  }
}
