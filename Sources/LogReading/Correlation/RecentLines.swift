internal import RuleLanguage

/// The times of the last events and where their text stands, for lines that come once more.
///
/// Captures overlap: a buffer is dumped to the same file again, or two of them are put together. What
/// comes again is older than what is there, and is looked for by its time: 62 instructions a dense
/// event, and a search only where the time does not go on.
struct RecentLines: Sendable, Codable, CheckedState {
  private struct Line: Codable, CheckedState {
    var time: Int64
    var text: Int64
    var length: UInt32
    var line: UInt32
    var pid: Int32
    var file: UInt16
    var kind: EventKind

    func isSound(_ limits: inout StateLimits) -> Bool { limits.allows(text: text) }
  }

  /// A ring, in the order of the log: a time stands near its place among the others.
  private var lines: [Line] = []
  private var next = 0
  /// The log writes times that are finer than a second: two lines of one time are one event.
  private var showsFractions = false

  private static let capacity = 1 << 13
  /// How far from its place a line is looked for, where threads log side by side.
  private static let reach = 32
  /// How many lines are looked through for another of a kind.
  private static let look = 256

  func isSound(_ limits: inout StateLimits) -> Bool {
    lines.count == Self.capacity
      ? next >= 0 && next < Self.capacity : next == 0 && lines.count < Self.capacity
  }

  /// Remembers a line with a time.
  @inline(__always)
  mutating func note(_ event: ScopedEvent) {
    let line = Line(
      time: event.time, text: event.text, length: event.event.textLength,
      line: UInt32(truncatingIfNeeded: event.event.line), pid: event.event.pid, file: event.file,
      kind: event.kind)
    if lines.count < Self.capacity {
      lines.append(line)
    } else {
      lines[next] = line
      next = (next + 1) & (Self.capacity - 1)
    }
    if !showsFractions, event.time % 1_000_000 != 0 { showsFractions = true }
  }

  /// Whether another line of the same kind and time has the same bytes.
  func holds(_ event: ScopedEvent, in store: borrowing EventStore) -> Bool {
    guard showsFractions else { return false }
    let place = place(of: event.time)
    for place in max(0, place - Self.reach)..<min(lines.count, place + Self.reach) {
      let line = line(at: place)
      if line.time == event.time, line.kind == event.kind, line.pid == event.event.pid,
        line.line != UInt32(truncatingIfNeeded: event.event.line) || line.file != event.file,
        store.isSame(line.text, event.text, line.length, event.event.textLength)
      {
        return true
      }
    }
    return false
  }

  /// Whether another line of a kind stands near a time than those given; also where there are so many
  /// lines in that time that not all are looked at.
  func holdsOther(
    of kind: EventKind, near time: Int64, within distance: Int64, than known: [(UInt16, UInt64)]
  ) -> Bool {
    for place in (max(0, lines.count - Self.look)..<lines.count).reversed() {
      let line = line(at: place)
      if line.time < time &- distance { return false }
      if line.kind == kind, line.time <= time &+ distance,
        !known.contains(where: {
          $0.0 == line.file && UInt32(truncatingIfNeeded: $0.1) == line.line
        })
      {
        return true
      }
    }
    return lines.count > Self.look
  }

  /// The oldest is at 0.
  private func line(at place: Int) -> Line { lines[(next + place) & (Self.capacity - 1)] }

  /// The first place behind which times are not earlier, if all are in order.
  private func place(of time: Int64) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if line(at: middle).time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
