internal import RuleLanguage

/// Some neighbours in one of the rows that all rules share, so that to hand them on counts no
/// references.
struct RowPart<Element>: Sendable {
  var first: Int32 = 0
  var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<Int(count) }
  /// Where they stand in the row.
  var places: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// Some patterns of one rule, in the order in which they are tried.
typealias PatternList = RowPart<PlannedPattern>
/// The numbers of some expressions.
typealias CheckList = RowPart<Int32>
/// The steps of a chain.
typealias StepList = RowPart<PlannedStep>
/// The fields of a schema.
typealias PropertyList = RowPart<PlannedProperty>
/// The groups of events that have to come before.
typealias GroupList = RowPart<PatternList>

/// What a rule asks for, laid out for the engine: of fixed size, its lists are parts of rows that all
/// rules share.
struct RulePlan: Sendable {
  enum Kind: Sendable {
    case response, precedence, never, count, check, equal, balance, ratio, schema
  }

  let kind: Kind
  let trigger: PatternList
  let cancel: PatternList
  let steps: StepList
  let checks: CheckList
  let groups: GroupList
  let forbidden: PatternList
  let until: PatternList
  let counted: PatternList
  let minimum: Int64
  let maximum: Int64?
  let left: PatternList
  let right: PatternList
  let fields: (FieldName, FieldName)
  let requiresBoth: Bool
  let properties: PropertyList
  let onRetrigger: Rule.Retrigger

  /// Lays a rule out, and gives its expressions numbers among those of all.
  init(
    _ obligation: Obligation, of rule: Int, cancel: [UInt16] = [],
    onRetrigger: Rule.Retrigger = .restart, _ parameters: [Parameter], _ planned: inout PlannedRules
  ) {
    var trigger = PatternList()
    var steps = StepList()
    var checks = CheckList()
    var groups = GroupList()
    var forbidden = PatternList()
    var until = PatternList()
    var counted = PatternList()
    var minimum: Int64 = 0
    var maximum: Int64?
    var left = PatternList()
    var right = PatternList()
    var fields = (FieldName(rawValue: .max), FieldName(rawValue: .max))
    var requiresBoth = false
    var properties = PropertyList()
    switch obligation {
    case .response(let begin, let chain, let conditions):
      kind = .response
      trigger = planned.list(begin, of: rule)
      steps = planned.steps(chain, of: rule, parameters)
      checks = planned.checks(conditions)
    case .precedence(let begin, let earlier):
      kind = .precedence
      trigger = planned.list(begin, of: rule)
      groups = planned.groups(earlier, of: rule)
    case .never(let events, let after, let end):
      kind = .never
      forbidden = planned.list(events, of: rule)
      trigger = planned.list(after, of: rule)
      until = planned.list(end, of: rule)
    case .count(let events, let begin, let least, let most):
      kind = .count
      counted = planned.list(events, of: rule)
      trigger = planned.list(begin, of: rule)
      minimum = least.value(parameters)
      maximum = most?.value(parameters)
    case .check(let begin, let conditions):
      kind = .check
      trigger = planned.list(begin, of: rule)
      checks = planned.checks(conditions)
    case .equal(let first, let second, let firstField, let secondField, let isStrict):
      kind = .equal
      left = planned.list(first, of: rule)
      right = planned.list(second, of: rule)
      requiresBoth = isStrict
      fields = (firstField, secondField)
    case .balance(let begin, let relation):
      kind = .balance
      trigger = planned.list(begin, of: rule)
      checks = planned.checks([relation])
    case .ratio(let part, let whole, _, _, _):
      kind = .ratio
      left = planned.list(part, of: rule)
      right = planned.list(whole, of: rule)
    case .schema(let begin, let fields):
      kind = .schema
      trigger = planned.list(begin, of: rule)
      properties = planned.properties(fields)
    }
    self.cancel = planned.list(cancel, of: rule)
    self.onRetrigger = onRetrigger
    self.trigger = trigger
    self.steps = steps
    self.checks = checks
    self.groups = groups
    self.forbidden = forbidden
    self.until = until
    self.counted = counted
    self.minimum = minimum
    self.maximum = maximum
    self.left = left
    self.right = right
    self.fields = fields
    self.requiresBoth = requiresBoth
    self.properties = properties
  }
}

/// A pattern, its condition numbered.
struct PlannedPattern: Sendable {
  var kind: EventKind
  var role: UInt8
  /// Its condition depends on the event and the device alone, not on the instance.
  var isShared: Bool
  /// The number of its condition; -1 for none.
  var condition: Int32
}

/// One step of a chain, its limits worked out and its expressions numbered.
struct PlannedStep: Sendable {
  let patterns: PatternList
  let group: Int
  let least: Int64
  let most: Int64
  /// The rule says how often at most.
  let hasMost: Bool
  /// Numbers of expressions; -1 for none.
  let within: Int32
  let anchor: Int32
  let before: PatternList
  let checks: CheckList

  init(
    _ step: Step, of rule: Int, _ parameters: [Parameter], _ planned: inout PlannedRules
  ) {
    patterns = planned.list(step.patterns, of: rule)
    group = Int(step.group)
    least = step.least(parameters)
    most = step.most(parameters)
    hasMost = step.times?.most != nil
    within = step.within.map { planned.add($0) } ?? -1
    anchor = step.anchor.map { planned.add($0) } ?? -1
    before = planned.list(step.before, of: rule)
    checks = planned.checks(step.checks)
  }
}

/// A field of a schema, its checks numbered.
struct PlannedProperty: Sendable {
  let field: FieldName
  let isRequired: Bool
  let checks: CheckList

  init(_ property: Property, _ planned: inout PlannedRules) {
    field = property.field
    isRequired = property.isRequired
    checks = planned.checks(property.checks)
  }
}
