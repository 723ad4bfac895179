internal import LogReading

/// What an expression can see: an event, the roles of an instance, the device, the cycle.
struct Moment: ReferenceSource {
  let engine: Engine
  let rule: Int
  var candidate: ScopedEvent?
  var values: [Value] = []
  var taken: UInt64 = 0
  /// The clock epoch of the roles.
  var epoch: UInt32?
  var cycle: Int32 = -1
  var segment: Int32 = 0
  /// The device as it was when the obligation fell due; nil for the present.
  var environment: EnvironmentState?

  func value(of reference: Reference) -> Value {
    switch reference {
    case .candidateField(let name):
      candidate.map { engine.value(name, of: $0) } ?? .missing
    case .candidateTime:
      // Times of two clock epochs are not compared.
      epoch == nil || candidate?.epoch == epoch
        ? candidate?.knownTime.map(Value.instant) ?? .missing : .missing
    case .candidateTimeIsUTC: candidate.map(Engine.isTimeUTC) ?? .missing
    case .candidateIsUTC(let name):
      candidate.map { engine.isUTC(name, of: $0) } ?? .missing
    case .roleField(let role, let field):
      // Before the first role is taken there are no values.
      values.isEmpty
        ? .missing
        : engine.slot(rule: rule, role: role, field: field).map { values[$0] } ?? .missing
    case .roleTime(let role):
      values.isEmpty ? .missing : values[engine.slot(rule: rule, role: role)]
    case .roleTaken(let role):
      .bool(taken & (1 << UInt64(role)) != 0)
    case .environment(let key):
      (environment ?? engine.environment)[key]
    case .cycle(let key):
      cycle < 0 ? .missing : engine.correlator.cycles[Int(cycle)].value(key)
    case .derived(let key):
      .int(engine.counters(of: segment, isProcess: engine.isProcessScoped(rule))[key])
    case .parameter(let index):
      engine.book.parameters[Int(index)].value
    }
  }
}

extension Cycle {
  /// A value of the cycle, as expressions name it.
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
    case .taskLost: .bool(isTaskLost)
    }
  }
}
