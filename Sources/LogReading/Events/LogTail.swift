/// The last bytes of an input, for the time of its last line, which may be of any program.
struct LogTail {
  private static let size = 4096
  private var bytes: [UInt8] = []

  /// Takes the end of the next chunk.
  mutating func append(_ chunk: Span<UInt8>) {
    let start = max(0, chunk.count - Self.size)
    if chunk.count >= Self.size { bytes.removeAll(keepingCapacity: true) }
    bytes.append(chunk.extracting(start..<chunk.count))
    if bytes.count > 2 * Self.size { bytes.removeFirst(bytes.count - Self.size) }
  }

  /// The time of the last line that has one.
  func lastTime() -> LineTime? {
    var end = bytes.count
    while end > 0 {
      if bytes[end - 1] == 0x0A { end -= 1 }
      let start = (bytes[..<end].lastIndex(of: 0x0A) ?? -1) + 1
      // A line that the kept bytes cut at its start has lost its head.
      if start == 0, bytes.count >= Self.size { return nil }
      if let time = LineTime(of: bytes.span.extracting(start..<end)) { return time }
      end = start
    }
    return nil
  }
}
