internal import RuleLanguage

/// The form of a line that was read before: fixed texts, and between them values.
struct LearnedLine: Sendable {
  /// The start of its texts in the pool, one behind the other, and the length of the first.
  var text: Int
  var firstCount: Int
  var slots: Range<Int>
  /// The fields that its words imply; their `start` counts from the scratch bytes.
  var constants: Range<Int>
  var scratch: Range<Int>
}

/// A value of a learned line, and the length of the text behind it.
struct LearnedSlot: Sendable {
  enum Kind: UInt8 {
    /// A value of a list `key=value, key=value`.
    case listed
    /// A hole of a shape, and one with which the message ends.
    case hole, lastHole
    /// Values of JSON; strings without their quotes.
    case string, number, truth
  }

  var kind: Kind
  var type = FieldType.string
  var unit = DurationUnit.seconds
  /// Whether a value that begins with a bracket is a list or an object.
  var isCollection = false
  /// Whether it is a field of the event; the values of unknown keys are skipped.
  var hasField = false
  /// Whether it is the time of a record.
  var isTime = false
  /// Whether it ends the line, where a program that passes it on may have added something.
  var isLast = false
  /// Whether it ends the line and is a single word.
  var isLastWord = false
  var name = FieldName(rawValue: 0)
  /// The bytes that end the value: the first of the text behind it, and one that it may not hold.
  var delimiter: UInt8
  var other: UInt8
  var textCount: UInt32
}

/// The head of a line, without its time: recognised by bytes that do not change.
struct LearnedHead: Sendable {
  var container: Container
  var gaps: TimeGaps
  var level: LogLevel
  var pid: Int32
  /// The offset of its zone from UTC, and the byte between date and time.
  var zone: Int64
  var separator: UInt8
  /// The number of bytes between the time and the message.
  var count: Int
}

/// The place of a value in a line.
struct ValuePlace {
  var range: Range<Int>
  var kind: LearnedSlot.Kind
  /// Nil for a value that is no field of the event.
  var key: GrammarKey?
  var isTime = false
  /// Whether nothing of the message closes it.
  var isLast = false
}

// Comparison by words of eight bytes.
extension Span where Element == UInt8 {
  /// Whether so many bytes are those of a text; eight more bytes must follow both.
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

  /// The first of two bytes or of any control character, or the end; eight more bytes must follow.
  @inline(__always)
  func stop(at first: UInt8, or second: UInt8, from start: Int, before end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let left = UInt64(first) &* ones
    let right = UInt64(second) &* ones
    var place = start
    while place < end {
      let word = load(at: place)
      let (one, other) = (word ^ left, word ^ right)
      // The lowest bit found is right; those above it may come from a borrow.
      let found =
        ((one &- ones) & ~one | (other &- ones) & ~other | (word &- (ones &* 0x20)) & ~word)
        & (ones &* 0x80)
      if found != 0 { return Swift.min(place + found.trailingZeroBitCount >> 3, end) }
      place += 8
    }
    return end
  }
}
