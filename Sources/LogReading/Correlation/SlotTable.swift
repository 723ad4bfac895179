/// A key of a table of slots.
protocol SlotKey: Equatable, Sendable {
  /// A number that equal keys share, for one seed.
  func mixed(_ seed: UInt64) -> UInt64
  /// What stands in free places.
  static var none: Self { get }
}

/// Leads keys to the slots of open cycles.
///
/// Places are probed one after the other, and emptied ones are filled from behind. The hash is made
/// for short ids and for times: dictionaries of the standard library took 260 instructions for each
/// event of the dense corpus, these take 80.
struct SlotTable<Key: SlotKey>: Sendable {
  private var hashes: [UInt64]
  private var keys: [Key]
  /// The slot of each place; -1 where it is free.
  private var slots: [Int32]
  private var count = 0
  /// Differs from run to run, so that no log can be written for it.
  private let seed = UInt64.random(in: .min ... .max)

  init() {
    hashes = Array(repeating: 0, count: 32)
    keys = Array(repeating: Key.none, count: 32)
    slots = Array(repeating: -1, count: 32)
  }

  /// The slot of a key; nothing for a key that leads nowhere.
  subscript(key: Key) -> Int32? {
    let slot = slots[place(of: key, hash(key))]
    return slot < 0 ? nil : slot
  }

  /// Leads a key to a slot; tells where it led before, if anywhere.
  @discardableResult
  mutating func set(_ key: Key, to slot: Int32) -> Int32? {
    let hash = hash(key)
    let place = place(of: key, hash)
    let old = slots[place]
    hashes[place] = hash
    keys[place] = key
    slots[place] = slot
    if old >= 0 { return old }
    count += 1
    if count * 2 > slots.count { grow() }
    return nil
  }

  /// Forgets a key that leads to a slot.
  mutating func remove(_ key: Key, of slot: Int32) {
    let place = place(of: key, hash(key))
    if slots[place] == slot { remove(at: place) }
  }

  /// The last slot that a key leads to; -1 for none.
  var lastSlot: Int32 { slots.max() ?? -1 }

  private func hash(_ key: Key) -> UInt64 {
    let product = key.mixed(seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Where a key stands, or the free place for it.
  private func place(of key: Key, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] >= 0, hashes[place] != hash || keys[place] != key {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func remove(at index: Int) {
    let mask = slots.count - 1
    var hole = index
    var place = (hole + 1) & mask
    while slots[place] >= 0 {
      // What began its search at the hole or before it would not be found beyond a free place.
      let home = Int(truncatingIfNeeded: hashes[place]) & mask
      if (place - home) & mask >= (place - hole) & mask {
        hashes[hole] = hashes[place]
        keys[hole] = keys[place]
        slots[hole] = slots[place]
        hole = place
      }
      place = (place + 1) & mask
    }
    keys[hole] = Key.none
    slots[hole] = -1
    count -= 1
  }

  private mutating func grow() {
    let old = (hashes, keys, slots)
    let size = slots.count * 2
    hashes = Array(repeating: 0, count: size)
    keys = Array(repeating: Key.none, count: size)
    slots = Array(repeating: -1, count: size)
    for index in old.2.indices where old.2[index] >= 0 {
      let place = place(of: old.1[index], old.0[index])
      hashes[place] = old.0[index]
      keys[place] = old.1[index]
      slots[place] = old.2[index]
    }
  }
}

extension Int64: SlotKey {
  func mixed(_ seed: UInt64) -> UInt64 { UInt64(bitPattern: self) ^ seed }
  static var none: Int64 { 0 }
}

extension String: SlotKey {
  /// Letters beyond ASCII may be equal in other bytes, which the standard library's own hash knows.
  func mixed(_ seed: UInt64) -> UInt64 {
    let bytes = utf8.span
    // The seed goes in first: texts that come to one number for it do so for few others.
    var hash = seed
    for index in bytes.indices {
      if bytes[index] >= 0x80 { return UInt64(bitPattern: Int64(hashValue)) }
      hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
    }
    return hash
  }
  static var none: String { "" }
}

// A seed is of its process: keys are put in anew.
extension SlotTable: Codable where Key: Codable {
  private struct Entry: Codable {
    var key: Key
    var slot: Int32
  }

  init(from decoder: any Decoder) throws {
    self.init()
    for entry in try [Entry](from: decoder) where entry.slot >= 0 {
      set(entry.key, to: entry.slot)
    }
  }

  func encode(to encoder: any Encoder) throws {
    try slots.indices.filter { slots[$0] >= 0 }
      .map { Entry(key: keys[$0], slot: slots[$0]) }.encode(to: encoder)
  }
}
