/// Writes the state of a run to bytes, value behind value, without names.
///
/// What the compiler can write by itself (`Codable`) is written by position: a reader of another build
/// would not understand it, which the head of the file tells. What is never copied writes itself, field by
/// field, in the order of its initialiser.
package struct RunStateWriter: ~Copyable {
  private let sink = StateSink()

  package init() {}

  /// The bytes written so far; none where a value could not be written.
  package consuming func finish() -> [UInt8] { sink.isBroken ? [] : sink.bytes }

  /// Writes a value.
  package func put(_ value: some Encodable) {
    // The containers throw nothing, and neither do the values; a state that lacks one is none.
    do { try sink.put(value) } catch { sink.isBroken = true }
  }

  /// Writes bytes as they are.
  package func put(bytes: Span<UInt8>) { sink.put(bytes: bytes) }

  /// Writes a number in as few bytes as it needs.
  package func put(number: Int64) { sink.put(number) }
}

/// Where the containers of an encoder write to.
final class StateSink {
  fileprivate(set) var bytes: [UInt8] = []
  fileprivate var isBroken = false

  func put(unsigned number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  func put(_ number: Int64) {
    // Small numbers of either sign are short.
    put(unsigned: UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63))
  }

  func put(wide number: Int128) {
    put(unsigned: UInt64(truncatingIfNeeded: number))
    put(unsigned: UInt64(truncatingIfNeeded: number >> 64))
  }

  func put(byte: UInt8) { bytes.append(byte) }

  func put(bytes added: Span<UInt8>) {
    put(unsigned: UInt64(added.count))
    bytes.append(added)
  }

  func put(text: String) { put(bytes: text.utf8.span) }

  func put<Value: Encodable>(_ value: Value) throws {
    // Long rows of bytes are one piece.
    if Value.self == [UInt8].self, let row = value as? [UInt8] { return put(bytes: row.span) }
    try value.encode(to: StateEncoder(sink: self))
  }

  /// Makes room for a count that is known later.
  fileprivate func reserveCount() -> Int {
    bytes.append(contentsOf: [0, 0, 0, 0])
    return bytes.count - 4
  }

  fileprivate func set(count: UInt32, at place: Int) {
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
  }
}

/// The encoder that the compiler's own code calls.
struct StateEncoder: Encoder {
  let sink: StateSink
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(sink: sink))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Row(sink) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(sink: sink) }

  /// The fields of a value, in their order; of a choice, its name first.
  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sink: StateSink
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { sink.put(byte: 0) }
    func encode(_ value: Bool, forKey key: Key) { sink.put(byte: value ? 1 : 0) }
    func encode(_ value: String, forKey key: Key) { sink.put(text: value) }
    func encode(_ value: Double, forKey key: Key) { sink.put(unsigned: value.bitPattern) }
    func encode(_ value: Int, forKey key: Key) { sink.put(Int64(value)) }
    func encode(_ value: Int8, forKey key: Key) { sink.put(Int64(value)) }
    func encode(_ value: Int16, forKey key: Key) { sink.put(Int64(value)) }
    func encode(_ value: Int32, forKey key: Key) { sink.put(Int64(value)) }
    func encode(_ value: Int64, forKey key: Key) { sink.put(value) }
    func encode(_ value: UInt, forKey key: Key) { sink.put(unsigned: UInt64(value)) }
    func encode(_ value: UInt8, forKey key: Key) { sink.put(byte: value) }
    func encode(_ value: UInt16, forKey key: Key) { sink.put(unsigned: UInt64(value)) }
    func encode(_ value: UInt32, forKey key: Key) { sink.put(unsigned: UInt64(value)) }
    func encode(_ value: UInt64, forKey key: Key) { sink.put(unsigned: value) }
    func encode(_ value: Int128, forKey key: Key) { sink.put(wide: value) }
    func encode(_ value: Float, forKey key: Key) {
      sink.put(unsigned: UInt64(value.bitPattern))
    }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try sink.put(value) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) { optional(value) { $0 ? 1 : 0 } }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { optional(value) { $0 } }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { optional(value) { Int64($0) } }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) {
      optional(value) { Int64(bitPattern: $0) }
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) {
      optional(value) { Int64(bitPattern: UInt64($0)) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) {
      optional(value) { Int64(bitPattern: $0.bitPattern) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) {
      optional(value) { Int64($0.bitPattern) }
    }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) {
      sink.put(byte: value == nil ? 0 : 1)
      if let value { sink.put(wide: value) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) {
      sink.put(byte: value == nil ? 0 : 1)
      if let value { sink.put(text: value) }
    }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      sink.put(byte: value == nil ? 0 : 1)
      if let value { try sink.put(value) }
    }

    private func optional<Number>(_ value: Number?, _ number: (Number) -> Int64) {
      sink.put(byte: value == nil ? 0 : 1)
      if let value { sink.put(number(value)) }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      sink.put(text: key.stringValue)
      return KeyedEncodingContainer(Keyed<Nested>(sink: sink))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Row(sink) }
    func superEncoder() -> any Encoder { StateEncoder(sink: sink) }
    func superEncoder(forKey key: Key) -> any Encoder { StateEncoder(sink: sink) }
  }

  /// The elements of a list, behind their number.
  private struct Row: UnkeyedEncodingContainer {
    let sink: StateSink
    private let place: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(_ sink: StateSink) {
      self.sink = sink
      place = sink.reserveCount()
    }

    private mutating func add() -> Single {
      count += 1
      sink.set(count: UInt32(clamping: count), at: place)
      return Single(sink: sink)
    }

    mutating func encodeNil() { add().encodeNil() }
    mutating func encode(_ value: Bool) { add().encode(value) }
    mutating func encode(_ value: String) { add().encode(value) }
    mutating func encode(_ value: Double) { add().encode(value) }
    mutating func encode(_ value: Float) { add().encode(value) }
    mutating func encode(_ value: Int) { add().encode(value) }
    mutating func encode(_ value: Int8) { add().encode(value) }
    mutating func encode(_ value: Int16) { add().encode(value) }
    mutating func encode(_ value: Int32) { add().encode(value) }
    mutating func encode(_ value: Int64) { add().encode(value) }
    mutating func encode(_ value: UInt) { add().encode(value) }
    mutating func encode(_ value: UInt8) { add().encode(value) }
    mutating func encode(_ value: UInt16) { add().encode(value) }
    mutating func encode(_ value: UInt32) { add().encode(value) }
    mutating func encode(_ value: UInt64) { add().encode(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try add().sink.put(value) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Keyed<Nested>(sink: add().sink))
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Row(add().sink) }
    mutating func superEncoder() -> any Encoder { StateEncoder(sink: add().sink) }
  }

  /// One value.
  private struct Single: SingleValueEncodingContainer {
    let sink: StateSink
    var codingPath: [any CodingKey] { [] }

    /// An optional says first whether it is there.
    func encodeNil() { sink.put(byte: 0) }
    func encode(_ value: Bool) { sink.put(byte: value ? 1 : 0) }
    func encode(_ value: String) { sink.put(text: value) }
    func encode(_ value: Double) { sink.put(unsigned: value.bitPattern) }
    func encode(_ value: Float) { sink.put(unsigned: UInt64(value.bitPattern)) }
    func encode(_ value: Int) { sink.put(Int64(value)) }
    func encode(_ value: Int8) { sink.put(Int64(value)) }
    func encode(_ value: Int16) { sink.put(Int64(value)) }
    func encode(_ value: Int32) { sink.put(Int64(value)) }
    func encode(_ value: Int64) { sink.put(value) }
    func encode(_ value: UInt) { sink.put(unsigned: UInt64(value)) }
    func encode(_ value: UInt8) { sink.put(byte: value) }
    func encode(_ value: UInt16) { sink.put(unsigned: UInt64(value)) }
    func encode(_ value: UInt32) { sink.put(unsigned: UInt64(value)) }
    func encode(_ value: UInt64) { sink.put(unsigned: value) }
    /// Only an optional hands on a value of any type.
    func encode<Value: Encodable>(_ value: Value) throws {
      sink.put(byte: 1)
      try sink.put(value)
    }
  }
}
