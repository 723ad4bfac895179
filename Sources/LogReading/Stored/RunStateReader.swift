/// Reads the state of a run from bytes that a `RunStateWriter` wrote.
///
/// No bytes make it trap: lengths are held against what is there, words of choices against those that there
/// are, numbers that are places against their tables, and lists may not lie in each other without end.
package struct RunStateReader: ~Copyable {
  private let bytes: StateBytes

  package init(_ bytes: [UInt8], limits: StateLimits = StateLimits()) {
    self.bytes = StateBytes(bytes, limits)
  }

  /// What places may be, and how far those go that were read.
  package var limits: StateLimits { bytes.limits }

  /// Takes the next value.
  package func take<Value: Decodable>(_ type: Value.Type = Value.self) throws(StateDamage) -> Value
  {
    do {
      return try bytes.take(type)
    } catch {
      throw StateDamage()
    }
  }

  /// Refuses the state where what was read of it does not go together.
  package func require(_ isSound: Bool) throws(StateDamage) { if !isSound { throw StateDamage() } }

  /// Takes bytes that were written as they are.
  package func takeBytes() throws(StateDamage) -> [UInt8] { try bytes.takeRow() }

  /// Takes a number, which may be any that a line tells.
  package func takeNumber<Number: FixedWidthInteger>(
    _: Number.Type = Number.self
  ) throws(StateDamage) -> Number {
    try bytes.takeTold()
  }

  /// Takes the number of values that follow, each of which has a byte at least.
  package func takeCount() throws(StateDamage) -> Int {
    let count: Int = try bytes.takeSigned()
    guard count >= 0, count <= bytes.left else { throw StateDamage() }
    return count
  }

  /// Whether all was read.
  package var isAtEnd: Bool { bytes.left == 0 }
}

/// The bytes of a state are none that were written.
package struct StateDamage: Error, Sendable, Equatable {
  package init() {}
}

/// The bytes that a decoder's containers read.
final class StateBytes {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private static let depthLimit = 64
  private(set) var limits: StateLimits
  /// Whether the numbers are times and counts, and none that a line may tell.
  private var isBounded = true

  init(_ bytes: [UInt8], _ limits: StateLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  var left: Int { bytes.count - place }

  func takeByte() throws(StateDamage) -> UInt8 {
    guard place < bytes.count else { throw StateDamage() }
    defer { place += 1 }
    return bytes[place]
  }

  func takeFlag() throws(StateDamage) -> Bool {
    switch try takeByte() {
    case 0: false
    case 1: true
    default: throw StateDamage()
    }
  }

  private func takeWord() throws(StateDamage) -> UInt64 {
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = try takeByte()
      word |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return word }
      shift += 7
    }
    throw StateDamage()
  }

  func takeUnsigned<Number: FixedWidthInteger>() throws(StateDamage) -> Number {
    guard let number = Number(exactly: try takeWord()) else { throw StateDamage() }
    return number
  }

  func takeSigned<Number: FixedWidthInteger>() throws(StateDamage) -> Number {
    let word = try takeWord()
    let signed = Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
    guard !isBounded || signed.magnitude <= StateLimits.most,
      let number = Number(exactly: signed)
    else { throw StateDamage() }
    return number
  }

  func takeTold<Number: FixedWidthInteger>() throws(StateDamage) -> Number {
    let wasBounded = isBounded
    isBounded = false
    defer { isBounded = wasBounded }
    return try takeSigned()
  }

  func takeWide() throws(StateDamage) -> Int128 {
    let low = Int128(try takeWord())
    let high = Int64(bitPattern: try takeWord())
    guard high.magnitude <= StateLimits.most else { throw StateDamage() }
    return low | Int128(high) << 64
  }

  func takeDouble() throws(StateDamage) -> Double { Double(bitPattern: try takeWord()) }

  /// The number of elements of a list.
  func takeListCount() throws(StateDamage) -> Int {
    var count = 0
    for byte in 0..<4 { count |= Int(try takeByte()) << (8 * byte) }
    guard count <= left else { throw StateDamage() }
    return count
  }

  func takeRow() throws(StateDamage) -> [UInt8] {
    let count: Int = try takeUnsigned()
    guard count <= left else { throw StateDamage() }
    defer { place += count }
    return Array(bytes[place..<(place + count)])
  }

  func takeText() throws(StateDamage) -> String {
    let row = try takeRow()
    guard let text = String(validating: row, as: UTF8.self) else { throw StateDamage() }
    return text
  }

  func take<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == [UInt8].self, let row = try takeRow() as? Value { return row }
    guard depth < Self.depthLimit else { throw StateDamage() }
    depth += 1
    let wasBounded = isBounded
    if type is any ToldNumbers.Type { isBounded = false }
    defer {
      depth -= 1
      isBounded = wasBounded
    }
    let value = try Value(from: StateDecoder(bytes: self))
    if type is any CheckedState.Type, let checked = value as? any CheckedState {
      guard checked.isSound(&limits) else { throw StateDamage() }
    }
    return value
  }
}

/// The decoder that the compiler's own code calls.
struct StateDecoder: Decoder {
  let bytes: StateBytes
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(bytes: bytes))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Row(bytes) }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(bytes: bytes) }

  /// The fields of a value, in their order; of a choice, its name first.
  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let bytes: StateBytes
    var codingPath: [any CodingKey] { [] }

    /// Asked for once, of a choice.
    var allKeys: [Key] {
      guard let text = try? bytes.takeText(), let key = Key(stringValue: text) else { return [] }
      return [key]
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { try !bytes.takeFlag() }
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try bytes.takeFlag() }
    func decode(_: String.Type, forKey key: Key) throws -> String { try bytes.takeText() }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try bytes.takeDouble() }
    func decode(_: Float.Type, forKey key: Key) throws -> Float {
      Float(bitPattern: try bytes.takeUnsigned())
    }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try bytes.takeSigned() }
    func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try bytes.takeSigned() }
    func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try bytes.takeSigned() }
    func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try bytes.takeSigned() }
    func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try bytes.takeSigned() }
    func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try bytes.takeUnsigned() }
    func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try bytes.takeByte() }
    func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try bytes.takeUnsigned() }
    func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try bytes.takeUnsigned() }
    func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try bytes.takeUnsigned() }
    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try bytes.takeWide() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try bytes.take(type)
    }

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
      try bytes.takeFlag() ? bytes.takeSigned() as Int64 != 0 : nil
    }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
      try bytes.takeFlag() ? bytes.takeText() : nil
    }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
      try bytes.takeFlag()
        ? Double(bitPattern: UInt64(bitPattern: bytes.takeTold())) : nil
    }
    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? {
      try bytes.takeFlag() ? Float(bitPattern: bytes.takeSigned()) : nil
    }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? {
      try bytes.takeFlag() ? UInt(truncatingIfNeeded: bytes.takeSigned() as Int64) : nil
    }
    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? {
      try bytes.takeFlag() ? bytes.takeSigned() : nil
    }
    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? {
      try bytes.takeFlag() ? UInt64(truncatingIfNeeded: bytes.takeTold() as Int64) : nil
    }
    func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
      try bytes.takeFlag() ? bytes.takeWide() : nil
    }
    func decodeIfPresent<Value: Decodable>(
      _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
      try bytes.takeFlag() ? bytes.take(type) : nil
    }

    // Of a choice, whose name was taken.
    func nestedContainer<Nested: CodingKey>(
      keyedBy: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      KeyedDecodingContainer(Keyed<Nested>(bytes: bytes))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try Row(bytes)
    }
    func superDecoder() -> any Decoder { StateDecoder(bytes: bytes) }
    func superDecoder(forKey key: Key) -> any Decoder { StateDecoder(bytes: bytes) }
  }

  /// The elements of a list, behind their number.
  private struct Row: UnkeyedDecodingContainer {
    let bytes: StateBytes
    private let size: Int
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { size }
    var isAtEnd: Bool { currentIndex >= size }

    init(_ bytes: StateBytes) throws {
      self.bytes = bytes
      size = try bytes.takeListCount()
    }

    private mutating func next() throws -> Single {
      guard currentIndex < size else { throw StateDamage() }
      currentIndex += 1
      return Single(bytes: bytes)
    }

    mutating func decodeNil() throws -> Bool { try !bytes.takeFlag() }
    mutating func decode(_: Bool.Type) throws -> Bool { try next().decode(Bool.self) }
    mutating func decode(_: String.Type) throws -> String { try next().decode(String.self) }
    mutating func decode(_: Double.Type) throws -> Double { try next().decode(Double.self) }
    mutating func decode(_: Float.Type) throws -> Float { try next().decode(Float.self) }
    mutating func decode(_: Int.Type) throws -> Int { try next().decode(Int.self) }
    mutating func decode(_: Int8.Type) throws -> Int8 { try next().decode(Int8.self) }
    mutating func decode(_: Int16.Type) throws -> Int16 { try next().decode(Int16.self) }
    mutating func decode(_: Int32.Type) throws -> Int32 { try next().decode(Int32.self) }
    mutating func decode(_: Int64.Type) throws -> Int64 { try next().decode(Int64.self) }
    mutating func decode(_: UInt.Type) throws -> UInt { try next().decode(UInt.self) }
    mutating func decode(_: UInt8.Type) throws -> UInt8 { try next().decode(UInt8.self) }
    mutating func decode(_: UInt16.Type) throws -> UInt16 { try next().decode(UInt16.self) }
    mutating func decode(_: UInt32.Type) throws -> UInt32 { try next().decode(UInt32.self) }
    mutating func decode(_: UInt64.Type) throws -> UInt64 { try next().decode(UInt64.self) }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      KeyedDecodingContainer(Keyed<Nested>(bytes: try next().bytes))
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try Row(try next().bytes)
    }
    mutating func superDecoder() throws -> any Decoder { StateDecoder(bytes: try next().bytes) }
  }

  /// One value.
  private struct Single: SingleValueDecodingContainer {
    let bytes: StateBytes
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { (try? bytes.takeFlag()) != true }
    func decode(_: Bool.Type) throws -> Bool { try bytes.takeFlag() }
    func decode(_: String.Type) throws -> String { try bytes.takeText() }
    func decode(_: Double.Type) throws -> Double { try bytes.takeDouble() }
    func decode(_: Float.Type) throws -> Float { Float(bitPattern: try bytes.takeUnsigned()) }
    func decode(_: Int.Type) throws -> Int { try bytes.takeSigned() }
    func decode(_: Int8.Type) throws -> Int8 { try bytes.takeSigned() }
    func decode(_: Int16.Type) throws -> Int16 { try bytes.takeSigned() }
    func decode(_: Int32.Type) throws -> Int32 { try bytes.takeSigned() }
    func decode(_: Int64.Type) throws -> Int64 { try bytes.takeSigned() }
    func decode(_: UInt.Type) throws -> UInt { try bytes.takeUnsigned() }
    func decode(_: UInt8.Type) throws -> UInt8 { try bytes.takeByte() }
    func decode(_: UInt16.Type) throws -> UInt16 { try bytes.takeUnsigned() }
    func decode(_: UInt32.Type) throws -> UInt32 { try bytes.takeUnsigned() }
    func decode(_: UInt64.Type) throws -> UInt64 { try bytes.takeUnsigned() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try bytes.take(type) }
  }
}
