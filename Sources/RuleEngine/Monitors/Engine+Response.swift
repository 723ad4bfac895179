internal import LogReading

// Response: after a trigger, steps come. The same machine gives the verdict, the missing step, its
// deadline and the near misses, so that an explanation cannot disagree with the outcome.
extension Engine {
  /// The most instances that wait side by side in one scope.
  private static let parallelLimit = 64

  /// What an event was to an instance.
  enum Part { case none, taken, ended }

  mutating func respond(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: PatternList,
    _ steps: [PlannedStep], _ checks: [Int32]
  ) {
    var isCancelled = false
    var isTaken = false
    var stillWaits = false
    var hasMissed = false
    let cancel = plans[rule].cancel
    var next = instance(rule, scope)
    while let index = next {
      next = following(index)
      if instances[index].state != .open {
        hasMissed = true
      } else if !cancel.isEmpty, match(event, cancel, rule: rule, instance: index) != nil {
        free(index)
        isCancelled = true
      } else {
        switch advance(index, event, steps, checks, mayTake: !isTaken) {
        case .none: break
        case .taken:
          isTaken = true
          stillWaits = true
        case .ended: isTaken = true
        }
      }
    }
    if hasMissed { tellMissed(rule, scope, event, steps, isTaken: isTaken) }
    // The event that ends one instance may begin the next.
    guard !isCancelled, !stillWaits,
      let pattern = match(event, trigger, rule: rule, instance: nil)
    else { return }
    begin(rule, scope, event, pattern, steps, checks)
  }

  /// Gives the event to the instances that missed a step: what is over already takes nothing from
  /// those that wait, and keeps nothing from beginning.
  private mutating func tellMissed(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ steps: [PlannedStep],
    isTaken: Bool
  ) {
    var isTaken = isTaken
    let cancel = plans[rule].cancel
    var next = instance(rule, scope)
    while let index = next {
      next = following(index)
      guard instances[index].state == .missed else { continue }
      if !cancel.isEmpty, match(event, cancel, rule: rule, instance: index) != nil {
        free(index)
      } else if !isTaken {
        isTaken = noteLate(index, event, steps)
      }
    }
  }

  private mutating func begin(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ pattern: Match,
    _ steps: [PlannedStep], _ checks: [Int32]
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
              index, reason: .retriggered, missing: kinds(of: steps[missing].patterns),
              step: missing)
          }
        } else {
          judge(index, checks, step: steps.count - 1)
        }
      }
      free(index)
    }
    let index = retrigger == .parallel ? addInstance(rule, scope) : makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    instances[index].epoch = event.epoch
    instances.clearSteps(index, count: steps.count)
    setDeadlines(index, steps, after: -1)
  }

  /// Lets the oldest go where too many wait; those that wait for nothing any more go first.
  private mutating func makeRoom(_ rule: Int, _ scope: ScopeReference, _ steps: [PlannedStep]) {
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
        oldest, .inconclusive, .evicted, missing: kinds(of: steps[missing].patterns),
        step: missing)
    }
    free(oldest)
  }

  // MARK: Steps

  private func isMet(_ index: Int, _ number: Int, _ step: PlannedStep) -> Bool {
    Int64(instances.count(ofStep: number, index)) >= step.least
  }

  private func isFull(_ index: Int, _ number: Int, _ step: PlannedStep) -> Bool {
    Int64(instances.count(ofStep: number, index)) >= step.most
  }

  /// The first step that is not met, or nil.
  private func firstMissing(_ index: Int, _ steps: [PlannedStep]) -> Int? {
    steps.indices.first { !isMet(index, $0, steps[$0]) }
  }

  /// The steps that wait: of the present group, and of those behind it as long as all before are
  /// met.
  private func waitingSteps(_ index: Int, _ steps: [PlannedStep]) -> Range<Int> {
    let present = instances[index].step
    let first = steps.firstIndex { $0.group >= present } ?? steps.count
    var number = first
    while number < steps.count {
      let group = steps[number].group
      var isGroupMet = true
      while number < steps.count, steps[number].group == group {
        if !isMet(index, number, steps[number]) { isGroupMet = false }
        number += 1
      }
      if !isGroupMet { break }
    }
    return first..<number
  }

  /// Tries an event on the steps that wait.
  private mutating func advance(
    _ index: Int, _ event: ScopedEvent, _ steps: [PlannedStep], _ checks: [Int32], mayTake: Bool
  ) -> Part {
    let rule = Int(instances[index].rule)
    let waiting = waitingSteps(index, steps)
    if mayTake {
      for number in waiting where !isFull(index, number, steps[number]) {
        if let pattern = match(event, steps[number].patterns, rule: rule, instance: index) {
          return take(event, as: pattern.role, number, index, steps, checks)
        }
      }
    }
    for number in waiting
    where !steps[number].before.isEmpty && !isMet(index, number, steps[number]) {
      guard match(event, steps[number].before, rule: rule, instance: index) != nil else { continue }
      witness(event, step: -2, in: index)
      unmet(
        index, reason: .notSeen, missing: kinds(of: steps[number].patterns), step: number,
        deadline: deadline(of: number, index))
      return .none
    }
    for number in waiting
    where mayTake && steps[number].hasMost && isFull(index, number, steps[number]) {
      guard match(event, steps[number].patterns, rule: rule, instance: index) != nil else {
        continue
      }
      witness(event, step: number, in: index)
      unmet(index, reason: .tooMany, missing: [], step: number)
      return .none
    }
    return .none
  }

  private mutating func take(
    _ event: ScopedEvent, as role: UInt8, _ number: Int, _ index: Int, _ steps: [PlannedStep],
    _ checks: [Int32]
  ) -> Part {
    capture(event, as: role, step: number, in: index)
    instances.countStep(number, index)
    instances[index].step = steps[number].group
    if let failure = firstFailure(index, steps[number].checks) {
      fail(index, failure, step: number)
      free(index)
      return .ended
    }
    if isOver(index, steps) {
      judge(index, checks, step: number)
      free(index)
      return .ended
    }
    setDeadlines(index, steps, after: steps[number].group)
    return .taken
  }

  /// Whether nothing more is waited for: an optional step at the end of a chain still is.
  private func isOver(_ index: Int, _ steps: [PlannedStep]) -> Bool {
    guard firstMissing(index, steps) == nil, let last = steps.last else { return false }
    let isAlone = steps.count < 2 || steps[steps.count - 2].group != last.group
    return !isAlone || isFull(index, steps.count - 1, last)
  }

  // MARK: Deadlines

  /// Sets the deadlines of the first group that is not met, once its turn has come, and anew with
  /// each event that a group before it takes, since they may count from there.
  private mutating func setDeadlines(_ index: Int, _ steps: [PlannedStep], after taken: Int) {
    let group = firstMissing(index, steps).map { steps[$0].group } ?? -1
    guard instances[index].waitingGroup != group || taken < group else { return }
    instances[index].waitingGroup = group
    instances.clearDues(index, steps: steps.count)
    for number in steps.indices where steps[number].group == group {
      guard let time = deadline(index, steps[number]) else { continue }
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

  private mutating func deadline(of number: Int, _ index: Int) -> Int64? {
    instances.due(number, index)
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
          instances.due($0, index) == due.time && !isMet(index, $0, steps[$0])
        })
      else { continue }
      unmet(
        index, reason: .notSeen, missing: kinds(of: steps[number].patterns), step: number,
        deadline: due.time)
    }
  }

  // MARK: The end of a scope

  mutating func closeResponse(
    _ index: Int, _ steps: [PlannedStep], _ checks: [Int32], _ end: ScopeEnd
  ) {
    guard instances[index].state == .open, end != .open else { return }
    let rule = Int(instances[index].rule)
    guard let number = firstMissing(index, steps) else {
      judge(index, checks, step: steps.count - 1)
      return
    }
    let missing = kinds(of: steps[number].patterns)
    let deadline = deadline(of: number, index)
    let doubt: FindingReason? =
      switch end {
      case .evicted: .evicted
      case .cut, .open: .tailCut
      case .complete: deadline.flatMap { openReason(index, $0) }
      }
    if let doubt {
      report(index, .inconclusive, doubt, missing: missing, step: number, deadline: deadline)
    } else {
      unmet(
        index, reason: .notSeen, missing: missing, step: number, deadline: deadline,
        isAtScopeEnd: true)
    }
  }

  /// Why a deadline that did not pass leaves its step open although the scope is over.
  private func openReason(_ index: Int, _ deadline: Int64) -> FindingReason? {
    if instances[index].epoch != correlator.currentEpoch { return .otherEpoch }
    switch instances[index].scope.kind {
    case .log, .key: return correlator.lastTime.map { $0 <= deadline } ?? true ? .tailCut : nil
    case .process, .cycle, .execution, .delivery: return nil
    }
  }

  /// Adds the event to the finding if it is what was missing; whether it is.
  private mutating func noteLate(_ index: Int, _ event: ScopedEvent, _ steps: [PlannedStep]) -> Bool
  {
    let rule = Int(instances[index].rule)
    let finding = instances[index].finding
    guard findings.indices.contains(finding) else { return false }
    let step = findings[finding].step
    guard findings[finding].reason == .notSeen, step >= 0, step < steps.count,
      match(event, steps[step].patterns, rule: rule, instance: index) != nil
    else { return false }
    addLate(event, to: finding)
    free(index)
    return true
  }
}
