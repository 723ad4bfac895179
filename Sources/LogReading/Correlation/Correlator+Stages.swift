package import RuleLanguage

/// The parts of a cycle, and of its windows, that an event may change: most kinds change none.
struct CycleUpdates: OptionSet, Sendable {
  let rawValue: UInt8
  static let schedule = CycleUpdates(rawValue: 1)
  static let execution = CycleUpdates(rawValue: 2)
  static let delivery = CycleUpdates(rawValue: 4)
  static let ofCycle: CycleUpdates = [.schedule, .execution, .delivery]
  /// A fetch begins in the window, or has to; it has to if a delivery looked in vain; it is over.
  static let fetch = CycleUpdates(rawValue: 8)
  static let fetchOfDelivery = CycleUpdates(rawValue: 16)
  static let fetchOutcome = CycleUpdates(rawValue: 32)
  /// What a delivery waited for comes too late: the next fetch is a task's.
  static let shown = CycleUpdates(rawValue: 64)
}

extension Correlator {
  /// What events of each kind change, as `updateSchedule` and its neighbours ask for them.
  static func updates(by known: KnownEvents, count: Int) -> [CycleUpdates] {
    var updates = [CycleUpdates](repeating: [], count: count)
    func set(_ part: CycleUpdates, _ kinds: EventKind...) {
      for kind in kinds where Int(kind.rawValue) < count {
        updates[Int(kind.rawValue)].insert(part)
      }
    }
    set(
      .schedule, known.scheduleBegin, known.fetchScheduling, known.submit, known.scheduled,
      known.planned, known.leadCapped, known.prefetchDisabled, known.submitFailed,
      known.scheduleHash, known.cancelled, known.notificationScheduling)
    set(
      .execution, known.fetchStart, known.fetchSuccess, known.fetchFailure, known.contentCached,
      known.cacheWriteFailed, known.contentHash, known.completed, known.fetcherStarted)
    set(
      .delivery, known.cacheHit, known.cacheUsed, known.cacheMiss, known.delivered,
      known.suppressed, known.cycleComplete, known.cacheState)
    set(.fetch, known.fetchStart, known.storageUnavailable)
    set(.fetchOfDelivery, known.cacheMiss)
    set(.fetchOutcome, known.fetchSuccess, known.fetchFailure)
    set(.shown, known.delivered)
    return updates
  }

  /// The stage of each event kind.
  static func stages(of known: KnownEvents, count: Int) -> [Stage] {
    var stages = [Stage](repeating: .other, count: count)
    func set(_ stage: Stage, _ kinds: EventKind...) {
      for kind in kinds where Int(kind.rawValue) < count { stages[Int(kind.rawValue)] = stage }
    }
    set(
      .launch, known.appLaunch, known.appLaunchFinished, known.pluginLoad, known.storageReady,
      known.register, known.startup)
    set(
      .schedule, known.scheduleBegin, known.planned, known.leadCapped, known.prefetchDisabled,
      known.submit, known.scheduled, known.submitFailed, known.cancelled,
      known.notificationScheduling, known.persisted, known.scheduleHash, known.permissionDenied,
      known.fetchScheduling, known.fetchTimeChosen, known.fetchSchedulingFailed)
    set(
      .execution, known.handler, known.resolved, known.fetchStart, known.httpRequest,
      known.httpResponse, known.fetchSuccess, known.fetchFailure, known.jwtExpired,
      known.contentCached, known.contentHash, known.cacheWriteFailed, known.storageUnavailable,
      known.expirationSet, known.expired, known.fetchCancelled, known.completed, known.payload)
    set(
      .delivery, known.prepare, known.cacheHit, known.cacheUsed, known.cacheMiss, known.built,
      known.delivered, known.suppressed, known.interaction, known.cacheState)
    set(.summary, known.cycleComplete)
    set(
      .work, known.workEnqueued, known.workStarted, known.displayStarted, known.scheduleSkipped,
      known.refetchScheduled, known.fetcherStarted, known.contentWritten)
    return stages
  }

  /// Whether a task in the background logs events of the kind.
  package func isOfExecution(_ kind: EventKind) -> Bool {
    Int(kind.rawValue) < stages.count && stages[Int(kind.rawValue)] == .execution
  }

  /// Whether a process logs events of the kind as it starts.
  package func isOfLaunch(_ kind: EventKind) -> Bool {
    Int(kind.rawValue) < stages.count && stages[Int(kind.rawValue)] == .launch
  }

  func stage(of event: ScopedEvent) -> Stage { stages[Int(event.kind.rawValue)] }
}

extension KnownEvents {
  /// Whether events of that kind belong to cycles; those that befall the process or the device do not.
  package func areOfCycles(_ kind: EventKind) -> Bool {
    if kind == pluginError { return true }
    switch Correlator.stages(of: self, count: Int(kind.rawValue) + 1)[Int(kind.rawValue)] {
    case .launch, .other, .window: return false
    case .schedule, .execution, .delivery, .summary, .work: return true
    }
  }
}
