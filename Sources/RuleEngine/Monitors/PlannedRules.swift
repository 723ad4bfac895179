internal import LogReading

/// Some patterns of one rule, in the order in which they are tried: a part of the row of all patterns,
/// so that to hand it on counts no references.
struct PatternList: Sendable {
  var first: Int32 = 0
  var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
}

/// The patterns and roles of all rules in flat rows, with conditions that are alike made one.
///
/// Trying a pattern copies nothing, and a condition that many rules ask of an event is worked out
/// once. Trying patterns took 21,000 instructions an event of the dense corpus without that;
/// conditions, nearly all of it, take 9,400 now.
struct PlannedRules: Sendable {
  struct PlannedPattern: Sendable {
    var kind: EventKind
    var role: UInt8
    /// The number of its condition; -1 for none.
    var condition: Int32
  }

  struct PlannedRole: Sendable {
    /// Where the role's time stands among the values of an instance; its fields follow.
    var base: Int32
    /// Where its fields begin in `fields`, and how many there are.
    var firstField: Int32
    var fieldCount: Int32
  }

  /// What a condition came to for the event that was tried on it last.
  private struct Note: Sendable {
    var sequence: Int64 = -1
    var holds = false
  }

  /// For each rule, where its patterns and its roles begin.
  private var patternBases: [Int32] = []
  private var roleBases: [Int32] = []
  private var patterns: [PlannedPattern] = []
  private var roles: [PlannedRole] = []
  private(set) var fields: [FieldName] = []
  /// Conditions and what else is asked of an event or an instance, by number.
  private(set) var expressions: [Expression] = []
  /// For each expression the root of its tree in the table of conditions; -1 for none.
  private(set) var roots: [Int32] = []
  private(set) var layout: ConditionLayout
  /// The condition depends on the event and the device alone, not on the instance.
  private var isShared: [Bool] = []
  private var notes: [Note] = []

  private var known: [String: Int32] = [:]

  init(book: RuleBook, active: [Bool]) {
    layout = ConditionLayout { [book] reference in
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
    for (number, rule) in book.rules.enumerated() {
      patternBases.append(Int32(patterns.count))
      for pattern in rule.patterns {
        let condition = active[number] ? pattern.condition.map { add($0) } ?? -1 : -1
        patterns.append(
          PlannedPattern(kind: pattern.kind, role: pattern.role, condition: condition))
      }
      roleBases.append(Int32(roles.count))
      var base: Int32 = 0
      for role in rule.roles {
        roles.append(
          PlannedRole(
            base: base, firstField: Int32(fields.count), fieldCount: Int32(role.fields.count)))
        fields += role.fields
        base += 1 + Int32(role.fields.count)
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
    notes.append(Note())
    self.isShared.append(isShared)
    if isShared { known[condition.text] = number }
    return number
  }

  func isShared(_ condition: Int32) -> Bool { isShared[Int(condition)] }

  func pattern(_ index: UInt16, of rule: Int) -> PlannedPattern {
    patterns[Int(patternBases[rule]) + Int(index)]
  }

  /// A pattern of a list, by its place in the row of all patterns.
  func pattern(at place: Int32) -> PlannedPattern { patterns[Int(place)] }

  /// Lays out some patterns of a rule.
  mutating func list(_ numbers: [UInt16], of rule: Int) -> PatternList {
    let first = Int32(truncatingIfNeeded: patterns.count)
    for number in numbers { patterns.append(pattern(number, of: rule)) }
    return PatternList(first: first, count: Int32(truncatingIfNeeded: numbers.count))
  }

  /// All patterns of a rule.
  func list(of rule: Int, count: Int) -> PatternList {
    PatternList(first: patternBases[rule], count: Int32(truncatingIfNeeded: count))
  }

  func role(_ role: UInt8, of rule: Int) -> PlannedRole {
    roles[Int(roleBases[rule]) + Int(role)]
  }

  /// What a condition came to for an event, if that was noted.
  func noted(_ condition: Int32, _ sequence: Int64) -> Bool? {
    let note = notes[Int(condition)]
    return note.sequence == sequence ? note.holds : nil
  }

  mutating func note(_ condition: Int32, _ sequence: Int64, _ holds: Bool) {
    if isShared[Int(condition)] {
      notes[Int(condition)] = Note(sequence: sequence, holds: holds)
    }
  }
}

extension Reference {
  /// Whether it has one value for an event, whatever rule and instance ask.
  fileprivate var isSameForAllRules: Bool {
    switch self {
    case .candidateField, .candidateIsUTC, .candidateTimeIsUTC, .environment, .parameter: true
    case .candidateTime, .roleField, .roleTime, .roleTaken, .cycle, .derived: false
    }
  }
}
