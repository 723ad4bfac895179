internal import LogReading
internal import RuleLanguage

// Response: after a trigger, steps come. The same machine gives the verdict, the missing step, its
// deadline and the near misses, so that an explanation cannot disagree with the outcome.
extension Engine {
  /// The most instances that wait side by side in one scope.
  private static let parallelLimit = 64

  /// What an event was to an instance.
  enum Part { case none, taken, ended }

  mutating func respond(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ first: Int?
  ) {
    let rule = Int(interest.rule)
    let steps = plans[rule].steps
    var isCancelled = false
    var isTaken = false
    var stillWaits = false
    var hasMissed = false
    var next = first
    while let index = next {
      next = following(index)
      if instances[index].state != .open {
        hasMissed = true
      } else if !interest.cancel.isEmpty, match(interest.cancel, rule, instance: index) != nil {
        free(index)
        isCancelled = true
      } else if interest.meets | interest.ends != 0 {
        switch advance(index, interest, steps, mayTake: !isTaken) {
        case .none: break
        case .taken:
          isTaken = true
          stillWaits = true
        case .ended: isTaken = true
        }
      }
    }
    if hasMissed { tellMissed(interest, scope, steps, isTaken: isTaken) }
    // The event that ends one instance may begin the next.
    guard !isCancelled, !stillWaits, let role = match(interest.trigger, rule, instance: nil) else {
      return
    }
    begin(rule, scope, as: role, steps)
  }

  /// Gives the event to the instances that missed a step: what is over already takes nothing from
  /// those that wait, and keeps nothing from beginning.
  private mutating func tellMissed(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ steps: StepList, isTaken: Bool
  ) {
    let rule = Int(interest.rule)
    var isTaken = isTaken
    var next = instance(rule, scope)
    while let index = next {
      next = following(index)
      guard instances[index].state == .missed else { continue }
      if !interest.cancel.isEmpty, match(interest.cancel, rule, instance: index) != nil {
        free(index)
      } else if !isTaken {
        isTaken = noteLate(index, steps)
      }
    }
  }

  private mutating func begin(
    _ rule: Int, _ scope: ScopeReference, as role: UInt8, _ steps: StepList
  ) {
    let retrigger = plans[rule].onRetrigger
    if retrigger == .parallel {
      makeRoom(rule, scope, steps)
    } else if let index = instance(rule, scope) {
      if instances[index].state == .open {
        if retrigger == .ignore { return }
        if let missing = firstMissing(index, steps) {
          if retrigger == .violate {
            unmet(
              index, reason: .retriggered,
              missing: kinds(of: planned.step(missing, of: steps).patterns), step: missing)
          }
        } else {
          judge(index, plans[rule].checks, step: Int(steps.count) - 1)
        }
      }
      free(index)
    }
    let index = retrigger == .parallel ? addInstance(rule, scope) : makeInstance(rule, scope)
    capture(as: role, step: -1, in: index)
    instances[index].trigger = candidateReference
    instances[index].epoch = candidate.epoch
    instances.clearSteps(index, count: Int(steps.count))
    setDeadlines(index, steps, after: -1)
  }

  /// Lets the oldest go where too many wait; those that wait for nothing any more go first.
  private mutating func makeRoom(_ rule: Int, _ scope: ScopeReference, _ steps: StepList) {
    var count = 0
    var oldestMissed: Int?
    var next = instance(rule, scope)
    while let index = next {
      next = following(index)
      count += 1
      if oldestMissed == nil, instances[index].state != .open { oldestMissed = index }
    }
    guard count >= Self.parallelLimit, let oldest = oldestMissed ?? instance(rule, scope) else {
      return
    }
    if instances[oldest].state == .open, let missing = firstMissing(oldest, steps) {
      report(
        oldest, .inconclusive, .evicted,
        missing: kinds(of: planned.step(missing, of: steps).patterns), step: missing)
    }
    free(oldest)
  }

  // MARK: Steps

  private func isMet(_ index: Int, _ number: Int, _ steps: StepList) -> Bool {
    Int64(instances.count(ofStep: number, index)) >= planned.step(number, of: steps).least
  }

  private func isFull(_ index: Int, _ number: Int, _ steps: StepList) -> Bool {
    Int64(instances.count(ofStep: number, index)) >= planned.step(number, of: steps).most
  }

  /// The first step that is not met, or nil.
  private func firstMissing(_ index: Int, _ steps: StepList) -> Int? {
    for number in steps.indices where !isMet(index, number, steps) { return number }
    return nil
  }

  private func group(of number: Int, _ steps: StepList) -> Int {
    planned.step(number, of: steps).group
  }

  /// The steps that wait: of the present group, and of those behind it as long as all before are
  /// met.
  private func waitingSteps(_ index: Int, _ steps: StepList) -> Range<Int> {
    let present = instances[index].step
    let count = Int(steps.count)
    var first = 0
    while first < count, group(of: first, steps) < present { first += 1 }
    var number = first
    while number < count {
      let group = group(of: number, steps)
      var isGroupMet = true
      while number < count, self.group(of: number, steps) == group {
        if !isMet(index, number, steps) { isGroupMet = false }
        number += 1
      }
      if !isGroupMet { break }
    }
    return first..<number
  }

  /// Tries the event on the steps that wait.
  private mutating func advance(
    _ index: Int, _ interest: DispatchTables.Interest, _ steps: StepList, mayTake: Bool
  ) -> Part {
    let rule = Int(interest.rule)
    let waiting = waitingSteps(index, steps)
    if mayTake {
      for number in waiting where interest.mayMeet(number) && !isFull(index, number, steps) {
        if let role = match(planned.step(number, of: steps).patterns, rule, instance: index) {
          return take(as: role, number, index, steps)
        }
      }
    }
    for number in waiting where interest.mayEnd(number) && !isMet(index, number, steps) {
      let step = planned.step(number, of: steps)
      guard match(step.before, rule, instance: index) != nil else { continue }
      witness(step: -2, in: index)
      unmet(
        index, reason: .notSeen, missing: kinds(of: step.patterns), step: number,
        deadline: instances.due(number, index))
      return .none
    }
    for number in waiting where mayTake && interest.mayMeet(number) {
      let step = planned.step(number, of: steps)
      guard step.hasMost, isFull(index, number, steps),
        match(step.patterns, rule, instance: index) != nil
      else { continue }
      witness(step: number, in: index)
      unmet(index, reason: .tooMany, missing: [], step: number)
      return .none
    }
    return .none
  }

  private mutating func take(
    as role: UInt8, _ number: Int, _ index: Int, _ steps: StepList
  ) -> Part {
    let step = planned.step(number, of: steps)
    if plans[Int(instances[index].rule)].onRetrigger == .parallel { noteTaken(index) }
    capture(as: role, step: number, in: index)
    instances.countStep(number, index)
    instances[index].step = step.group
    if let failure = firstFailure(index, step.checks) {
      fail(index, failure, step: number)
      free(index)
      return .ended
    }
    if isOver(index, steps) {
      judge(index, plans[Int(instances[index].rule)].checks, step: number)
      free(index)
      return .ended
    }
    setDeadlines(index, steps, after: step.group)
    return .taken
  }

  /// Whether nothing more is waited for: an optional step at the end of a chain still is.
  private func isOver(_ index: Int, _ steps: StepList) -> Bool {
    guard firstMissing(index, steps) == nil, !steps.isEmpty else { return false }
    let last = Int(steps.count) - 1
    let isAlone = last < 1 || group(of: last - 1, steps) != group(of: last, steps)
    return !isAlone || isFull(index, last, steps)
  }

  // MARK: Deadlines

  /// Sets the deadlines of the first group that is not met, once its turn has come, and anew with
  /// each event that a group before it takes, since they may count from there.
  private mutating func setDeadlines(_ index: Int, _ steps: StepList, after taken: Int) {
    let group = firstMissing(index, steps).map { self.group(of: $0, steps) } ?? -1
    guard instances[index].waitingGroup != group || taken < group else { return }
    instances[index].waitingGroup = group
    instances.clearDues(index, steps: Int(steps.count))
    for number in steps.indices where self.group(of: number, steps) == group {
      guard let time = deadline(index, planned.step(number, of: steps)) else { continue }
      instances.setDue(number, index, time)
      deadlines.push(time, slot: Int32(index), generation: instances[index].generation)
    }
    if deadlines.count > deadlineRoom { dropDeadlines() }
  }

  /// Drops the deadlines of instances that are over: a clock that stands still lets none pass.
  private mutating func dropDeadlines() {
    // Apart from the engine, at whose instances the loop looks.
    var queue = TimeQueue()
    swap(&queue, &deadlines)
    queue.keep { due in
      let index = Int(due.slot)
      let instance = instances[index]
      return instance.state == .open && instance.generation == due.generation
        && instance.epoch == correlator.currentEpoch
        && plans[Int(instance.rule)].steps.indices.contains {
          instances.due($0, index) == due.time
        }
    }
    swap(&queue, &deadlines)
    deadlineRoom = max(1 << 12, 2 * deadlines.count)
  }

  private mutating func deadline(_ index: Int, _ step: PlannedStep) -> Int64? {
    guard step.within >= 0, step.least > 0 else { return nil }
    let length = scalar(step.within, index)
    let base =
      step.anchor < 0
      ? instances[index].trigger?.time.map { Scalar(.instant, $0) } ?? Scalar(.missing)
      : scalar(step.anchor, index)
    guard length.kind == .duration, base.kind == .instant else { return nil }
    let (deadline, overflow) = base.bits.addingReportingOverflow(length.bits)
    return overflow ? nil : deadline
  }

  /// Ends the waits whose deadline lies before a time of the log.
  mutating func expire(before time: Int64, epoch: UInt32) {
    while let due = deadlines.pop(before: time) {
      let index = Int(due.slot)
      guard instances[index].state == .open, instances[index].generation == due.generation,
        instances[index].epoch == epoch
      else { continue }
      let rule = Int(instances[index].rule)
      let steps = plans[rule].steps
      guard
        let number = steps.indices.first(where: {
          instances.due($0, index) == due.time && !isMet(index, $0, steps)
        })
      else { continue }
      unmet(
        index, reason: .notSeen, missing: kinds(of: planned.step(number, of: steps).patterns),
        step: number, deadline: due.time)
    }
  }

  // MARK: The end of a scope

  mutating func closeResponse(
    _ index: Int, _ steps: StepList, _ checks: CheckList, _ end: ScopeEnd
  ) {
    guard instances[index].state == .open, end != .open else { return }
    guard let number = firstMissing(index, steps) else {
      judge(index, checks, step: Int(steps.count) - 1)
      return
    }
    let missing = kinds(of: planned.step(number, of: steps).patterns)
    let deadline = instances.due(number, index)
    let doubt: FindingReason? =
      switch end {
      case .evicted: .evicted
      case .cut, .open: .tailCut
      case .complete: openReason(index, deadline, planned.step(number, of: steps))
      }
    // What an excuse explains anyway needs no later line.
    let isExcused =
      doubt == .tailCut && end == .complete
      && excuse(of: Int(instances[index].rule), index, isAtScopeEnd: true) != nil
    if let doubt, !isExcused {
      report(index, .inconclusive, doubt, missing: missing, step: number, deadline: deadline)
    } else {
      unmet(
        index, reason: .notSeen, missing: missing, step: number, deadline: deadline,
        isAtScopeEnd: true)
    }
  }

  /// Why a step that did not come is left open although the scope is over.
  private func openReason(
    _ index: Int, _ deadline: Int64?, _ step: PlannedStep
  ) -> FindingReason? {
    if deadline != nil, instances[index].epoch != correlator.currentEpoch { return .otherEpoch }
    switch instances[index].scope.kind {
    case .log, .key:
      // These end only with the log, whose own end proves nothing without times.
      guard let last = correlator.lastTime else { return .tailCut }
      guard let deadline else { return step.within >= 0 ? .tailCut : nil }
      return last <= deadline ? .tailCut : nil
    case .process, .cycle, .execution, .delivery: return nil
    }
  }

  /// Adds the event to the finding if it is what was missing; whether it is.
  private mutating func noteLate(_ index: Int, _ steps: StepList) -> Bool {
    let rule = Int(instances[index].rule)
    guard let missed = instances[index].reported, missed.reason == .notSeen, missed.step >= 0,
      missed.step < steps.count,
      match(planned.step(Int(missed.step), of: steps).patterns, rule, instance: index) != nil
    else { return false }
    addLate(index, missed)
    free(index)
    return true
  }
}
