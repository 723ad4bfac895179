internal import LogReading
internal import RuleLanguage

// Why an obligation that was not met is nobody's fault, and what proves it.
extension Engine {
  /// An excuse that holds, and the state of the device in which it does.
  struct HeldExcuse {
    /// Index in the book.
    let excuse: Int
    let state: EnvironmentState
    /// The line that tells of the kill, where that is the excuse.
    var kill: EventReference?
  }

  /// The most lines that are kept to be told days later.
  private static let toldLimit = 64

  /// The first excuse of a rule that holds.
  mutating func excuse(of rule: Int, _ index: Int, isAtScopeEnd: Bool) -> HeldExcuse? {
    if book.rules[rule].excuses.isEmpty { return nil }
    facts.consider(index)
    let states = isAtScopeEnd ? environmentsWhenDue(facts.instances[index].scope) : []
    let present = facts.environment
    defer { facts.environment = present }
    for candidate in book.rules[rule].excuses {
      let condition = book.excuses[Int(candidate)].condition
      if states.isEmpty, condition.isTrue(facts) == true {
        return HeldExcuse(excuse: Int(candidate), state: facts.environment)
      }
      for (place, state) in states.enumerated() {
        facts.environment = state
        guard condition.isTrue(facts) == true else { continue }
        if place == 0 || isTellingOfBefore(condition, state) {
          return HeldExcuse(excuse: Int(candidate), state: state)
        }
      }
    }
    return nil
  }

  /// The states of the device when a cycle fell due, for what its end brings out: at the time of
  /// the notification, and when the plugin has had time to say what it met.
  ///
  /// A cycle is judged long after: the next launch has ended a force-quit by then.
  private func environmentsWhenDue(_ scope: ScopeReference) -> [EnvironmentState] {
    let cycle = facts.cycle(of: scope)
    guard cycle >= 0 else { return [] }
    let ended = facts.correlator.cycles[Int(cycle)]
    let isTimed =
      facts.correlator.lastTime != nil
      && ended.gaps.isDisjoint(with: facts.correlator.clock.openGaps)
    if isTimed, let due = ended.notificationTime ?? ended.beginDate {
      return [due, due &+ Correlator.deliveryTolerance].map {
        device.history.state(at: $0) ?? environment
      }
    }
    // Without times, what stands behind the delivery came later.
    if let delivered = ended.delivery.finishedSequence {
      return [device.history.state(atEvent: delivered) ?? environment]
    }
    return [device.history.state(endOf: ended.segment) ?? environment]
  }

  /// Whether what a condition rests on was so before the line that tells it: the plugin tells what it
  /// met, while a condition that somebody set holds from then on.
  private func isTellingOfBefore(_ condition: Expression, _ state: EnvironmentState) -> Bool {
    let known = facts.correlator.known
    let set = [known.environment, known.faultInjected]
    return condition.references.allSatisfy { reference in
      guard case .environment(let key) = reference, let source = state.source(key) else {
        return true
      }
      let part = facts.correlator.role(of: source.kind).part
      return !set.contains(source.kind) && part != .appState && part != .processKilled
    }
  }

  // MARK: Proof

  /// Keeps the line at hand, which changed what is known of the device.
  mutating func keepToldLine() {
    if device.toldLines.count == Self.toldLimit { device.toldLines.removeFirst(Self.toldLimit / 2) }
    device.toldLines.append(
      DeviceHistory.ToldLine(
        sequence: facts.current.event.sequence, text: text(of: facts.current.reference)))
  }

  /// Notes in a finding what its excuse rests on.
  mutating func prove(_ held: HeldExcuse, _ index: Int, in finding: Int) {
    if let kill = held.kill {
      let proof = proof(kill)
      log.findings[finding].proofs.append(proof)
      return
    }
    facts.consider(index)
    for reference in book.excuses[held.excuse].condition.references {
      switch reference {
      // Which platform it is excuses nothing by itself.
      case .environment(.platform): break
      case .environment(let key):
        // Of two conditions it is the one that holds.
        if held.state[key] == .bool(false) || held.state[key] == .missing { continue }
        if let source = held.state.source(key) {
          let proof = proof(source)
          log.findings[finding].proofs.append(proof)
        } else {
          log.findings[finding].stated.append(key)
        }
      case .cycle(let key):
        let value = facts.value(of: reference)
        if value == .bool(false) || value == .missing { continue }
        if let step = step(that: key, index) {
          let proof = proof(step)
          log.findings[finding].proofs.append(proof)
        }
      default: break
      }
    }
  }

  mutating func proof(_ event: EventReference) -> FindingRecord.Proof {
    let told = device.toldLines.first { $0.sequence == event.sequence }?.text ?? []
    return FindingRecord.Proof(
      kind: event.kind, file: event.file, line: event.line, time: event.time,
      isCarried: event.isCarried, text: told.isEmpty ? text(of: event) : told)
  }

  private mutating func proof(_ step: SeenStep) -> FindingRecord.Proof {
    FindingRecord.Proof(
      kind: step.kind, file: step.file, line: step.line, time: step.time,
      isCarried: step.isCarried, text: text(at: step.text, count: step.length))
  }

  /// The event that makes a value of the cycle so; nil where no single one does.
  private func step(that key: CycleValue, _ index: Int) -> SeenStep? {
    let slot = facts.cycle(of: facts.instances[index].scope)
    guard slot >= 0 else { return nil }
    let cycle = facts.correlator.cycles[Int(slot)]
    return switch key {
    case .moved, .taskLost, .taskKilled: cycle.takenBy
    case .fellBack, .missed: cycle.step(.cacheMiss)
    case .usedCached: cycle.step(.cacheUsed) ?? cycle.step(.cacheHit)
    case .failureReason, .fetchFailed, .fallbackFailed:
      cycle.step(.fetchFailure) ?? cycle.step(.completed)
    case .completed: cycle.step(.completed)
    case .forbidden: cycle.step(.suppressed)
    case .toldMissed: cycle.step(.missTold)
    case .delivered: cycle.step(.delivered) ?? cycle.step(.cycleComplete)
    case .submitFailed: cycle.step(.submitFailed)
    case .prefetchDisabled: cycle.step(.prefetchDisabled)
    case .cacheWriteFailed: cycle.step(.cacheWriteFailed)
    default: nil
    }
  }
}
