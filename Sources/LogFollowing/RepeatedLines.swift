/// Knows the lines that came last, and leaves them out when a program prints them once more.
///
/// A program such as logcat prints what its buffer holds when it begins. What it printed before comes
/// first, and is left out until the first line with a time that is not known.
struct RepeatedLines {
  /// As many as the largest usual buffer of a device holds.
  static let limit = 1 << 18

  /// The digests of the last lines, in a ring.
  private var ring: [UInt64] = []
  private var next = 0
  /// While lines may be repeated: all that are known.
  private var known: Set<UInt64>?
  /// How many were left out since the program began.
  private(set) var dropped: Int64 = 0

  /// Expects what was printed before to come again.
  mutating func expectRepeats() {
    known = ring.isEmpty ? nil : Set(ring)
    dropped = 0
  }

  /// Whether lines may still be repeated.
  var isFolding: Bool { known != nil }

  /// Takes the known lines out of whole lines at the start of a buffer, and returns how many bytes stay.
  mutating func filter(_ buffer: inout [UInt8], _ count: Int) -> Int {
    var kept = 0
    var start = 0
    while start < count {
      var end = start
      while end < count, buffer[end] != 0x0A { end += 1 }
      end = min(end + 1, count)
      let digest = Self.digest(of: buffer, start..<end)
      if isRepeat(digest, buffer, start..<end) {
        dropped += 1
      } else {
        if kept != start {
          for index in start..<end { buffer[kept + index - start] = buffer[index] }
        }
        kept += end - start
        note(digest)
      }
      start = end
    }
    return kept
  }

  private mutating func isRepeat(_ digest: UInt64, _ buffer: [UInt8], _ line: Range<Int>) -> Bool {
    guard let known else { return false }
    if known.contains(digest) { return true }
    // A line without a time, such as the head of a buffer, says nothing of the lines behind it.
    if Self.hasTime(buffer, line) { self.known = nil }
    return false
  }

  private mutating func note(_ digest: UInt64) {
    if ring.count < Self.limit {
      ring.append(digest)
    } else {
      ring[next] = digest
      next = (next + 1) % Self.limit
    }
  }

  /// FNV-1a, which takes one step a byte.
  private static func digest(of buffer: [UInt8], _ line: Range<Int>) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in line where buffer[index] != 0x0D && buffer[index] != 0x0A {
      digest = (digest ^ UInt64(buffer[index])) &* 0x100_0000_01B3
    }
    return digest
  }

  /// Whether a time of day stands in a line, `05:48:00`, or a count of seconds since 1970.
  static func hasTime(_ buffer: [UInt8], _ line: Range<Int>) -> Bool {
    var digits = 0
    var groups = 0
    for index in line {
      switch buffer[index] {
      case 0x30...0x39:
        digits += 1
        if digits == 10 || digits == 2 && groups == 2 { return true }
      case 0x3A where digits == 2: (groups, digits) = (groups + 1, 0)
      default: (groups, digits) = (0, 0)
      }
    }
    return false
  }
}
