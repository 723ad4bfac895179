/// Which scope instance something belongs to. A log has one; a process is a row of the engine's.
struct ScopeReference: Sendable, Equatable {
  enum Kind: UInt8, Sendable, CaseIterable { case log, process, cycle, execution, delivery, key }
  var kind: Kind
  var slot: Int32
}

/// One rule at work in one scope instance: of fixed size, its lists lie in the table of instances.
struct Instance: Sendable {
  enum State: UInt8, Sendable {
    case free
    /// Waiting: for the trigger's steps, or for the scope to end.
    case open
    /// Reported already; kept to see whether what was missing still comes.
    case missed
    /// Nothing that comes in the scope can change it any more.
    case over
  }

  var state = State.free
  var rule: Int32 = 0
  var scope = ScopeReference(kind: .log, slot: 0)
  /// Where it stands among the cells of its scope's kind, and in the bits of its scope.
  var cell: Int32 = 0
  var generation: Int64 = 0
  /// The instance beside it that began next, or the next that is free; -1 for none.
  var next: Int32 = -1
  /// The first group of a chain that is not passed over.
  var step = 0
  /// The group whose deadlines are set.
  var waitingGroup = -1
  /// Steps or groups met, by number.
  var met: UInt64 = 0
  /// Roles taken, by number.
  var taken: UInt64 = 0
  var trigger: EventReference?
  var epoch: UInt32 = 0
  var count: Int64 = 0
  /// How many of those counted are of the share that is asked for.
  var partCount: Int64 = 0
  /// What was reported, for what comes after it, and the finding that tells of it; -1 if its details
  /// were let go.
  var reported: TallyKey?
  var finding = -1
  /// Where what its roles keep, and its steps, begin in the table.
  var firstValue = 0
  var firstStep = 0
  /// The events that took part, in order: the first and the last in the table; -1 for none.
  var firstWitness: Int32 = -1
  var lastWitness: Int32 = -1
  var witnessCount: Int32 = 0

  mutating func reset(rule: Int32, scope: ScopeReference) {
    state = .open
    self.rule = rule
    self.scope = scope
    next = -1
    step = 0
    waitingGroup = -1
    met = 0
    taken = 0
    trigger = nil
    count = 0
    partCount = 0
    reported = nil
    finding = -1
  }
}

/// One scope.
struct ScopeRow: Sendable {
  var isOpen = false
  /// The log does not show how the scope began.
  var isHeadCut = false
  /// The rule that it is kept for: each rule has keys of its own. -1 for all of the kind.
  var rule: Int32 = -1
  /// The event behind which the values of a key count anew.
  var beginning: Int64?
  /// The last events of a key, by their number in the run.
  var members: [Int64] = []
}

/// The value of the fields that a keyed scope stands for.
struct ScopeKey: Hashable, Sendable {
  var rule: Int32
  var text: String
}
