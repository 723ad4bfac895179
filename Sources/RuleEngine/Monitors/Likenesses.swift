internal import LogReading
internal import RuleLanguage

/// Which events are alike, and what that settles.
///
/// Events are alike that are of one kind and have the same fields in the same order, in the same states
/// and with the same flags. A log has some dozens of such likenesses, and what asks for no other value
/// (is there a hash, did it succeed, is the device a simulator) comes to the same for all events of
/// one, until the device changes.
struct Likenesses: ~Copyable {
  /// Places of the table that is searched; it is never more than half full.
  private static let places = 256
  /// Events with more fields are like no other. A word holds two fields; the first one is the head.
  private static let fieldLimit = 16
  private static let wordLimit = 1 + fieldLimit / 2

  struct Likeness {
    var hash: UInt64
    var wordCount: Int
    /// What it settles was worked out; it is when the second event of it comes.
    var isSettled = false
    /// How many events came since then.
    var count: Int64 = 0
    /// Where what its conditions come to begins in `known`.
    var firstKnown = 0
    /// Where the bits of the rules to pass over would begin in `idle` if it had those of all kinds.
    var firstIdle = 0
    /// The rules that each of its events satisfies, in `satisfied`.
    var satisfied = 0..<0
  }

  /// What a condition comes to for all events that are alike.
  enum Known: UInt8 { case open, fails, holds }

  private var list = Table<Likeness>()
  /// For each the words that tell it from others.
  private var words = Table<UInt64>()
  /// The words of the event at hand.
  private var wordsAtHand = Table<UInt64>(repeating: 0, count: wordLimit)
  /// How many they are; 0 for an event like no other.
  private var wordCount = 0
  /// Numbers of the list, by hash; -1 for a free place.
  private var index = Table<Int16>(repeating: -1, count: places)
  /// For each that is settled what each condition comes to; first the same for events like no other.
  private var known: Table<Known>
  /// For each that is settled a bit for each rule that has nothing to do with it, in the order of the
  /// kind's routes; first the same for events like no other.
  private var idle: Table<UInt64>
  private var satisfied = Table<Int32>()
  private let conditionCount: Int
  private let idleWords: Int
  /// The one of the event at hand; -1 for an event like no other.
  private var atHand = -1
  private var firstKnown = 0
  private var firstIdle = 0

  /// - Parameters:
  ///   - conditions: How many conditions there are.
  ///   - words: How many words the routes of a kind have at most.
  init(conditions: Int, words: Int) {
    conditionCount = conditions
    idleWords = words
    known = Table(repeating: .open, count: conditions)
    idle = Table(repeating: 0, count: words)
  }

  // MARK: The event at hand

  /// Begins an event: what it is beside its fields, and how many these are.
  mutating func begin(_ head: UInt64, fieldCount: Int) {
    wordCount = fieldCount > Self.fieldLimit ? 0 : 1 + (fieldCount + 1) / 2
    for word in 0..<wordCount { wordsAtHand[word] = 0 }
    if wordCount > 0 { wordsAtHand[0] = head }
  }

  /// Notes a field of the event by its place among the others.
  mutating func note(_ field: Field, at place: Int) {
    if place >= Self.fieldLimit { return }
    var mark = UInt64(field.name.rawValue) | UInt64(field.state.rawValue) << 16
    mark |= UInt64(field.type.rawValue) << 24
    if field.type == .bool, field.value != 0 { mark |= 1 << 31 }
    wordsAtHand[1 + place / 2] |= mark << (place % 2 == 0 ? 0 : 32)
  }

  /// Finds the events that the one at hand is like; whether to settle now what that settles.
  ///
  /// - Parameter firstWord: Where the words of its kind's routes begin.
  mutating func meet(firstWord: Int) -> Bool {
    atHand = wordCount == 0 ? -1 : find()
    guard atHand >= 0, list[atHand].isSettled else {
      firstKnown = 0
      firstIdle = -firstWord
      guard atHand >= 0 else { return false }
      // What comes once only is not worth it.
      list[atHand].count += 1
      return list[atHand].count > 1
    }
    list[atHand].count += 1
    firstKnown = list[atHand].firstKnown
    firstIdle = list[atHand].firstIdle
    return false
  }

  private mutating func find() -> Int {
    var hash: UInt64 = 0
    for word in 0..<wordCount {
      hash = (hash ^ wordsAtHand[word]) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var place = Int(truncatingIfNeeded: hash % UInt64(Self.places))
    while index[place] >= 0 {
      let number = Int(index[place])
      if list[number].hash == hash, isAlike(number) { return number }
      place = (place + 1) % Self.places
    }
    if list.count >= Self.places / 2 { return -1 }
    index[place] = Int16(truncatingIfNeeded: list.count)
    list.append(Likeness(hash: hash, wordCount: wordCount))
    for word in 0..<Self.wordLimit { words.append(wordsAtHand[word]) }
    return list.count - 1
  }

  private func isAlike(_ number: Int) -> Bool {
    guard list[number].wordCount == wordCount else { return false }
    for word in 0..<wordCount
    where words[number * Self.wordLimit + word] != wordsAtHand[word] {
      return false
    }
    return true
  }

  // MARK: What it settles

  /// What a condition comes to for the event at hand, as far as its likeness tells.
  func known(_ condition: Int) -> Known { known[firstKnown + condition] }

  /// The rules that the event at hand does nothing to, in a word of a route.
  func idle(_ word: Int) -> UInt64 { idle[firstIdle + word] }

  /// Makes room for what the likeness at hand settles; `firstWord` is the first of its kind's routes.
  mutating func settle(firstWord: Int) {
    firstKnown = known.count
    known.fill(to: known.count + conditionCount, with: .open)
    firstIdle = idle.count - firstWord
    idle.fill(to: idle.count + idleWords, with: 0)
    list[atHand].isSettled = true
    list[atHand].count = 1
    list[atHand].firstKnown = firstKnown
    list[atHand].firstIdle = firstIdle
    list[atHand].satisfied = satisfied.count..<satisfied.count
  }

  mutating func note(_ condition: Int, _ holds: Bool) {
    known[firstKnown + condition] = holds ? .holds : .fails
  }

  mutating func passOver(word: Int, bit: UInt64) { idle[firstIdle + word] |= bit }

  mutating func noteSatisfied(_ rule: Int32) {
    satisfied.append(rule)
    list[atHand].satisfied = list[atHand].satisfied.lowerBound..<satisfied.count
  }

  /// Adds up how often the rules were satisfied that each of its events satisfies, and begins anew to
  /// count.
  mutating func count(into sums: inout Table<Int64>) {
    for number in list.indices where list[number].isSettled {
      for place in list[number].satisfied { sums[Int(satisfied[place])] += list[number].count }
      list[number].count = 0
    }
  }

  /// Forgets all: the device has changed.
  mutating func removeAll() {
    list = Table()
    words = Table()
    index = Table(repeating: -1, count: Self.places)
    known = Table(repeating: .open, count: conditionCount)
    idle = Table(repeating: 0, count: idleWords)
    satisfied = Table()
    atHand = -1
    firstKnown = 0
    firstIdle = 0
  }
}
