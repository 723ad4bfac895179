internal import LogReading

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
  var scope = ScopeReference(kind: .log, slot: 0)
}

extension Engine: ReferenceSource {
  /// A value that an expression names, looked up only now: most conditions read one or two.
  package func value(of reference: Reference) -> Value {
    switch reference {
    case .candidateField(let name):
      return moment.hasCandidate ? value(name, of: candidate) : .missing
    case .candidateTime:
      // Times of two clock epochs are not compared.
      guard moment.hasCandidate, let time = candidate.knownTime,
        epochOfRoles.map({ $0 == candidate.epoch }) ?? true
      else { return .missing }
      return .instant(time)
    case .candidateTimeIsUTC:
      return moment.hasCandidate ? Engine.isTimeUTC(candidate) : .missing
    case .candidateIsUTC(let name):
      return moment.hasCandidate ? isUTC(name, of: candidate) : .missing
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
    case .roleTaken(let role): return .bool(role == moment.candidateRole || isTaken(role))
    case .environment(let key):
      return earlierEnvironment?[key] ?? environment[key]
    case .cycle(let key):
      let cycle = cycleOfMoment
      return cycle < 0 ? .missing : correlator.cycles.span[Int(cycle)].value(key)
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
    case .environment(let key) where earlierEnvironment == nil: return environment.scalar(key)
    case .cycle(let key):
      let cycle = cycleOfMoment
      // Read where it lies: a cycle is large, and an array hands out copies.
      return cycle < 0
        ? Scalar(.missing) : Scalar(of: correlator.cycles.span[Int(cycle)].value(key))
    default: return Scalar(of: value(of: reference))
    }
  }

  package func isString(_ reference: Reference, equalTo bytes: [UInt8]) -> Truth {
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
      return bytes.span.equals(text.utf8.span, in: bytes.indices) ? .yes : .no
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
    let own = moment.instance < 0 ? -1 : cycle(of: instances[moment.instance].scope)
    return own < 0 && moment.hasCandidate ? candidate.cycle : own
  }

  private var segmentOfMoment: Int32 {
    if moment.hasCandidate || moment.candidateRole >= 0 { return candidate.segment }
    guard moment.instance >= 0 else { return 0 }
    return instances.lastSegment(moment.instance)
      ?? segment(of: instances[moment.instance].scope)
  }
}

extension Cycle {
  /// A value of the cycle, as expressions name it.
  ///
  /// Inlined, so that it reads the cycle where it lies: a copy counts a dozen references.
  @inline(__always)
  func value(_ key: CycleValue) -> Value {
    switch key {
    case .notificationTime: notificationTime.map(Value.instant) ?? .missing
    case .beginDate: beginDate.map(Value.instant) ?? .missing
    case .scheduleId: scheduleId.map(Value.string) ?? .missing
    case .leadSeconds: leadSeconds.map(Value.duration) ?? .missing
    case .leadCapped: .bool(isLeadCapped)
    case .hashed: .bool(hashAtFetch != nil)
    case .handlerTime: handlerTime.map(Value.instant) ?? .missing
    case .deliveredTime: deliveredTime.map(Value.instant) ?? .missing
    case .simulatedLaunch: .bool(isSimulatedLaunch)
    case .submitted: .bool(isSubmitted)
    case .accepted: .bool(isAccepted)
    case .submitFailed: .bool(submitFailed)
    case .executed: .bool(isExecuted)
    case .fetched: .bool(isFetched)
    case .fetchFailed: .bool(fetchFailed)
    case .completed: .bool(isCompleted)
    case .cached: .bool(isCached)
    case .cacheWriteFailed: .bool(cacheWriteFailed)
    case .ttl: ttl.map(Value.duration) ?? .missing
    case .fetchTime: fetchTime.map(Value.instant) ?? .missing
    case .failureReason: failure == .none ? .missing : .string(failure.name)
    case .missed: .bool(hasMissed)
    case .usedCached: .bool(usesCache)
    case .fellBack: .bool(hasMissed && !usedCached)
    case .delivered: .bool(isDelivered)
    case .prefetchDisabled: .bool(isPrefetchDisabled)
    case .zoneShift: zoneShift.map(Value.duration) ?? .missing
    case .replacedTime: replacedTime.map(Value.instant) ?? .missing
    case .taskLost: .bool(isTaskLost)
    }
  }
}
