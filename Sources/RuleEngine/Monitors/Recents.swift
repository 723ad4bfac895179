internal import LogReading

/// The last few occurrences of each event: what a near miss is looked for in.
struct Recents {
  static let depth = 16
  private var events: [EventReference?]
  private var next: [UInt8]

  init(kinds: Int) {
    events = [EventReference?](repeating: nil, count: kinds * Self.depth)
    next = [UInt8](repeating: 0, count: kinds)
  }

  mutating func note(_ event: ScopedEvent) {
    let kind = Int(event.kind.rawValue)
    events[kind * Self.depth + Int(next[kind])] = EventReference(event)
    next[kind] = (next[kind] + 1) % UInt8(Self.depth)
  }

  /// The remembered occurrences of a kind, in no particular order.
  func occurrences(of kind: EventKind) -> [EventReference] {
    let first = Int(kind.rawValue) * Self.depth
    guard first + Self.depth <= events.count else { return [] }
    return events[first..<(first + Self.depth)].compactMap { $0 }
  }
}
