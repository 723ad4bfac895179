/// A queue of times, earliest first, each with a number that says whose it is.
///
/// Entries are never removed from the middle: whoever pops one checks that it still stands.
package struct TimeQueue: Sendable, Codable {
  /// A time and who waits for it.
  package struct Entry: Sendable, Codable {
    package var time: Int64
    package var slot: Int32
    /// Tells a slot's present owner from earlier ones.
    package var generation: Int64
  }

  private var entries: [Entry] = []

  package init() {}

  /// The next time, or nil.
  package var earliest: Int64? { entries.first?.time }
  /// The last slot that waits; -1 for none.
  package var lastSlot: Int32 { entries.lazy.map(\.slot).max() ?? -1 }
  /// How many wait.
  package var count: Int { entries.count }

  /// Adds a time.
  package mutating func push(_ time: Int64, slot: Int32, generation: Int64) {
    push(Entry(time: time, slot: slot, generation: generation))
  }

  private mutating func push(_ entry: Entry) {
    entries.append(entry)
    var hole = entries.count - 1
    // Later ones move down into the hole, and the new one is written once.
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry.time < entries[parent].time else { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = entry
  }

  /// Takes the earliest entry if its time lies before a limit.
  package mutating func pop(before limit: Int64) -> Entry? {
    guard let first = entries.first, first.time < limit else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].time < entries[child].time { child += 1 }
      guard entries[child].time < last.time else { break }
      entries[hole] = entries[child]
      hole = child
    }
    entries[hole] = last
    return first
  }

  /// Drops the entries that nobody waits for any more.
  package mutating func keep(where isWanted: (Entry) -> Bool) {
    let kept = entries.filter(isWanted)
    entries.removeAll(keepingCapacity: true)
    for entry in kept { push(entry) }
  }

  /// Empties the queue and keeps its memory.
  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
