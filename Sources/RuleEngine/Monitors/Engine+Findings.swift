internal import LogReading
internal import RuleLanguage

extension Engine {
  /// The most bytes of one witness line that are kept, and of all together.
  private static let lineLimit = 400
  private static let textLimit = 8 << 20
  private static let valueLimit = 5

  /// Reports an obligation that was not met: violated, excused by evidence, or proving nothing.
  mutating func unmet(
    _ index: Int, reason: FindingReason, missing: [EventKind], step: Int, deadline: Int64? = nil,
    ground: Ground = Ground(), isAtScopeEnd: Bool = false
  ) {
    let number = Int(facts.instances[index].rule)
    if !log.cutEvents.isEmpty, restsOnCutEvent(index) {
      log.doubtsCutEvents = true
      report(index, .inconclusive, .tailCut, missing: missing, step: step, ground: ground)
      return
    }
    var ground = ground
    if !missing.isEmpty {
      ground.rest = restOfWait(index, until: deadline, isAtScopeEnd: isAtScopeEnd)
    }
    var outcome = book.rules[number].unmet
    var fault = outcome == .violated ? book.rules[number].fault : FaultClass.none
    var held = excuse(of: number, index, isAtScopeEnd: isAtScopeEnd)
    // A rule may name that excuse itself: the line that proves it is the same.
    if reason.isAbsence, held.map({ $0.excuse == plan.killedExcuse }) ?? true {
      if let kill = killExcuse(
        of: index, missing: missing, step: step, deadline: deadline)
      {
        held = kill
      } else if fellDueUnseen(index, deadline) {
        report(index, .inconclusive, .tailCut, missing: missing, step: step, ground: ground)
        return
      } else if wasOverdueAtKill(index, deadline) {
        held = nil
      }
    }
    if let held {
      outcome = .excused
      fault = book.excuses[held.excuse].fault
    } else if outcome == .violated, mayHideInjection(of: number) {
      report(index, .inconclusive, .headCut, missing: missing, step: step, ground: ground)
      return
    }
    keepFinding(index, outcome, fault, reason, missing, step, deadline, held, ground)
    let cycle = facts.cycle(ofInstance: index)
    if cycle >= 0, !missing.isEmpty, !isWaiting(number) {
      log.cycleMarks[cycle, default: []].append(
        FindingLog.CycleMark(kinds: missing, outcome: outcome, isLate: false))
    }
  }

  /// Whether a fault that excuses a rule may have been injected before the log began.
  private func mayHideInjection(of rule: Int) -> Bool {
    guard !facts.correlator.hasHead, facts.environment[.fault] == .missing else { return false }
    return book.rules[rule].excuses.contains {
      book.excuses[Int($0)].condition.references.contains(.environment(.fault))
    }
  }

  /// Whether an event took part that may lack its end.
  private func restsOnCutEvent(_ index: Int) -> Bool {
    facts.instances.witnesses(of: index).contains { log.cutEvents.contains($0.event.sequence) }
  }

  /// Reports an outcome that no excuse can change.
  mutating func report(
    _ index: Int, _ outcome: Outcome, _ reason: FindingReason, missing: [EventKind], step: Int,
    deadline: Int64? = nil, ground: Ground = Ground()
  ) {
    keepFinding(index, outcome, .none, reason, missing, step, deadline, nil, ground)
  }

  mutating func keepFinding(
    _ index: Int, _ outcome: Outcome, _ fault: FaultClass, _ reason: FindingReason,
    _ missing: [EventKind], _ step: Int, _ deadline: Int64?, _ excuse: HeldExcuse?,
    _ ground: Ground
  ) {
    let instance = facts.instances[index]
    let tally = TallyKey(
      rule: instance.rule, step: Int32(truncatingIfNeeded: step), outcome: outcome, fault: fault,
      reason: reason, hasLoneJSON: reason.isAbsence && hasLoneJSON(instance.scope),
      isOfOpenCycle: reason == .tailCut && isOfOpenCycle(index),
      rest: ground.rest,
      countsStored: reason == .checkFailed && countsStored(Int(instance.rule), ground.decisive))
    if outcome != .satisfied { log.tallies[tally, default: 0] += 1 }
    facts.instances[index].reported = tally
    facts.instances[index].finding = -1
    if outcome == .violated, book.rules[Int(instance.rule)].severity == .error {
      noteFault(index)
    }
    guard takeRoom(for: tally) else {
      if outcome == .satisfied { log.omittedSatisfactions += 1 }
      return
    }
    let witnesses = facts.instances.witnesses(of: index)
    let cycle = facts.cycle(ofInstance: index)
    let slot = cycle >= 0 ? facts.correlator.cycles[Int(cycle)] : nil
    facts.instances[index].finding = log.findings.count
    log.findings.append(
      FindingRecord(
        tally: tally, missing: missing, deadline: deadline,
        segment: facts.instances.lastSegment(index) ?? facts.segment(of: instance.scope),
        cycleNumber: slot?.number ?? -1, scheduleId: slot?.scheduleId,
        notificationTime: slot?.notificationTime,
        witnessCycles: slot == nil ? cycles(of: witnesses) : [], events: witnesses.map(\.event),
        eventSteps: witnesses.map(\.step), texts: witnesses.map { text(of: $0.event) },
        nearMisses: reason == .notSeen || reason == .headCut
          ? nearMisses(instance, witnesses, missing) : [],
        excuse: excuse?.excuse ?? -1, detail: ground.detail, values: values(ground.decisive, index),
        dropReason: witnesses.contains {
          $0.step == -1 && role(of: $0.event.kind).part == .suppressed
        }
          ? slot?.delivery.dropReason : nil))
    if let excuse {
      prove(excuse, index, in: log.findings.count - 1)
    } else if reason.isAbsence, let end = processEnd(of: index, deadline) {
      let proof = proof(end)
      log.findings[log.findings.count - 1].processEnd = proof
    }
  }

  /// Notes in which cycle an instance is violated, or in which ones its lines stand.
  private mutating func noteFault(_ index: Int) {
    let rule = facts.instances[index].rule
    let cycle = facts.cycle(ofInstance: index)
    if cycle >= 0 {
      return log.noteFault(of: rule, in: facts.correlator.cycles[Int(cycle)].number)
    }
    log.noteFault(of: rule, in: -1)
    for cycle in cycles(of: facts.instances.witnesses(of: index)) {
      log.noteFault(of: rule, in: cycle.number)
    }
  }

  private func countsStored(_ rule: Int, _ decisive: Ground.Decisive) -> Bool {
    guard case .condition(let condition, _) = decisive else { return false }
    return book.rules[rule].patterns.contains { pattern in
      condition.references.contains(.roleCount(role: pattern.role))
        && book.catalogue[pattern.kind].tags.contains(facts.correlator.known.storageTag)
    }
  }

  private func isOfOpenCycle(_ index: Int) -> Bool {
    let cycle = facts.cycle(ofInstance: index)
    return cycle >= 0 && !facts.correlator.cycles[Int(cycle)].isFinished
  }

  /// The cycles that witnesses belong to, as far as they are still known.
  private func cycles(
    of witnesses: [(event: EventReference, step: Int8)]
  ) -> [FindingRecord.NamedCycle] {
    var slots: [Int32] = []
    for (event, _) in witnesses
    where event.cycle >= 0 && !slots.contains(event.cycle)
      && facts.correlator.cycles[Int(event.cycle)].firstSequence <= event.sequence
    {
      slots.append(event.cycle)
    }
    return slots.map { slot in
      let cycle = facts.correlator.cycles[Int(slot)]
      return FindingRecord.NamedCycle(
        number: cycle.number, scheduleId: cycle.scheduleId,
        notificationTime: cycle.notificationTime)
    }
  }

  /// Whether it only tells how far the cycle came, which its steps show.
  private static func isFlag(_ value: Value, of reference: Reference) -> Bool {
    if case .bool = value, case .cycle = reference { true } else { false }
  }

  /// What an outcome rests on.
  struct Ground {
    /// What did not hold, in words.
    var detail = ""
    var decisive = Decisive.nothing
    /// What it rests on that lines leave out of their times.
    var rest = ClockRest()

    enum Decisive {
      case nothing
      /// A condition of the instance, or of the event at hand.
      case condition(Expression, ofCandidate: Bool)
      /// Two values that are not the same.
      case values(Value, Value)
    }
  }

  /// What a reader has to know beside the condition: the values that it read, the first ones.
  private mutating func values(
    _ decisive: Ground.Decisive, _ index: Int
  ) -> [FindingRecord.ToldValue] {
    switch decisive {
    case .nothing: return []
    case .values(let one, let other):
      return [one, other].map { FindingRecord.ToldValue(reference: nil, value: $0) }
    case .condition(let condition, let ofCandidate):
      facts.consider(index, hasCandidate: ofCandidate)
      var values: [FindingRecord.ToldValue] = []
      var absent: [FindingRecord.ToldValue] = []
      let known = ofCandidate ? condition.comparedWithConstants : []
      for reference in condition.references
      where values.count < Self.valueLimit && !known.contains(reference) {
        let result = Expression(type: .bool, code: [.load(reference)], text: "").evaluate(facts)
        if case .value(let value) = result, !Self.isFlag(value, of: reference) {
          values.append(FindingRecord.ToldValue(reference: reference, value: value))
        } else if let lack = Self.lack(result), reference.isOfRole, !ofCandidate {
          absent.append(FindingRecord.ToldValue(reference: reference, value: lack))
        }
      }
      // What is not there may be what is asked for.
      return values + absent.prefix(Self.valueLimit - values.count)
    }
  }

  /// Why nothing is known where a value should be; nil where something is.
  private static func lack(_ result: Evaluation) -> Value? {
    switch result {
    case .error(.missing): .missing
    case .error(.redacted): .redacted
    case .error(.malformed): .malformed
    case .error(.zoneless): .zoneless
    default: nil
    }
  }

  /// Whether one more finding of that sort is kept in detail.
  ///
  /// Violations have room of their own, so that a long log's doubts never crowd them out; and so has
  /// what the end of the log may take back, since nothing yet shows that it could be seen.
  private mutating func takeRoom(for tally: TallyKey) -> Bool {
    guard tells(of: Int(tally.rule)) else { return false }
    let room: FindingLog.Room =
      isWaiting(Int(tally.rule))
      ? .waiting
      : isUnarmed(tally)
        ? .unarmed
        : tally.outcome == .violated && book.rules[Int(tally.rule)].severity == .error
          ? .worst : .other
    guard log.roomTaken[room.rawValue] < log.limit else { return false }
    log.roomTaken[room.rawValue] += 1
    return true
  }

  mutating func text(of event: EventReference) -> [UInt8] {
    text(at: event.text, count: event.length)
  }

  /// The text of a line, as far as it is still held.
  mutating func text(at place: Int64, count: UInt32) -> [UInt8] {
    guard log.textBytes < Self.textLimit,
      let bytes = facts.correlator.store.bytes(at: place, count: min(Int(count), Self.lineLimit))
    else { return [] }
    log.textBytes += bytes.count
    return [UInt8](bytes)
  }

  /// Makes of an order that was in doubt one that the event at hand shows to be wrong.
  mutating func settleDoubt(_ index: Int, _ doubted: TallyKey) {
    let rule = book.rules[Int(doubted.rule)]
    var settled = doubted
    settled.reason = .notSeen
    settled.hasLoneJSON = hasLoneJSON(facts.instances[index].scope)
    settled.outcome = rule.unmet
    settled.fault = settled.outcome == .violated ? rule.fault : .none
    let excuse = excuse(of: Int(doubted.rule), index, isAtScopeEnd: false)
    if let excuse {
      settled.outcome = .excused
      settled.fault = book.excuses[excuse.excuse].fault
    }
    facts.instances[index].reported = settled
    log.tallies[doubted, default: 0] -= 1
    log.tallies[settled, default: 0] += 1
    let finding = facts.instances[index].finding
    guard finding >= 0 else { return }
    log.findings[finding].tally = settled
    log.findings[finding].excuse = excuse?.excuse ?? -1
    if let excuse { prove(excuse, index, in: finding) }
    let trigger = log.findings[finding].events.last
    addNearest(
      to: finding,
      FindingRecord.NearMiss(
        reason: .seenLate, event: facts.current.reference,
        offset: Cycle.span(from: trigger?.time, to: facts.current.event.knownTime), other: nil))
  }

  private mutating func addNearest(to finding: Int, _ miss: FindingRecord.NearMiss) {
    log.findings[finding].nearMisses.insert(miss, at: 0)
    if log.findings[finding].nearMisses.count > Self.missLimit {
      log.findings[finding].nearMisses.removeLast()
    }
  }

  /// Notes that what an instance is said to have missed came after all.
  mutating func addLate(_ index: Int, _ missed: TallyKey) {
    let event = facts.current.event
    let witnesses = facts.instances.witnesses(of: index)
    let steps = 0..<facts.instances[index].stepCount
    let deadline = steps ~= Int(missed.step) ? facts.instances.due(Int(missed.step), index) : nil
    let isInTime = deadline.map { event.knownTime ?? .max <= $0 } ?? true
    let wasEnded = witnesses.contains { $0.step == -2 }
    var reported = missed
    reported.isLate = !(wasEnded && isInTime)
    log.tallies[missed, default: 0] -= 1
    log.tallies[reported, default: 0] += 1
    let finding = facts.instances[index].finding
    if finding >= 0 {
      log.findings[finding].tally = reported
      addNearest(
        to: finding,
        FindingRecord.NearMiss(
          reason: reported.isLate ? .seenLate : .afterCancel, event: facts.current.reference,
          offset: Cycle.span(from: deadline ?? witnesses.first?.event.time, to: event.knownTime),
          other: nil))
    }
    if event.cycle >= 0 {
      log.cycleMarks[event.cycle, default: []].append(
        FindingLog.CycleMark(kinds: [event.kind], outcome: missed.outcome, isLate: true))
    }
  }

  /// Whether JSON events of a scope stand without a text line beside them.
  private func hasLoneJSON(_ scope: ScopeReference) -> Bool {
    switch scope.kind {
    case .cycle: facts.correlator.cycles[Int(scope.slot)].loneJSON > 0
    case .execution:
      facts.correlator.executions[Int(scope.slot)].loneJSON > 0
        || facts.cycle(of: scope) >= 0
          && facts.correlator.cycles[Int(facts.cycle(of: scope))].loneJSON > 0
    case .delivery:
      facts.correlator.deliveries[Int(scope.slot)].loneJSON > 0
        || facts.cycle(of: scope) >= 0
          && facts.correlator.cycles[Int(facts.cycle(of: scope))].loneJSON > 0
    case .log, .process, .key: facts.correlator.loneJSON > 0
    }
  }
}

extension Reference {
  /// Whether it is a field or the time of an event that took a role.
  fileprivate var isOfRole: Bool {
    switch self {
    case .roleField, .roleTime: true
    default: false
    }
  }
}
