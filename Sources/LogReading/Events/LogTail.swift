/// The last lines of an input, for the time of its last one, which may be of any program.
///
/// Only the head, with the time, is kept of a line that is longer than the limit.
struct LogTail: Codable, CheckedState {
  private static let size = 4096
  private var bytes: [UInt8] = []
  /// The number of bytes of the last line that were kept.
  private var lastLength = 0

  func isSound(_ limits: inout StateLimits) -> Bool {
    0...Self.size ~= lastLength && bytes.count <= 6 * Self.size
  }

  /// Takes the end of the next chunk.
  mutating func append(_ chunk: Span<UInt8>) {
    // The copy begins with a line, where the chunk has one that begins early enough.
    var place = max(0, chunk.count - Self.size)
    while place > 0, chunk[place - 1] != 0x0A { place -= 1 }
    if place > 0 {
      bytes.removeAll(keepingCapacity: true)
      lastLength = 0
    }
    while place < chunk.count {
      let newline = chunk.firstIndex(of: 0x0A, in: place..<chunk.count)
      let end = newline ?? chunk.count
      let kept = min(end - place, Self.size - lastLength)
      bytes.append(chunk.extracting(place..<(place + kept)))
      lastLength += kept
      if newline != nil {
        bytes.append(0x0A)
        lastLength = 0
      }
      place = end + 1
    }
    if bytes.count > 4 * Self.size { trim() }
  }

  /// Drops older bytes, up to the beginning of a line.
  private mutating func trim() {
    guard let newline = bytes[..<(bytes.count - 2 * Self.size)].lastIndex(of: 0x0A) else { return }
    bytes.removeFirst(newline + 1)
  }

  /// The time of the last line that has one.
  func lastTime() -> LineTime? {
    var end = bytes.count
    while end > 0 {
      if bytes[end - 1] == 0x0A { end -= 1 }
      let start = (bytes[..<end].lastIndex(of: 0x0A) ?? -1) + 1
      if let time = LineTime(of: bytes.span.extracting(start..<end)) { return time }
      end = start
    }
    return nil
  }
}
