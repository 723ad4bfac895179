/// The executions, or the deliveries, of a run by their slots.
@usableFromInline
struct WindowTable: Sendable, Codable {
  private let kind: ScopeKind
  @usableFromInline private(set) var windows: [Window] = []
  private var free: [Int32] = []
  /// The window that the last line of its kind was of, which is open; -1 for none.
  private(set) var current: Int32 = -1
  /// How many windows there were.
  private(set) var count: Int64 = 0

  init(of kind: ScopeKind) { self.kind = kind }

  /// Whether it is one of those scopes, as a state has it, whose slots go together.
  func isSound(as kind: ScopeKind, last: Int32) -> Bool {
    kind == self.kind && StateLimits.isCount(count) && last < windows.count
      && current >= -1 && (current < 0 || isOpen(current)) && areFree(free)
      && windows.allSatisfy { $0.number <= count }
  }

  private func isOpen(_ slot: Int32) -> Bool {
    slot >= 0 && slot < windows.count && windows[Int(slot)].isOpen
  }

  private func areFree(_ slots: [Int32]) -> Bool {
    Set(slots).count == slots.count
      && slots.allSatisfy { $0 >= 0 && $0 < windows.count && !isOpen($0) }
  }

  subscript(slot: Int32) -> Window {
    @inline(__always) _read { yield windows[Int(slot)] }
    @inline(__always) _modify { yield &windows[Int(slot)] }
  }

  mutating func open(
    _ event: ScopedEvent, cycle: Int32, taskId: String? = nil, _ output: inout [Correlated]
  ) -> Int32 {
    count += 1
    let window = Window(number: count, cycle: cycle, opening: event, taskId: taskId)
    if let slot = free.popLast() {
      windows[Int(slot)] = window
      current = slot
    } else {
      windows.append(window)
      current = Int32(windows.count - 1)
    }
    output.append(.opened(kind, slot: current))
    return current
  }

  mutating func close(_ slot: Int32, end: ScopeEnd, _ output: inout [Correlated]) {
    guard windows[Int(slot)].isOpen else { return }
    windows[Int(slot)].isOpen = false
    if current == slot { current = -1 }
    output.append(.closed(kind, slot: slot, end: end))
  }

  /// Closes the open windows that are meant.
  mutating func closeAll(
    end: ScopeEnd, _ output: inout [Correlated], where isMeant: (Window) -> Bool
  ) {
    for slot in windows.indices where windows[slot].isOpen && isMeant(windows[slot]) {
      close(Int32(slot), end: end, &output)
    }
  }

  /// Goes on with an open window; with none for -1.
  mutating func resume(_ slot: Int32) { current = slot }

  /// Makes the slot of a window that is over usable again.
  mutating func recycle(_ slot: Int32) { free.append(slot) }

  /// The open window of a process, or -1.
  func slot(ofSegment segment: Int32) -> Int32 {
    if current >= 0, windows[Int(current)].segment == segment { return current }
    for slot in windows.indices.reversed()
    where windows[slot].isOpen && windows[slot].segment == segment { return Int32(slot) }
    return -1
  }

  /// The open window of a cycle, or -1.
  func slot(ofCycle cycle: Int32) -> Int32 {
    for slot in windows.indices.reversed()
    where windows[slot].isOpen && windows[slot].cycle == cycle { return Int32(slot) }
    return -1
  }

  /// Whether the window in a slot is still the one that an event is of.
  func holds(_ slot: Int32, of event: ScopedEvent) -> Bool {
    slot >= 0 && windows[Int(slot)].isOpen && windows[Int(slot)].firstSequence <= event.sequence
  }
}
