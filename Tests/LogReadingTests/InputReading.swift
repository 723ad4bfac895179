import Foundation
import LogReading
import TestSupport
import Testing

/// What a reader lent, and its report.
struct Reading {
  var chunks: [[UInt8]] = []
  var report = ReadReport()

  var bytes: [UInt8] { chunks.reduce(into: []) { $0 += $1 } }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ reader: consuming ChunkReader) throws(InputError) {
    while let chunk = try reader.next() {
      // SAFETY: the bytes are copied before the next call.
      chunks.append(unsafe chunk.bytes.withUnsafeBufferPointer { unsafe Array($0) })
    }
    report = reader.report
  }
}

/// Reads bytes from a file of theirs, which comes to the same whoever inflates and however many
/// threads do the work; only behind corrupt data libraries may differ.
func read(_ bytes: [UInt8], limits: ChunkReader.Limits = ChunkReader.Limits()) throws -> Reading {
  let directory = try TemporaryDirectory()
  let path = try directory.write(bytes, to: "device.log")
  let reading = try Reading(ChunkReader(.file(path), limits: limits))
  let whole = Data(reading.bytes)
  for library in GzipLibrary.linked {
    var own = limits
    own.library = library
    own.aheadFrom = nil
    let here = try Reading(ChunkReader(.file(path), limits: own))
    own.aheadFrom = 0
    let ahead = try Reading(ChunkReader(.file(path), limits: own))
    // Bytes in an array are compared one by one in a debug build.
    let bytes = Data(here.bytes)
    let isSame = bytes == Data(ahead.bytes) && here.report == ahead.report
    #expect(isSame, "\(library) with and without a thread")
    if reading.report.damage?.kind != .corrupt {
      let isSame = bytes == whole && here.report == reading.report
      #expect(isSame, "\(library) beside \(limits.library)")
    }
  }
  return reading
}

func read(_ text: String, limits: ChunkReader.Limits = ChunkReader.Limits()) throws -> Reading {
  try read(Array(text.utf8), limits: limits)
}

func limits(
  readSize: Int = 512 << 10, lineLength: Int = 1 << 20, library: GzipLibrary = .fastest
) -> ChunkReader.Limits {
  var limits = ChunkReader.Limits()
  limits.readSize = readSize
  limits.lineLength = lineLength
  limits.library = library
  return limits
}

/// Log-like lines that differ enough not to compress to nothing.
func sampleLines(_ count: Int, seed: UInt64 = 1) -> String {
  var state = seed
  var text = ""
  for line in 0..<count {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let ending = line % 7 == 3 ? "\r\n" : line % 11 == 5 ? "\n\n" : "\n"
    text += "\(line) [DNP-FETCH] " + String(state >> 20, radix: 36) + "é" + ending
  }
  return text
}

/// All bytes in a row, a part at a time.
func joined(_ parts: some Sequence<[UInt8]>) -> [UInt8] {
  parts.reduce(into: []) { $0 += $1 }
}

extension TemporaryDirectory {
  /// Writes a file, and makes the directories above it.
  /// - Returns: its whole path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return path + "/" + name
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }
}
