/// A part of a bug report that one service of the system printed, such as its alarms.
package struct DumpSection: Sendable, Equatable, Codable {
  /// The number of its first line, from one.
  package var firstLine: UInt64
  package var bytes: [UInt8] = []
}

/// Keeps the parts of a bug report that tell a device's state: no line of them is one of a log.
struct DumpSections: Sendable, Codable, CheckedState {
  static let needle = Array("DUMP OF SERVICE ".utf8)
  /// The services whose dumps tell what is set, shown and allowed.
  private static let services = ["alarm", "notification", "package", "jobscheduler"].map {
    Array("\($0):".utf8)
  }
  /// The bytes that are kept of all parts of an input: alarms take some hundred thousand.
  private static let limit = 8 << 20

  private(set) var kept: [DumpSection] = []
  private var room = limit
  /// Where the open part goes on in the chunk at hand; nil while none is open.
  private var start: Int?

  func isSound(_ limits: inout StateLimits) -> Bool {
    0...Self.limit ~= room && (start == nil || start == 0 && !kept.isEmpty)
  }

  /// Looks at a line that holds the needle: it ends the part before, and may begin another.
  mutating func meet(_ chunk: Span<UInt8>, _ line: Range<Int>, number: UInt64) {
    let text = chunk.extracting(line)
    guard let place = text.firstRange(of: "DUMP OF SERVICE ", in: text.indices) else { return }
    take(chunk, upTo: line.lowerBound)
    start = nil
    var word = place.upperBound
    // Some releases put the priority of the service before its name.
    while let end = text.firstIndex(of: UInt8(ascii: " "), in: word..<text.count) { word = end + 1 }
    let name = text.extracting(word..<text.count)
    guard Self.services.contains(where: { name.count >= $0.count && name.starts(with: $0) }) else {
      return
    }
    kept.append(DumpSection(firstLine: number))
    start = line.lowerBound
  }

  /// Takes what a chunk holds of the open part, up to its end.
  mutating func endChunk(_ chunk: Span<UInt8>, at end: Int) {
    take(chunk, upTo: end)
    if start != nil { start = 0 }
  }

  private mutating func take(_ chunk: Span<UInt8>, upTo end: Int) {
    guard let start, start < end, !kept.isEmpty else { return }
    let count = min(end - start, room)
    kept[kept.count - 1].bytes.append(chunk.extracting(start..<(start + count)))
    room -= count
  }
}

extension Span where Element == UInt8 {
  fileprivate func starts(with other: [UInt8]) -> Bool {
    equals(other.span, in: 0..<other.count)
  }
}
