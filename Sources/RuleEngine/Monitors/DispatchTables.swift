internal import RuleLanguage

/// Which rules an event concerns, and where a rule keeps its values.
struct DispatchTables {
  /// For each event kind, the active rules that name it.
  var interests: Interests
  var rulesOf: [[Int32]]
  var ordinals: [Int32]
  /// For each scope kind, how many words hold a bit for each of its rules.
  var words: [Int]
  var slotCounts: [Int]
  /// Rules that only doubt, by counts of the whole scope: a log that begins inside it has none.
  var needsWholeScope: [Bool]
  /// For each scope kind a bit for each rule that comes to an outcome at a scope's end although nothing
  /// began it.
  var absenceBits: [[UInt64]]
  /// The same of rules that are satisfied then: ends are counted for all of them at once.
  var quietBits: [[UInt64]]

  /// What a rule has to do with an event kind: of its patterns only those of the kind, so that no
  /// other is tried.
  struct Interest: Sendable {
    var rule: Int32
    var scope: ScopeReference.Kind
    var obligation: RulePlan.Kind
    /// When the event is news to the rule.
    var need: Need
    /// The patterns of the kind that may make it news; one that has no condition makes it.
    var openers = PatternList()
    var opensAlways = false
    var trigger: PatternList
    var cancel: PatternList
    /// What is forbidden or counted, or the left side of what is compared.
    var first: PatternList
    /// What ends a prohibition, or the right side of what is compared.
    var second: PatternList
    /// A bit for each step or group that the kind may meet, and for each step that it may end.
    var meets: UInt64
    var ends: UInt64

    /// Nothing comes of it where the rule has no instance.
    var isAwaiting: Bool { need == .instanceOrOpener && openers.isEmpty }

    /// The rule is at work from the scope's beginning, and needs no instance until something fits.
    var isScopeLong: Bool { need == .opener && (obligation == .never || obligation == .count) }
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

  /// The rules of one scope kind that name an event kind, as bits by their place among all rules of
  /// that scope kind: of thirty rules that name an event few have an instance that it concerns.
  struct Route {
    var scope: ScopeReference.Kind
    /// Where its interests begin, in the order of the bits.
    var firstInterest: Int
    /// Where its words begin.
    var firstWord: Int
  }

  /// The interests of all kinds in one row, so that going over those of a kind counts no references.
  struct Interests {
    private var routeStarts: [Int32] = [0]
    private var routes: [Route] = []
    private(set) var list: [Interest] = []
    /// For each route a bit for each rule that names the kind, and of those the ones that only an
    /// instance makes it news to.
    private(set) var named: [UInt64] = []
    private(set) var awaiting: [UInt64] = []
    private var keyedStarts: [Int32] = [0]
    private var keyed: [Interest] = []

    init(_ lists: [[Interest]], ordinals: [Int32], words: [Int]) {
      for interests in lists {
        for scope in ScopeReference.Kind.allCases where scope != .key {
          let own = interests.filter { $0.scope == scope }
          if own.isEmpty { continue }
          routes.append(Route(scope: scope, firstInterest: list.count, firstWord: named.count))
          let first = named.count
          named += repeatElement(0, count: words[Int(scope.rawValue)])
          awaiting += repeatElement(0, count: words[Int(scope.rawValue)])
          for interest in own {
            let ordinal = Int(ordinals[Int(interest.rule)])
            let bit: UInt64 = 1 << UInt64(ordinal % 64)
            named[first + ordinal / 64] |= bit
            if interest.isAwaiting { awaiting[first + ordinal / 64] |= bit }
          }
          list += own
        }
        keyed += interests.filter { $0.scope == .key }
        routeStarts.append(Int32(routes.count))
        keyedStarts.append(Int32(keyed.count))
      }
    }

    /// The routes of a kind, by their number.
    func routes(of kind: EventKind) -> Range<Int> {
      Int(routeStarts[Int(kind.rawValue)])..<Int(routeStarts[Int(kind.rawValue) + 1])
    }

    func route(_ number: Int) -> Route { routes[number] }

    /// The interests of rules with keys in a kind, by their number.
    func keyed(of kind: EventKind) -> Range<Int> {
      Int(keyedStarts[Int(kind.rawValue)])..<Int(keyedStarts[Int(kind.rawValue) + 1])
    }

    func keyedInterest(_ number: Int) -> Interest { keyed[number] }
  }

  /// - Parameter explained: A rule of which each instance is reported.
  init(
    book: RuleBook, active: [Bool], explained: Int?, plans: [RulePlan],
    _ planned: inout PlannedRules
  ) {
    var interests = [[Interest]](repeating: [], count: book.catalogue.events.count)
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
            rule: number, scope: rule.scope.kind, plan: plans[number], kind: kind,
            need: opening.need, openers: planned.list(own, of: number), &planned))
      }
    }
    words = rulesOf.map { ($0.count + 63) / 64 }
    absenceBits = words.map { [UInt64](repeating: 0, count: $0) }
    quietBits = absenceBits
    for (kind, rules) in rulesOf.enumerated() {
      for (place, rule) in rules.enumerated() {
        let bit: UInt64 = 1 << UInt64(place % 64)
        switch book.rules[Int(rule)].obligation.silence {
        case .nothing: break
        case .satisfaction where Int(rule) != explained: quietBits[kind][place / 64] |= bit
        case .satisfaction, .judgement: absenceBits[kind][place / 64] |= bit
        }
      }
    }
    self.interests = Interests(interests, ordinals: ordinals, words: words)
  }
}

extension DispatchTables.Interest {
  fileprivate init(
    rule: Int, scope: ScopeReference.Kind, plan: RulePlan, kind: EventKind,
    need: DispatchTables.Need, openers: PatternList, _ planned: inout PlannedRules
  ) {
    self.rule = Int32(rule)
    self.scope = scope
    obligation = plan.kind
    self.need = need
    self.openers = openers
    opensAlways = openers.places.contains { planned.pattern(at: $0).condition < 0 }
    trigger = planned.narrowed(plan.trigger, to: kind)
    cancel = planned.narrowed(plan.cancel, to: kind)
    switch plan.kind {
    case .never: (first, second) = (plan.forbidden, plan.until)
    case .count: (first, second) = (plan.counted, PatternList())
    default: (first, second) = (plan.left, plan.right)
    }
    first = planned.narrowed(first, to: kind)
    second = planned.narrowed(second, to: kind)
    meets = 0
    ends = 0
    // More steps than bits share the last one.
    for number in plan.steps.indices {
      let step = planned.step(number, of: plan.steps)
      if planned.names(kind, in: step.patterns) { meets |= 1 << UInt64(min(number, 63)) }
      if planned.names(kind, in: step.before) { ends |= 1 << UInt64(min(number, 63)) }
    }
    for number in plan.groups.indices {
      let group = planned.group(number, of: plan.groups)
      if planned.names(kind, in: group) { meets |= 1 << UInt64(min(number, 63)) }
    }
  }

  /// Whether the kind may meet a step or group.
  func mayMeet(_ number: Int) -> Bool { meets & (1 << UInt64(min(number, 63))) != 0 }

  /// Whether the kind may end the wait for a step.
  func mayEnd(_ number: Int) -> Bool { ends & (1 << UInt64(min(number, 63))) != 0 }
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
  /// What a rule makes of a scope in which nothing began it.
  fileprivate enum Silence { case nothing, satisfaction, judgement }

  fileprivate var silence: Silence {
    switch self {
    case .response, .precedence, .check, .equal, .ratio, .schema: .nothing
    case .never(_, let after, _): after.isEmpty ? .satisfaction : .nothing
    case .count(_, let trigger, _, _), .balance(let trigger, _):
      trigger.isEmpty ? .judgement : .nothing
    }
  }
}
