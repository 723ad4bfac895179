internal import LogReading
package import RuleLanguage

/// What an expression sees beside the engine: the rule and the instance that it is tried for.
struct Moment {
  var rule = 0
  /// The instance whose roles it reads; -1 for none.
  var instance = -1
  /// The event at hand is being tried on a pattern.
  var hasCandidate = false
  /// The role that the event at hand would take in that scope, tried before anything is kept of it; -1
  /// for none.
  var candidateRole: Int16 = -1
  /// The scope that it is tried in, where there is no instance.
  var scope = ScopeReference(kind: .log, slot: 0)
}

extension Engine: ReferenceSource {
  /// A value that an expression names, looked up only now: most conditions read one or two.
  package func value(of reference: Reference) -> Value {
    zoneShift == 0 ? valueAsRead(of: reference) : shifted(reference, valueAsRead(of: reference))
  }

  private func valueAsRead(of reference: Reference) -> Value {
    switch reference {
    case .candidateField(let name):
      return moment.hasCandidate ? value(name, of: candidate) : .missing
    case .candidateTime, .candidateTimeIsUTC, .candidateIsUTC, .roleTaken, .roleCount:
      return scalar(of: reference).value
    case .roleField(let role, let field):
      if role == moment.candidateRole { return value(field, of: candidate) }
      // Before the first role is taken there are no values.
      guard isTaken(role), let slot = slot(rule: moment.rule, role: role, field: field)
      else { return .missing }
      return instances.value(slot, of: moment.instance)
    case .roleTime(let role):
      if role == moment.candidateRole { return candidate.knownTime.map(Value.instant) ?? .missing }
      return isTaken(role)
        ? instances.value(slot(rule: moment.rule, role: role), of: moment.instance) : .missing
    case .environment(let key):
      return earlierEnvironment?[key] ?? environment[key]
    case .cycle(let key):
      let cycle = cycleOfMoment
      return cycle < 0 ? .missing : cycleValue(key, Int(cycle))
    case .derived(let key):
      return .int(
        counters(of: segmentOfMoment, isProcess: isProcessScoped(moment.rule))[key])
    case .parameter(let index):
      return book.parameters[Int(index)].value
    }
  }

  package func scalar(of reference: Reference) -> Scalar {
    switch reference {
    case .candidateField(let name):
      return moment.hasCandidate ? candidateScalar(name) : Scalar(.missing)
    case .roleField(let role, let field):
      if role == moment.candidateRole { return candidateScalar(field) }
      guard isTaken(role), let slot = slot(rule: moment.rule, role: role, field: field)
      else { return Scalar(.missing) }
      return instances.scalar(slot, of: moment.instance)
    case .roleTime(let role):
      if role == moment.candidateRole {
        return candidate.knownTime.map { Scalar(.instant, $0) } ?? Scalar(.missing)
      }
      guard isTaken(role) else { return Scalar(.missing) }
      return instances.scalar(slot(rule: moment.rule, role: role), of: moment.instance)
    case .roleTaken(let role):
      return Scalar(.bool, role == moment.candidateRole || isTaken(role) ? 1 : 0)
    case .roleCount(let role):
      if role == moment.candidateRole { return Scalar(.int, 1) }
      guard isTaken(role) else { return Scalar(.int, 0) }
      let place = planned.role(role, of: moment.rule).countPlace
      return instances.scalar(Int(place), of: moment.instance)
    case .environment(let key) where earlierEnvironment == nil: return environment.scalar(key)
    case .cycle(let key):
      let cycle = cycleOfMoment
      return cycle < 0 ? Scalar(.missing) : cycleScalar(key, Int(cycle))
    case .candidateTime:
      // Times of two clock epochs are not compared.
      guard moment.hasCandidate, let time = candidate.knownTime,
        epochOfRoles.map({ $0 == candidate.epoch }) ?? true
      else { return Scalar(.missing) }
      return Scalar(.instant, time)
    case .candidateTimeIsUTC:
      return moment.hasCandidate ? isCandidateTimeUTC : Scalar(.missing)
    case .candidateIsUTC(let name):
      return moment.hasCandidate ? isCandidateUTC(name) : Scalar(.missing)
    case .environment, .derived, .parameter: return Scalar(of: value(of: reference))
    }
  }

  package func isString(_ reference: Reference, equalTo bytes: Span<UInt8>) -> Truth {
    switch reference {
    case .candidateField(let name):
      return moment.hasCandidate ? isCandidateField(name, equalTo: bytes) : .error
    case .roleField(let role, let field):
      if role == moment.candidateRole { return isCandidateField(field, equalTo: bytes) }
      guard isTaken(role), let slot = slot(rule: moment.rule, role: role, field: field)
      else { return .error }
      return instances.isString(slot, of: moment.instance, equalTo: bytes)
    default:
      guard case .string(let text) = value(of: reference) else { return .error }
      return bytes.equals(text.utf8.span, in: bytes.indices) ? .yes : .no
    }
  }

  /// Of two texts the event's own stays where it lies: most that are compared are ids and hashes,
  /// and what a role keeps is a string already.
  package func isSameText(_ one: Reference, _ other: Reference) -> Bool? {
    let (kept, atHand) = isAtHand(one) ? (other, one) : (one, other)
    guard case .string(let text) = value(of: kept) else { return nil }
    return switch isString(atHand, equalTo: text.utf8.span) {
    case .yes: true
    case .no: false
    case .error: nil
    }
  }

  /// Whether the event at hand has the value.
  private func isAtHand(_ reference: Reference) -> Bool {
    switch reference {
    case .candidateField: true
    case .roleField(let role, _): role == moment.candidateRole
    default: false
    }
  }

  /// Whether an event took a role of the instance at hand.
  private func isTaken(_ role: UInt8) -> Bool {
    moment.instance >= 0 && instances[moment.instance].taken & (1 << UInt64(role)) != 0
  }

  /// The clock epoch of the roles; nil before a trigger.
  private var epochOfRoles: UInt32? {
    moment.instance < 0 ? nil : instances[moment.instance].trigger?.epoch
  }

  private var cycleOfMoment: Int32 {
    if moment.candidateRole >= 0 { return cycle(of: moment.scope) }
    let scope = moment.instance < 0 ? moment.scope : instances[moment.instance].scope
    let own = cycle(of: scope)
    return own < 0 && moment.hasCandidate ? candidate.cycle : own
  }

  private var segmentOfMoment: Int32 {
    if moment.hasCandidate || moment.candidateRole >= 0 { return candidate.segment }
    guard moment.instance >= 0 else { return 0 }
    return instances.lastSegment(moment.instance)
      ?? segment(of: instances[moment.instance].scope)
  }
}

// What expressions call by the name of a cycle's value. Each is read where it lies: to hand on a
// cycle, which is large, is to copy it.
extension Engine {
  private func cycleScalar(_ key: CycleValue, _ slot: Int) -> Scalar {
    let cycles = correlator.cycles.span
    return switch key {
    case .notificationTime: Scalar(.instant, cycles[slot].notificationTime)
    case .beginDate: Scalar(.instant, cycles[slot].beginDate)
    case .scheduleId: Scalar(cycles[slot].scheduleId == nil ? .missing : .string)
    case .leadSeconds: Scalar(.duration, cycles[slot].leadSeconds)
    case .leadCapped: flag(cycles[slot].isLeadCapped, slot)
    case .hashed: flag(cycles[slot].hashAtFetch != nil, slot)
    case .handlerTime: Scalar(.instant, cycles[slot].handlerTime)
    case .deliveredTime: Scalar(.instant, cycles[slot].deliveredTime)
    case .simulatedLaunch: flag(cycles[slot].isSimulatedLaunch, slot)
    case .submitted: flag(cycles[slot].isSubmitted, slot)
    case .accepted: flag(cycles[slot].isAccepted, slot)
    case .submitFailed: flag(cycles[slot].submitFailed, slot)
    case .executed: flag(cycles[slot].isExecuted, slot)
    case .fetched: flag(cycles[slot].isFetched, slot)
    case .fetchFailed: flag(cycles[slot].fetchFailed, slot)
    case .completed: flag(cycles[slot].isCompleted, slot)
    case .cached: flag(cycles[slot].isCached, slot)
    case .cacheWriteFailed: flag(cycles[slot].cacheWriteFailed, slot)
    case .ttl: Scalar(.duration, cycles[slot].ttl)
    case .fetchTime: Scalar(.instant, cycles[slot].fetchTime)
    case .failureReason: Scalar(cycles[slot].failure == .none ? .missing : .string)
    case .missed: flag(cycles[slot].hasMissed, slot)
    case .usedCached: flag(cycles[slot].usesCache, slot)
    case .fellBack: flag(cycles[slot].hasMissed && !cycles[slot].usedCached, slot)
    case .delivered: flag(cycles[slot].isDelivered, slot)
    case .prefetchDisabled: flag(cycles[slot].isPrefetchDisabled, slot)
    case .contentId: Scalar(cycles[slot].contentId == nil ? .missing : .string)
    case .shift: Scalar(.duration, cycles[slot].shift)
    case .replacedTime: Scalar(.instant, cycles[slot].replacedTime)
    case .moved: flag(cycles[slot].isMoved, slot)
    case .taskLost: flag(cycles[slot].isTaskLost, slot)
    case .taskKilled: flag(cycles[slot].isTaskKilled, slot)
    }
  }

  /// What a cycle shows; of one without its head, what was not seen may have been.
  private func flag(_ isSet: Bool, _ slot: Int) -> Scalar {
    isSet || !correlator.cycles.span[slot].isHeadCut
      ? Scalar(.bool, isSet ? 1 : 0) : Scalar(.missing)
  }

  private func cycleValue(_ key: CycleValue, _ slot: Int) -> Value {
    let cycles = correlator.cycles.span
    return switch key {
    case .scheduleId: cycles[slot].scheduleId.map(Value.string) ?? .missing
    case .contentId: cycles[slot].contentId.map(Value.string) ?? .missing
    case .failureReason:
      cycles[slot].failure == .none ? .missing : .string(cycles[slot].failure.name)
    default: cycleScalar(key, slot).value
    }
  }
}

extension Scalar {
  fileprivate init(_ kind: Kind) { self.init(kind, 0) }

  /// A number of that kind; `missing` where there is none.
  fileprivate init(_ kind: Kind, _ number: Int64?) {
    if let number { self.init(kind, number) } else { self.init(.missing, 0) }
  }
}
