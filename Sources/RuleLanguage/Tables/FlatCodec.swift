/// A value with a compact stored form, the same bytes on every run.
protocol FlatCoded {
  func write(to writer: inout FlatWriter)
  init(from reader: inout FlatReader) throws(FlatError)
}

/// Why stored tables could not be read back.
package struct FlatError: Error, Sendable, Equatable {
  /// What was expected, as a noun.
  package var expected: String
  /// Where in the bytes.
  package var offset: Int
  package init(expected: String, offset: Int) {
    self.expected = expected
    self.offset = offset
  }
}

/// Writes values one after another, without names or padding.
///
/// Numbers take six bits to a byte and the seventh says that more follow, so that no byte but those
/// of text is above 0x7F: the whole is UTF-8, and a string literal holds it as it is.
struct FlatWriter {
  private(set) var bytes: [UInt8] = []

  init() {}

  @inline(never)
  mutating func number(_ value: UInt64) {
    var rest = value
    while rest > 0x3F {
      bytes.append(UInt8(truncatingIfNeeded: rest & 0x3F) | 0x40)
      rest >>= 6
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(never)
  mutating func text(_ value: String) {
    number(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func value(_ value: some FlatCoded) { value.write(to: &self) }

  @inline(never)
  mutating func values(_ list: [some FlatCoded]) {
    number(UInt64(list.count))
    for element in list { element.write(to: &self) }
  }

  @inline(never)
  mutating func optional(_ value: (some FlatCoded)?) {
    number(value == nil ? 0 : 1)
    value?.write(to: &self)
  }

  /// Values with their length in front, so that a reader can pass over them.
  mutating func section(_ write: (inout FlatWriter) -> Void) {
    var inner = FlatWriter()
    write(&inner)
    number(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  /// The members in the order of their keys, since a dictionary has none.
  @inline(never)
  mutating func settings(_ value: [String: String]) {
    number(UInt64(value.count))
    for (key, text) in value.sorted(by: { $0.key < $1.key }) {
      self.text(key)
      self.text(text)
    }
  }
}

/// Reads what the writer wrote; anything else is an error, never a trap.
///
/// Nothing is inlined: the optimiser would spend minutes on one function that holds every type, and
/// the program reads its tables once.
struct FlatReader: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var offset = 0
  private var depth = 0
  /// What the bytes are, if they lie in the program: then words may stay there.
  private let table: StaticString?

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    table = nil
  }

  /// Reads a table that lies in the program, from some place on.
  @_lifetime(immortal)
  init(table: StaticString, at offset: Int = 0) {
    // The literal lies in the program's constants and is read as bytes, for its whole length; what
    // is in the program stays where it is for as long as the process runs.
    let buffer = unsafe UnsafeBufferPointer(
      start: table.utf8Start, count: table.utf8CodeUnitCount)
    bytes = unsafe _overrideLifetime(Span(_unsafeElements: buffer), borrowing: ())
    self.table = table
    self.offset = max(0, offset)
  }

  var isAtEnd: Bool { offset == bytes.count }

  @inline(never)
  mutating func number() throws(FlatError) -> UInt64 {
    // Nearly all numbers are of one byte.
    if offset < bytes.count, bytes[offset] < 0x40 {
      offset += 1
      return UInt64(bytes[offset - 1])
    }
    return try longNumber()
  }

  @inline(never)
  private mutating func longNumber() throws(FlatError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte < 0x80 else { break }
      let bits = UInt64(byte & 0x3F)
      // Sixty bits are whole groups; the last group has room for four.
      guard shift < 60 || (shift == 60 && bits < 16) else { break }
      offset += 1
      result |= bits << shift
      if byte & 0x40 == 0 { return result }
      shift += 6
    }
    throw FlatError(expected: "a number", offset: offset)
  }

  /// A number that fits the type asked for.
  @inline(never)
  mutating func number<T: FixedWidthInteger>(as type: T.Type) throws(FlatError) -> T {
    let start = offset
    guard let value = T(exactly: try number()) else {
      throw FlatError(expected: "a number below \(T.max)", offset: start)
    }
    return value
  }

  /// How many elements follow; each takes a byte at least, so a lie is found before any memory is.
  @inline(never)
  mutating func count() throws(FlatError) -> Int {
    let start = offset
    let count = try number(as: Int.self)
    guard count <= bytes.count - offset else {
      throw FlatError(expected: "\(count) more bytes", offset: start)
    }
    return count
  }

  @inline(never)
  mutating func text() throws(FlatError) -> String {
    let length = try count()
    if length == 0 { return "" }
    let start = offset
    let span = bytes.extracting(start..<start + length)
    // Copied through the array that the string takes its bytes from: no pointer is needed.
    guard let view = try? UTF8Span(validating: span) else {
      throw FlatError(expected: "UTF-8 text", offset: start)
    }
    offset = start + length
    return String(copying: view)
  }

  mutating func value<T: FlatCoded>(_ type: T.Type = T.self) throws(FlatError) -> T {
    try T(from: &self)
  }

  @inline(never)
  mutating func values<T: FlatCoded>(_ type: T.Type = T.self) throws(FlatError) -> [T] {
    let count = try count()
    var list: [T] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try T(from: &self)) }
    return list
  }

  @inline(never)
  mutating func optional<T: FlatCoded>(_ type: T.Type = T.self) throws(FlatError) -> T? {
    try flag() ? try T(from: &self) : nil
  }

  @inline(never)
  mutating func flag() throws(FlatError) -> Bool {
    let start = offset
    switch try number() {
    case 0: return false
    case 1: return true
    default: throw FlatError(expected: "0 or 1", offset: start)
    }
  }

  /// Values with their length in front.
  mutating func section<T>(
    _ read: (inout FlatReader) throws(FlatError) -> T
  ) throws(FlatError) -> T {
    let length = try count()
    let start = offset
    let value = try read(&self)
    guard offset - start == length else {
      throw FlatError(expected: "\(length) bytes of them", offset: start)
    }
    return value
  }

  mutating func skipSection() throws(FlatError) { offset += try count() }

  /// The words of a rule, which a table of the program is not asked for yet.
  mutating func words() throws(FlatError) -> HeldWords {
    guard let table else {
      return .atHand(try section { (reader) throws(FlatError) in try reader.value() })
    }
    let length = try count()
    let start = offset
    offset += length
    return .inTable(table, offset: start)
  }

  @inline(never)
  mutating func settings() throws(FlatError) -> [String: String] {
    var result: [String: String] = [:]
    for _ in 0..<(try count()) {
      let key = try text()
      result[key] = try text()
    }
    return result
  }

  /// Goes one level into a value that may hold values of its own kind.
  mutating func enter() throws(FlatError) {
    guard depth < 16 else { throw FlatError(expected: "a flatter value", offset: offset) }
    depth += 1
  }

  mutating func leave() { depth -= 1 }
}
