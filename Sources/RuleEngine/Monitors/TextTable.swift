/// The texts that instances keep, one behind the other; each has a number.
///
/// A string for each had to be allocated, counted and freed: what is kept of an event is looked at a few
/// times and shown hardly ever.
struct TextTable: ~Copyable {
  private var bytes: [UInt8] = []
  /// Where each begins, and behind the last, where the next one will.
  private var starts = Table<Int>(repeating: 0, count: 1)

  var count: Int { starts.count - 1 }
  var byteCount: Int { bytes.count }

  subscript(number: Int) -> Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(starts[number]..<starts[number + 1]) }
  }

  func string(_ number: Int) -> String {
    String(decoding: bytes[starts[number]..<starts[number + 1]], as: UTF8.self)
  }

  /// Adds a text, and returns its number. What is no UTF-8 in it reads as U+FFFD from here on.
  mutating func add(_ text: ArraySlice<UInt8>) -> Int {
    if text.reduce(0, |) < 0x80 {
      bytes += text
    } else {
      bytes += String(decoding: text, as: UTF8.self).utf8
    }
    starts.append(bytes.count)
    return count - 1
  }

  /// Adds a text of another table.
  mutating func add(_ number: Int, of other: borrowing TextTable) -> Int {
    bytes += other.bytes[other.starts[number]..<other.starts[number + 1]]
    starts.append(bytes.count)
    return count - 1
  }
}
