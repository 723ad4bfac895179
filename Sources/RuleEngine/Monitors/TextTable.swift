internal import LogReading

/// Texts, one behind the other; each has a number.
///
/// A string for each had to be allocated, counted and freed: what is kept of an event is looked at a few
/// times and shown hardly ever.
struct TextTable: ~Copyable, Sendable {
  private var bytes: Table<UInt8>
  /// Where each begins, and behind the last, where the next one will.
  private var starts: Table<Int>
}

extension TextTable {
  init() { self.init(bytes: Table(), starts: Table(repeating: 0, count: 1)) }

  func copy() -> TextTable { TextTable(bytes: bytes.copy(), starts: starts.copy()) }

  func write(to state: borrowing RunStateWriter) {
    state.put(bytes: bytes.span)
    starts.write(to: state)
  }

  init(from state: borrowing RunStateReader) throws(StateDamage) {
    let held = try state.takeBytes()
    let starts = try Table<Int>.read(from: state)
    guard Self.areInOrder(starts, upTo: held.count) else { throw StateDamage() }
    var bytes = Table<UInt8>(capacity: held.count)
    bytes.append(held.span)
    self.init(bytes: bytes, starts: starts)
  }

  private static func areInOrder(_ starts: borrowing Table<Int>, upTo end: Int) -> Bool {
    if starts.count == 0 || starts[0] != 0 || starts[starts.count - 1] != end { return false }
    for place in 1..<starts.count where starts[place - 1] > starts[place] { return false }
    return true
  }

  var count: Int { starts.count - 1 }
  var byteCount: Int { bytes.count }

  subscript(number: Int) -> Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(starts[number]..<starts[number + 1]) }
  }

  func string(_ number: Int) -> String {
    guard let text = try? UTF8Span(validating: self[number]) else { return "" }
    return String(copying: text)
  }

  /// Adds a text, and returns its number. What is no UTF-8 in it reads as U+FFFD from here on.
  mutating func add(_ text: Span<UInt8>) -> Int {
    if text.isASCII {
      bytes.append(text)
    } else {
      let repaired = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
      bytes.append(repaired.utf8.span)
    }
    starts.append(bytes.count)
    return count - 1
  }

  /// Forgets the texts from a number on.
  mutating func removeAll(from number: Int) {
    bytes.removeAll(from: starts[number])
    starts.removeAll(from: number + 1)
  }
}

extension Span where Element == UInt8 {
  /// The eight bytes of a text from a place on, as one number; behind the end they are NUL.
  ///
  /// The last of a text are read with those in front of them: one by one they took as long as the rest.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let beyond = index + 8 - count
    return beyond <= 0 || count < 8
      ? load(at: index) : load(at: index - beyond) >> UInt64(8 * beyond)
  }

  /// Whether no letter is beyond ASCII.
  var isASCII: Bool {
    var bits: UInt64 = 0
    var index = 0
    while count - index >= 8 {
      bits |= load(at: index)
      index += 8
    }
    if index < count { bits |= word(at: index) }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
