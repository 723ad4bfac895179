internal import LogReading
internal import RuleLanguage

extension Engine {
  /// The most bytes of one witness line that are kept, and of all together.
  private static let lineLimit = 400
  private static let textLimit = 8 << 20
  private static let missLimit = 3

  mutating func satisfy(_ index: Int) {
    let rule = Int(instances[index].rule)
    satisfied[rule] += 1
    if explained == rule { keepFinding(index, .satisfied, .none, .satisfied, [], -1, nil, -1, "") }
  }

  /// Reports an obligation that was not met: violated, excused by evidence, or proving nothing.
  mutating func unmet(
    _ index: Int, reason: FindingReason, missing: [EventKind], step: Int, deadline: Int64? = nil,
    detail: String = "", isAtScopeEnd: Bool = false
  ) {
    let number = Int(instances[index].rule)
    if !cutEvents.isEmpty, restsOnCutEvent(index) {
      doubtsCutEvents = true
      report(index, .inconclusive, .tailCut, missing: missing, step: step, detail: detail)
      return
    }
    let rule = book.rules[number]
    var outcome = rule.unmet
    var fault = outcome == .violated ? rule.fault : FaultClass.none
    var excuse = -1
    if let candidate = self.excuse(of: number, index, isAtScopeEnd: isAtScopeEnd) {
      outcome = .excused
      fault = book.excuses[candidate].fault
      excuse = candidate
    }
    instances[index].finding = keepFinding(
      index, outcome, fault, reason, missing, step, deadline, excuse, detail)
    let scope = instances[index].scope
    let cycle = cycle(of: scope)
    if cycle >= 0, !missing.isEmpty {
      cycleMarks[cycle, default: []].append(
        CycleMark(kinds: missing, outcome: outcome, isLate: false))
    }
    instances[index].state = .missed
  }

  /// Whether an event took part that may lack its end.
  private func restsOnCutEvent(_ index: Int) -> Bool {
    instances.witnesses(of: index).contains { cutEvents.contains($0.event.sequence) }
  }

  /// The first excuse of a rule that holds, as its index in the book.
  private mutating func excuse(of rule: Int, _ index: Int, isAtScopeEnd: Bool) -> Int? {
    if book.rules[rule].excuses.isEmpty { return nil }
    moment = Moment(rule: rule, instance: index)
    let states = isAtScopeEnd ? environmentsWhenDue(instances[index].scope) : []
    defer { earlierEnvironment = nil }
    for candidate in book.rules[rule].excuses {
      let condition = book.excuses[Int(candidate)].condition
      if states.isEmpty, condition.isTrue(self) == true { return Int(candidate) }
      for state in states {
        earlierEnvironment = state
        if condition.isTrue(self) == true { return Int(candidate) }
      }
    }
    return nil
  }

  /// The states of the device when a cycle fell due, for what its end brings out: at the time of
  /// the notification, and when the plugin has had time to say what it met.
  ///
  /// A cycle is judged long after: the next launch has ended a force-quit by then.
  private func environmentsWhenDue(_ scope: ScopeReference) -> [EnvironmentState] {
    let cycle = cycle(of: scope)
    guard cycle >= 0 else { return [] }
    let facts = correlator.cycles[Int(cycle)]
    if let due = facts.notificationTime ?? facts.beginDate, correlator.lastTime != nil {
      return [due, due &+ Correlator.deliveryTolerance].map {
        environmentHistory.state(at: $0) ?? environment
      }
    }
    return [environmentHistory.state(endOf: facts.segment) ?? environment]
  }

  /// Reports an outcome that no excuse can change.
  mutating func report(
    _ index: Int, _ outcome: Outcome, _ reason: FindingReason, missing: [EventKind], step: Int,
    deadline: Int64? = nil, detail: String = ""
  ) {
    instances[index].finding = keepFinding(
      index, outcome, .none, reason, missing, step, deadline, -1, detail)
    instances[index].state = .missed
  }

  @discardableResult
  private mutating func keepFinding(
    _ index: Int, _ outcome: Outcome, _ fault: FaultClass, _ reason: FindingReason,
    _ missing: [EventKind], _ step: Int, _ deadline: Int64?, _ excuse: Int, _ detail: String
  ) -> Int {
    let instance = instances[index]
    let rule = Int(instance.rule)
    let lone = reason.isAbsence && hasLoneJSON(instance.scope)
    if outcome != .satisfied {
      tallies[
        TallyKey(
          rule: rule, step: step, outcome: outcome, fault: fault, reason: reason,
          hasLoneJSON: lone), default: 0] += 1
    }
    // Violations have room of their own, so that a long log's doubts never crowd them out.
    let isWorst = outcome == .violated && book.rules[rule].severity == .error
    guard (isWorst ? worstFindings : otherFindings) < findingLimit else {
      omittedFindings += 1
      return -1
    }
    if isWorst { worstFindings += 1 } else { otherFindings += 1 }
    let witnesses = instances.witnesses(of: index)
    let cycle = cycle(of: instance.scope)
    let slot = cycle >= 0 ? correlator.cycles[Int(cycle)] : nil
    findings.append(
      FindingRecord(
        rule: rule, step: step, outcome: outcome, fault: fault, reason: reason, missing: missing,
        deadline: deadline,
        segment: instances.lastSegment(index) ?? segment(of: instance.scope),
        cycleNumber: slot?.number ?? -1, scheduleId: slot?.scheduleId,
        notificationTime: slot?.notificationTime, events: witnesses.map(\.event),
        eventSteps: witnesses.map(\.step), texts: witnesses.map { text(of: $0.event) },
        nearMisses: reason == .notSeen || reason == .headCut
          ? nearMisses(instance, witnesses, missing) : [],
        excuse: excuse, detail: detail, hasLoneJSON: lone))
    return findings.count - 1
  }

  private mutating func text(of event: EventReference) -> [UInt8] {
    guard textBytes < Self.textLimit,
      let bytes = correlator.store.bytes(
        at: event.text, count: min(Int(event.length), Self.lineLimit))
    else { return [] }
    textBytes += bytes.count
    return [UInt8](bytes)
  }

  // MARK: Near misses

  private func nearMisses(
    _ instance: Instance, _ witnesses: [(event: EventReference, step: Int8)],
    _ missing: [EventKind]
  ) -> [FindingRecord.NearMiss] {
    // What ended the wait (`before`) met nothing.
    let last = witnesses.last { $0.step != -2 }?.event ?? instance.trigger
    var found: [FindingRecord.NearMiss] = []
    for kind in missing {
      for event in recents.occurrences(of: kind)
      where !witnesses.contains(where: { $0.event.sequence == event.sequence }) {
        if let miss = nearMiss(event, instance, last) { found.append(miss) }
      }
    }
    found.sort { left, right in
      (left.reason.rawValue, abs(left.offset ?? .max), left.event.sequence)
        < (right.reason.rawValue, abs(right.offset ?? .max), right.event.sequence)
    }
    return Array(found.prefix(Self.missLimit))
  }

  private func nearMiss(
    _ event: EventReference, _ instance: Instance, _ last: EventReference?
  ) -> FindingRecord.NearMiss? {
    let trigger = instance.trigger
    let base = trigger?.time
    let offset = event.time.flatMap { time in base.map { time - $0 } }
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
        let cycle = correlator.cycles[Int(event.cycle)]
        // Slots are used again; an event from before the cycle is another one's.
        if event.sequence >= cycle.firstSequence { other = cycle.scheduleId }
      }
    } else if !isPrecedence(instance), let last, event.sequence < last.sequence {
      reason = .seenEarly
    } else {
      if takenBeside[instance.rule]?.contains(event.sequence) == true { return nil }
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
    var taken = takenBeside.removeValue(forKey: instances[index].rule) ?? []
    if taken.count == limit { taken.removeFirst(limit / 2) }
    taken.append(candidate.sequence)
    takenBeside[instances[index].rule] = taken
  }

  /// Whether an event came only when the instance's notification was over.
  private func isOverdue(_ event: EventReference, _ instance: Instance) -> Bool {
    let cycle = cycle(of: instance.scope)
    guard cycle >= 0, let time = event.time,
      let due = correlator.cycles[Int(cycle)].notificationTime
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
    case .key: rows[Int(scope.kind.rawValue)][Int(scope.slot)].members.contains(event.sequence)
    case .process: rowOfSegment[event.segment] == scope.slot
    // Slots are used again: only what came after the scope began can be in it.
    case .cycle:
      event.cycle == scope.slot
        && event.sequence >= correlator.cycles[Int(scope.slot)].firstSequence
    case .execution:
      event.execution == scope.slot
        && event.sequence >= correlator.executions[Int(scope.slot)].firstSequence
    case .delivery:
      event.delivery == scope.slot
        && event.sequence >= correlator.deliveries[Int(scope.slot)].firstSequence
    }
  }

  /// Adds to a finding that what was missing came after all.
  mutating func addLate(to finding: Int) {
    let event = candidate
    var offset: Int64?
    if let time = event.knownTime {
      if let deadline = findings[finding].deadline {
        offset = time - deadline
      } else if let start = findings[finding].events.first?.time {
        offset = time - start
      }
    }
    let isInTime = findings[finding].deadline.map { event.knownTime ?? .max <= $0 } ?? true
    let wasEnded = findings[finding].eventSteps.contains(-2)
    findings[finding].nearMisses.insert(
      FindingRecord.NearMiss(
        reason: wasEnded && isInTime ? .afterCancel : .seenLate, event: candidateReference,
        offset: offset,
        other: nil),
      at: 0)
    if findings[finding].nearMisses.count > Self.missLimit {
      findings[finding].nearMisses.removeLast()
    }
    if event.cycle >= 0 {
      cycleMarks[event.cycle, default: []].append(
        CycleMark(kinds: [event.kind], outcome: findings[finding].outcome, isLate: true))
    }
  }
}
