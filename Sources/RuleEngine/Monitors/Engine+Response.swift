internal import LogReading

// Response: after a trigger, steps come. The same machine gives the verdict, the missing step, its
// deadline and the near misses, so that an explanation cannot disagree with the outcome.
extension Engine {
  mutating func respond(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: [UInt16],
    _ steps: [Step], _ isAnyOrder: Bool, _ checks: [Expression]
  ) {
    if let index = instance(rule, scope) {
      let cancel = book.rules[rule].cancel
      if !cancel.isEmpty, match(event, cancel, rule: rule, instance: index) != nil {
        free(index)
        return
      }
      if instances[index].state == .missed {
        noteLate(index, event, steps)
      } else {
        let tookPart =
          isAnyOrder
          ? advanceAny(index, event, steps, checks) : advance(index, event, steps, checks)
        // The event that ends one instance may begin the next.
        if tookPart, instance(rule, scope) != nil { return }
      }
    }
    guard let pattern = match(event, trigger, rule: rule, instance: nil) else { return }
    if let index = instance(rule, scope) {
      if instances[index].state == .open {
        switch book.rules[rule].onRetrigger {
        case .ignore: return
        case .restart: break
        case .violate:
          let missing = nextMissing(index, steps)
          unmet(index, reason: .retriggered, missing: missing, step: instances[index].step)
        }
      }
      free(index)
    }
    start(rule, scope, event, pattern, steps, isAnyOrder, checks)
  }

  private mutating func start(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ pattern: Match,
    _ steps: [Step], _ isAnyOrder: Bool, _ checks: [Expression]
  ) {
    let index = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    instances[index].epoch = event.epoch
    if isAnyOrder {
      for (number, step) in steps.enumerated() { setDeadline(index, step, number) }
    } else {
      setDeadline(index, steps[0], 0)
    }
  }

  /// Tries the event on the steps of a chain; whether it took part.
  private mutating func advance(
    _ index: Int, _ event: ScopedEvent, _ steps: [Step], _ checks: [Expression]
  ) -> Bool {
    let rule = Int(instances[index].rule)
    var number = instances[index].step
    while number < steps.count {
      let step = steps[number]
      if let pattern = match(event, step.patterns, rule: rule, instance: index) {
        capture(event, as: pattern.role, step: number, in: index)
        instances[index].step = number + 1
        if let failure = firstFailure(index, step.checks) {
          fail(index, failure, step: number)
          free(index)
        } else if steps[(number + 1)...].allSatisfy(\.isOptional), number + 1 >= steps.count {
          judge(index, checks, step: number)
          free(index)
        } else {
          setDeadline(index, steps[number + 1], number + 1)
        }
        return true
      }
      if !step.before.isEmpty, match(event, step.before, rule: rule, instance: index) != nil,
        !step.isOptional
      {
        witness(event, step: -2, in: index)
        unmet(
          index, reason: .notSeen, missing: kinds(of: step.patterns, rule), step: number,
          staysForLate: true)
        return true
      }
      // An optional step may be passed over by the one behind it.
      guard step.isOptional else { return false }
      number += 1
    }
    return false
  }

  private mutating func advanceAny(
    _ index: Int, _ event: ScopedEvent, _ steps: [Step], _ checks: [Expression]
  ) -> Bool {
    let rule = Int(instances[index].rule)
    for (number, step) in steps.enumerated() where instances[index].met & (1 << UInt64(number)) == 0
    {
      if let pattern = match(event, step.patterns, rule: rule, instance: index) {
        capture(event, as: pattern.role, step: number, in: index)
        instances[index].met |= 1 << UInt64(number)
        if let failure = firstFailure(index, step.checks) {
          fail(index, failure, step: number)
          free(index)
        } else if isComplete(index, steps) {
          judge(index, checks, step: number)
          free(index)
        }
        return true
      }
    }
    for (number, step) in steps.enumerated()
    where instances[index].met & (1 << UInt64(number)) == 0 && !step.isOptional
      && !step.before.isEmpty
    {
      if match(event, step.before, rule: rule, instance: index) != nil {
        unmet(
          index, reason: .notSeen, missing: kinds(of: step.patterns, rule), step: number,
          staysForLate: true)
        return true
      }
    }
    return false
  }

  private func isComplete(_ index: Int, _ steps: [Step]) -> Bool {
    steps.indices.allSatisfy {
      steps[$0].isOptional || instances[index].met & (1 << UInt64($0)) != 0
    }
  }

  /// The events that the instance waits for next.
  func nextMissing(_ index: Int, _ steps: [Step]) -> [EventKind] {
    let rule = Int(instances[index].rule)
    guard case .response(_, _, let isAnyOrder, _) = book.rules[rule].obligation else { return [] }
    for (number, step) in steps.enumerated() where !step.isOptional {
      let isMet =
        isAnyOrder
        ? instances[index].met & (1 << UInt64(number)) != 0 : number < instances[index].step
      if !isMet { return kinds(of: step.patterns, rule) }
    }
    return []
  }

  // MARK: Deadlines

  private mutating func setDeadline(_ index: Int, _ step: Step, _ number: Int) {
    let rule = Int(instances[index].rule)
    if book.rules[rule].obligation.isOrdered { instances[index].deadline = nil }
    guard let within = step.within, !step.isOptional,
      case .value(.duration(let length)) = evaluate(within, rule, index)
    else { return }
    let base: Int64
    if let anchor = step.anchor {
      guard case .value(.instant(let time)) = evaluate(anchor, rule, index) else { return }
      base = time
    } else {
      guard let time = instances[index].trigger?.time else { return }
      base = time
    }
    let (deadline, overflow) = base.addingReportingOverflow(length)
    guard !overflow else { return }
    instances[index].deadline = min(instances[index].deadline ?? deadline, deadline)
    deadlines.push(deadline, slot: Int32(index), generation: instances[index].generation)
  }

  /// Ends the waits whose deadline lies before a time of the log.
  mutating func expire(before time: Int64, epoch: UInt32) {
    while let due = deadlines.pop(before: time) {
      let index = Int(due.slot)
      guard instances[index].state == .open, instances[index].generation == due.generation,
        instances[index].epoch == epoch
      else { continue }
      let rule = Int(instances[index].rule)
      guard case .response(_, let steps, let isAnyOrder, _) = book.rules[rule].obligation else {
        continue
      }
      if isAnyOrder {
        expireAny(index, steps, due.time)
      } else if instances[index].deadline == due.time {
        let number = firstRequired(from: instances[index].step, steps)
        guard number < steps.count else { continue }
        unmet(
          index, reason: .notSeen, missing: kinds(of: steps[number].patterns, rule), step: number,
          deadline: due.time, staysForLate: true)
      }
    }
  }

  private mutating func expireAny(_ index: Int, _ steps: [Step], _ deadline: Int64) {
    let rule = Int(instances[index].rule)
    for (number, step) in steps.enumerated()
    where !step.isOptional && step.within != nil
      && instances[index].met & (1 << UInt64(number)) == 0
    {
      unmet(
        index, reason: .notSeen, missing: kinds(of: step.patterns, rule), step: number,
        deadline: deadline, staysForLate: true)
      return
    }
  }

  private func firstRequired(from number: Int, _ steps: [Step]) -> Int {
    var number = number
    while number < steps.count, steps[number].isOptional { number += 1 }
    return number
  }

  // MARK: The end of a scope

  mutating func closeResponse(
    _ index: Int, _ steps: [Step], _ checks: [Expression], _ end: ScopeEnd
  ) {
    let rule = Int(instances[index].rule)
    guard case .response(_, _, let isAnyOrder, _) = book.rules[rule].obligation else { return }
    guard instances[index].state == .open else { return }
    let missing = nextMissing(index, steps)
    if missing.isEmpty {
      judge(index, checks, step: steps.count - 1)
      return
    }
    let number =
      isAnyOrder
      ? steps.indices.first {
        !steps[$0].isOptional && instances[index].met & (1 << UInt64($0)) == 0
      } ?? 0
      : firstRequired(from: instances[index].step, steps)
    switch end {
    case .open: return
    case .evicted: report(index, .inconclusive, .evicted, missing: missing, step: number)
    case .cut: report(index, .inconclusive, .tailCut, missing: missing, step: number)
    case .complete:
      if instances[index].deadline != nil, instances[index].epoch != correlator.currentEpoch {
        report(index, .inconclusive, .otherEpoch, missing: missing, step: number)
      } else {
        unmet(
          index, reason: .notSeen, missing: missing, step: number,
          deadline: instances[index].deadline, isAtScopeEnd: true)
      }
    }
  }

  private mutating func noteLate(_ index: Int, _ event: ScopedEvent, _ steps: [Step]) {
    let rule = Int(instances[index].rule)
    let number = instances[index].step
    let wanted = findings.indices.contains(instances[index].finding) ? number : -1
    guard wanted >= 0 else { return }
    let finding = instances[index].finding
    let step = findings[finding].step
    guard step >= 0, step < steps.count,
      match(event, steps[step].patterns, rule: rule, instance: index) != nil
    else { return }
    addLate(event, to: finding)
    free(index)
  }
}

extension Obligation {
  var isOrdered: Bool {
    if case .response(_, _, let isAnyOrder, _) = self { return !isAnyOrder }
    return true
  }
}
