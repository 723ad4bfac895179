import LogReading
import TestSupport
import Testing

/// Each way to damage a gzip file, beside zlib, which is given each byte by itself.
@Suite("Damaged gzip beside zlib")
struct InputGzipMatrixTests {
  /// A file, and what it holds.
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let stored: [UInt8]
    let content: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ stored: [UInt8], _ content: [UInt8]) {
      (self.name, self.stored, self.content) = (name, stored, content)
    }
  }

  static let text = Array(sampleLines(40).utf8)
  static let long = Array(sampleLines(900, seed: 5).utf8)
  static let halves = [Array(text[..<700]), Array(text[700...])]

  static let files = [
    File("stored", gzip(text, level: 0), text),
    File("fixed codes", gzip(text, isFixed: true), text),
    File("dynamic codes", gzip(text, level: 9), text),
    File("long, with dynamic codes", gzip(long), long),
    File("two members", gzip(halves[0]) + gzip(halves[1], level: 9), text),
    File("many members", joined((0..<7).map { gzip([$0 + 65, 10]) }) + gzip(text), many),
    File("all fields of a header", header + gzip(text).dropFirst(10), text),
  ]

  static let many = joined((0..<7).map { [$0 + 65, 10] }) + text

  /// A header with an extra field, a name, a comment, and its checksum.
  static let header: [UInt8] =
    [0x1F, 0x8B, 8, 0x1E, 1, 2, 3, 4, 0, 3, 3, 0, 9, 9, 9] + Array("name\u{0}comment\u{0}".utf8)
    + [0x2B, 0xCA]

  /// Where to damage a file: everywhere, or in a long one at so many places; behind what says that it
  /// is one.
  static func places(in file: File) -> [Int] {
    let step = max(1, file.stored.count / 150)
    return Array(stride(from: 3, to: file.stored.count, by: step))
  }

  private static func read(
    _ bytes: [UInt8], _ library: GzipLibrary, in directory: borrowing TemporaryDirectory
  ) throws -> Reading {
    let path = try directory.write(bytes, to: "device.log")
    return try Reading(ChunkReader(.file(path), limits: limits(library: library)))
  }

  @Test(arguments: files, GzipLibrary.linked)
  func `cut at any byte, each byte that can be decoded comes, and no other`(
    file: File, library: GzipLibrary
  ) throws {
    let directory = try TemporaryDirectory()
    for cut in Self.places(in: file) {
      let stored = Array(file.stored[..<cut])
      let reading = try Self.read(stored, library, in: directory)
      let isSame = reading.bytes == gunzip(stored)
      #expect(isSame, "cut at \(cut)")
    }
  }

  @Test(arguments: files, GzipLibrary.linked)
  func `with a changed byte anywhere, all comes that zlib decodes`(
    file: File, library: GzipLibrary
  ) throws {
    let directory = try TemporaryDirectory()
    for place in Self.places(in: file) {
      var stored = file.stored
      stored[place] ^= UInt8(1 << (place % 8))
      let reading = try Self.read(stored, library, in: directory)
      let isThere =
        reading.bytes.starts(with: gunzip(Array(file.stored[..<place])))
        && reading.bytes.starts(with: gunzip(stored))
      #expect(isThere, "changed at \(place)")
    }
  }

  @Test(arguments: files, GzipLibrary.linked)
  func `with a range of zeros anywhere, all comes that zlib decodes`(
    file: File, library: GzipLibrary
  ) throws {
    let directory = try TemporaryDirectory()
    for place in Self.places(in: file) {
      var stored = file.stored
      let end = min(place + 16, stored.count)
      for index in place..<end { stored[index] = 0 }
      let reading = try Self.read(stored, library, in: directory)
      let isThere =
        reading.bytes.starts(with: gunzip(Array(file.stored[..<place])))
        && reading.bytes.starts(with: gunzip(stored))
      #expect(isThere, "zeros at \(place)")
    }
  }

  @Test(arguments: files, GzipLibrary.linked)
  func `with its checksum or length wrong, or something behind it, all content comes`(
    file: File, library: GzipLibrary
  ) throws {
    let directory = try TemporaryDirectory()
    let garbage: [[UInt8]] = [
      [0], [0, 0, 0], Array("some words\n".utf8), [0x1F], [0x1F, 0x8B], [0x1F, 0x8B, 8, 0, 1],
      Array(repeating: 0xA5, count: 5000), Array(file.stored.prefix(12)),
    ]
    for rest in garbage {
      let reading = try Self.read(file.stored + rest, library, in: directory)
      let isThere = reading.bytes.starts(with: file.content)
      #expect(isThere, "\(rest.prefix(16))")
    }
    for back in 1...8 {
      var stored = file.stored
      stored[stored.count - back] ^= 0x10
      let reading = try Self.read(stored, library, in: directory)
      let isThere = reading.bytes.starts(with: file.content)
      #expect(isThere, "\(back) bytes before the end")
      #expect(reading.report.damage?.kind == .checksum)
    }
  }
}
