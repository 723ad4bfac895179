internal import RuleLanguage

// What a fetch is for, and what it fails with.
extension Correlator {
  /// Whether a fetch is a prefetch (inside its execution window) or stands in for one.
  mutating func setPhase(_ event: inout ScopedEvent) {
    let part = event.part
    guard part == .fetchStart || part == .fetchSuccess || part == .fetchFailure
    else { return }
    event.phase = statedPhase(event)
    if part == .fetchStart {
      noteStart(event)
    } else if event.phase == .none {
      event.phase = startedPhase(event)
    }
    if event.phase == .none { event.phase = phaseByPlace(event) }
    if part == .fetchStart, event.execution < 0, event.delivery < 0 {
      lastFetch?.isPrefetch = event.phase == .prefetch
    }
    if part == .fetchFailure { event.reason = toldReason(event) }
  }

  /// What a fetch is for by where it lies.
  private func phaseByPlace(_ event: ScopedEvent) -> FetchPhase {
    let isResult = event.event.form == .json && event.part != .fetchStart
    if isResult, event.delivery < 0, !isUntold || key(event) != nil || anyId(event) != nil {
      return .prefetch
    }
    if event.execution >= 0 || isOfWorker(event) { return .prefetch }
    return event.cycle >= 0 || key(event) != nil ? .ondemand : .api
  }

  /// What a line of a fetch says that it is for; none where it says nothing.
  func statedPhase(_ event: ScopedEvent) -> FetchPhase {
    if store.isWord("api", known.phase, event) { return .api }
    if store.isWord("ondemand", known.phase, event) { return .ondemand }
    return store.isWord("prefetch", known.phase, event) ? .prefetch : .none
  }

  /// Remembers what the start of a fetch states, for its outcome.
  private mutating func noteStart(_ start: ScopedEvent) {
    if start.execution < 0 {
      if start.delivery < 0 { lastFetch?.stated = start.phase }
    } else if !executionWindows[start.execution].awaitsFetch {
      executionWindows[start.execution].stated = start.phase
    }
  }

  /// What the start of the fetch stated that an outcome is of; none where it stated nothing.
  private func startedPhase(_ outcome: ScopedEvent) -> FetchPhase {
    if outcome.execution >= 0 {
      let window = outcome.execution
      return executionWindows[window].awaitsFetch ? executionWindows[window].stated : .none
    }
    guard outcome.delivery < 0, let fetch = lastFetch, fetch.cycle == outcome.cycle,
      fetch.segment == outcome.segment
    else { return .none }
    return fetch.stated
  }

  /// Whether a fetch is that of a worker, ahead of its notification or far behind it: on Android no handler
  /// begins it.
  private func isOfWorker(_ event: ScopedEvent) -> Bool {
    guard event.delivery < 0, event.cycle >= 0 else { return false }
    if event.part != .fetchStart {
      guard let fetch = lastFetch else { return false }
      return fetch.isPrefetch && fetch.cycle == event.cycle && fetch.segment == event.segment
    }
    // Where the prefetch of the notification has begun before, this is one that the app starts besides.
    if isLate(event) { return cycleBook[event.cycle].fetch.startTime == nil }
    guard event.event.container.isAndroid, let due = cycleBook[event.cycle].notificationTime else {
      return false
    }
    guard let time = times.instant(of: event) else {
      // Where nothing tells the zone of the lines, their order says what a fetch is for.
      let cycle = cycleBook[event.cycle]
      return cycle.fetch.startTime == nil && !cycle.delivery.hasMissed
        && !cycle.delivery.isDelivered
    }
    return time < due &- Self.burstDistance
  }

  /// The reason that a failure gives, or that its error and status come to; none where it gives
  /// another word, which then stands as it is, or nothing to conclude from.
  func toldReason(_ event: ScopedEvent) -> FailureReason {
    let word = failureWord(event)
    if word != .none || store.string(known.reason, event) != nil { return word }
    let isTold =
      store.integer(known.httpStatus, event) != nil || store.string(known.error, event) != nil
    return isTold ? failureReason(event) : .none
  }

  /// What a run fails with, once that is settled (S4:516): by a try that is the last one, or by the
  /// completion of the task.
  mutating func settleFailure(_ event: ScopedEvent) -> FailureReason {
    let part = event.part
    let slot = event.execution
    if part == .fetchFailure, event.phase == .prefetch {
      let reason = failureReason(event)
      guard slot >= 0 else { return reason }
      let isOpen = store.flag(known.willRetry, event) == true || event.reason == .none
      let isSettled = !isOpen || executionWindows[slot].isCompleted
      executionWindows[slot].failure = isSettled ? .none : reason
      executionWindows[slot].isFailureTold = event.reason != .none
      executionWindows[slot].hasFailedFetch = true
      return isSettled ? reason : .none
    }
    guard slot >= 0, executionWindows[slot].failure != .none else { return .none }
    if part == .fetchSuccess { executionWindows[slot].failure = .none }
    guard part == .completed else { return .none }
    let reason = executionWindows[slot].failure
    executionWindows[slot].failure = .none
    if store.flag(known.success, event) == true { return .none }
    return executionWindows[slot].isFailureTold || event.reason == .none ? reason : event.reason
  }

  /// Whether a run ends without success though none of its fetches failed, as where the answer cannot be
  /// read (S4:603) or its time is over, and names no other reason than SYSTEM.
  package func failsOtherwise(_ event: ScopedEvent) -> Bool {
    guard event.part == .completed, event.execution >= 0, store.flag(known.success, event) == false
    else { return false }
    return !executionWindows[event.execution].hasFailedFetch
      && [.none, .system].contains(event.reason)
  }

  /// NETWORK, AUTH or SYSTEM, as given, or by the status and the words of the error.
  func failureReason(_ event: ScopedEvent) -> FailureReason {
    let word = failureWord(event)
    if word != .none { return word }
    if let status = store.integer(known.httpStatus, event) {
      switch status {
      case 401, 403: return .auth
      case 0, 429, 500...599: return .network
      default: break
      }
    }
    if store.isWord("AuthError", known.error, event) { return .auth }
    guard let error = store.string(known.error, event)?.lowercased() else { return .system }
    for word in ["network", "timeout", "timed out", "host", "url", "offline", "connection"]
    where error.contains(word) { return .network }
    return .system
  }

  /// The reason that the event gives; none for any other word.
  func failureWord(_ event: ScopedEvent) -> FailureReason {
    if store.isWord("NETWORK", known.reason, event) { return .network }
    if store.isWord("AUTH", known.reason, event) { return .auth }
    return store.isWord("SYSTEM", known.reason, event) ? .system : .none
  }
}
