internal import LogReading
internal import RuleLanguage

extension Engine {
  /// Gives the event at hand to one rule in one scope, where it may have an instance.
  mutating func step(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ index: Int?
  ) {
    switch interest.obligation {
    case .response: respond(interest, scope, index)
    case .precedence: precede(interest, scope, index)
    case .never: forbid(interest, scope, index)
    case .count: count(interest, scope, index)
    case .check: check(interest, scope, isBalance: false)
    case .balance: check(interest, scope, isBalance: true)
    case .equal: compare(interest, scope, index)
    case .ratio: share(interest, scope, index)
    case .schema: validate(interest, scope)
    }
  }

  /// Whether the event cancelled the instance, for good if the rule waits for no trigger.
  private mutating func isCancelled(
    _ index: Int, _ interest: DispatchTables.Interest, isScopeLong: Bool
  ) -> Bool {
    guard !interest.cancel.isEmpty,
      match(interest.cancel, Int(interest.rule), instance: index) != nil
    else { return false }
    if isScopeLong { instances[index].state = .over } else { free(index) }
    return true
  }

  private mutating func precede(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ instance: Int?
  ) {
    let rule = Int(interest.rule)
    let index = instance ?? makeInstance(rule, scope)
    let groups = plans[rule].groups
    if let role = match(interest.trigger, rule, instance: index) {
      capture(as: role, step: -1, in: index)
      instances[index].trigger = candidateReference
      let met = instances[index].met
      if let group = groups.indices.first(where: { met & (1 << UInt64($0)) == 0 }) {
        let missing = kinds(of: planned.group(group, of: groups))
        if isHeadCut(scope) || correlator.mayPrecedeHead(missing, ofSegment: candidate.segment) {
          report(index, .inconclusive, .headCut, missing: missing, step: group)
        } else {
          unmet(index, reason: .notSeen, missing: missing, step: group)
        }
      } else {
        satisfy(index)
      }
      instances.clearWitnesses(index)
    }
    guard interest.meets != 0 else { return }
    for group in groups.indices where interest.mayMeet(group) {
      guard let role = match(planned.group(group, of: groups), rule, instance: index) else {
        continue
      }
      if instances[index].met & (1 << UInt64(group)) == 0 { addBehind(index, group) }
      instances[index].met |= 1 << UInt64(group)
      capture(as: role, step: group, in: index)
    }
  }

  /// What a process does once, as it starts, was not done before the log began if it comes now: then
  /// what had to wait for it did not.
  private mutating func addBehind(_ index: Int, _ group: Int) {
    guard instances[index].scope.kind == .process, correlator.isProcessStart(candidate.kind),
      let doubted = instances[index].reported, doubted.reason == .headCut,
      Int(doubted.step) == group
    else { return }
    settleDoubt(index, doubted)
  }

  private mutating func forbid(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ instance: Int?
  ) {
    let rule = Int(interest.rule)
    let isScopeLong = plans[rule].trigger.isEmpty
    var index = instance
    if index == nil, isScopeLong { index = makeInstance(rule, scope) }
    if let index {
      let isOpen = instances[index].state == .open
      // Once broken or over it says nothing more, until something begins it anew.
      if !isOpen, isScopeLong { return }
      if isCancelled(index, interest, isScopeLong: isScopeLong) { return }
      if isOpen, let pattern = firstMatch(interest.first, rule, index) {
        let (role, number) = (pattern.role, pattern.condition)
        let condition = number < 0 ? nil : planned.expressions[Int(number)]
        let rest = restOfFit(condition, rule, index)
        capture(as: role, step: 0, in: index)
        var ground = Ground(rest: rest)
        if let condition {
          ground.decisive = .condition(condition, ofCandidate: true)
          if Self.isOfOthers(condition, than: role) { ground.detail = condition.text }
        }
        unmet(index, reason: .forbidden, missing: [], step: -1, ground: ground)
        return
      }
      if !interest.second.isEmpty, match(interest.second, rule, instance: index) != nil {
        if isOpen { satisfy(index) }
        if isScopeLong { instances[index].state = .over } else { free(index) }
        return
      }
    }
    guard let role = match(interest.trigger, rule, instance: index) else { return }
    if let index { free(index) }
    let open = makeInstance(rule, scope)
    capture(as: role, step: -1, in: open)
    instances[open].trigger = candidateReference
  }

  /// What it rests on that the event at hand fits in taking a role.
  private mutating func restOfFit(
    _ condition: Expression?, _ rule: Int, _ index: Int
  ) -> ClockRest {
    guard let condition else { return ClockRest() }
    moment = Moment(rule: rule, instance: index, hasCandidate: true)
    return rest(of: condition, index)
  }

  /// Whether a condition of a role is a matter of what another event said.
  private static func isOfOthers(_ condition: Expression, than role: UInt8) -> Bool {
    condition.references.contains { reference in
      switch reference {
      case .roleField(let other, _), .roleTime(let other): other != role
      default: false
      }
    }
  }

  private mutating func count(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ instance: Int?
  ) {
    let rule = Int(interest.rule)
    let counted = plans[rule].counted
    let isScopeLong = plans[rule].trigger.isEmpty
    var index = instance
    if index == nil, isScopeLong { index = makeInstance(rule, scope) }
    if let index {
      if instances[index].state == .over { return }
      // What came to its outcome waits no more, and nothing is left to cancel.
      if isScopeLong || instances[index].state == .open,
        isCancelled(index, interest, isScopeLong: isScopeLong)
      {
        return
      }
    }
    let retrigger = plans[rule].onRetrigger
    // What came to its outcome is not waiting, and keeps no trigger from beginning.
    if retrigger != .ignore || index.map({ instances[$0].state != .open }) ?? true,
      let role = match(interest.trigger, rule, instance: index)
    {
      if let index {
        if retrigger == .violate, instances[index].state == .open {
          unmet(index, reason: .retriggered, missing: [], step: -1)
        } else {
          judgeCount(index, plans[rule].minimum, counted)
        }
        free(index)
      }
      let open = makeInstance(rule, scope)
      capture(as: role, step: -1, in: open)
      instances[open].trigger = candidateReference
      return
    }
    guard let index, let role = match(interest.first, rule, instance: index) else { return }
    capture(as: role, step: 0, in: index)
    instances[index].count += 1
    if let maximum = plans[rule].maximum, instances[index].count > maximum,
      instances[index].state == .open
    {
      unmet(index, reason: .tooMany, missing: [], step: -1)
    }
  }

  /// Judges a single event, or the balance of what was counted up to it.
  private mutating func check(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, isBalance: Bool
  ) {
    let rule = Int(interest.rule)
    if needsWholeScope[rule], isHeadCut(scope) { return }
    guard let role = match(interest.trigger, rule, instance: nil) else { return }
    let checks = plans[rule].checks
    if holdAtOnce(checks, as: role, rule, scope) {
      satisfied[rule] += 1
      return
    }
    let index = makeInstance(rule, scope)
    capture(as: role, step: -1, in: index)
    instances[index].trigger = candidateReference
    if isBalance {
      judgeRelation(index, planned.check(at: Int(checks.first)))
    } else {
      judge(index, checks, step: -1)
    }
    free(index)
  }

  /// Whether all checks hold for the event at hand, so that nothing of it has to be kept: most do.
  private mutating func holdAtOnce(
    _ checks: CheckList, as role: UInt8, _ rule: Int, _ scope: ScopeReference
  ) -> Bool {
    if explained == rule { return false }
    moment = Moment(rule: rule, candidateRole: Int16(role), scope: scope)
    for place in checks.places where truth(planned.check(at: place)) != .yes { return false }
    return true
  }

  /// Reports the first of the checks that does not hold, or satisfaction.
  mutating func judge(_ index: Int, _ checks: CheckList, step: Int) {
    if let failure = firstFailure(index, checks) {
      fail(index, failure, step: step)
    } else {
      satisfy(index)
    }
  }

  mutating func firstFailure(_ index: Int, _ checks: CheckList) -> (Expression, Evaluation)? {
    if checks.isEmpty { return nil }
    let rule = Int(instances[index].rule)
    for place in checks.places {
      let number = planned.check(at: place)
      moment = Moment(rule: rule, instance: index)
      if truth(number) == .yes { continue }
      let check = planned.expressions[Int(number)]
      let result = evaluate(check, rule, index)
      // What is said of a step that was passed over does not apply.
      if case .error = result, readsUntaken(check, instances[index].taken),
        !readsUnknownDevice(check)
      {
        continue
      }
      return (check, result)
    }
    return nil
  }

  /// Whether a condition needs to know of the device what nothing tells.
  private func readsUnknownDevice(_ check: Expression) -> Bool {
    check.code.contains { instruction in
      guard case .load(let reference) = instruction, case .environment(let key) = reference else {
        return false
      }
      return environment[key] == .missing && !check.code.contains(.has(reference))
    }
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
    var ground = Ground(detail: failure.0.text)
    switch failure.1 {
    case .value where restsOnEpoch(failure.0, index):
      ground.decisive = .condition(failure.0, ofCandidate: false)
      report(index, .inconclusive, .otherEpoch, missing: [], step: step, ground: ground)
    case .value:
      moment = Moment(rule: Int(instances[index].rule), instance: index)
      ground.decisive = .condition(failure.0, ofCandidate: false)
      ground.rest = rest(of: failure.0, index)
      unmet(index, reason: .checkFailed, missing: [], step: step, ground: ground)
    case .error(.missing), .error(.malformed), .error(.zoneless):
      report(index, .inconclusive, .missingField, missing: [], step: step, ground: ground)
    case .error(.redacted):
      report(index, .inconclusive, .redacted, missing: [], step: step, ground: ground)
    case .error:
      report(index, .inconclusive, .evaluation, missing: [], step: step, ground: ground)
    }
  }

  private mutating func compare(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ instance: Int?
  ) {
    let rule = Int(interest.rule)
    let fields = plans[rule].fields
    var instance = instance
    if let role = match(interest.second, rule, instance: instance) {
      let index = instance ?? makeInstance(rule, scope)
      instance = index
      // The right event may take the role of the left one.
      let earlier = leftValue(index, fields.0)
      capture(as: role, step: 1, in: index)
      instances[index].met |= 2
      if instances[index].met & 1 != 0 {
        compareValues(index, earlier, value(fields.1, of: candidate))
      } else if plans[rule].requiresBoth, !isHeadCut(scope) {
        unmet(index, reason: .notSeen, missing: kinds(of: plans[rule].left), step: 0)
      }
    }
    if let role = match(interest.first, rule, instance: instance) {
      let index = instance ?? makeInstance(rule, scope)
      instances.clearWitnesses(index)
      capture(as: role, step: 0, in: index)
      instances[index].trigger = candidateReference
      instances[index].met = 1
      instances[index].step = Int(role)
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
        let ground = Ground(detail: "\(one) and \(other)")
        unmet(index, reason: .differs, missing: [], step: 1, ground: ground)
      }
    default:
      if earlier == later {
        satisfy(index)
      } else {
        let ground = Ground(decisive: .values(earlier, later))
        unmet(index, reason: .differs, missing: [], step: 1, ground: ground)
      }
    }
  }

  mutating func judgeRelation(_ index: Int, _ number: Int32, isAtScopeEnd: Bool = false) {
    let relation = planned.expressions[Int(number)]
    let result = evaluate(relation, Int(instances[index].rule), index)
    if result == .value(.bool(true)) {
      satisfy(index)
    } else if case .value = result {
      var ground = Ground(
        detail: relation.text, decisive: .condition(relation, ofCandidate: false))
      ground.rest = rest(of: relation, index)
      if mayHaveCountedBefore(instances[index].scope) {
        report(index, .inconclusive, .headCut, missing: [], step: -1, ground: ground)
        return
      }
      unmet(
        index, reason: .relation, missing: [], step: -1, ground: ground,
        isAtScopeEnd: isAtScopeEnd)
    } else if case .error(.missing) = result {
      // A counter that is not reported is not compared.
      return
    } else {
      fail(index, (relation, result), step: -1)
    }
  }

  /// Whether what the scope counts may have begun before the log.
  private func mayHaveCountedBefore(_ scope: ScopeReference) -> Bool {
    isHeadCut(scope) || scope.kind == .log && correlator.inheritsWork
  }

  func kinds(of patterns: PatternList) -> [EventKind] {
    var kinds: [EventKind] = []
    for place in patterns.places {
      let kind = planned.pattern(at: place).kind
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
