/// The obligation of a rule. Numbers are indices in the rule's patterns.
package indirect enum Obligation: Sendable, Equatable {
  /// After a trigger, these steps, group by group; then the checks hold.
  case response(trigger: [UInt16], steps: [Step], checks: [Expression])
  /// When the trigger comes, one pattern of each group has come before it in the scope.
  case precedence(trigger: [UInt16], groups: [[UInt16]])
  /// The forbidden events do not come: at all, or between `after` and `until`.
  case never(forbidden: [UInt16], after: [UInt16], until: [UInt16])
  /// The number of events within the scope (from the trigger on, where there is one) is in limits.
  case count(counted: [UInt16], trigger: [UInt16], minimum: Limit, maximum: Limit?)
  /// The checks hold for each trigger.
  case check(trigger: [UInt16], checks: [Expression])
  /// A field of each right event equals that of the last left event before it in the scope.
  case equal(
    left: [UInt16], right: [UInt16], leftField: FieldName, rightField: FieldName,
    requiresBoth: Bool)
  /// The relation holds whenever the trigger comes, or at the scope's end without a trigger.
  case balance(trigger: [UInt16], relation: Expression)
  /// The share of some events among others is in limits at the scope's end, from so many others on.
  case ratio(
    part: [UInt16], whole: [UInt16], minimum: Expression?, maximum: Expression?, from: Limit)
  /// The fields of each trigger are there and have the required form.
  case schema(trigger: [UInt16], properties: [Property])
}

/// A field of an event, and its required form.
package struct Property: Sendable, Equatable {
  package var field: FieldName
  package var isRequired: Bool
  /// The conditions, each a bool over the event's role.
  package var checks: [Expression]
  package init(field: FieldName, isRequired: Bool, checks: [Expression] = []) {
    self.field = field
    self.isRequired = isRequired
    self.checks = checks
  }
}

/// One step of an expected chain.
package struct Step: Sendable, Equatable {
  /// Indices in the rule's patterns, one of which must match.
  package var patterns: [UInt16]
  /// Groups come one after the other; the steps of one group come in any order.
  package var group: UInt8
  /// The number of times the step may be taken; nil for once.
  package var times: Times?
  package var isOptional: Bool
  /// The longest time from the anchor to the step, a duration; nil for the rest of the scope.
  package var within: Expression?
  /// An instant to count from; nil for the trigger's time.
  package var anchor: Expression?
  /// Patterns that end the wait: the step must come before any of them.
  package var before: [UInt16]
  /// The checks when the step is met; each a bool.
  package var checks: [Expression]
  package init(
    patterns: [UInt16], group: UInt8 = 0, times: Times? = nil, isOptional: Bool = false,
    within: Expression? = nil, anchor: Expression? = nil, before: [UInt16] = [],
    checks: [Expression] = []
  ) {
    self.patterns = patterns
    self.group = group
    self.times = times
    self.isOptional = isOptional
    self.within = within
    self.anchor = anchor
    self.before = before
    self.checks = checks
  }

  /// The least and the greatest number of times that a step is taken.
  package struct Times: Sendable, Equatable {
    package var least: Limit
    /// Nil for any number.
    package var most: Limit?
    package init(least: Limit, most: Limit?) {
      self.least = least
      self.most = most
    }
  }

  /// The number of events from which the step is met.
  package func least(_ parameters: [Parameter]) -> Int64 {
    isOptional ? 0 : times?.least.value(parameters) ?? 1
  }

  /// The most events that the step takes.
  package func most(_ parameters: [Parameter]) -> Int64 {
    guard let times else { return 1 }
    return times.most?.value(parameters) ?? .max
  }
}

/// A whole number of a rule: literal, or a parameter's.
package enum Limit: Sendable, Equatable {
  case number(Int64)
  /// An index in the book's parameters.
  case parameter(UInt16)

  /// The number, which is never below zero.
  package func value(_ parameters: [Parameter]) -> Int64 {
    switch self {
    case .number(let number): return number
    case .parameter(let index):
      guard parameters.indices.contains(Int(index)),
        case .int(let number) = parameters[Int(index)].value
      else { return 0 }
      return max(0, number)
    }
  }
}
