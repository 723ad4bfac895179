package import RuleLanguage

/// The text and the fields of the last few thousand events, for whoever looks back a little.
///
/// Two rings of fixed size: memory does not grow with the log. Positions count from the start of
/// the run and are never reused, so a position tells whether its bytes are still held. Holding the
/// text lets an event wait for the line that names its cycle, and gives findings their witnesses.
public struct EventStore: ~Copyable {
  private var text: [UInt8]
  private let textCapacity: Int64
  private var nextText: Int64
  /// Where the last place of the ring of texts was left free, since a text did not fit in front of its
  /// end; nothing was ever written there.
  private var textGap: Int64
  @usableFromInline
  private(set) var fields: [Field]
  @usableFromInline
  let fieldCapacity: Int64
  @usableFromInline
  private(set) var nextField: Int64
  /// The same of the ring of fields.
  private var fieldGap: Int64
}

extension EventStore {
  /// The capacities are made powers of two, so that a place in a ring takes a mask and no division.
  package init(textCapacity: Int = 2 << 20, fieldCapacity: Int = usualFields) {
    // Never cleared: to touch megabytes at once costs a short log more than its lines do. Unsafe
    // in that nothing is written here; no position is given out before its bytes and fields are, and
    // what lies there is read by position only.
    let textCount = Self.powerOfTwo(from: textCapacity)
    let fieldCount = Self.powerOfTwo(from: fieldCapacity)
    self.init(
      text: unsafe Array(unsafeUninitializedCapacity: textCount) { $1 = textCount },
      textCapacity: Int64(textCount), nextText: 0, textGap: -1,
      fields: unsafe Array(unsafeUninitializedCapacity: fieldCount) { $1 = fieldCount },
      fieldCapacity: Int64(fieldCount), nextField: 0, fieldGap: -1)
  }

  package static let usualFields = 1 << 16

  /// Whether so many fields from a position on lie one behind the other in the ring.
  static func isRow(at position: Int64, count: Int) -> Bool {
    Int(position & Int64(usualFields - 1)) + count <= usualFields
  }

  private static func powerOfTwo(from least: Int) -> Int {
    var size = 1
    while size < least { size *= 2 }
    return size
  }

  /// Keeps an event's line and scratch bytes; returns where they begin.
  package mutating func keep(line: Span<UInt8>, scratch: Span<UInt8>) -> Int64 {
    let length = line.count + scratch.count
    guard length <= textCapacity else { return -1 }
    // A record never wraps: what does not fit before the end begins again at the start.
    let offset = place(ofText: nextText)
    if Int(textCapacity) - offset < length {
      textGap = nextText
      nextText += textCapacity - Int64(offset)
    }
    let position = nextText
    let start = place(ofText: position)
    copy(line, to: start)
    copy(scratch, to: start + line.count)
    nextText += Int64(length)
    return position
  }

  private func place(ofText position: Int64) -> Int { Int(position & (textCapacity - 1)) }

  @inlinable
  func place(ofField position: Int64) -> Int { Int(position & (fieldCapacity - 1)) }

  private mutating func copy(_ bytes: Span<UInt8>, to start: Int) {
    guard !bytes.isEmpty, start >= 0, bytes.count <= text.count - start else { return }
    // Unsafe for a plain memory copy, whose range was checked just now.
    unsafe text.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        if let into = target.baseAddress, let from = source.baseAddress {
          unsafe (into + start).copyMemory(from: from, byteCount: source.count)
        }
      }
    }
  }

  /// Keeps an event's fields; returns where they begin.
  package mutating func keep(fields batch: [Field], from first: Int, count: Int) -> Int64 {
    let offset = place(ofField: nextField)
    if Int(fieldCapacity) - offset < count {
      fieldGap = nextField
      nextField += fieldCapacity - Int64(offset)
    }
    let position = nextField
    let start = place(ofField: position)
    let kept = min(count, Int(fieldCapacity))
    if kept > 0 {
      precondition(first >= 0 && first + kept <= batch.count && start + kept <= fields.count)
      // Unsafe for a plain memory copy, whose ranges were checked just now.
      unsafe fields.withUnsafeMutableBufferPointer { target in
        unsafe batch.withUnsafeBufferPointer { source in
          if let into = target.baseAddress, let from = source.baseAddress {
            unsafe (into + start).update(from: from + first, count: kept)
          }
        }
      }
    }
    nextField += Int64(count)
    return position
  }

  /// Whether the rings can hold as much again as came since an event.
  func hasRoom(since event: ScopedEvent) -> Bool {
    nextText - event.text <= textCapacity / 2 && nextField - event.fields <= fieldCapacity / 2
  }

  /// Whether the text at a position is still held.
  func holdsText(at position: Int64) -> Bool {
    position >= 0 && nextText - position <= textCapacity
  }

  /// A copy of held text, cut at a length; nil where it was overwritten.
  package func bytes(at position: Int64, count: Int) -> ArraySlice<UInt8>? {
    guard holdsText(at: position), count >= 0 else { return nil }
    let start = place(ofText: position)
    return text[start..<min(start + count, text.count)]
  }

  /// The first field of that name, or nil.
  package func field(_ name: FieldName, of event: ScopedEvent) -> Field? {
    guard nextField - event.fields <= fieldCapacity else { return nil }
    let start = place(ofField: event.fields)
    for index in start..<(start + Int(event.event.fieldCount)) where fields[index].name == name {
      return fields[index]
    }
    return nil
  }

  /// The instant that the first field of a name gives, or else that of another name.
  ///
  /// Both are found at once: this is asked of nearly every event, and most have neither.
  func instant(_ name: FieldName, else other: FieldName, of event: ScopedEvent) -> Int64? {
    guard nextField - event.fields <= fieldCapacity else { return nil }
    let start = place(ofField: event.fields)
    var (first, second) = (-1, -1)
    for index in start..<(start + Int(event.event.fieldCount)) {
      if fields[index].name == name {
        if first < 0 { first = index }
      } else if fields[index].name == other {
        if second < 0 { second = index }
      }
    }
    if first >= 0, let instant = fields[first].instant { return instant }
    return second >= 0 ? fields[second].instant : nil
  }

  /// The text of a field, if it has one: the last that was asked for where it is the same, so that
  /// a string is made for the first of many lines only.
  func string(_ name: FieldName, of event: ScopedEvent, last: inout KeptText) -> String? {
    guard let field = field(name, of: event), field.state == .value, field.length > 0
    else { return nil }
    // What is not held has no place that a later field could be compared with.
    guard holdsText(at: event.text) else { return text(of: field, in: event) }
    let position = event.text + Int64(field.start)
    if field.length == last.length, position == last.position { return last.text }
    if field.length != last.length || !holdsText(at: last.position)
      || !isSame(position, last.position, Int(field.length))
    {
      last.text = text(of: field, in: event)
    }
    (last.position, last.length) = (position, field.length)
    return last.text
  }

  private func isSame(_ left: Int64, _ right: Int64, _ count: Int) -> Bool {
    let (first, second) = (place(ofText: left), place(ofText: right))
    guard max(first, second) + count <= text.count else { return false }
    let span = text.span
    return span.equals(span.extracting(first..<(first + count)), in: second..<(second + count))
  }

  /// Where the fields of an event stand, one behind the other; -1 where they were overwritten.
  @inlinable
  public func firstField(of event: ScopedEvent) -> Int {
    nextField - event.fields <= fieldCapacity ? place(ofField: event.fields) : -1
  }

  /// The field at such a place.
  @inlinable
  public func field(at place: Int) -> Field { fields[place] }

  /// All fields of an event, in the order of the line.
  package func fields(of event: ScopedEvent) -> ArraySlice<Field> {
    guard nextField - event.fields <= fieldCapacity else { return [] }
    let start = place(ofField: event.fields)
    return fields[start..<(start + Int(event.event.fieldCount))]
  }

  /// The bytes of a field's value; none where its line is not held.
  @_lifetime(borrow self)
  package func bytes(of field: Field, in event: ScopedEvent) -> Span<UInt8> {
    let span = text.span
    guard holdsText(at: event.text) else { return span.extracting(0..<0) }
    let start = place(ofText: event.text) + Int(field.start)
    let end = start + Int(field.length)
    return span.extracting(end <= span.count ? start..<end : 0..<0)
  }

  /// The text of a field's value.
  package func text(of field: Field, in event: ScopedEvent) -> String {
    guard holdsText(at: event.text) else { return "" }
    let start = place(ofText: event.text) + Int(field.start)
    let end = start + Int(field.length)
    guard end <= text.count else { return "" }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// Whether the text of a field's value is these bytes.
  package func hasText(_ bytes: Span<UInt8>, in field: Field, of event: ScopedEvent) -> Bool {
    guard holdsText(at: event.text) else { return false }
    let start = place(ofText: event.text) + Int(field.start)
    let range = start..<(start + Int(field.length))
    guard range.upperBound <= text.count else { return false }
    if range.count == bytes.count, text.span.equals(bytes, in: range) { return true }
    // A text that was kept has U+FFFD, of three bytes, where those of the log are no UTF-8.
    guard bytes.count >= range.count,
      bytes.firstIndex(of: 0xEF, in: bytes.indices) != nil
    else { return false }
    let repaired = String(decoding: text[range], as: UTF8.self)
    return bytes.equals(repaired.utf8.span, in: bytes.indices)
  }

  /// Whether a held line of the console of Xcode has `[category]` or `(Library)` before its tag.
  func namesCategory(_ event: ScopedEvent) -> Bool {
    guard holdsText(at: event.text) else { return false }
    let start = place(ofText: event.text)
    let end = min(start + Int(event.event.textLength), text.count)
    let line = text.span.extracting(min(start, end)..<end)
    guard let bracket = line.firstIndex(of: UInt8(ascii: "]"), in: line.indices) else {
      return false
    }
    let next = line.skipBlanks(at: bracket + 1)
    return line.peek(next) == UInt8(ascii: "(")
      || line.peek(next) == UInt8(ascii: "[") && line.bracketTag(at: next) == nil
  }

  /// Whether two held lines of the system's log name different senders, as `(Foundation)` and
  /// `(App) [com.example.app:prefetch]` are.
  func namesOtherSender(_ left: ScopedEvent, _ right: ScopedEvent) -> Bool {
    guard holdsText(at: left.text), holdsText(at: right.text) else { return false }
    let (mine, other) = (sender(of: left), sender(of: right))
    return !(mine.isEmpty && other.isEmpty)
      && !text.span.equals(text.span.extracting(mine), in: other)
  }

  /// The part of a line of the system's log that names who wrote it: what stands from a library in parentheses on to
  /// the tag, or the member of a record; empty for none.
  private func sender(of event: ScopedEvent) -> Range<Int> {
    let start = place(ofText: event.text)
    let line = start..<min(start + Int(event.event.textLength), text.count)
    let span = text.span
    if span.peek(start) == UInt8(ascii: "{") {
      let key: StaticString = "\"senderImagePath\""
      guard let name = span.firstRange(of: key, in: line),
        let begin = span.firstIndex(of: UInt8(ascii: "\""), in: name.upperBound..<line.upperBound),
        let end = span.firstIndex(of: UInt8(ascii: "\""), in: (begin + 1)..<line.upperBound)
      else { return start..<start }
      return begin..<end
    }
    var begin: Int?
    for index in line {
      if span[index] == UInt8(ascii: "("), begin == nil { begin = index }
      if span[index] == UInt8(ascii: "["), span.bracketTag(at: index) != nil {
        return (begin ?? index)..<index
      }
    }
    return start..<start
  }

  /// Whether two held lines have the same bytes.
  func sameText(_ left: ScopedEvent, _ right: ScopedEvent) -> Bool {
    isSame(left.text, right.text, left.event.textLength, right.event.textLength)
  }

  /// The same of two positions.
  func isSame(_ left: Int64, _ right: Int64, _ length: UInt32, _ otherLength: UInt32) -> Bool {
    length == otherLength && holdsText(at: left) && holdsText(at: right)
      && isSame(left, right, Int(length))
  }

  /// Whether two held events have the same fields with the same values.
  func sameFields(_ left: ScopedEvent, _ right: ScopedEvent) -> Bool {
    let (first, second) = (fields(of: left), fields(of: right))
    guard first.count == second.count else { return false }
    return zip(first, second).allSatisfy { mine, other in
      mine.name == other.name && mine.state == other.state && mine.value == other.value
        && mine.state != .redacted && mine.length == other.length
        && text(of: mine, in: left) == text(of: other, in: right)
    }
  }

  /// The instant that an id carries behind its last `_`, as `notify_1771835520000` does.
  package func instant(inId field: Field, of event: ScopedEvent) -> Int64? {
    guard field.type == .string, field.state == .value, field.length > 14,
      holdsText(at: event.text)
    else { return nil }
    let start = place(ofText: event.text) + Int(field.start)
    guard start + Int(field.length) <= text.count else { return nil }
    return text.span.idInstant(in: start..<(start + Int(field.length)))?.micros
  }

  /// Whether a string field has these bytes.
  package func text(of field: Field, in event: ScopedEvent, equals word: StaticString) -> Bool {
    guard holdsText(at: event.text), Int(field.length) == word.utf8CodeUnitCount else {
      return false
    }
    let start = place(ofText: event.text) + Int(field.start)
    guard start + Int(field.length) <= text.count else { return false }
    // Byte by byte in place: a string would be made for nearly every line.
    for offset in 0..<Int(field.length) {
      // The literal lies in the program's constants, as long as it says.
      guard unsafe text[start + offset] == word.utf8Start[offset] else { return false }
    }
    return true
  }
}

/// A text of the store for which a string was made, and where it stood last.
struct KeptText: Sendable, Codable {
  var text = ""
  var position: Int64 = -1
  var length: UInt32 = 0
}

// MARK: State

extension EventStore {
  package func copy() -> EventStore {
    EventStore(
      text: text, textCapacity: textCapacity, nextText: nextText, textGap: textGap,
      fields: fields, fieldCapacity: fieldCapacity, nextField: nextField, fieldGap: fieldGap)
  }

  /// How many places of a ring, from its first on, were written: what lies behind them is no value.
  private static func written(_ next: Int64, _ gap: Int64, _ capacity: Int64) -> Int {
    if next < capacity { return Int(next) }
    let turn = next - (next & (capacity - 1))
    return Int(gap >= turn - capacity && gap < turn ? gap & (capacity - 1) : capacity)
  }

  /// How much of each ring was written.
  private var heldText: Int {
    max(Self.written(nextText, textGap, textCapacity), place(ofText: nextText))
  }

  private var heldFields: Int {
    max(Self.written(nextField, fieldGap, fieldCapacity), place(ofField: nextField))
  }

  /// Whether all that was named in a state lies before what comes next.
  func holds(_ limits: StateLimits) -> Bool {
    limits.lastText <= nextText && limits.lastField <= nextField
  }

  package func write(to state: borrowing RunStateWriter) {
    state.put(number: nextText)
    state.put(number: textGap)
    state.put(number: nextField)
    state.put(number: fieldGap)
    state.put(bytes: text.span.extracting(0..<heldText))
    let fieldCount = heldFields
    state.put(number: Int64(fieldCount))
    // Written by hand: they are most of a state.
    for index in 0..<fieldCount {
      let field = fields[index]
      state.put(number: Int64(field.name.rawValue))
      state.put(number: Int64(field.state.rawValue))
      state.put(number: Int64(field.type.rawValue))
      state.put(number: field.value)
      state.put(number: Int64(field.start))
      state.put(number: Int64(field.length))
    }
  }

  package init(from state: borrowing RunStateReader) throws(StateDamage) {
    self.init()
    nextText = try state.takeNumber()
    textGap = try state.takeNumber()
    nextField = try state.takeNumber()
    fieldGap = try state.takeNumber()
    let held = try state.takeBytes()
    // What is held is all that the positions say: nothing is read that was not written.
    guard StateLimits.isCount(nextText), StateLimits.isCount(nextField), textGap >= -1,
      fieldGap >= -1, textGap <= nextText, fieldGap <= nextField, held.count == heldText
    else { throw StateDamage() }
    copy(held.span, to: 0)
    let count = try state.takeCount()
    guard count == heldFields else { throw StateDamage() }
    for index in 0..<count {
      let name = FieldName(rawValue: try state.takeNumber())
      guard Int(name.rawValue) < state.limits.fields,
        let kind = Field.State(rawValue: try state.takeNumber()),
        let type = FieldType(rawValue: try state.takeNumber())
      else { throw StateDamage() }
      fields[index] = Field(
        name: name, state: kind, type: type, value: try state.takeNumber(),
        start: try state.takeNumber(), length: try state.takeNumber())
    }
  }
}
