internal import RuleLanguage

/// The patterns and roles of all rules in flat rows, with conditions that are alike made one.
///
/// Trying a pattern copies nothing, and a condition that many rules ask of an event is worked out
/// once. Trying patterns took 21,000 instructions an event of the dense corpus without that;
/// conditions, nearly all of it, take 9,400 now.
struct PlannedRules: Sendable {
  struct PlannedRole: Sendable {
    /// Where the role's time stands among the values of an instance; its fields follow.
    var base: Int32
    /// Where its fields begin in `fields`, and how many there are.
    var firstField: Int32
    var fieldCount: Int32
    /// How many events took it stands behind them, where a condition asks for that.
    var isCounted: Bool

    var countPlace: Int32 { base + 1 + fieldCount }
  }

  /// For each rule, where its patterns and its roles begin.
  private var patternBases: [Int32] = []
  private var roleBases: [Int32] = []
  private var patterns: [PlannedPattern] = []
  private var steps: [PlannedStep] = []
  private var checks: [Int32] = []
  private var groups: [PatternList] = []
  private var properties: [PlannedProperty] = []
  private var roles: [PlannedRole] = []
  private(set) var fields: [FieldName] = []
  /// Conditions and what else is asked of an event or an instance, by number.
  private(set) var expressions: [Expression] = []
  /// For each expression the root of its tree in the table of conditions; -1 for none.
  private(set) var roots: [Int32] = []
  private(set) var layout: ConditionLayout
  /// The condition depends on the event and the device alone, not on the instance.
  private var isShared: [Bool] = []

  private var known: [String: Int32] = [:]

  /// Of rules that take no part nothing is laid out.
  init(book: RuleBook, active: [Bool]) {
    known.reserveCapacity(256)
    let constant: @Sendable (Reference) -> Scalar? = { [book] reference in
      guard case .parameter(let number) = reference else { return nil }
      let scalar = Scalar(of: book.parameters[Int(number)].value)
      return scalar.kind == .string || scalar.kind == .list ? nil : scalar
    }
    layout = ConditionLayout(constant: constant) { [book] reference in
      switch reference {
      case .candidateField(let name), .roleField(_, let name):
        book.catalogue.fieldTypes[Int(name.rawValue)] == .string
      case .environment(let key): key.type == .string
      case .cycle(let value): value.type == .string
      case .parameter(let number):
        switch Scalar(of: book.parameters[Int(number)].value).kind {
        case .string, .list: true
        default: false
        }
      default: false
      }
    }
    let rules = book.rules
    for number in rules.indices {
      patternBases.append(Int32(patterns.count))
      roleBases.append(Int32(roles.count))
      guard active[number] else { continue }
      for pattern in rules[number].patterns {
        let condition = pattern.condition.map { add($0) } ?? -1
        patterns.append(
          PlannedPattern(
            kind: pattern.kind, role: pattern.role,
            isShared: condition >= 0 && isShared[Int(condition)], condition: condition))
      }
      var base: Int32 = 0
      for role in rules[number].roles {
        roles.append(
          PlannedRole(
            base: base, firstField: Int32(fields.count), fieldCount: Int32(role.fields.count),
            isCounted: role.isCounted))
        fields += role.fields
        base += Int32(role.valueCount)
      }
    }
  }

  /// Gives an expression a number; those that come to the same for all rules have one.
  mutating func add(_ condition: Expression) -> Int32 {
    let isShared = condition.code.allSatisfy { instruction in
      switch instruction {
      case .load(let reference), .has(let reference), .lacks(let reference):
        reference.isSameForAllRules
      default: true
      }
    }
    // The same text may mean the parameters of two packs.
    if isShared, let number = known[condition.text],
      expressions[Int(number)].code == condition.code
    {
      return number
    }
    let number = Int32(expressions.count)
    expressions.append(condition)
    roots.append(layout.add(condition))
    self.isShared.append(isShared)
    if isShared { known[condition.text] = number }
    return number
  }

  func pattern(_ index: UInt16, of rule: Int) -> PlannedPattern {
    patterns[Int(patternBases[rule]) + Int(index)]
  }

  /// A pattern of a list, by its place in the row of all patterns.
  func pattern(at place: Int) -> PlannedPattern { patterns[place] }

  /// Lays out the steps of a chain.
  mutating func steps(_ chain: [Step], of rule: Int, _ parameters: [Parameter]) -> StepList {
    var laid: [PlannedStep] = []
    for step in chain { laid.append(PlannedStep(step, of: rule, parameters, &self)) }
    let first = Int32(truncatingIfNeeded: steps.count)
    steps += laid
    return StepList(first: first, count: Int32(truncatingIfNeeded: laid.count))
  }

  /// Numbers some expressions.
  mutating func checks(_ expressions: [Expression]) -> CheckList {
    let first = Int32(truncatingIfNeeded: checks.count)
    for expression in expressions { checks.append(add(expression)) }
    return CheckList(first: first, count: Int32(truncatingIfNeeded: expressions.count))
  }

  /// Lays out groups of patterns.
  mutating func groups(_ lists: [[UInt16]], of rule: Int) -> GroupList {
    let first = Int32(truncatingIfNeeded: groups.count)
    for numbers in lists { groups.append(list(numbers, of: rule)) }
    return GroupList(first: first, count: Int32(truncatingIfNeeded: lists.count))
  }

  /// Lays out the fields of a schema.
  mutating func properties(_ fields: [Property]) -> PropertyList {
    let first = Int32(truncatingIfNeeded: properties.count)
    var laid: [PlannedProperty] = []
    for field in fields { laid.append(PlannedProperty(field, &self)) }
    properties += laid
    return PropertyList(first: first, count: Int32(truncatingIfNeeded: fields.count))
  }

  func property(at place: Int) -> PlannedProperty { properties[place] }

  func step(_ number: Int, of list: StepList) -> PlannedStep { steps[Int(list.first) + number] }

  func check(at place: Int) -> Int32 { checks[place] }

  func group(_ number: Int, of list: GroupList) -> PatternList {
    groups[Int(list.first) + number]
  }

  /// Whether an event of a kind may be what a list means.
  func names(_ kind: EventKind, in list: PatternList) -> Bool {
    list.places.contains { patterns[$0].kind == kind }
  }

  /// The patterns of a list that an event of a kind may be.
  mutating func narrowed(_ list: PatternList, to kind: EventKind) -> PatternList {
    let first = Int32(truncatingIfNeeded: patterns.count)
    var count: Int32 = 0
    for place in list.places where patterns[place].kind == kind { count += 1 }
    if count == list.count { return list }
    if count == 0 { return PatternList() }
    for place in list.places where patterns[place].kind == kind { patterns.append(patterns[place]) }
    return PatternList(first: first, count: count)
  }

  /// Lays out some patterns of a rule.
  mutating func list(_ numbers: [UInt16], of rule: Int) -> PatternList {
    let first = Int32(truncatingIfNeeded: patterns.count)
    for number in numbers { patterns.append(pattern(number, of: rule)) }
    return PatternList(first: first, count: Int32(truncatingIfNeeded: numbers.count))
  }

  /// Lays out those of some patterns of a rule that an event of a kind may be.
  mutating func list(_ numbers: [UInt16], of rule: Int, _ kind: EventKind) -> PatternList {
    let first = Int32(truncatingIfNeeded: patterns.count)
    for number in numbers {
      let pattern = pattern(number, of: rule)
      if pattern.kind == kind { patterns.append(pattern) }
    }
    return PatternList(first: first, count: Int32(truncatingIfNeeded: patterns.count) - first)
  }

  /// All patterns of a rule.
  func list(of rule: Int, count: Int) -> PatternList {
    PatternList(first: patternBases[rule], count: Int32(truncatingIfNeeded: count))
  }

  func role(_ role: UInt8, of rule: Int) -> PlannedRole {
    roles[Int(roleBases[rule]) + Int(role)]
  }
}

extension Reference {
  /// Whether it has one value for an event, whatever rule and instance ask.
  fileprivate var isSameForAllRules: Bool {
    switch self {
    case .candidateField, .candidateIsUTC, .candidateTimeIsUTC, .environment, .parameter: true
    case .candidateTime, .roleField, .roleTime, .roleTaken, .roleCount, .cycle, .derived: false
    }
  }
}
