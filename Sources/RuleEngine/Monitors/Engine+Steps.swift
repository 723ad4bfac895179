internal import LogReading

extension Engine {
  /// Gives an event to one rule in one scope.
  mutating func step(_ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent) {
    let plan = plans[rule]
    switch plan.kind {
    case .response: respond(rule, scope, event, plan.trigger, plan.steps, plan.checks)
    case .precedence: precede(rule, scope, event, plan.trigger, plan.groups)
    case .never: forbid(rule, scope, event, plan.forbidden, plan.trigger, plan.until)
    case .count:
      count(rule, scope, event, plan.counted, plan.trigger, plan.minimum, plan.maximum)
    case .check: check(rule, scope, event, plan.trigger, plan.checks)
    case .equal: compare(rule, scope, event, plan.left, plan.right, plan.fields, plan.requiresBoth)
    case .balance: balance(rule, scope, event, plan.trigger, plan.checks[0])
    case .ratio: share(rule, scope, event, plan.left, plan.right)
    case .schema: validate(rule, scope, event, plan.trigger, plan.properties)
    }
  }

  /// Whether a cancelling event ended the instance, for good if the rule waits for no trigger.
  private mutating func isCancelled(_ index: Int, _ event: ScopedEvent, isScopeLong: Bool) -> Bool {
    let rule = Int(instances[index].rule)
    let plan = plans[rule]
    guard !plan.cancel.isEmpty, match(event, plan.cancel, rule: rule, instance: index) != nil else {
      return false
    }
    if isScopeLong { instances[index].state = .over } else { free(index) }
    return true
  }

  private mutating func precede(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: PatternList,
    _ groups: [PatternList]
  ) {
    let index = instance(rule, scope) ?? makeInstance(rule, scope)
    let triggers = match(event, trigger, rule: rule, instance: index)
    if let triggers {
      capture(event, as: triggers.role, step: -1, in: index)
      instances[index].trigger = EventReference(event)
      if let group = groups.indices.first(where: { instances[index].met & (1 << UInt64($0)) == 0 })
      {
        let missing = kinds(of: groups[group])
        if isHeadCut(scope) {
          report(index, .inconclusive, .headCut, missing: missing, step: group)
        } else {
          unmet(index, reason: .notSeen, missing: missing, step: group)
        }
      } else {
        satisfy(index)
      }
      instances.clearWitnesses(index)
    }
    for (group, patterns) in groups.enumerated() {
      guard let pattern = match(event, patterns, rule: rule, instance: index) else { continue }
      instances[index].met |= 1 << UInt64(group)
      capture(event, as: pattern.role, step: group, in: index)
    }
  }

  private mutating func forbid(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ forbidden: PatternList,
    _ after: PatternList, _ until: PatternList
  ) {
    let isScopeLong = after.isEmpty
    var index = instance(rule, scope)
    if index == nil, isScopeLong { index = makeInstance(rule, scope) }
    if let index {
      let isOpen = instances[index].state == .open
      // Once broken or over it says nothing more, until something begins it anew.
      if !isOpen, isScopeLong { return }
      if isCancelled(index, event, isScopeLong: isScopeLong) { return }
      if isOpen, let pattern = match(event, forbidden, rule: rule, instance: index) {
        capture(event, as: pattern.role, step: 0, in: index)
        unmet(index, reason: .forbidden, missing: [], step: -1)
        return
      }
      if !until.isEmpty, match(event, until, rule: rule, instance: index) != nil {
        if isOpen { satisfy(index) }
        if isScopeLong { instances[index].state = .over } else { free(index) }
        return
      }
    }
    guard let pattern = match(event, after, rule: rule, instance: index) else { return }
    if let index { free(index) }
    let open = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: open)
    instances[open].trigger = EventReference(event)
  }

  private mutating func count(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ counted: PatternList,
    _ trigger: PatternList, _ minimum: Int64, _ maximum: Int64?
  ) {
    var index = instance(rule, scope)
    if index == nil, trigger.isEmpty { index = makeInstance(rule, scope) }
    if let index {
      if instances[index].state == .over { return }
      if isCancelled(index, event, isScopeLong: trigger.isEmpty) { return }
    }
    let retrigger = plans[rule].onRetrigger
    // What came to its outcome is not waiting, and keeps no trigger from beginning.
    if retrigger != .ignore || index.map({ instances[$0].state != .open }) ?? true,
      let pattern = match(event, trigger, rule: rule, instance: index)
    {
      if let index {
        if retrigger == .violate, instances[index].state == .open {
          unmet(index, reason: .retriggered, missing: [], step: -1)
        } else {
          judgeCount(index, minimum, counted)
        }
        free(index)
      }
      let open = makeInstance(rule, scope)
      capture(event, as: pattern.role, step: -1, in: open)
      instances[open].trigger = EventReference(event)
      return
    }
    guard let index, let pattern = match(event, counted, rule: rule, instance: index) else {
      return
    }
    capture(event, as: pattern.role, step: 0, in: index)
    instances[index].count += 1
    if let maximum, instances[index].count > maximum, instances[index].state == .open {
      unmet(index, reason: .tooMany, missing: [], step: -1)
    }
  }

  private mutating func check(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: PatternList,
    _ checks: [Int32]
  ) {
    if needsWholeScope[rule], isHeadCut(scope) { return }
    guard let pattern = match(event, trigger, rule: rule, instance: nil) else { return }
    if holdAtOnce(checks, as: pattern.role, rule, scope) {
      satisfied[rule] += 1
      return
    }
    let index = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    judge(index, checks, step: -1)
    free(index)
  }

  /// Whether all checks hold for the event at hand, so that nothing of it has to be kept: most do.
  private mutating func holdAtOnce(
    _ checks: [Int32], as role: UInt8, _ rule: Int, _ scope: ScopeReference
  ) -> Bool {
    if explained == rule { return false }
    moment = Moment(rule: rule, candidateRole: Int16(role), scope: scope)
    for check in checks where truth(check) != .yes { return false }
    return true
  }

  /// Reports the first of the checks that does not hold, or satisfaction.
  mutating func judge(_ index: Int, _ checks: [Int32], step: Int) {
    if let failure = firstFailure(index, checks) {
      fail(index, failure, step: step)
    } else {
      satisfy(index)
    }
  }

  mutating func firstFailure(_ index: Int, _ checks: [Int32]) -> (Expression, Evaluation)? {
    let rule = Int(instances[index].rule)
    for number in checks {
      moment = Moment(rule: rule, instance: index)
      if truth(number) == .yes { continue }
      let check = planned.expressions[Int(number)]
      let result = evaluate(check, rule, index)
      // What is said of a step that was passed over does not apply.
      if case .error = result, readsUntaken(check, instances[index].taken) { continue }
      return (check, result)
    }
    return nil
  }

  private func readsUntaken(_ check: Expression, _ taken: UInt64) -> Bool {
    check.references.contains { reference in
      switch reference {
      case .roleField(let role, _), .roleTime(let role): taken & (1 << UInt64(role)) == 0
      default: false
      }
    }
  }

  mutating func fail(_ index: Int, _ failure: (Expression, Evaluation), step: Int) {
    switch failure.1 {
    case .value:
      unmet(index, reason: .checkFailed, missing: [], step: step, detail: failure.0.text)
    case .error(.missing), .error(.malformed), .error(.zoneless):
      report(
        index, .inconclusive, .missingField, missing: [], step: step, detail: failure.0.text)
    case .error(.redacted):
      report(index, .inconclusive, .redacted, missing: [], step: step, detail: failure.0.text)
    case .error:
      report(index, .inconclusive, .evaluation, missing: [], step: step, detail: failure.0.text)
    }
  }

  private mutating func compare(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ left: PatternList,
    _ right: PatternList, _ fields: (FieldName, FieldName), _ requiresBoth: Bool
  ) {
    if let pattern = match(event, right, rule: rule, instance: instance(rule, scope)) {
      let index = instance(rule, scope) ?? makeInstance(rule, scope)
      // The right event may take the role of the left one.
      let earlier = leftValue(index, fields.0)
      capture(event, as: pattern.role, step: 1, in: index)
      instances[index].met |= 2
      if instances[index].met & 1 != 0 {
        compareValues(index, earlier, value(fields.1, of: event))
      } else if requiresBoth, !isHeadCut(scope) {
        unmet(index, reason: .notSeen, missing: kinds(of: left), step: 0)
      }
    }
    if let pattern = match(event, left, rule: rule, instance: instance(rule, scope)) {
      let index = instance(rule, scope) ?? makeInstance(rule, scope)
      instances.clearWitnesses(index)
      capture(event, as: pattern.role, step: 0, in: index)
      instances[index].trigger = EventReference(event)
      instances[index].met = 1
      instances[index].step = Int(pattern.role)
      instances[index].state = .open
    }
  }

  /// The field of the last left event, whose role stands as the step.
  private func leftValue(_ index: Int, _ field: FieldName) -> Value {
    let role = UInt8(truncatingIfNeeded: instances[index].step)
    return slot(rule: Int(instances[index].rule), role: role, field: field)
      .map { instances.value($0, of: index) } ?? .missing
  }

  private mutating func compareValues(_ index: Int, _ earlier: Value, _ later: Value) {
    switch (earlier, later) {
    case (.missing, _), (_, .missing), (.malformed, _), (_, .malformed):
      report(index, .inconclusive, .missingField, missing: [], step: 1)
    case (.redacted, _), (_, .redacted):
      report(index, .inconclusive, .redacted, missing: [], step: 1)
    case (.string(let one), .string(let other)):
      if one == other || one.lowercased() == other.lowercased() {
        satisfy(index)
      } else {
        unmet(index, reason: .differs, missing: [], step: 1, detail: "\(one) and \(other)")
      }
    default:
      if earlier == later {
        satisfy(index)
      } else {
        unmet(index, reason: .differs, missing: [], step: 1)
      }
    }
  }

  private mutating func balance(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: PatternList,
    _ relation: Int32
  ) {
    if needsWholeScope[rule], isHeadCut(scope) { return }
    guard let pattern = match(event, trigger, rule: rule, instance: nil) else { return }
    if holdAtOnce([relation], as: pattern.role, rule, scope) {
      satisfied[rule] += 1
      return
    }
    let index = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    judgeRelation(index, relation)
    free(index)
  }

  mutating func judgeRelation(_ index: Int, _ number: Int32, isAtScopeEnd: Bool = false) {
    let relation = planned.expressions[Int(number)]
    let result = evaluate(relation, Int(instances[index].rule), index)
    if result == .value(.bool(true)) {
      satisfy(index)
    } else if case .value = result {
      unmet(
        index, reason: .relation, missing: [], step: -1, detail: relation.text,
        isAtScopeEnd: isAtScopeEnd)
    } else if case .error(.missing) = result {
      // A counter that is not reported is not compared.
      return
    } else {
      fail(index, (relation, result), step: -1)
    }
  }

  func kinds(of patterns: PatternList) -> [EventKind] {
    var kinds: [EventKind] = []
    for place in patterns.first..<(patterns.first + patterns.count) {
      let kind = planned.pattern(at: place).kind
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
