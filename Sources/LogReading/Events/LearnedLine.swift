internal import RuleLanguage

/// How a line was written that was read before: texts that stay, and between them values.
struct LearnedLine: Sendable {
  /// Where its texts begin in the pool, one behind the other, and how long the first is.
  var text: Int
  var firstCount: Int
  var slots: Range<Int>
  /// The fields that its words imply; their `start` counts from the scratch bytes.
  var constants: Range<Int>
  var scratch: Range<Int>
}

/// A value of a learned line, and how long the text behind it is.
struct LearnedSlot: Sendable {
  enum Kind: UInt8 {
    /// A value of a list `key=value, key=value`.
    case listed
    /// A hole of a shape, and one that the message ends with.
    case hole, lastHole
    /// Values of JSON; strings without their quotes.
    case string, number, truth
  }

  var kind: Kind
  var type = FieldType.string
  var unit = DurationUnit.seconds
  /// What begins with a bracket is a list or an object.
  var isCollection = false
  /// A field of the event; the values of unknown keys are skipped.
  var hasField = false
  /// The time of a record.
  var isTime = false
  /// It ends the line, where somebody may have added something.
  var isLast = false
  /// It does, and is a single word.
  var isLastWord = false
  var name = FieldName(rawValue: 0)
  /// The bytes that end the value: the first of the text behind it, and one that it may not hold.
  var delimiter: UInt8
  var other: UInt8
  var textCount: UInt32
}

/// The head of a line, without its time: told by bytes that do not change.
struct LearnedHead: Sendable {
  var container: Container
  var gaps: TimeGaps
  var level: LogLevel
  var pid: Int32
  /// The offset of its zone from UTC, and the byte between date and time.
  var zone: Int64
  var separator: UInt8
  /// How many bytes stand between the time and the message.
  var count: Int
}

/// Where a value of a line stands.
struct ValuePlace {
  var range: Range<Int>
  var kind: LearnedSlot.Kind
  /// Nothing for a value that is no field of the event.
  var key: GrammarKey?
  var isTime = false
  /// Nothing of the message closes it.
  var isLast = false
}

// Comparing by words of eight bytes.
extension Span where Element == UInt8 {
  /// Whether so many bytes are those of a text; behind both stand eight bytes more.
  ///
  /// Most texts differ in their first word, or are as short as `, ttl=`.
  @inline(__always)
  func isSame(at index: Int, as text: Span<UInt8>, at start: Int, count: Int) -> Bool {
    let first = load(at: index) ^ text.load(at: start)
    if count < 8 { return count == 0 || first << UInt64((8 - count) * 8) == 0 }
    if first != 0 { return false }
    let last = load(at: index + count - 8) ^ text.load(at: start + count - 8)
    if last != 0 { return false }
    return count <= 16
      || matches(text.extracting((start + 8)..<(start + count - 8)), at: index + 8)
  }

  /// The first of two bytes or of any control character, or the end; behind it stand eight bytes.
  @inline(__always)
  func stop(at first: UInt8, or second: UInt8, from start: Int, before end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let left = UInt64(first) &* ones
    let right = UInt64(second) &* ones
    var place = start
    while place < end {
      let word = load(at: place)
      let (one, other) = (word ^ left, word ^ right)
      // The lowest bit that is left is right; those above it may come of a borrow.
      let found =
        ((one &- ones) & ~one | (other &- ones) & ~other | (word &- (ones &* 0x20)) & ~word)
        & (ones &* 0x80)
      if found != 0 { return Swift.min(place + found.trailingZeroBitCount >> 3, end) }
      place += 8
    }
    return end
  }
}
