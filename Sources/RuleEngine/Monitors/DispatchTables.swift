internal import LogReading

/// Which rules an event concerns, and where a rule keeps its values.
struct DispatchTables {
  /// For each event kind, the active rules that name it.
  var interests: [[Interest]]
  var rulesOf: [[Int32]]
  var ordinals: [Int32]
  var roleBases: [[Int]]
  var slotCounts: [Int]
  /// Rules that only doubt, by counts of the whole scope: a log that begins inside it has none.
  var needsWholeScope: [Bool]
  /// Rules that come to an outcome at a scope's end although nothing began them.
  var judgesAbsence: [Bool]

  /// What a rule has to do with an event kind.
  struct Interest {
    var rule: Int32
    var scope: ScopeReference.Kind
    /// Whether the kind can begin an instance; if not, it is news only to one that is there.
    var canBegin: Bool
  }

  init(book: RuleBook, active: [Bool]) {
    interests = [[Interest]](repeating: [], count: book.catalogue.events.count)
    judgesAbsence = book.rules.map(\.obligation.judgesAbsence)
    rulesOf = [[Int32]](repeating: [], count: ScopeReference.Kind.allCases.count)
    ordinals = []
    roleBases = []
    slotCounts = []
    needsWholeScope = book.rules.map { $0.unmet == .inconclusive && $0.readsDerivedCounters }
    for (number, rule) in book.rules.enumerated() {
      var bases: [Int] = []
      var slots = 0
      for role in rule.roles {
        bases.append(slots)
        slots += 1 + role.fields.count
      }
      roleBases.append(bases)
      slotCounts.append(slots)
      let scope = Int(rule.scope.kind.rawValue)
      ordinals.append(Int32(rulesOf[scope].count))
      guard active[number] else { continue }
      let beginners = rule.beginners
      rulesOf[scope].append(Int32(number))
      for kind in Set(rule.patterns.map(\.kind)) where Int(kind.rawValue) < interests.count {
        interests[Int(kind.rawValue)].append(
          Interest(
            rule: Int32(number), scope: rule.scope.kind,
            canBegin: beginners?.contains(kind) ?? true))
      }
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
}

extension Rule {
  /// The only events that begin an instance; nil where any event of the rule does.
  fileprivate var beginners: Set<EventKind>? {
    guard case .response(let trigger, _, _) = obligation else { return nil }
    return Set(trigger.map { patterns[Int($0)].kind })
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
