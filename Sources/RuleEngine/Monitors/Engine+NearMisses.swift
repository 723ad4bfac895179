internal import LogReading
internal import RuleLanguage

// Events that almost were the missing one.
extension Engine {
  static let missLimit = 3

  func nearMisses(
    _ instance: Instance, _ witnesses: [(event: EventReference, step: Int8)],
    _ missing: [EventKind]
  ) -> [FindingRecord.NearMiss] {
    // What ended the wait (`before`) met nothing.
    let last = witnesses.last { $0.step != -2 }?.event ?? facts.instances.trigger(of: instance)
    var found: [FindingRecord.NearMiss] = []
    for kind in missing {
      for event in log.recents.occurrences(of: kind)
      where !witnesses.contains(where: { $0.event.sequence == event.sequence }) {
        if let miss = nearMiss(event, instance, last) { found.append(miss) }
      }
    }
    found.sort { left, right in
      (left.reason.rawValue, left.offset?.magnitude ?? .max, left.event.sequence)
        < (right.reason.rawValue, right.offset?.magnitude ?? .max, right.event.sequence)
    }
    return Array(found.prefix(Self.missLimit))
  }

  private func nearMiss(
    _ event: EventReference, _ instance: Instance, _ last: EventReference?
  ) -> FindingRecord.NearMiss? {
    let trigger = facts.instances.trigger(of: instance)
    let base = trigger?.time
    let offset = Cycle.span(from: base, to: event.time)
    var other: String?
    var condition = ""
    var reason: NearMissReason
    if !isIn(event, instance.scope) {
      // What belongs elsewhere is near only if it came while this was being waited for.
      guard let trigger, event.sequence > trigger.sequence, !isOverdue(event, instance) else {
        return nil
      }
      reason = .wrongKey
      if event.cycle >= 0 {
        let cycle = facts.correlator.cycles[Int(event.cycle)]
        // Slots are used again; an event from before the cycle is another one's.
        if event.sequence >= cycle.firstSequence { other = cycle.scheduleId }
      }
    } else if !isPrecedence(instance), let last, event.sequence < last.sequence {
      reason = .seenEarly
    } else {
      if log.takenBeside[Int(instance.rule)].contains(event.sequence) { return nil }
      reason = .wrongField
      condition =
        book.rules[Int(instance.rule)].patterns
        .first { $0.kind == event.kind && $0.condition != nil }?.condition?.text ?? ""
      // Without a condition it fits: another instance has taken it.
      if condition.isEmpty { return nil }
    }
    if let trigger, event.epoch != trigger.epoch { reason = .otherEpoch }
    return FindingRecord.NearMiss(
      reason: reason, event: event, offset: offset, other: other, condition: condition)
  }

  /// Remembers that an instance takes the event at hand, as long as it may be looked at as a near miss
  /// of those beside it.
  mutating func noteTaken(_ index: Int) {
    let limit = Recents.depth * 8
    let rule = Int(facts.instances[index].rule)
    if log.takenBeside[rule].count == limit { log.takenBeside[rule].removeFirst(limit / 2) }
    log.takenBeside[rule].append(facts.current.event.sequence)
  }

  /// Whether an event came only when the instance's notification was over.
  private func isOverdue(_ event: EventReference, _ instance: Instance) -> Bool {
    let cycle = facts.cycle(of: instance.scope)
    guard cycle >= 0, let time = event.time,
      let due = facts.correlator.cycles[Int(cycle)].notificationTime
    else { return false }
    return time > due &+ Correlator.deliveryTolerance
  }

  /// Whether what is missing had to come before the trigger anyway.
  private func isPrecedence(_ instance: Instance) -> Bool {
    if case .precedence = book.rules[Int(instance.rule)].obligation { return true }
    return false
  }

  private func isIn(_ event: EventReference, _ scope: ScopeReference) -> Bool {
    switch scope.kind {
    case .log: true
    case .key: facts.scopes.isMember(event.sequence, ofKey: scope.slot)
    case .process: facts.scopes.rowOfSegment[event.segment] == scope.slot
    // Slots are used again: only what came after the scope began can be in it.
    case .cycle:
      event.cycle == scope.slot
        && event.sequence >= facts.correlator.cycles[Int(scope.slot)].firstSequence
    case .execution:
      event.execution == scope.slot
        && event.sequence >= facts.correlator.executions[Int(scope.slot)].firstSequence
    case .delivery:
      event.delivery == scope.slot
        && event.sequence >= facts.correlator.deliveries[Int(scope.slot)].firstSequence
    }
  }
}
