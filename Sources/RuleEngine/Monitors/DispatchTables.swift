internal import LogReading

/// Which rules an event concerns, and where a rule keeps its values.
struct DispatchTables {
  var interests: [[Int32]]
  var rulesOf: [[Int32]]
  var ordinals: [Int32]
  var roleBases: [[Int]]
  var slotCounts: [Int]

  init(book: RuleBook, active: [Bool]) {
    interests = [[Int32]](repeating: [], count: book.catalogue.events.count)
    rulesOf = [[Int32]](repeating: [], count: ScopeReference.Kind.allCases.count)
    ordinals = []
    roleBases = []
    slotCounts = []
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
