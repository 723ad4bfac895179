/// Lines with a needle that wait to be brought into the order of their times.
struct CollectedLines: Sendable {
  /// A line of the input, or an entry of a document.
  struct Entry: Sendable {
    var start: Int
    var count: Int
    /// The number of its line in the input.
    var line: UInt64
    /// Microseconds since 1970; that of the entry before it where it has none.
    var time: Int64
    var hasTime: Bool
    /// The container around the entry; nil for a line that is read with its own head.
    var container: Container?
  }

  private(set) var entries: [Entry] = []
  var bytes: [UInt8] = []
  /// The bytes held: the lines and their entries.
  var size: Int { bytes.count + entries.count * MemoryLayout<Entry>.stride }
  /// How many entries have been read again, in order.
  var position = 0

  /// Adds a line.
  ///
  /// - Parameter time: The line's time; nil for one that stays behind the line before it.
  mutating func add(_ text: Span<UInt8>, line: UInt64, time: Int64?, container: Container?) {
    let start = bytes.count
    bytes.append(text)
    entries.append(
      Entry(
        start: start, count: text.count, line: line, time: time ?? entries.last?.time ?? 0,
        hasTime: time != nil, container: container))
  }

  /// Reverses the entries from an index on if most of them come before the one above them.
  mutating func turn(from first: Int) {
    var balance = 0
    for index in entries.indices.dropFirst(first + 1) {
      if entries[index].time < entries[index - 1].time { balance -= 1 }
      if entries[index].time > entries[index - 1].time { balance += 1 }
    }
    if balance < 0 { entries[first...].reverse() }
  }

  /// Sorts all entries by time; those of the same time keep their order.
  mutating func sort() {
    let order = entries.indices.sorted {
      (entries[$0].time, $0) < (entries[$1].time, $1)
    }
    entries = order.map { entries[$0] }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    position = 0
  }
}
