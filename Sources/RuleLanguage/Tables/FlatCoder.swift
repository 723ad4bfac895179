/// A value with a compact stored form, the same bytes on every run.
///
/// One function defines the form in both directions: it codes each part in order, of the value that
/// is written or of nil, and makes a value of the results.
protocol FlatCoded {
  static func code(_ value: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self
}

/// The reason why stored tables could not be read back.
package struct FlatError: Error, Sendable, Equatable {
  /// The expected thing, as a noun.
  package var expected: String
  /// The index in the bytes.
  package var offset: Int
  package init(expected: String, offset: Int) {
    self.expected = expected
    self.offset = offset
  }
}

/// A coder that writes values one after another, without names or padding, or reads what it wrote;
/// any other bytes are an error, never a trap.
///
/// A number is stored with six bits per byte, and the seventh means that more follow. So no byte
/// except those of text is above 0x7F: the whole is UTF-8, and a string literal holds it as it is.
///
/// Nothing is inlined: the optimiser would spend minutes on one function for every type, and the
/// program reads its tables once.
struct FlatCoder: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var offset = 0
  private var depth = 0
  /// The table, if the bytes lie in the program, so that words may stay there.
  private let table: StaticString?
  private let isReading: Bool
  /// The bytes that were written.
  private(set) var output: [UInt8] = []

  /// Begins to write.
  @_lifetime(immortal)
  init() {
    bytes = Span()
    table = nil
    isReading = false
  }

  /// Begins to read bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    table = nil
    isReading = true
  }

  /// Begins to read a table that lies in the program, at an offset.
  @_lifetime(immortal)
  init(table: StaticString, at offset: Int = 0) {
    // The literal lies in the program's constants and is read as bytes, for its whole length; it
    // stays valid while the process runs.
    let buffer = unsafe UnsafeBufferPointer(
      start: table.utf8Start, count: table.utf8CodeUnitCount)
    bytes = unsafe _overrideLifetime(Span(_unsafeElements: buffer), borrowing: ())
    self.table = table
    self.offset = max(0, offset)
    isReading = true
  }

  var isAtEnd: Bool { offset == bytes.count }

  // MARK: Values

  /// Codes a part of a value; the argument is nil where it is read.
  mutating func code<T: FlatCoded>(_ value: T?) throws(FlatError) -> T {
    try T.code(value, with: &self)
  }

  /// Reads a value.
  mutating func read<T: FlatCoded>() throws(FlatError) -> T { try T.code(nil, with: &self) }

  /// Reads a value that may hold values of its own kind, down to a limited depth.
  mutating func nested<T: FlatCoded>() throws(FlatError) -> T {
    guard depth < 16 else { throw FlatError(expected: "a flatter value", offset: offset) }
    depth += 1
    defer { depth -= 1 }
    return try T.code(nil, with: &self)
  }

  /// Writes a value.
  mutating func write<T: FlatCoded>(_ value: T) throws(FlatError) {
    _ = try T.code(value, with: &self)
  }

  /// Codes a part that may be missing.
  @inline(never)
  mutating func optional<T: FlatCoded>(_ value: T?) throws(FlatError) -> T? {
    let isThere = try flag(isReading ? nil : value != nil)
    return isThere ? try T.code(value, with: &self) : nil
  }

  @inline(never)
  mutating func list<T: FlatCoded>(_ value: [T]?) throws(FlatError) -> [T] {
    if let value {
      write(number: UInt64(value.count))
      for element in value { try write(element) }
      return value
    }
    let count = try count()
    if count == 0 { return [] }
    var list: [T] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try T.code(nil, with: &self)) }
    return list
  }

  /// Codes a number.
  mutating func number(_ value: UInt64?) throws(FlatError) -> UInt64 {
    guard let value else { return try number() }
    write(number: value)
    return value
  }

  @inline(never)
  mutating func number() throws(FlatError) -> UInt64 {
    // Nearly all numbers have one byte.
    if offset < bytes.count, bytes[offset] < 0x40 {
      offset += 1
      return UInt64(bytes[offset - 1])
    }
    return try longNumber()
  }

  @inline(never)
  mutating func write(number: UInt64) {
    var rest = number
    while rest > 0x3F {
      output.append(UInt8(truncatingIfNeeded: rest & 0x3F) | 0x40)
      rest >>= 6
    }
    output.append(UInt8(truncatingIfNeeded: rest))
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

  /// Codes a number of a type, and throws if it does not fit.
  @inline(never)
  mutating func integer<T: FixedWidthInteger>(_ value: T?) throws(FlatError) -> T {
    if let value {
      write(number: UInt64(clamping: value))
      return value
    }
    let start = offset
    guard let value = T(exactly: try number()) else {
      throw FlatError(expected: "a number below \(T.max)", offset: start)
    }
    return value
  }

  /// Reads the number of elements, each a byte at least: a lie is found before memory is taken.
  @inline(never)
  mutating func count() throws(FlatError) -> Int {
    let start = offset
    let count = try number()
    guard count <= UInt64(truncatingIfNeeded: bytes.count - offset) else {
      throw FlatError(expected: "\(count) more bytes", offset: start)
    }
    return Int(truncatingIfNeeded: count)
  }

  /// Codes the number of elements.
  mutating func count(_ value: Int?) throws(FlatError) -> Int {
    guard let value else { return try count() }
    write(number: UInt64(clamping: value))
    return value
  }

  @inline(never)
  mutating func text(_ value: String?) throws(FlatError) -> String {
    if let value {
      _ = try count(value.utf8.count)
      output.append(contentsOf: value.utf8)
      return value
    }
    let length = try count()
    if length == 0 { return "" }
    let start = offset
    let span = bytes.extracting(start..<start + length)
    // The bytes are checked and copied from the span: no pointer is needed.
    guard let view = try? UTF8Span(validating: span) else {
      throw FlatError(expected: "UTF-8 text", offset: start)
    }
    offset = start + length
    return String(copying: view)
  }

  @inline(never)
  mutating func flag(_ value: Bool?) throws(FlatError) -> Bool {
    if let value {
      write(number: value ? 1 : 0)
      return value
    }
    let start = offset
    switch try number() {
    case 0: return false
    case 1: return true
    default: throw FlatError(expected: "0 or 1", offset: start)
    }
  }

  /// The error for a number that no case has.
  func unknown(_ noun: String) -> FlatError { FlatError(expected: noun, offset: offset) }

  // MARK: Sections

  /// Codes values with their length in front, so that a reader can skip them.
  mutating func section<T>(
    _ body: (inout FlatCoder) throws(FlatError) -> T
  ) throws(FlatError) -> T {
    if !isReading {
      var inner = FlatCoder()
      let value = try body(&inner)
      write(number: UInt64(inner.output.count))
      output += inner.output
      return value
    }
    let length = try count()
    let start = offset
    let value = try body(&self)
    guard offset - start == length else {
      throw FlatError(expected: "\(length) bytes of them", offset: start)
    }
    return value
  }

  mutating func skipSection() throws(FlatError) { offset += try count() }

  /// Codes the words of a rule; in a table of the program they are left undecoded.
  mutating func words(_ value: RuleWords?) throws(FlatError) -> HeldWords {
    guard let table else {
      return .atHand(try section { (coder) throws(FlatError) in try coder.code(value) })
    }
    let length = try count()
    let start = offset
    offset += length
    return .inTable(table, offset: start)
  }
}
