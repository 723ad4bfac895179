internal import LogReading

extension Engine {
  /// Gives an event to one rule in one scope.
  func step(_ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent) {
    guard rows[Int(scope.kind.rawValue)].indices.contains(Int(scope.slot)),
      rows[Int(scope.kind.rawValue)][Int(scope.slot)].isOpen
    else { return }
    switch book.rules[rule].obligation {
    case .response(let trigger, let steps, let isAnyOrder, let checks):
      respond(rule, scope, event, trigger, steps, isAnyOrder, checks)
    case .precedence(let trigger, let groups): precede(rule, scope, event, trigger, groups)
    case .never(let forbidden, let after, let until):
      forbid(rule, scope, event, forbidden, after, until)
    case .count(let counted, let trigger, let minimum, let maximum):
      count(rule, scope, event, counted, trigger, minimum, maximum)
    case .check(let trigger, let checks): check(rule, scope, event, trigger, checks)
    case .equal(let left, let right, let leftField, let rightField, let requiresBoth):
      compare(rule, scope, event, left, right, (leftField, rightField), requiresBoth)
    case .balance(let trigger, let relation): balance(rule, scope, event, trigger, relation)
    }
  }

  /// Whether a cancelling event ended the instance.
  private func isCancelled(_ index: Int, _ event: ScopedEvent) -> Bool {
    let rule = Int(instances[index].rule)
    let cancel = book.rules[rule].cancel
    guard !cancel.isEmpty, match(event, cancel, rule: rule, instance: index) != nil else {
      return false
    }
    free(index)
    return true
  }

  private func precede(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: [UInt16],
    _ groups: [[UInt16]]
  ) {
    let index = instance(rule, scope) ?? makeInstance(rule, scope)
    let triggers = match(event, trigger, rule: rule, instance: index)
    if let triggers {
      capture(event, as: triggers.role, step: -1, in: index)
      instances[index].trigger = EventReference(event)
      if let group = groups.indices.first(where: { instances[index].met & (1 << UInt64($0)) == 0 })
      {
        let missing = kinds(of: groups[group], rule)
        if isHeadCut(scope) {
          report(index, .inconclusive, .headCut, missing: missing, step: group)
        } else {
          unmet(index, reason: .notSeen, missing: missing, step: group)
        }
      } else {
        satisfy(index)
      }
      instances[index].events.removeAll(keepingCapacity: true)
      instances[index].eventSteps.removeAll(keepingCapacity: true)
    }
    for (group, patterns) in groups.enumerated() {
      guard let pattern = match(event, patterns, rule: rule, instance: index) else { continue }
      instances[index].met |= 1 << UInt64(group)
      capture(event, as: pattern.role, step: group, in: index)
    }
  }

  private func forbid(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ forbidden: [UInt16],
    _ after: [UInt16], _ until: [UInt16]
  ) {
    var index = instance(rule, scope)
    if let open = index, isCancelled(open, event) { return }
    if let open = index, instances[open].state == .open,
      let pattern = match(event, forbidden, rule: rule, instance: open)
    {
      capture(event, as: pattern.role, step: 0, in: open)
      unmet(open, reason: .forbidden, missing: [], step: -1)
      return
    }
    if !until.isEmpty, match(event, until, rule: rule, instance: index) != nil {
      if after.isEmpty {
        // The prohibition holds from the scope's start, so it ends once and for all.
        let open = index ?? makeInstance(rule, scope)
        if instances[open].state == .open { satisfy(open) }
        instances[open].state = .missed
        return
      }
      // The event that ends one prohibition may begin the next.
      if let open = index {
        if instances[open].state == .open { satisfy(open) }
        free(open)
        index = nil
      }
    }
    if after.isEmpty {
      if index == nil {
        let open = makeInstance(rule, scope)
        index = open
        if let pattern = match(event, forbidden, rule: rule, instance: open) {
          capture(event, as: pattern.role, step: 0, in: open)
          unmet(open, reason: .forbidden, missing: [], step: -1)
        }
      }
    } else if let pattern = match(event, after, rule: rule, instance: index) {
      if let old = index { free(old) }
      let open = makeInstance(rule, scope)
      capture(event, as: pattern.role, step: -1, in: open)
      instances[open].trigger = EventReference(event)
    }
  }

  private func count(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ counted: [UInt16],
    _ trigger: [UInt16], _ minimum: Int64, _ maximum: Int64?
  ) {
    if let open = instance(rule, scope), isCancelled(open, event) { return }
    let existing = instance(rule, scope)
    if existing == nil || book.rules[rule].onRetrigger == .restart,
      let pattern = match(event, trigger, rule: rule, instance: existing)
    {
      if let existing {
        judgeCount(existing, minimum, counted)
        free(existing)
      }
      let open = makeInstance(rule, scope)
      capture(event, as: pattern.role, step: -1, in: open)
      instances[open].trigger = EventReference(event)
      return
    }
    if !trigger.isEmpty, instance(rule, scope) == nil { return }
    guard let pattern = match(event, counted, rule: rule, instance: instance(rule, scope)) else {
      return
    }
    let index = instance(rule, scope) ?? makeInstance(rule, scope)
    capture(event, as: pattern.role, step: 0, in: index)
    instances[index].count += 1
    if let maximum, instances[index].count > maximum, instances[index].state == .open {
      unmet(index, reason: .tooMany, missing: [], step: -1)
    }
  }

  private func check(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: [UInt16],
    _ checks: [Expression]
  ) {
    if needsWholeScope[rule], isHeadCut(scope) { return }
    guard let pattern = match(event, trigger, rule: rule, instance: nil) else { return }
    let index = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    judge(index, checks, step: -1)
    free(index)
  }

  /// Reports the first of the checks that does not hold, or satisfaction.
  func judge(_ index: Int, _ checks: [Expression], step: Int) {
    if let failure = firstFailure(index, checks) {
      fail(index, failure, step: step)
    } else {
      satisfy(index)
    }
  }

  func firstFailure(_ index: Int, _ checks: [Expression]) -> (Expression, Evaluation)? {
    let rule = Int(instances[index].rule)
    for check in checks {
      let result = check.evaluate(moment(rule, index))
      if result != .value(.bool(true)) { return (check, result) }
    }
    return nil
  }

  func fail(_ index: Int, _ failure: (Expression, Evaluation), step: Int) {
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

  private func compare(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ left: [UInt16],
    _ right: [UInt16], _ fields: (FieldName, FieldName), _ requiresBoth: Bool
  ) {
    if let pattern = match(event, right, rule: rule, instance: instance(rule, scope)) {
      let index = instance(rule, scope) ?? makeInstance(rule, scope)
      capture(event, as: pattern.role, step: 1, in: index)
      instances[index].met |= 2
      if instances[index].met & 1 != 0 {
        compareValues(index, event, left, fields)
      } else if requiresBoth, !isHeadCut(scope) {
        unmet(index, reason: .notSeen, missing: kinds(of: left, rule), step: 0)
      }
    }
    if let pattern = match(event, left, rule: rule, instance: instance(rule, scope)) {
      let index = instance(rule, scope) ?? makeInstance(rule, scope)
      instances[index].events.removeAll(keepingCapacity: true)
      instances[index].eventSteps.removeAll(keepingCapacity: true)
      capture(event, as: pattern.role, step: 0, in: index)
      instances[index].trigger = EventReference(event)
      instances[index].met = 1
    }
  }

  private func compareValues(
    _ index: Int, _ event: ScopedEvent, _ left: [UInt16], _ fields: (FieldName, FieldName)
  ) {
    let rule = Int(instances[index].rule)
    let roles = Set(left.map { book.rules[rule].patterns[Int($0)].role })
    let earlier =
      roles.compactMap { slot(rule: rule, role: $0, field: fields.0) }
      .map { instances[index].values[$0] }.first { $0 != .missing } ?? .missing
    let later = value(fields.1, of: event)
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

  private func balance(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: [UInt16],
    _ relation: Expression
  ) {
    if needsWholeScope[rule], isHeadCut(scope) { return }
    guard let pattern = match(event, trigger, rule: rule, instance: nil) else { return }
    let index = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    judgeRelation(index, relation)
    free(index)
  }

  func judgeRelation(_ index: Int, _ relation: Expression) {
    let result = relation.evaluate(moment(Int(instances[index].rule), index))
    if result == .value(.bool(true)) {
      satisfy(index)
    } else if case .value = result {
      unmet(index, reason: .relation, missing: [], step: -1, detail: relation.text)
    } else if case .error(.missing) = result {
      // A counter that is not reported is not compared.
      return
    } else {
      fail(index, (relation, result), step: -1)
    }
  }

  func kinds(of patterns: [UInt16], _ rule: Int) -> [EventKind] {
    var kinds: [EventKind] = []
    for index in patterns {
      let kind = book.rules[rule].patterns[Int(index)].kind
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
