internal import LogReading

/// Which rules an event concerns, and where a rule keeps its values.
struct DispatchTables {
  var interests: [[Int32]]
  var rulesOf: [[Int32]]
  var ordinals: [Int32]
  var roleBases: [[Int]]
  var slotCounts: [Int]
  /// Rules that only doubt, by counts of the whole scope: a log that begins inside it has none.
  var needsWholeScope: [Bool]

  init(book: RuleBook, active: [Bool]) {
    interests = [[Int32]](repeating: [], count: book.catalogue.events.count)
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
      rulesOf[scope].append(Int32(number))
      for kind in Set(rule.patterns.map(\.kind)) where Int(kind.rawValue) < interests.count {
        interests[Int(kind.rawValue)].append(Int32(number))
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
