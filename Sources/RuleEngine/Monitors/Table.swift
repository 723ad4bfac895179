internal import LogReading

/// A row of values that is copied only where somebody says so.
///
/// An array asks at every change whether somebody shares it, and counts a reference wherever it is
/// lent: for the few dozen changes that an event makes to instances and cells that was a fifth of the
/// instructions of the rules.
///
/// Unsafe inside, and sound: the memory belongs to this value alone from its first to its last day,
/// the first `count` places are initialised at all times, and every place that is asked for is checked
/// against `count`.
@safe
struct Table<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 8) {
    self.capacity = max(1, capacity)
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  // Addresses, transparent ones: as coroutines that yield the element these took three times the
  // instructions in a debug build.
  subscript(place: Int) -> Element {
    @_transparent
    unsafeAddress {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
      return unsafe UnsafePointer(base + place)
    }
    @_transparent
    unsafeMutableAddress {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
      return unsafe base + place
    }
  }

  // For tables made of tables, whose subscripts lend an element in their turn: lent twice by coroutines
  // it is read from memory that is used again (Swift 6.3.1).
  @_transparent
  func address(of place: Int) -> UnsafePointer<Element> {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
    return unsafe UnsafePointer(base + place)
  }

  @_transparent
  mutating func mutableAddress(of place: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
    return unsafe base + place
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe base.advanced(by: count).initialize(to: element)
    count += 1
  }

  /// The elements, to look at.
  var span: Span<Element> {
    @_lifetime(borrow self)
    get {
      unsafe _overrideLifetime(Span(_unsafeStart: base, count: count), borrowing: self)
    }
  }

  /// Adds copies of elements.
  mutating func append(_ elements: Span<Element>) where Element: BitwiseCopyable {
    while capacity - count < elements.count { grow() }
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe base.advanced(by: count).initialize(from: first, count: elements.count)
    }
    count += elements.count
  }

  /// Adds copies of elements of another table.
  @inline(__always)
  mutating func append(_ other: borrowing Table, from start: Int, count added: Int)
  where Element: BitwiseCopyable {
    // Most are one.
    if added == 1 { return append(other[start]) }
    precondition(start >= 0 && added >= 0 && start <= other.count - added)
    while capacity - count < added { grow() }
    unsafe base.advanced(by: count).initialize(from: other.base + start, count: added)
    count += added
  }

  /// Puts copies of the elements of another table in the place of those from one on.
  @inline(__always)
  mutating func replace(from start: Int, with other: borrowing Table)
  where Element: BitwiseCopyable {
    precondition(start >= 0 && start <= count - other.count)
    unsafe base.advanced(by: start).update(from: other.base, count: other.count)
  }

  /// Empties the row and keeps its memory.
  mutating func removeAll() { removeAll(from: 0) }

  /// Drops what stands from a place on, and keeps the memory.
  mutating func removeAll(from place: Int) {
    precondition(UInt(bitPattern: place) <= UInt(bitPattern: count))
    unsafe base.advanced(by: place).deinitialize(count: count - place)
    count = place
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }
}

extension Table {
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Adds copies of a value until there are so many.
  mutating func fill(to size: Int, with element: Element) {
    while count < size { append(element) }
  }
}

// Nobody else has the memory.
extension Table: @unchecked Sendable where Element: Sendable & ~Copyable {}

// MARK: State

extension Table {
  func copy() -> Table {
    var copy = Table(capacity: count)
    for place in indices { copy.append(self[place]) }
    return copy
  }
}

extension Table where Element: Codable {
  func write(to state: borrowing RunStateWriter) {
    state.put(number: Int64(count))
    for place in indices { state.put(self[place]) }
  }

  // No initialiser: one that hands on a table made before frees itself too, empty as it is (Swift 6.3.1).
  static func read(from state: borrowing RunStateReader) throws(StateDamage) -> Table {
    let count = try state.takeCount()
    var table = Table(capacity: count)
    for _ in 0..<count { table.append(try state.take()) }
    return table
  }
}
