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

    /// Begins the rules of a scope kind that name the kind at hand.
    mutating func begin(_ scope: ScopeReference.Kind, words: Int) {
      if scope == .key { return }
      routes.append(Route(scope: scope, firstInterest: list.count, firstWord: named.count))
      named += repeatElement(0, count: words)
      awaiting += repeatElement(0, count: words)
    }

    /// Adds one of them, which stands at a place among all rules of the scope kind.
    mutating func add(_ interest: Interest, ordinal: Int) {
      guard interest.scope != .key, let route = routes.last else {
        keyed.append(interest)
        return
      }
      list.append(interest)
      let bit: UInt64 = 1 << UInt64(ordinal % 64)
      named[route.firstWord + ordinal / 64] |= bit
      if interest.isAwaiting { awaiting[route.firstWord + ordinal / 64] |= bit }
    }

    /// Ends the kind at hand.
    mutating func endKind() {
      routeStarts.append(Int32(routes.count))
      keyedStarts.append(Int32(keyed.count))
    }

    /// The routes of a kind, by their number.
    func routes(of kind: EventKind) -> Range<Int> {
      Int(routeStarts[Int(kind.rawValue)])..<Int(routeStarts[Int(kind.rawValue) + 1])
    }

    func route(_ number: Int) -> Route { routes[number] }

    /// How many words the routes of a kind have at most.
    var wordsOfKind: Int {
      var most = 0
      for (first, next) in zip(routeStarts, routeStarts.dropFirst()) where first < next {
        let end = Int(next) < routes.count ? routes[Int(next)].firstWord : named.count
        most = max(most, end - routes[Int(first)].firstWord)
      }
      return most
    }

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
    let scopes = ScopeReference.Kind.allCases
    rulesOf = [[Int32]](repeating: [], count: scopes.count)
    ordinals = []
    slotCounts = []
    needsWholeScope = []
    var openings: [(need: Need, patterns: [UInt16])] = []
    // Rules are looked at by their place: to lend one as a whole copies it.
    let rules = book.rules
    for number in rules.indices {
      let scope = Int(rules[number].scope.kind.rawValue)
      ordinals.append(Int32(rulesOf[scope].count))
      let isActive = active[number]
      needsWholeScope.append(
        isActive && rules[number].unmet == .inconclusive && rules[number].readsDerivedCounters)
      slotCounts.append(isActive ? rules[number].roles.reduce(0) { $0 + $1.valueCount } : 0)
      openings.append(isActive ? rules[number].opening : (.opener, []))
      if isActive { rulesOf[scope].append(Int32(number)) }
    }
    words = rulesOf.map { ($0.count + 63) / 64 }
    interests = Interests()
    let naming = RulesByKind(rules, active: active, kinds: book.catalogue.events.count)
    for number in book.catalogue.events.indices {
      let kind = EventKind(rawValue: UInt16(number))
      for scope in scopes {
        let own = naming.rules(of: number, scope)
        if own.isEmpty { continue }
        interests.begin(scope, words: words[Int(scope.rawValue)])
        for rule in own {
          let place = Int(rule)
          let openers = planned.list(openings[place].patterns, of: place, kind)
          interests.add(
            Interest(
              rule: place, scope: scope, plan: plans[place], kind: kind,
              need: openings[place].need, openers: openers, &planned),
            ordinal: Int(ordinals[place]))
        }
      }
      interests.endKind()
    }
    absenceBits = words.map { [UInt64](repeating: 0, count: $0) }
    quietBits = absenceBits
    for (kind, own) in rulesOf.enumerated() {
      for (place, rule) in own.enumerated() {
        let bit: UInt64 = 1 << UInt64(place % 64)
        switch rules[Int(rule)].obligation.silence {
        case .nothing: break
        case .satisfaction where Int(rule) != explained: quietBits[kind][place / 64] |= bit
        case .satisfaction, .judgement: absenceBits[kind][place / 64] |= bit
        }
      }
    }
  }
}

/// For each event kind and scope kind the active rules that name it, all in one row.
private struct RulesByKind {
  private var starts: [Int]
  private var row: [Int32]

  init(_ rules: [Rule], active: [Bool], kinds: Int) {
    let scopes = ScopeReference.Kind.allCases.count
    var named: [(cell: Int, rule: Int32)] = []
    // The rule that named each kind last: most name one in several patterns.
    var last = [Int](repeating: -1, count: kinds)
    var counts = [Int](repeating: 0, count: kinds * scopes + 1)
    for number in rules.indices where active[number] {
      let scope = Int(rules[number].scope.kind.rawValue)
      for place in rules[number].patterns.indices {
        let kind = Int(rules[number].patterns[place].kind.rawValue)
        guard kind < kinds, last[kind] != number else { continue }
        last[kind] = number
        named.append((kind * scopes + scope, Int32(number)))
        counts[kind * scopes + scope + 1] += 1
      }
    }
    for cell in counts.indices.dropFirst() { counts[cell] += counts[cell - 1] }
    starts = counts
    row = [Int32](repeating: 0, count: named.count)
    // Rules stay in their order.
    for (cell, rule) in named {
      row[counts[cell]] = rule
      counts[cell] += 1
    }
  }

  func rules(of kind: Int, _ scope: ScopeReference.Kind) -> ArraySlice<Int32> {
    let cell = kind * ScopeReference.Kind.allCases.count + Int(scope.rawValue)
    return row[starts[cell]..<starts[cell + 1]]
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

  /// The kind behind which the values of a key count anew.
  var since: EventKind? {
    if case .key(_, let since) = self { since } else { nil }
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
    switch obligation {
    case .check(_, let checks): checks.contains { $0.readsDerivedCounters }
    case .balance(_, let relation): relation.readsDerivedCounters
    default: false
    }
  }
}

extension Expression {
  fileprivate var readsDerivedCounters: Bool {
    code.contains { instruction in
      switch instruction {
      case .load(.derived), .has(.derived), .lacks(.derived): true
      default: false
      }
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
