internal import LogReading

/// What a rule asks for, laid out for the engine.
///
/// An object whose parts never change: they are lent to each step as they are, while to take them out
/// of the `Obligation` counted the references of every list for every event and rule.
final class RulePlan: Sendable {
  enum Kind { case response, precedence, never, count, check, equal, balance, ratio, schema }

  let kind: Kind
  let trigger: [UInt16]
  let cancel: [UInt16]
  let steps: [PlannedStep]
  /// Numbers of expressions, as all that follow.
  let checks: [Int32]
  let groups: [[UInt16]]
  let forbidden: [UInt16]
  let until: [UInt16]
  let counted: [UInt16]
  let minimum: Int64
  let maximum: Int64?
  let left: [UInt16]
  let right: [UInt16]
  let fields: (FieldName, FieldName)
  let requiresBoth: Bool
  let properties: [PlannedProperty]
  let onRetrigger: Rule.Retrigger

  /// Lays a rule out, and gives its expressions numbers among those of all.
  init(
    _ obligation: Obligation, cancel: [UInt16] = [], onRetrigger: Rule.Retrigger = .restart,
    _ parameters: [Parameter], _ planned: inout PlannedRules
  ) {
    var trigger: [UInt16] = []
    var steps: [PlannedStep] = []
    var checks: [Int32] = []
    var groups: [[UInt16]] = []
    var forbidden: [UInt16] = []
    var until: [UInt16] = []
    var counted: [UInt16] = []
    var minimum: Int64 = 0
    var maximum: Int64?
    var left: [UInt16] = []
    var right: [UInt16] = []
    var fields = (FieldName(rawValue: .max), FieldName(rawValue: .max))
    var requiresBoth = false
    var properties: [PlannedProperty] = []
    switch obligation {
    case .response(let begin, let chain, let conditions):
      kind = .response
      trigger = begin
      for step in chain { steps.append(PlannedStep(step, parameters, &planned)) }
      for condition in conditions { checks.append(planned.add(condition)) }
    case .precedence(let begin, let earlier):
      kind = .precedence
      (trigger, groups) = (begin, earlier)
    case .never(let events, let after, let end):
      kind = .never
      (forbidden, trigger, until) = (events, after, end)
    case .count(let events, let begin, let least, let most):
      kind = .count
      (counted, trigger) = (events, begin)
      minimum = least.value(parameters)
      maximum = most?.value(parameters)
    case .check(let begin, let conditions):
      kind = .check
      trigger = begin
      for condition in conditions { checks.append(planned.add(condition)) }
    case .equal(let first, let second, let firstField, let secondField, let isStrict):
      kind = .equal
      (left, right, requiresBoth) = (first, second, isStrict)
      fields = (firstField, secondField)
    case .balance(let begin, let relation):
      kind = .balance
      (trigger, checks) = (begin, [planned.add(relation)])
    case .ratio(let part, let whole, _, _, _):
      kind = .ratio
      (left, right) = (part, whole)
    case .schema(let begin, let fields):
      kind = .schema
      trigger = begin
      for field in fields { properties.append(PlannedProperty(field, &planned)) }
    }
    self.cancel = cancel
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

/// One step of a chain, its limits worked out and its expressions numbered.
struct PlannedStep: Sendable {
  let patterns: [UInt16]
  let group: Int
  let least: Int64
  let most: Int64
  /// The rule says how often at most.
  let hasMost: Bool
  /// Numbers of expressions; -1 for none.
  let within: Int32
  let anchor: Int32
  let before: [UInt16]
  let checks: [Int32]

  init(_ step: Step, _ parameters: [Parameter], _ planned: inout PlannedRules) {
    patterns = step.patterns
    group = Int(step.group)
    least = step.least(parameters)
    most = step.most(parameters)
    hasMost = step.times?.most != nil
    within = step.within.map { planned.add($0) } ?? -1
    anchor = step.anchor.map { planned.add($0) } ?? -1
    before = step.before
    var checks: [Int32] = []
    for check in step.checks { checks.append(planned.add(check)) }
    self.checks = checks
  }
}

/// A field of a schema, its checks numbered.
struct PlannedProperty: Sendable {
  let field: FieldName
  let isRequired: Bool
  let checks: [Int32]

  init(_ property: Property, _ planned: inout PlannedRules) {
    field = property.field
    isRequired = property.isRequired
    var checks: [Int32] = []
    for check in property.checks { checks.append(planned.add(check)) }
    self.checks = checks
  }
}
