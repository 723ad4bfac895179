package import LogReading
package import RuleLanguage

/// What an engine needs of a rule book and of the rules that take part: made once, and shared by the
/// engines of all runs.
package final class EnginePlan: Sendable {
  package let book: RuleBook
  package let correlation: CorrelationPlan
  /// Which rules of the book take part.
  let isActive: [Bool]
  /// The one rule whose instances are reported, satisfied ones too, for `explain`.
  let explained: Int?
  let environmentFields: EnvironmentFields
  /// For each kind, what it can change of the environment.
  let environmentReach: [EnvironmentState.Reach]
  let reportedFields: [(CounterKey, FieldName)]
  /// For each event kind the active rules that name it, by the kind of their scopes.
  private let naming: RulesByKind
  /// By rule, the platform of whose devices it judges logs.
  let platforms: [Platform]
  /// By platform and event kind a bit for each kind of scopes some rule of which names it.
  private let scopesNaming: [[UInt8]]
  /// For each scope kind its active rules.
  let rulesOf: [[Int32]]
  /// By rule, what is asked of those with keys for each event.
  let keyed: [KeyedRule?]
  /// Kinds that can change a counter.
  let isCounted: [Bool]
  /// Kinds of what befalls the process or the device.
  let isBroadcast: [Bool]
  /// Kinds behind which the values of some key count anew.
  let isBeginning: [Bool]
  /// The excuse that holds for every rule, named once: what the system ended is not the plugin's fault.
  let killedExcuse: Int

  package init(
    book: RuleBook, active: [Bool], correlation: CorrelationPlan, explained: Int? = nil
  ) {
    self.book = book
    self.correlation = correlation
    isActive = active
    self.explained = explained
    environmentFields = EnvironmentFields(book.catalogue)
    reportedFields = CounterKey.allCases.compactMap { key in
      var name = Array(key.name.utf8)
      name[0] -= 0x20
      return book.catalogue.field(named: "reported" + String(decoding: name, as: UTF8.self))
        .map { (key, $0) }
    }
    let kinds = ScopeReference.Kind.allCases
    rulesOf = kinds.map { kind in
      book.rules.indices.filter { active[$0] && book.rules[$0].scope.kind == kind }.map(Int32.init)
    }
    let naming = RulesByKind(book.rules, active: active, kinds: book.catalogue.events.count)
    self.naming = naming
    platforms = book.rules.map(\.platform)
    scopesNaming = naming.scopes(platforms: platforms, kinds: book.catalogue.events.count)
    keyed = book.rules.indices.map { active[$0] ? KeyedRule(book.rules[$0]) : nil }
    let (known, roles) = (correlation.known, correlation.roles)
    let events = book.catalogue.events.indices.map { EventKind(rawValue: UInt16($0)) }
    isBroadcast = roles.map { $0.marks.contains(.everyScope) }
    let beginnings = book.rules.indices.compactMap { active[$0] ? book.rules[$0].scope.since : nil }
    isBeginning = events.map { beginnings.contains($0) }
    killedExcuse = book.excuses.firstIndex { $0.name == "killed" } ?? -1
    isCounted = events.map { DerivedCounters.counts($0, roles[Int($0.rawValue)], known) }
    environmentReach = events.map { EnvironmentState.reach(of: $0, roles[Int($0.rawValue)], known) }
  }
}

extension EnginePlan {
  /// A rule whose scopes stand for the values of keys.
  struct KeyedRule {
    let fields: [FieldName]
    /// The kind behind which the values count anew.
    let since: EventKind?
    /// It forbids events after another one alone.
    let isProhibitionAfter: Bool
    /// Kinds whose events may make it begin where it has no instance.
    let beginnings: [EventKind]

    /// Nil for a rule without keys.
    init?(_ rule: Rule) {
      guard case .key(let fields, let since) = rule.scope else { return nil }
      self.fields = fields
      self.since = since
      isProhibitionAfter =
        if case .never(_, let after, _) = rule.obligation { !after.isEmpty } else { false }
      let beginnings: [UInt16] =
        switch rule.obligation {
        case .response(let trigger, _, _), .check(let trigger, _), .balance(let trigger, _),
          .schema(let trigger, _):
          trigger
        case .count(let counted, let trigger, _, _):
          trigger.isEmpty ? counted + rule.cancel : trigger
        case .never(let forbidden, let after, let until):
          after.isEmpty ? forbidden + until + rule.cancel : after
        case .precedence(let trigger, let groups): trigger + groups.flatMap(\.self)
        case .equal(let left, let right, _, _, _): left + right
        case .ratio(let part, let whole, _, _, _): part + whole
        }
      self.beginnings = beginnings.map { rule.patterns[Int($0)].kind }
    }
  }

  /// The active rules of a kind of scopes that name an event kind, in their order.
  func rules(naming kind: EventKind, of scopes: ScopeReference.Kind) -> ArraySlice<Int32> {
    naming.rules(of: Int(kind.rawValue), scopes)
  }

  /// A bit for each kind of scopes some rule of which names an event kind, on a platform.
  func scopesNaming(of kind: EventKind, on platform: Platform) -> UInt8 {
    scopesNaming[Int(platform.rawValue)][Int(kind.rawValue)]
  }

  /// Whether a rule only doubts, by counts of the whole scope: a log that begins inside it has none.
  func needsWholeScope(_ rule: Int) -> Bool {
    book.rules[rule].unmet == .inconclusive && book.rules[rule].readsDerivedCounters
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

  /// By platform of the device and event kind a bit for each kind of scopes some rule of which names it.
  func scopes(platforms: [Platform], kinds: Int) -> [[UInt8]] {
    // First the bits of the rules that are for a platform, or for all.
    var own = [[UInt8]](
      repeating: [UInt8](repeating: 0, count: kinds), count: Platform.allCases.count)
    let scopes = ScopeReference.Kind.allCases.count
    for cell in 0..<(kinds * scopes) {
      for place in starts[cell]..<starts[cell + 1] {
        own[Int(platforms[Int(row[place])].rawValue)][cell / scopes] |= 1 << UInt8(cell % scopes)
      }
    }
    return Platform.allCases.map { device in
      var bits = own[0]
      for platform in Platform.allCases.dropFirst() where platform.mayBe(device) {
        for kind in 0..<kinds { bits[kind] |= own[Int(platform.rawValue)][kind] }
      }
      return bits
    }
  }

  func rules(of kind: Int, _ scope: ScopeReference.Kind) -> ArraySlice<Int32> {
    let cell = kind * ScopeReference.Kind.allCases.count + Int(scope.rawValue)
    return row[starts[cell]..<starts[cell + 1]]
  }
}

extension Rule {
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
