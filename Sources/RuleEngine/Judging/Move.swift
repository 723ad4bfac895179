internal import LogReading
internal import RuleLanguage

/// One thing that a step does. Instances are meant by their number in the scope before the step, those
/// that it makes by the numbers that follow.
///
/// Of twelve bytes: a step does some ten of them.
enum Effect: Equatable, Sendable {
  /// Makes an instance in a form; -1 where it is gone before anybody looks at it. With a slot, which is
  /// -1 for none, the event at hand begins it and is its first witness, and its time stands there; a
  /// chain counts in the clock epoch of that event.
  case make(rule: Int32, form: Int32, slot: Int16, setsEpoch: Bool)
  case free(Int32)
  /// Puts an instance into a form, by the number of the form.
  case form(Int32, Int32)
  /// The event at hand begins the instance; a chain counts in the clock epoch of that event.
  case trigger(Int32, setsEpoch: Bool)
  /// Keeps the time of the event at hand, unless the clock was set back since the trigger.
  case keepTime(Int32, slot: Int16)
  /// The same, and the event is a witness.
  case take(Int32, slot: Int16, step: Int8)
  case keepField(Int32, slot: Int16, field: UInt16)
  case keepPhase(Int32, slot: Int16)
  case keepReason(Int32, slot: Int16)
  /// A bool, one, or why there is no value: `number` is 0 or 1.
  case keepMark(Int32, slot: Int16, Scalar.Kind, number: UInt8)
  case increment(Int32, slot: Int16)
  case witness(Int32, step: Int8)
  case clearWitnesses(Int32)
  case count(Int32)
  case countPart(Int32)
  case countStep(Int32, step: Int16)
  /// Lets no step of a chain be due any more.
  case clearDues(Int32)
  /// Has a step be due at the time that a term comes to, if it comes to one.
  case due(Int32, term: Int32, step: Int16)
  /// Tells that an instance came to an outcome.
  case tell(Int32, Tidings)
  /// Keeps a value for tidings that come behind changes; the one at a slot, or none for -1.
  case remember(Int32, slot: Int16)
  /// Keeps what it rests on that the event at hand fits a pattern.
  case rememberFit(Int32, pattern: UInt16)
}

/// What an instance came to, as far as it needs telling; the values are looked up when it is told.
enum Tidings: Equatable, Sendable {
  /// Satisfied, for `explain`.
  case satisfied
  /// A step or group did not come before the event at hand, or in time.
  case notSeen(step: Int16)
  /// What had to come before the trigger did not.
  case notBefore(group: Int16)
  /// What was reported with the head's doubt came behind its trigger.
  case cameBehind(group: Int16)
  /// What was reported as missing came after all.
  case cameLate
  case forbidden(pattern: UInt16)
  case tooMany(step: Int16)
  case tooFew(isAtScopeEnd: Bool)
  /// A trigger came while a step was missing; -1 for a count.
  case retriggered(step: Int16)
  /// A check does not hold.
  case failed(CheckPlace, step: Int16)
  case relation(isAtScopeEnd: Bool)
  /// Some field of the schema is not what it should be.
  case misformed
  /// The right value is not the remembered left one.
  case differs
  /// One of two events did not come: the left one (0) or the right one (1).
  case oneOfTwo(step: Int16, ScopeEnd)
  /// The event is near to no other instance of the rule.
  case takenBeside
  /// The scope ends before a step of a chain came.
  case unfinished(step: Int16, ScopeEnd)
  case share(ScopeEnd)
  /// The scope was let go; the step that was missing, or -1.
  case evicted(step: Int16)
  /// The same, told once for all of a rule.
  case forgotten
  /// The event does not show the key that it is judged by.
  case keyless(isHidden: Bool)
  case countCut(FindingReason)
}

/// Where a check stands in its rule.
enum CheckPlace: Equatable, Sendable {
  case rule(UInt16)
  case step(UInt16, of: UInt8)
}

/// What a step of a scope does: while the questions get these answers.
struct Move: Sendable {
  /// Where each part begins, and how long it is, in the rows that all moves share.
  var guards: Range<Int32>
  var effects: Range<Int32>
  /// The rules that it satisfies without more ado.
  var satisfied: Range<Int32>
  /// The instances of the scope behind the step, in order, from the first that changes its place on.
  var order: Range<Int32>
  var firstChanged: Int32
  var changesOrder: Bool
  /// The shape behind the step; -1 where there are too many.
  var shape: Int32
  /// The next move of the same shape and likeness; -1 for none.
  var next: Int32 = -1
  /// How often it was made since its satisfactions were summed up.
  var uses: Int64 = 0
}

/// Instances whose numbers follow each other: most keep their order.
struct InstanceRun: Equatable, Sendable {
  var first: Int32
  var count: Int32
  /// The step makes them.
  var isNew: Bool
}

/// All moves that are remembered, by shape and likeness.
struct MoveTable: ~Copyable, Sendable {
  private(set) var moves = Table<Move>()
  private(set) var guards = Table<Guard>()
  private(set) var effects = Table<Effect>()
  private(set) var satisfied = Table<Int32>()
  private(set) var order = Table<InstanceRun>()
  /// The first move by shape and likeness. At most half of the slots are taken.
  private var slots = Table<Slot>(repeating: Slot(), count: 256)
  private var keyCount = 0
  let limit: Int

  // Not private, as little as `InstanceTable.StepState`.
  struct Slot: Sendable {
    var key: UInt64 = 0
    /// -1 where the slot is free.
    var move: Int32 = -1
  }

  init(limit: Int) { self.limit = limit }

  /// Moves of a scope with a thousand instances are long: their parts are bounded too.
  var hasRoom: Bool {
    moves.count < limit && guards.count < 1 << 17 && effects.count < 1 << 19
      && satisfied.count < 1 << 20 && order.count < 1 << 20
  }

  // Inlined with what it calls: a call is handed a copy of the whole table.
  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let hash = key &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[place].move >= 0, slots[place].key != key {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private static func key(_ shape: Int32, _ likeness: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: shape)) << 32 | UInt64(UInt32(bitPattern: likeness))
  }

  /// The first move of a shape and a likeness; -1 for none.
  @inline(__always)
  func first(_ shape: Int32, _ likeness: Int32) -> Int32 {
    slots[slot(of: Self.key(shape, likeness))].move
  }

  /// Whether a draft says the same as a move.
  func isSame(_ move: Int32, as draft: borrowing Draft) -> Bool {
    let move = moves[Int(move)]
    func isSame<Element: Equatable>(
      _ range: Range<Int32>, _ row: borrowing Table<Element>, _ other: borrowing Table<Element>
    ) -> Bool {
      guard range.count == other.count else { return false }
      for place in other.indices where row[Int(range.lowerBound) + place] != other[place] {
        return false
      }
      return true
    }
    return isSame(move.guards, guards, draft.guards)
      && isSame(move.effects, effects, draft.effects)
      && isSame(move.satisfied, satisfied, draft.satisfied)
      && (!move.changesOrder || isSame(move.order, order, draft.order))
  }

  /// Keeps a move behind the others of its shape and likeness.
  mutating func add(_ draft: borrowing Draft, shape: Int32, likeness: Int32, next: Int32) {
    func range(_ row: borrowing Table<some Any>, _ count: Int) -> Range<Int32> {
      Int32(row.count)..<Int32(row.count + count)
    }
    let number = Int32(truncatingIfNeeded: moves.count)
    moves.append(
      Move(
        guards: range(guards, draft.guards.count), effects: range(effects, draft.effects.count),
        satisfied: range(satisfied, draft.satisfied.count),
        order: range(order, draft.changesOrder ? draft.order.count : 0),
        firstChanged: draft.firstChanged,
        changesOrder: draft.changesOrder, shape: next))
    for place in draft.guards.indices { guards.append(draft.guards[place]) }
    for place in draft.effects.indices { effects.append(draft.effects[place]) }
    for place in draft.satisfied.indices { satisfied.append(draft.satisfied[place]) }
    if draft.changesOrder {
      for place in draft.order.indices { order.append(draft.order[place]) }
    }
    let key = Self.key(shape, likeness)
    let place = slot(of: key)
    if slots[place].move < 0 {
      slots[place] = Slot(key: key, move: number)
      keyCount += 1
      if 2 * keyCount > slots.count { grow() }
    } else {
      var last = slots[place].move
      while moves[Int(last)].next >= 0 { last = moves[Int(last)].next }
      moves[Int(last)].next = number
    }
  }

  private mutating func grow() {
    var old = Table<Slot>(repeating: Slot(), count: 2 * slots.count)
    swap(&old, &slots)
    for place in old.indices where old[place].move >= 0 {
      slots[slot(of: old[place].key)] = old[place]
    }
  }

  mutating func use(_ move: Int32) { moves[Int(move)].uses &+= 1 }

  /// Adds up how often rules were satisfied, and begins anew to count.
  mutating func sumUp(into sums: inout Table<Int64>) {
    add(to: &sums)
    for number in moves.indices { moves[number].uses = 0 }
  }

  /// Adds up how often rules were satisfied.
  func add(to sums: inout Table<Int64>) {
    for number in moves.indices where moves[number].uses > 0 {
      for place in moves[number].satisfied {
        sums[Int(satisfied[Int(place)])] += moves[number].uses
      }
    }
  }
}

/// A step as the interpreter writes it down.
struct Draft: ~Copyable, Sendable {
  var guards = Table<Guard>()
  var effects = Table<Effect>()
  var satisfied = Table<Int32>()
  var order = Table<InstanceRun>()
  var firstChanged: Int32 = 0
  var changesOrder = false

  /// Adds an instance to those behind the step: to the last run, where it follows its last one.
  mutating func add(_ instance: Int32, isNew: Bool) {
    if order.count > 0 {
      let last = order[order.count - 1]
      if last.isNew == isNew, last.first + last.count == instance {
        order[order.count - 1].count += 1
        return
      }
    }
    order.append(InstanceRun(first: instance, count: 1, isNew: isNew))
  }

  mutating func removeAll() {
    guards.removeAll()
    effects.removeAll()
    satisfied.removeAll()
    order.removeAll()
    changesOrder = false
  }
}
