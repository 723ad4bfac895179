/// Facts derived from the expressions and patterns of a rule.
extension Rule {
  /// Passes every expression of the rule to the body, which may change it.
  mutating func updateExpressions(_ body: (inout Expression) -> Void) {
    updateConditions(body)
    if case .response(let trigger, var steps, let checks) = obligation {
      for index in steps.indices { steps[index].updateLimits(body) }
      obligation = .response(trigger: trigger, steps: steps, checks: checks)
    }
  }

  /// All expressions of the rule.
  package var expressions: [Expression] { collected { $0.updateExpressions($1) } }

  /// The expressions that are not the limits of waits.
  package var conditions: [Expression] { collected { $0.updateConditions($1) } }

  /// Whether one of the conditions reads a reference that satisfies a test.
  package func reads(_ isMeant: (Reference) -> Bool) -> Bool {
    conditions.contains { $0.reads(isMeant) }
  }

  /// The references that its expressions read.
  package var references: Set<Reference> {
    expressions.reduce(into: []) { $0.formUnion($1.references) }
  }

  /// The whole numbers that it counts by.
  package var limits: [Limit] { collected { $0.updateLimits($1) } }

  /// The parts that a walk hands to its body.
  private func collected<Part>(_ walk: (inout Rule, (inout Part) -> Void) -> Void) -> [Part] {
    var copy = self
    var parts: [Part] = []
    walk(&copy) { parts.append($0) }
    return parts
  }

  /// Passes every expression that is no limit of a wait to the body, which may change it.
  private mutating func updateConditions(_ body: (inout Expression) -> Void) {
    for index in patterns.indices {
      if var condition = patterns[index].condition {
        body(&condition)
        patterns[index].condition = condition
      }
    }
    switch obligation {
    case .response(let trigger, var steps, var checks):
      for index in steps.indices { steps[index].updateChecks(body) }
      for index in checks.indices { body(&checks[index]) }
      obligation = .response(trigger: trigger, steps: steps, checks: checks)
    case .check(let trigger, var checks):
      for index in checks.indices { body(&checks[index]) }
      obligation = .check(trigger: trigger, checks: checks)
    case .balance(let trigger, var relation):
      body(&relation)
      obligation = .balance(trigger: trigger, relation: relation)
    case .ratio(let part, let whole, var minimum, var maximum, let from):
      if var bound = minimum {
        body(&bound)
        minimum = bound
      }
      if var bound = maximum {
        body(&bound)
        maximum = bound
      }
      obligation = .ratio(
        part: part, whole: whole, minimum: minimum, maximum: maximum, from: from)
    case .schema(let trigger, var properties):
      for index in properties.indices {
        for check in properties[index].checks.indices { body(&properties[index].checks[check]) }
      }
      obligation = .schema(trigger: trigger, properties: properties)
    case .precedence, .never, .count, .equal: break
    }
  }

  /// Passes every whole number that a parameter may give to the body, which may change it.
  mutating func updateLimits(_ body: (inout Limit) -> Void) {
    switch obligation {
    case .response(let trigger, var steps, let checks):
      for index in steps.indices {
        guard var times = steps[index].times else { continue }
        body(&times.least)
        if var most = times.most {
          body(&most)
          times.most = most
        }
        steps[index].times = times
      }
      obligation = .response(trigger: trigger, steps: steps, checks: checks)
    case .count(let counted, let trigger, var minimum, var maximum):
      body(&minimum)
      if var most = maximum {
        body(&most)
        maximum = most
      }
      obligation = .count(
        counted: counted, trigger: trigger, minimum: minimum, maximum: maximum)
    case .ratio(let part, let whole, let minimum, let maximum, var from):
      body(&from)
      obligation = .ratio(
        part: part, whole: whole, minimum: minimum, maximum: maximum, from: from)
    case .precedence, .never, .check, .equal, .balance, .schema: break
    }
  }

  /// Notes for each role the fields that must be kept of its event.
  mutating func noteFieldsRead() {
    for reference in references {
      switch reference {
      case .roleField(let role, let field)
      where roles.indices.contains(Int(role)) && !roles[Int(role)].fields.contains(field):
        roles[Int(role)].fields.append(field)
      case .roleCount(let role) where roles.indices.contains(Int(role)):
        roles[Int(role)].isCounted = true
      default: break
      }
    }
    if case .equal(let left, _, let leftField, _, _) = obligation {
      // The right event is at hand when it is compared; the left one is remembered.
      for role in Set(left.map { Int(patterns[Int($0)].role) })
      where !roles[role].fields.contains(leftField) {
        roles[role].fields.append(leftField)
      }
    }
    for index in roles.indices { roles[index].fields.sort { $0.rawValue < $1.rawValue } }
  }

  /// Groups and tags of the events whose absence the rule judges, if no seed promises any of them.
  func derivedArming(in catalogue: Catalogue) -> [Arming] {
    let awaited: [UInt16]
    switch obligation {
    case .response(_, let steps, _):
      awaited = steps.filter { !$0.isOptional }.flatMap(\.patterns)
    case .precedence(_, let groups): awaited = groups.flatMap(\.self)
    case .count(let counted, _, let minimum, _): awaited = minimum == .number(0) ? [] : counted
    case .never, .check, .equal, .balance, .ratio, .schema: awaited = []
    }
    let events = awaited.map { catalogue[patterns[Int($0)].kind] }
    guard events.allSatisfy({ $0.origin == .proposed }) else { return [] }
    var arming: [Arming] = []
    for event in events {
      let entry = Arming(group: event.group, tags: event.tags)
      if !arming.contains(entry) { arming.append(entry) }
    }
    return arming
  }
}

extension Step {
  fileprivate mutating func updateLimits(_ body: (inout Expression) -> Void) {
    if var within {
      body(&within)
      self.within = within
    }
    if var anchor {
      body(&anchor)
      self.anchor = anchor
    }
  }

  fileprivate mutating func updateChecks(_ body: (inout Expression) -> Void) {
    for index in checks.indices { body(&checks[index]) }
  }
}
