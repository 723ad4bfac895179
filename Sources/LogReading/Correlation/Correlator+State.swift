package import RuleLanguage

extension Correlator {
  /// Brings the cycle and the windows up to date with one of their events.
  @inline(__always)
  mutating func update(_ event: ScopedEvent) {
    remember(event)
    if event.execution >= 0 { executionWindows[event.execution].noteFetch(event) }
    if event.delivery >= 0 { deliveryWindows[event.delivery].noteFetch(event) }
    guard event.cycle >= 0 else { return }
    let slot = Int(event.cycle)
    cycleBook[slot].note(event)
    if event.part == .none {
      if event.kind == known.contentWritten { noteWritten(event, slot) }
      return
    }
    switch event.stage {
    case .schedule: updateSchedule(event, slot)
    case .execution, .work: updateExecution(event, slot)
    case .delivery, .summary: updateDelivery(event, slot)
    case .recovery: updateRecovery(event, slot)
    case .none, .launch, .task, .window: break
    }
  }

  private mutating func updateSchedule(_ event: ScopedEvent, _ slot: Int) {
    switch event.part {
    case .submit, .scheduled: takeSubmission(event, slot)
    case .cancelled: cycleBook[slot].task.isCancelled = true
    case .notificationScheduling:
      cycleBook[slot].schedule.isCancelled = false
      cycleBook[slot].schedule.isMoved = false
      cycleBook[slot].schedule.isRefused = false
    case .scheduleBegin, .prefetchPlanned: cycleBook[slot].fetch.isPlanned = true
    case .planned:
      cycleBook[slot].fetch.isPlanned = true
      cycleBook[slot].schedule.leadSeconds =
        store.integer(known.leadSeconds, event) ?? cycleBook[slot].schedule.leadSeconds
    case .leadCapped: cycleBook[slot].schedule.isLeadCapped = true
    case .prefetchDisabled: cycleBook[slot].fetch.isDisabled = true
    case .submitFailed: cycleBook[slot].task.submitFailed = true
    case .scheduleHash:
      guard cycleBook[slot].schedule.hashes.count < 4, let hash = hash(event) else { return }
      cycleBook[slot].schedule.hashes.append(hash)
    default: break
    }
  }

  private mutating func takeSubmission(_ event: ScopedEvent, _ slot: Int) {
    if let begin = store.instant(known.beginDate, event), !isKept(begin, for: slot) {
      cycleBook[slot].beginDate = begin
    }
    cycleBook[slot].task.isLost = false
    cycleBook[slot].schedule.isMoved = false
    cycleBook[slot].schedule.isRefused = false
    cycleBook[slot].task.isCancelled = false
    cycleBook[slot].schedule.isCancelled = false
    if event.part == .submit {
      cycleBook[slot].task.isSubmitted = true
    } else {
      cycleBook[slot].task.isAccepted = true
    }
    if cycleBook[slot].notificationTime == nil, let begin = cycleBook[slot].beginDate {
      cycleBook.look(at: Int32(slot), after: begin &+ Self.patience)
    }
  }

  /// Whether a begin date is that of an earlier notification, whose task goes on being the one
  /// that is outstanding.
  private func isKept(_ begin: Int64, for slot: Int) -> Bool {
    guard let due = cycleBook[slot].notificationTime else { return false }
    return cycleBook.indices.contains {
      $0 != slot && cycleBook[$0].isOpen && !cycleBook[$0].task.isExecuted
        && cycleBook[$0].beginDate == begin
        && cycleBook[$0].notificationTime.map { $0 < due } ?? false
    }
  }

  private mutating func updateExecution(_ event: ScopedEvent, _ slot: Int) {
    switch event.part {
    case .fetchStart:
      if event.phase == .prefetch {
        cycleBook[slot].fetch.startTime = event.knownTime
        cycleBook[slot].fetch.startEpoch = event.epoch
      } else if event.phase == .ondemand, isDue(slot, event) {
        // Of a delivery that the log begins in, its fetch shows that nothing was found.
        cycleBook[slot].delivery.hasMissed = true
      }
    case .fetchSuccess: takeContent(event, slot)
    case .fetchFailure:
      if event.phase == .prefetch {
        cycleBook[slot].fetch.hasFailed = true
        cycleBook[slot].fetch.duration = duration(event, slot)
      } else if event.phase == .ondemand {
        cycleBook[slot].delivery.fetchFailed = true
      }
      cycleBook[slot].fetch.failure = failureReason(event)
    case .contentCached:
      cycleBook[slot].content.isCached = true
      cycleBook[slot].content.ttl = store.integer(known.ttl, event) ?? cycleBook[slot].content.ttl
    case .cacheWriteFailed: cycleBook[slot].content.writeFailed = true
    case .contentHash:
      guard let hash = hash(event) else { return }
      if store.isWord("delivery", known.phase, event) {
        cycleBook[slot].content.hashAtDelivery = hash
        cycleBook[slot].delivery.usedCached = true
      } else {
        cycleBook[slot].content.hashAtFetch = hash
      }
    case .completed:
      cycleBook[slot].task.isCompleted = true
      if event.execution >= 0, executionWindows[event.execution].isShared { shareEnd(event) }
      if store.flag(known.dueToError, event) == true { cycleBook[slot].task.isInError = true }
    case .fetcherStarted: cycleBook[slot].fetch.isPlanned = true
    default: break
    }
  }

  private mutating func takeContent(_ event: ScopedEvent, _ slot: Int) {
    cycleBook[slot].fetch.time = event.knownTime
    cycleBook[slot].fetch.epoch = event.epoch
    cycleBook[slot].content.ttl = store.integer(known.ttl, event) ?? cycleBook[slot].content.ttl
    if event.phase == .ondemand { cycleBook[slot].delivery.fetchFailed = false }
    guard event.phase == .prefetch else { return }
    cycleBook[slot].fetch.hasSucceeded = true
    cycleBook[slot].content.id = notificationId(event)
    // Whatever failed before was a try of the same run, or of an earlier one.
    cycleBook[slot].fetch.hasFailed = false
    cycleBook[slot].fetch.failure = .none
    cycleBook[slot].fetch.duration = duration(event, slot)
    cycleBook[slot].content.time = event.knownTime
    cycleBook[slot].content.instant = times.instant(of: event)
    cycleBook[slot].content.epoch = event.epoch
    cycleBook[slot].content.prefetchTTL = cycleBook[slot].content.ttl
  }

  /// Notes that Android's worker stored content for a notification that is yet to be shown.
  private mutating func noteWritten(_ event: ScopedEvent, _ slot: Int) {
    guard !cycleBook[slot].delivery.isDelivered, store.integer(known.items, event) ?? 1 > 0 else {
      return
    }
    cycleBook[slot].content.isWritten = true
  }

  /// Whether a cycle's notification time has come; without times, of a cycle whose head is cut off.
  private func isDue(_ slot: Int, _ event: ScopedEvent) -> Bool {
    guard let due = cycleBook[slot].notificationTime else { return false }
    return times.instant(of: event).map { $0 >= due &- Self.burstDistance }
      ?? cycleBook[slot].start.isHeadCut
  }

  private func duration(_ event: ScopedEvent, _ slot: Int) -> Int64? {
    if let stated = store.integer(known.durationMs, event), stated >= 0 { return stated }
    guard event.epoch == cycleBook[slot].fetch.startEpoch,
      let span = Cycle.span(from: cycleBook[slot].fetch.startTime, to: event.knownTime)
    else { return nil }
    return span >= 0 ? span : nil
  }

  /// Notes how old the prefetched content is as a delivery looks for it.
  private mutating func noteLookup(_ event: ScopedEvent, _ slot: Int) {
    // Inside the execution a miss only announces the fallback.
    guard event.execution < 0, event.epoch == cycleBook[slot].content.epoch else { return }
    let (start, end) = (cycleBook[slot].content.time, event.knownTime)
    let jumps = times.resolver.evidence.jumps
    if !jumps.isEmpty, let start, let end, jumps.last(between: start, and: end) != nil { return }
    cycleBook[slot].content.age = Cycle.span(from: start, to: end)
  }

  private mutating func updateDelivery(_ event: ScopedEvent, _ slot: Int) {
    switch event.part {
    case .cacheHit, .cacheUsed:
      noteLookup(event, slot)
      cycleBook[slot].delivery.usedCached = true
      cycleBook[slot].delivery.hasMissed = false
      if event.part == .cacheHit {
        cycleBook[slot].delivery.foundOnDemand = store.isWord("ondemand", known.source, event)
      }
    case .cacheMiss:
      noteLookup(event, slot)
      cycleBook[slot].delivery.usedCached = false
      cycleBook[slot].delivery.hasMissed = true
    case .delivered:
      if !cycleBook[slot].delivery.isDelivered { cycleBook[slot].delivery.time = event.knownTime }
      if !event.event.timeGaps.isDisjoint(with: .lineZones) { noteZone(of: event, slot) }
      cycleBook[slot].delivery.isDelivered = true
      if event.delivery >= 0 { deliveryWindows[event.delivery].isCompleted = true }
      finished(slot, event)
    case .suppressed:
      cycleBook[slot].delivery.noteDrop(store.string(known.reason, event))
      if store.isWord("permission_revoked", known.reason, event) {
        cycleBook[slot].delivery.isForbidden = true
      }
    case .interaction: cycleBook[slot].delivery.isToldShown = true
    case .cycleComplete:
      cycleBook[slot].delivery.isSummarised = true
      cycleBook[slot].delivery.summaryUsedCached = store.flag(known.usedCached, event)
      finished(slot, event)
    case .cacheState:
      // Present beyond its TTL is the fault, and empty is right then; before, it may have been cleared on purpose.
      let isValid = isValid(event, slot)
      if store.isWord("present", known.state, event) {
        if let isValid { cycleBook[slot].content.persistence = isValid }
      } else if store.isWord("empty", known.state, event), isValid == false {
        cycleBook[slot].content.persistence = true
      }
    default: break
    }
  }

  /// Notes how late a notification came: in time, the lines are in the zone they are read by.
  private mutating func noteZone(of event: ScopedEvent, _ slot: Int) {
    guard !times.resolver.year.isUnknown, let time = event.knownTime,
      let late = Cycle.span(from: cycleBook[slot].notificationTime, to: time)
    else { return }
    times.resolver.note(late: late, at: time)
  }

  /// Whether content that the cache holds is within its time to live, by the times of the log and by
  /// what the line says is left; nil where neither tells.
  private func isValid(_ event: ScopedEvent, _ slot: Int) -> Bool? {
    let told = store.integer(known.ttlRemaining, event).map { $0 > 0 }
    guard told != false, let ttl = cycleBook[slot].content.ttl,
      event.epoch == cycleBook[slot].fetch.epoch,
      let age = Cycle.span(from: cycleBook[slot].fetch.time, to: event.knownTime),
      let left = Cycle.span(from: age, to: ttl), left.magnitude > Cycle.ttlTolerance
    else { return told }
    return left > 0
  }

  private mutating func finished(_ slot: Int, _ event: ScopedEvent) {
    if cycleBook[slot].delivery.finishedSequence == nil {
      cycleBook[slot].delivery.finishedSequence = event.sequence
    }
    guard let time = event.knownTime else { return }
    cycleBook.look(at: Int32(slot), after: time &+ Self.afterglow)
  }
}

extension Correlator {
  /// Whether a bool field is there and true.
  package func flagValue(_ name: FieldName, _ event: ScopedEvent) -> Bool {
    store.flag(name, event) == true
  }

  /// Whether a field is there and that word.
  package func isValue(
    _ word: StaticString, _ name: FieldName, _ event: ScopedEvent
  ) -> Bool {
    store.isWord(word, name, event)
  }
}
