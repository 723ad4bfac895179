internal import LogReading
internal import RuleLanguage

// What an instance came to, in a finding.
extension Engine {
  mutating func tell(_ index: Int, _ tidings: Tidings) {
    let rule = Int(facts.instances[index].rule)
    switch tidings {
    case .satisfied:
      log.satisfied[rule] += 1
      keepFinding(index, .satisfied, .none, .satisfied, [], -1, nil, nil, Ground())
    case .notSeen(let step):
      unmet(
        index, reason: .notSeen, missing: missingKinds(rule, Int(step)), step: Int(step),
        deadline: facts.instances.due(Int(step), index))
    case .notBefore(let group): tellNotBefore(index, Int(group))
    case .cameBehind(let group):
      if let doubted = facts.instances[index].reported, doubted.reason == .headCut,
        Int(doubted.step) == Int(group)
      {
        settleDoubt(index, doubted)
      }
    case .cameLate: if let missed = facts.instances[index].reported { addLate(index, missed) }
    case .forbidden(let pattern): tellForbidden(index, pattern)
    case .tooMany(let step): unmet(index, reason: .tooMany, missing: [], step: Int(step))
    case .tooFew(let isAtScopeEnd):
      unmet(
        index, reason: .tooFew, missing: missingKinds(rule, -1), step: -1,
        isAtScopeEnd: isAtScopeEnd)
    case .retriggered(let step):
      let missing = step < 0 ? [] : missingKinds(rule, Int(step))
      unmet(index, reason: .retriggered, missing: missing, step: Int(step))
    case .failed(let place, let step):
      if let check = book.rules[rule].check(at: place) {
        facts.consider(index)
        fail(index, check, check.evaluate(facts), step: Int(step))
      }
    case .relation(let isAtScopeEnd): judgeRelation(index, isAtScopeEnd: isAtScopeEnd)
    case .misformed: tellMisformed(index)
    case .differs: tellDifference(index)
    case .oneOfTwo(let step, let end): tellMissingOfTwo(index, Int(step), end)
    case .takenBeside: noteTaken(index)
    case .unfinished(let step, let end): tellUnfinished(index, Int(step), end)
    case .share(let end): closeShare(index, end)
    case .evicted(let step):
      let missing = step < 0 ? [] : missingKinds(rule, Int(step))
      report(index, .inconclusive, .evicted, missing: missing, step: Int(step))
    case .forgotten:
      guard log.forgetful.insert(rule).inserted else { return }
      report(index, .inconclusive, .evicted, missing: [], step: -1)
    case .keyless(let isHidden):
      report(index, .inconclusive, isHidden ? .redacted : .missingField, missing: [], step: -1)
    case .countCut(let reason):
      report(index, .inconclusive, reason, missing: missingKinds(rule, -1), step: -1)
    }
  }

  private mutating func tellNotBefore(_ index: Int, _ group: Int) {
    let missing = missingKinds(Int(facts.instances[index].rule), group)
    let segment = facts.current.event.segment
    if facts.isHeadCut(facts.instances[index].scope)
      || facts.correlator.mayPrecedeHead(missing, ofSegment: segment)
    {
      report(index, .inconclusive, .headCut, missing: missing, step: group)
    } else {
      unmet(index, reason: .notSeen, missing: missing, step: group)
    }
  }

  // MARK: What is forbidden

  /// What it rests on that the event at hand fits a pattern, before it takes the role.
  mutating func restOfFit(_ index: Int, _ pattern: UInt16) -> ClockRest {
    let rule = Int(facts.instances[index].rule)
    guard let condition = book.rules[rule].patterns[Int(pattern)].condition else {
      return ClockRest()
    }
    facts.consider(index, hasCandidate: true)
    return rest(of: condition, index)
  }

  private mutating func tellForbidden(_ index: Int, _ number: UInt16) {
    let pattern = book.rules[Int(facts.instances[index].rule)].patterns[Int(number)]
    var ground = Ground()
    if let condition = pattern.condition {
      ground.rest = step.fit
      ground.decisive = .condition(condition, ofCandidate: true)
      if condition.isOfOthers(than: pattern.role) { ground.detail = condition.text }
    }
    unmet(index, reason: .forbidden, missing: [], step: -1, ground: ground)
  }

  // MARK: Checks

  private mutating func fail(
    _ index: Int, _ check: Expression, _ result: Evaluation, step: Int
  ) {
    var ground = Ground(detail: check.text)
    switch result {
    case .value where restsOnEpoch(check, index):
      ground.decisive = .condition(check, ofCandidate: false)
      report(index, .inconclusive, .otherEpoch, missing: [], step: step, ground: ground)
    case .value:
      facts.consider(index)
      ground.decisive = .condition(check, ofCandidate: false)
      ground.rest = rest(of: check, index)
      unmet(index, reason: .checkFailed, missing: [], step: step, ground: ground)
    case .error(.missing), .error(.malformed), .error(.zoneless):
      facts.consider(index)
      ground.decisive = .condition(check, ofCandidate: false)
      report(index, .inconclusive, .missingField, missing: [], step: step, ground: ground)
    case .error(.redacted):
      facts.consider(index)
      ground.decisive = .condition(check, ofCandidate: false)
      report(index, .inconclusive, .redacted, missing: [], step: step, ground: ground)
    case .error:
      report(index, .inconclusive, .evaluation, missing: [], step: step, ground: ground)
    }
  }

  private mutating func judgeRelation(_ index: Int, isAtScopeEnd: Bool) {
    let rule = Int(facts.instances[index].rule)
    guard case .balance(_, let relation) = book.rules[rule].obligation else { return }
    facts.consider(index)
    switch relation.evaluate(facts) {
    case .value(.bool(true)): satisfy(index)
    case .value:
      var ground = Ground(
        detail: relation.text, decisive: .condition(relation, ofCandidate: false))
      ground.rest = rest(of: relation, index)
      // What the scope counts may have begun before the log.
      let scope = facts.instances[index].scope
      if facts.isHeadCut(scope) || scope.kind == .log && facts.correlator.inheritsWork {
        report(index, .inconclusive, .headCut, missing: [], step: -1, ground: ground)
        return
      }
      unmet(
        index, reason: .relation, missing: [], step: -1, ground: ground,
        isAtScopeEnd: isAtScopeEnd)
    // A counter that is not reported is not compared.
    case .error(.missing): return
    case let error: fail(index, relation, error, step: -1)
    }
  }

  /// Counts an instance as satisfied; the explained rule has a record of each.
  private mutating func satisfy(_ index: Int) {
    let rule = Int(facts.instances[index].rule)
    if plan.explained == rule { tell(index, .satisfied) } else { log.satisfied[rule] += 1 }
  }

  private mutating func tellMisformed(_ index: Int) {
    let rule = Int(facts.instances[index].rule)
    guard case .schema(_, let properties) = book.rules[rule].obligation else { return }
    for property in properties {
      let name = book.catalogue.name(of: property.field)
      switch facts.value(property.field, of: facts.current.event) {
      case .missing where property.isRequired:
        unmet(
          index, reason: .checkFailed, missing: [], step: -1,
          ground: Ground(detail: "has(\(name))"))
        return
      case .malformed:
        let type = ValueType(book.catalogue.fieldTypes[Int(property.field.rawValue)])
        unmet(
          index, reason: .checkFailed, missing: [], step: -1,
          ground: Ground(detail: "\(name) is \(type.description)"))
        return
      case .missing: continue
      default: break
      }
      facts.consider(index)
      for check in property.checks {
        let result = check.evaluate(facts)
        if result == .value(.bool(true)) { continue }
        if case .error = result, check.readsUntaken(facts.moment.taken) { continue }
        fail(index, check, result, step: -1)
        return
      }
    }
  }

  // MARK: Equal and ratio

  private mutating func tellDifference(_ index: Int) {
    let rule = Int(facts.instances[index].rule)
    guard case .equal(_, _, _, let field, _) = book.rules[rule].obligation else { return }
    let (earlier, later) = (
      facts.instances.value(step.remembered), facts.value(field, of: facts.current.event)
    )
    switch (earlier, later) {
    case (.missing, _), (_, .missing), (.malformed, _), (_, .malformed):
      report(index, .inconclusive, .missingField, missing: [], step: 1)
    case (.redacted, _), (_, .redacted):
      report(index, .inconclusive, .redacted, missing: [], step: 1)
    case (.string(let one), .string(let other)):
      let ground = Ground(detail: "\(one) and \(other)")
      unmet(index, reason: .differs, missing: [], step: 1, ground: ground)
    default:
      let ground = Ground(decisive: .values(earlier, later))
      unmet(index, reason: .differs, missing: [], step: 1, ground: ground)
    }
  }

  private mutating func tellMissingOfTwo(_ index: Int, _ step: Int, _ end: ScopeEnd) {
    let missing = missingKinds(Int(facts.instances[index].rule), step)
    switch end {
    case .open: return
    case .cut: report(index, .inconclusive, .tailCut, missing: missing, step: step)
    case .evicted: report(index, .inconclusive, .evicted, missing: missing, step: step)
    case .complete:
      unmet(index, reason: .notSeen, missing: missing, step: step, isAtScopeEnd: step == 1)
    }
  }

  private mutating func closeShare(_ index: Int, _ end: ScopeEnd) {
    let rule = Int(facts.instances[index].rule)
    guard case .ratio(_, _, let minimum, let maximum, let from) = book.rules[rule].obligation else {
      return
    }
    let whole = facts.instances[index].count
    let part = facts.instances[index].partCount
    if whole < max(1, from.value(book.parameters)) { return }
    if end == .evicted {
      report(index, .inconclusive, .evicted, missing: [], step: -1)
      return
    }
    let share = Double(part) / Double(whole)
    facts.consider(index)
    for (bound, sign) in [(minimum, ">="), (maximum, "<=")] {
      guard let bound, case .value(.double(let limit)) = bound.evaluate(facts) else { continue }
      if sign == ">=" ? share >= limit : share <= limit { continue }
      let scope = facts.instances[index].scope
      if facts.isHeadCut(scope), scope.kind != .log {
        report(index, .inconclusive, .headCut, missing: [], step: -1)
      } else {
        unmet(
          index, reason: .relation, missing: [], step: -1,
          ground: Ground(detail: "\(part) / \(whole) \(sign) \(bound.text)"),
          isAtScopeEnd: true)
      }
      return
    }
    satisfy(index)
  }

  // MARK: The end of a chain's scope

  private mutating func tellUnfinished(_ index: Int, _ step: Int, _ end: ScopeEnd) {
    let rule = Int(facts.instances[index].rule)
    let missing = missingKinds(rule, step)
    let deadline = facts.instances.due(step, index)
    let doubt: FindingReason? =
      switch end {
      case .evicted: .evicted
      case .cut, .open: .tailCut
      case .complete: openReason(index, deadline, step)
      }
    // What an excuse explains anyway needs no later line.
    let isExcused =
      doubt == .tailCut && end == .complete
      && excuse(of: rule, index, isAtScopeEnd: true) != nil
    if let doubt, !isExcused {
      report(index, .inconclusive, doubt, missing: missing, step: step, deadline: deadline)
    } else {
      unmet(
        index, reason: .notSeen, missing: missing, step: step, deadline: deadline,
        isAtScopeEnd: true)
    }
  }

  /// Why a step that did not come is left open although the scope is over.
  private func openReason(_ index: Int, _ deadline: Int64?, _ step: Int) -> FindingReason? {
    let instance = facts.instances[index]
    if deadline != nil, instance.epoch != facts.correlator.currentEpoch { return .otherEpoch }
    switch instance.scope.kind {
    case .log, .key:
      // These end only with the log, whose own end proves nothing without times.
      guard let last = facts.correlator.lastTime else { return .tailCut }
      guard let deadline else {
        guard case .response(_, let steps, _) = book.rules[Int(instance.rule)].obligation else {
          return nil
        }
        return steps[step].within != nil ? .tailCut : nil
      }
      return last <= deadline ? .tailCut : nil
    case .process, .cycle, .execution, .delivery: return nil
    }
  }
}

extension Expression {
  /// Whether it is a matter of what other roles said.
  fileprivate func isOfOthers(than role: UInt8) -> Bool {
    reads { reference in
      switch reference {
      case .roleField(let other, _), .roleTime(let other): other != role
      default: false
      }
    }
  }
}

extension Rule {
  /// The check that stands at a place; nil where there is none.
  fileprivate func check(at place: CheckPlace) -> Expression? {
    switch (place, obligation) {
    case (.rule(let number), .response(_, _, let checks)),
      (.rule(let number), .check(_, let checks)):
      checks[Int(number)]
    case (.step(let number, let step), .response(_, let steps, _)):
      steps[Int(step)].checks[Int(number)]
    default: nil
    }
  }
}
