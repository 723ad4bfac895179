internal import LogReading
internal import RuleLanguage

/// Which scope instance something belongs to. A log has one; a process is a row of the engine's.
struct ScopeReference: Sendable, Equatable, Codable, CheckedState {
  enum Kind: UInt8, Sendable, CaseIterable, Codable {
    case log, process, cycle, execution, delivery, key
  }
  var kind: Kind
  var slot: Int32

  func isSound(_ limits: inout StateLimits) -> Bool {
    switch kind {
    case .log, .process, .key: slot >= 0
    case .cycle: slot >= 0 && limits.allows(cycle: slot)
    case .execution: slot >= 0 && limits.allows(execution: slot)
    case .delivery: slot >= 0 && limits.allows(delivery: slot)
    }
  }
}

extension RuleScope {
  var kind: ScopeReference.Kind {
    switch self {
    case .log: .log
    case .process: .process
    case .cycle: .cycle
    case .execution: .execution
    case .delivery: .delivery
    case .key: .key
    }
  }

  /// The kind behind which the values of a key count anew.
  var since: EventKind? {
    if case .key(_, let since) = self { since } else { nil }
  }
}

/// One scope. It holds no reference, so that a copy costs little.
struct ScopeRow: Sendable, Codable, CheckedState {
  var isOpen = false
  /// The log does not show how the scope began.
  var isHeadCut = false
  /// The rule that it is kept for: each rule has keys of its own. -1 for all of the kind.
  var rule: Int32 = -1
  /// The event behind which the values of a key count anew.
  var beginning: Int64 = -1
  /// The number of its shape; -1 where it has none yet, or there are too many.
  var shape: Int32 = -1
  /// Where its instances stand in the row of all, how many they are, and how many have room.
  var first: Int32 = 0
  var count: Int32 = 0
  var room: Int32 = 0

  func isSound(_ limits: inout StateLimits) -> Bool {
    first >= 0 && count >= 0 && room >= count && (room == 0 || room.nonzeroBitCount == 1)
      && rule >= -1 && Int(rule) < limits.rules
  }
}

/// All scopes, each with the instances of the rules at work in it, sorted by rule and age.
struct Scopes: ~Copyable, Sendable {
  private var rows: Table<Table<ScopeRow>>
  private var instances: Table<Int32>
  /// Rooms that are free again, by the power of two of their size.
  private var freeRooms: [[Int32]]
  /// The last events of each key, by their number in the run.
  private var members: [[Int64]]
  /// The row of each process that is at work.
  var rowOfSegment: [Int32: Int32] {
    didSet { lastProcess.segment = -1 }
  }
  /// The process that was looked up last, and its row.
  var lastProcess: ProcessRow

  struct ProcessRow: Sendable, Codable {
    var segment: Int32 = -1
    var row: Int32 = -1
  }

}

extension Scopes {
  init() {
    var rows = Table<Table<ScopeRow>>()
    for _ in ScopeReference.Kind.allCases { rows.append(Table()) }
    self.init(
      rows: rows, instances: Table(), freeRooms: [], members: [], rowOfSegment: [:],
      lastProcess: ProcessRow())
  }

  func copy() -> Scopes {
    Scopes(
      rows: Self.copy(rows), instances: instances.copy(), freeRooms: freeRooms, members: members,
      rowOfSegment: rowOfSegment, lastProcess: lastProcess)
  }

  func write(to state: borrowing RunStateWriter) {
    for kind in rows.indices {
      var own = rows[kind].copy()
      Self.forgetShapes(&own)
      own.write(to: state)
    }
    instances.write(to: state)
    state.put(freeRooms)
    state.put(members)
    state.put(rowOfSegment)
    state.put(lastProcess)
  }

  init(from state: borrowing RunStateReader) throws(StateDamage) {
    self.init(
      rows: try Self.rows(from: state), instances: try Table<Int32>.read(from: state),
      freeRooms: try state.take(), members: try state.take(), rowOfSegment: try state.take(),
      lastProcess: try state.take())
  }

  /// Whether its rows and rooms go together, as a state has them.
  var isSound: Bool {
    for kind in rows.indices {
      for row in rows[kind].indices where !hasRoom(for: rows[kind][row]) { return false }
    }
    let processes = 0..<Int32(clamping: count(.process))
    return count(.log) <= 1 && members.count >= count(.key)
      && freeRooms.enumerated().allSatisfy { power, rooms in
        power < 31 && rooms.allSatisfy { $0 >= 0 && Int($0) + 1 << power <= instances.count }
      }
      && (lastProcess.row == -1 || processes ~= lastProcess.row)
      && rowOfSegment.values.allSatisfy { processes ~= $0 }
  }

  /// Whether the instances of a row stand in the table.
  private func hasRoom(for row: borrowing ScopeRow) -> Bool {
    Int(row.first) + Int(row.room) <= instances.count
  }

  /// Whether all instances of scopes are among so many.
  func holdsInstances(upTo count: Int) -> Bool {
    for kind in rows.indices {
      for place in rows[kind].indices {
        let row = rows[kind][place]
        for number in 0..<Int(row.count) {
          let instance = instances[Int(row.first) + number]
          if instance < 0 || instance >= count { return false }
        }
      }
    }
    return true
  }

  /// The same of a row that was taken out.
  func holdsInstances(of row: borrowing ScopeRow, upTo count: Int) -> Bool {
    guard hasRoom(for: row) else { return false }
    for number in 0..<Int(row.count) {
      let instance = instances[Int(row.first) + number]
      if instance < 0 || instance >= count { return false }
    }
    return true
  }

  /// Whether a scope has a row.
  func holds(_ scope: ScopeReference) -> Bool { Int(scope.slot) < count(scope.kind) }

  private static func copy(_ rows: borrowing Table<Table<ScopeRow>>) -> Table<Table<ScopeRow>> {
    var copy = Table<Table<ScopeRow>>()
    for kind in rows.indices {
      var own = rows[kind].copy()
      forgetShapes(&own)
      copy.append(own)
    }
    return copy
  }

  private static func rows(
    from state: borrowing RunStateReader
  ) throws(StateDamage) -> Table<Table<ScopeRow>> {
    var rows = Table<Table<ScopeRow>>()
    for _ in ScopeReference.Kind.allCases {
      var own = try Table<ScopeRow>.read(from: state)
      forgetShapes(&own)
      rows.append(own)
    }
    return rows
  }

  /// The numbers of shapes are of the memory of the run that they were copied from.
  private static func forgetShapes(_ rows: inout Table<ScopeRow>) {
    for row in rows.indices { rows[row].shape = -1 }
  }

  subscript(scope: ScopeReference) -> ScopeRow {
    unsafeAddress {
      unsafe rows[Int(scope.kind.rawValue)].address(of: Int(scope.slot))
    }
    unsafeMutableAddress {
      unsafe rows[Int(scope.kind.rawValue)].mutableAddress(of: Int(scope.slot))
    }
  }

  /// How many rows a kind of scopes has, open or not.
  func count(_ kind: ScopeReference.Kind) -> Int { rows[Int(kind.rawValue)].count }

  func isOpen(_ scope: ScopeReference) -> Bool {
    Int(scope.slot) < count(scope.kind) && self[scope].isOpen
  }

  mutating func open(_ scope: ScopeReference, isHeadCut: Bool) {
    rows[Int(scope.kind.rawValue)].fill(to: Int(scope.slot) + 1, with: ScopeRow())
    self[scope].isOpen = true
    self[scope].isHeadCut = isHeadCut
    self[scope].count = 0
    if scope.kind == .key {
      while members.count <= Int(scope.slot) { members.append([]) }
      members[Int(scope.slot)].removeAll(keepingCapacity: true)
    }
  }

  /// Remembers an event of a key.
  mutating func note(_ event: Int64, ofKey row: Int32) {
    if members[Int(row)].count >= Recents.depth { members[Int(row)].removeFirst() }
    members[Int(row)].append(event)
  }

  /// Whether an event is among the last ones of a key.
  func isMember(_ event: Int64, ofKey row: Int32) -> Bool { members[Int(row)].contains(event) }

  /// The instance with a number in a scope.
  func instance(_ number: Int, of first: Int32) -> Int { Int(instances[Int(first) + number]) }

  /// Adds some of the instances of a scope to a list.
  @inline(__always)
  func copy(_ number: Int, count: Int, of first: Int32, to list: inout Table<Int32>) {
    list.append(instances, from: Int(first) + number, count: count)
  }

  /// Replaces the instances of a scope from a number on.
  @inline(__always)
  mutating func set(_ list: borrowing Table<Int32>, from start: Int, of scope: ScopeReference) {
    let count = start + list.count
    if count > Int(self[scope].room) { makeRoom(count, keeping: start, scope) }
    let first = Int(self[scope].first) + start
    instances.replace(from: first, with: list)
    self[scope].count = Int32(truncatingIfNeeded: count)
  }

  private mutating func makeRoom(_ count: Int, keeping kept: Int, _ scope: ScopeReference) {
    let old = self[scope]
    if old.room > 0 { freeRooms[old.room.trailingZeroBitCount].append(old.first) }
    var room: Int32 = 4
    while room < count { room *= 2 }
    while freeRooms.count <= room.trailingZeroBitCount { freeRooms.append([]) }
    self[scope].room = room
    if let free = freeRooms[room.trailingZeroBitCount].popLast() {
      self[scope].first = free
    } else {
      self[scope].first = Int32(truncatingIfNeeded: instances.count)
      instances.fill(to: instances.count + Int(room), with: -1)
    }
    for place in 0..<kept {
      instances[Int(self[scope].first) + place] = instances[Int(old.first) + place]
    }
  }
}
