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
  let steps: [Step]
  let checks: [Expression]
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
  let properties: [Property]

  init(_ rule: Rule, _ parameters: [Parameter]) {
    var trigger: [UInt16] = []
    var steps: [Step] = []
    var checks: [Expression] = []
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
    var properties: [Property] = []
    switch rule.obligation {
    case .response(let begin, let chain, let conditions):
      kind = .response
      (trigger, steps, checks) = (begin, chain, conditions)
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
      (trigger, checks) = (begin, conditions)
    case .equal(let first, let second, let firstField, let secondField, let isStrict):
      kind = .equal
      (left, right, requiresBoth) = (first, second, isStrict)
      fields = (firstField, secondField)
    case .balance(let begin, let relation):
      kind = .balance
      (trigger, checks) = (begin, [relation])
    case .ratio(let part, let whole, _, _, _):
      kind = .ratio
      (left, right) = (part, whole)
    case .schema(let begin, let fields):
      kind = .schema
      (trigger, properties) = (begin, fields)
    }
    cancel = rule.cancel
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
