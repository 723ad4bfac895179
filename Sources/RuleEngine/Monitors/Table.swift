/// A row of values that is never copied.
///
/// An array asks at every change whether somebody shares it, and counts a reference wherever it is
/// lent: for the few dozen changes that an event makes to instances and cells that was a fifth of the
/// instructions of the rules.
///
/// Unsafe inside, and sound: the memory belongs to this value alone from the first `append` to the
/// end of its life, the first `count` places are initialised at all times, and every place that is
/// asked for is checked against `count`.
@safe
struct Table<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  init() { unsafe base = nil }

  deinit {
    guard let base = unsafe base else { return }
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  // Addresses, transparent ones: as coroutines that yield the element these took three times the
  // instructions in a debug build, which the tests run in.
  subscript(place: Int) -> Element {
    @_transparent
    unsafeAddress {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
      // There is memory where there is a count.
      return unsafe UnsafePointer(base.unsafelyUnwrapped + place)
    }
    @_transparent
    unsafeMutableAddress {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
      return unsafe base.unsafelyUnwrapped + place
    }
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe base.unsafelyUnwrapped.advanced(by: count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    let size = max(8, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    if let base = unsafe base {
      unsafe larger.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = larger
    capacity = size
  }
}

extension Table {
  init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }

  /// Adds copies of a value until there are so many.
  mutating func fill(to size: Int, with element: Element) {
    while count < size { append(element) }
  }
}

// Nobody else has the memory.
extension Table: @unchecked Sendable where Element: Sendable & ~Copyable {}
