internal import LogReading

/// What a rule asks for, laid out for the engine.
///
/// An object whose parts never change: they are lent to each step as they are, while to take them out
/// of the `Obligation` counted the references of every list for every event and rule.
final class RulePlan: Sendable {
  enum Kind { case response, precedence, never, count, check, equal, balance, ratio, schema }

  let kind: Kind
  let trigger: PatternList
  let cancel: PatternList
  let steps: [PlannedStep]
  /// Numbers of expressions, as all that follow.
  let checks: [Int32]
  let groups: [PatternList]
  let forbidden: PatternList
  let until: PatternList
  let counted: PatternList
  let minimum: Int64
  let maximum: Int64?
  let left: PatternList
  let right: PatternList
  let fields: (FieldName, FieldName)
  let requiresBoth: Bool
  let properties: [PlannedProperty]
  let onRetrigger: Rule.Retrigger

  /// Lays a rule out, and gives its expressions numbers among those of all.
  init(
    _ obligation: Obligation, of rule: Int, cancel: [UInt16] = [],
    onRetrigger: Rule.Retrigger = .restart, _ parameters: [Parameter], _ planned: inout PlannedRules
  ) {
    var trigger = PatternList()
    var steps: [PlannedStep] = []
    var checks: [Int32] = []
    var groups: [PatternList] = []
    var forbidden = PatternList()
    var until = PatternList()
    var counted = PatternList()
    var minimum: Int64 = 0
    var maximum: Int64?
    var left = PatternList()
    var right = PatternList()
    var fields = (FieldName(rawValue: .max), FieldName(rawValue: .max))
    var requiresBoth = false
    var properties: [PlannedProperty] = []
    switch obligation {
    case .response(let begin, let chain, let conditions):
      kind = .response
      trigger = planned.list(begin, of: rule)
      for step in chain { steps.append(PlannedStep(step, of: rule, parameters, &planned)) }
      for condition in conditions { checks.append(planned.add(condition)) }
    case .precedence(let begin, let earlier):
      kind = .precedence
      trigger = planned.list(begin, of: rule)
      for group in earlier { groups.append(planned.list(group, of: rule)) }
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
      for condition in conditions { checks.append(planned.add(condition)) }
    case .equal(let first, let second, let firstField, let secondField, let isStrict):
      kind = .equal
      left = planned.list(first, of: rule)
      right = planned.list(second, of: rule)
      requiresBoth = isStrict
      fields = (firstField, secondField)
    case .balance(let begin, let relation):
      kind = .balance
      trigger = planned.list(begin, of: rule)
      checks = [planned.add(relation)]
    case .ratio(let part, let whole, _, _, _):
      kind = .ratio
      left = planned.list(part, of: rule)
      right = planned.list(whole, of: rule)
    case .schema(let begin, let fields):
      kind = .schema
      trigger = planned.list(begin, of: rule)
      for field in fields { properties.append(PlannedProperty(field, &planned)) }
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
  let checks: [Int32]

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
