internal import LogReading

/// Leads the values of keys, of each rule its own, to the rows of their scopes.
///
/// Made for the ids that the lines of one thing share: each is looked up where it lies in the log. With
/// a dictionary of strings a string was made for each look-up, and hashed twice.
struct KeyTable: Sendable, Codable {
  /// What a row stands for, and its neighbours in the chain of its rule; -1 for none.
  struct Entry: Sendable, Codable {
    var text = ""
    /// -1 where the row is free.
    var rule: Int32 = -1
    var hash: UInt64 = 0
    var older: Int32 = -1
    var newer: Int32 = -1

    // A hash is of its process.
    private enum CodingKeys: CodingKey { case text, rule, older, newer }
  }

  /// By row.
  private var entries: [Entry] = []
  /// Rows by hash; -1 for a free place. At most half of the places are taken.
  private var places = [Int32](repeating: -1, count: 64)
  private(set) var count = 0
  /// Differs from run to run, so that no log can be written for it.
  private let seed = UInt64.random(in: .min ... .max)

  // So is the seed: rows are put in anew.
  private enum CodingKeys: CodingKey { case entries }

  init() {}

  init(from decoder: any Decoder) throws {
    entries = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries)
    for row in entries.indices where entries[row].rule >= 0 {
      entries[row].hash = hash(entries[row].text.utf8.span, Int(entries[row].rule))
      put(Int32(truncatingIfNeeded: row))
    }
  }

  /// How many rows there are, free ones too.
  var rows: Int { entries.count }

  subscript(row: Int32) -> Entry {
    get { entries[Int(row)] }
    _modify { yield &entries[Int(row)] }
  }

  /// The row of a value; nil where it has none.
  func row(of text: Span<UInt8>, _ rule: Int) -> Int32? {
    let hash = hash(text, rule)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] >= 0 {
      let row = Int(places[place])
      if entries[row].hash == hash, entries[row].rule == Int32(rule),
        Self.isSame(entries[row].text, text)
      {
        return places[place]
      }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Gives a value that has no row one that is free.
  mutating func add(_ text: String, _ row: Int32, _ rule: Int) {
    while entries.count <= Int(row) { entries.append(Entry()) }
    entries[Int(row)] = Entry(
      text: text, rule: Int32(truncatingIfNeeded: rule), hash: hash(text.utf8.span, rule))
    put(row)
  }

  private mutating func put(_ row: Int32) {
    count += 1
    if 2 * count > places.count {
      let old = places
      places = [Int32](repeating: -1, count: 2 * old.count)
      for other in old where other >= 0 { places[freePlace(of: other)] = other }
    }
    places[freePlace(of: row)] = row
  }

  private func freePlace(of row: Int32) -> Int {
    var place = home(of: row)
    while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
    return place
  }

  private func home(of row: Int32) -> Int {
    Int(truncatingIfNeeded: entries[Int(row)].hash) & (places.count - 1)
  }

  /// Forgets the value of a row.
  mutating func remove(_ row: Int32) {
    let mask = places.count - 1
    var hole = home(of: row)
    while places[hole] != row { hole = (hole + 1) & mask }
    entries[Int(row)].rule = -1
    count -= 1
    var place = (hole + 1) & mask
    while places[place] >= 0 {
      // What began its search at the hole or before it would not be found beyond a free place.
      if (place - home(of: places[place])) & mask >= (place - hole) & mask {
        places[hole] = places[place]
        hole = place
      }
      place = (place + 1) & mask
    }
    places[hole] = -1
  }

  /// Forgets all values, and returns their rows in order.
  mutating func removeAll() -> [Int32] {
    let rows = entries.indices.filter { entries[$0].rule >= 0 }.map {
      Int32(truncatingIfNeeded: $0)
    }
    for row in rows { entries[Int(row)].rule = -1 }
    places = [Int32](repeating: -1, count: 64)
    count = 0
    return rows
  }

  // MARK: Texts

  private func hash(_ text: Span<UInt8>, _ rule: Int) -> UInt64 {
    // The seed goes in first: texts that come to one number for it do so for few others.
    var hash = seed ^ UInt64(truncatingIfNeeded: rule)
    var bits: UInt64 = 0
    for index in stride(from: 0, to: text.count, by: 8) {
      let word = text.word(at: index)
      bits |= word
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    // Letters beyond ASCII may be equal in other bytes, which the standard library's own hash knows.
    if bits & 0x8080_8080_8080_8080 != 0 {
      return seed ^ UInt64(bitPattern: Int64(Self.string(text).hashValue))
    }
    // The last letters tell most ids apart: all bits of their word must reach the low ones.
    let product = (hash ^ UInt64(truncatingIfNeeded: text.count))
      .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  private static func isSame(_ kept: String, _ text: Span<UInt8>) -> Bool {
    let bytes = kept.utf8.span
    if bytes.equals(text, in: bytes.indices) { return true }
    return !text.isASCII && kept == string(text)
  }

  private static func string(_ text: Span<UInt8>) -> String {
    String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
  }
}
