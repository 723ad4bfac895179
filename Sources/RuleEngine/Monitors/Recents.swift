internal import LogReading
internal import RuleLanguage

/// The last few occurrences of each event: what a near miss is looked for in.
struct Recents: ~Copyable {
  static let depth = 16
  private var events: Table<EventReference?>
  private var next: Table<UInt8>

}

extension Recents {
  init(kinds: Int) {
    self.init(
      events: Table(repeating: nil, count: kinds * Self.depth),
      next: Table(repeating: 0, count: kinds))
  }

  func copy() -> Recents { Recents(events: events.copy(), next: next.copy()) }

  func write(to state: borrowing RunStateWriter) {
    events.write(to: state)
    next.write(to: state)
  }

  init(from state: borrowing RunStateReader) throws(StateDamage) {
    self.init(events: try Table.read(from: state), next: try Table.read(from: state))
  }

  /// Whether it has a place for each kind, as a state has it.
  func isSound(kinds: Int) -> Bool {
    for kind in next.indices where next[kind] >= Self.depth { return false }
    return events.count == kinds * Self.depth && next.count == kinds
  }

  mutating func note(_ event: EventReference) {
    let kind = Int(event.kind.rawValue)
    events[kind * Self.depth + Int(next[kind])] = event
    next[kind] = (next[kind] + 1) % UInt8(Self.depth)
  }

  /// The remembered occurrences of a kind, in no particular order.
  func occurrences(of kind: EventKind) -> [EventReference] {
    let first = Int(kind.rawValue) * Self.depth
    guard first + Self.depth <= events.count else { return [] }
    return (first..<(first + Self.depth)).compactMap { events[$0] }
  }
}
