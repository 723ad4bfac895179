internal import LogReading

/// Which rules an event concerns, and where a rule keeps its values.
struct DispatchTables {
  /// For each event kind, the active rules that name it.
  var interests: Interests
  var rulesOf: [[Int32]]
  var ordinals: [Int32]
  var slotCounts: [Int]
  /// Rules that only doubt, by counts of the whole scope: a log that begins inside it has none.
  var needsWholeScope: [Bool]
  /// Rules that come to an outcome at a scope's end although nothing began them.
  var judgesAbsence: [Bool]

  /// What a rule has to do with an event kind.
  struct Interest {
    var rule: Int32
    var scope: ScopeReference.Kind
    /// When the event is news to the rule.
    var need: Need
    /// Where the patterns of the kind begin that may make it news, and how many they are.
    var firstOpener: Int32 = 0
    var openerCount: Int32 = 0
  }

  /// What makes an event news to a rule: most that it names change nothing when they come.
  enum Need: UInt8 {
    /// An instance that is there, or a pattern that begins one.
    case instanceOrOpener
    /// A pattern that fits, whether or not there is an instance.
    case opener
    /// The same once there is an instance: the first event of the rule makes one in any case.
    case openerIfOpen
  }

  /// The interests of all kinds in one row, so that going over those of a kind counts no references.
  struct Interests {
    private var starts: [Int32] = [0]
    private var list: [Interest] = []
    /// Patterns by their number in their rule.
    let openers: [UInt16]

    init(_ lists: [[Interest]], openers: [UInt16]) {
      self.openers = openers
      for interests in lists {
        list += interests
        starts.append(Int32(list.count))
      }
    }

    func range(of kind: EventKind) -> Range<Int> {
      Int(starts[Int(kind.rawValue)])..<Int(starts[Int(kind.rawValue) + 1])
    }

    subscript(index: Int) -> Interest { list[index] }
  }

  init(book: RuleBook, active: [Bool]) {
    var interests = [[Interest]](repeating: [], count: book.catalogue.events.count)
    var openers: [UInt16] = []
    judgesAbsence = book.rules.map(\.obligation.judgesAbsence)
    rulesOf = [[Int32]](repeating: [], count: ScopeReference.Kind.allCases.count)
    ordinals = []
    slotCounts = []
    needsWholeScope = book.rules.map { $0.unmet == .inconclusive && $0.readsDerivedCounters }
    for (number, rule) in book.rules.enumerated() {
      slotCounts.append(rule.roles.reduce(0) { $0 + 1 + $1.fields.count })
      let scope = Int(rule.scope.kind.rawValue)
      ordinals.append(Int32(rulesOf[scope].count))
      guard active[number] else { continue }
      let opening = rule.opening
      rulesOf[scope].append(Int32(number))
      for kind in Set(rule.patterns.map(\.kind)) where Int(kind.rawValue) < interests.count {
        let own = opening.patterns.filter { rule.patterns[Int($0)].kind == kind }
        interests[Int(kind.rawValue)].append(
          Interest(
            rule: Int32(number), scope: rule.scope.kind, need: opening.need,
            firstOpener: Int32(openers.count), openerCount: Int32(own.count)))
        openers += own
      }
    }
    self.interests = Interests(interests, openers: openers)
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
}

extension Rule {
  /// What an event of the rule needs to change anything, and the patterns that it may have to fit.
  fileprivate var opening: (need: DispatchTables.Need, patterns: [UInt16]) {
    switch obligation {
    case .response(let trigger, _, _), .check(let trigger, _), .balance(let trigger, _):
      (.instanceOrOpener, trigger)
    // What waits for nothing has its outcome at the scope's end, whether or not something came.
    case .count(let counted, let trigger, _, _):
      trigger.isEmpty ? (.opener, counted + cancel) : (.instanceOrOpener, trigger)
    case .never(let forbidden, let after, let until):
      after.isEmpty ? (.opener, forbidden + until + cancel) : (.instanceOrOpener, after)
    case .precedence(let trigger, let groups):
      (.openerIfOpen, trigger + groups.flatMap(\.self))
    case .equal(let left, let right, _, _, _): (.opener, left + right)
    case .ratio(let part, let whole, _, _, _): (.opener, part + whole)
    case .schema(let trigger, _): (.instanceOrOpener, trigger)
    }
  }

  fileprivate var readsDerivedCounters: Bool {
    let expressions: [Expression] =
      switch obligation {
      case .check(_, let checks): checks
      case .balance(_, let relation): [relation]
      default: []
      }
    return expressions.contains { expression in
      expression.references.contains { if case .derived = $0 { true } else { false } }
    }
  }
}

extension Obligation {
  fileprivate var judgesAbsence: Bool {
    switch self {
    case .response, .precedence, .check, .equal, .ratio, .schema: false
    case .never(_, let after, _): after.isEmpty
    case .count(_, let trigger, _, _), .balance(let trigger, _): trigger.isEmpty
    }
  }
}
