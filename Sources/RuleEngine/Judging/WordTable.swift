/// Gives equal rows of words one number each, from zero on, up to a limit and to four MiB of words.
struct WordTable: ~Copyable, Sendable {
  struct Entry: Sendable {
    var hash: UInt64
    var first: Int
    var count: Int
  }

  private var words = Table<UInt64>()
  private var entries = Table<Entry>()
  /// Numbers by hash; -1 for a free place. At most half of the places are taken.
  private var places = Table<Int32>(repeating: -1, count: 64)
  private let limit: Int
  private static let wordLimit = 1 << 19

  /// - Parameter limit: How many rows get a number.
  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// The number of a row of words; -1 where it has none and there is no room for more.
  mutating func number(of row: borrowing Table<UInt64>) -> Int32 {
    var hash: UInt64 = 0
    for place in row.indices {
      hash = (hash ^ row[place]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var place = slot(of: hash)
    while places[place] >= 0 {
      if isRow(places[place], row, hash) { return places[place] }
      place = (place + 1) & (places.count - 1)
    }
    guard entries.count < limit, words.count < Self.wordLimit else { return -1 }
    let number = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(hash: hash, first: words.count, count: row.count))
    for place in row.indices { words.append(row[place]) }
    places[place] = number
    if 2 * entries.count > places.count { grow() }
    return number
  }

  private func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (places.count - 1) }

  private func isRow(_ number: Int32, _ row: borrowing Table<UInt64>, _ hash: UInt64) -> Bool {
    let entry = entries[Int(number)]
    guard entry.hash == hash, entry.count == row.count else { return false }
    for place in row.indices where words[entry.first + place] != row[place] { return false }
    return true
  }

  private mutating func grow() {
    places = Table(repeating: -1, count: 2 * places.count)
    for number in entries.indices {
      var place = slot(of: entries[number].hash)
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(truncatingIfNeeded: number)
    }
  }
}
