internal import RuleLanguage

extension Correlator {
  /// Finds the event's scopes and hands it on.
  mutating func place(_ event: inout ScopedEvent) {
    if let time = event.knownTime { closeDueCycles(at: time) }
    if duplicates.isOfOtherForm(event), let first = firstRecord(of: event) {
      fold(event, into: first)
      return
    }
    if event.part == .processKilled {
      endKilled(&event)
      return
    }
    if event.part == .appState { noteEnd(by: event) }
    assignSegment(&event)
    switch event.stage {
    case .schedule: placeSchedule(&event)
    case .execution: placeExecution(&event)
    case .delivery: placeDelivery(&event)
    case .summary: placeSummary(&event)
    case .recovery: placeRecovery(&event)
    case .work: placeWork(&event)
    case .task: placeInTask(&event)
    case .window: placeInWindow(&event)
    case .none where event.part == .appState: loseTasks(event)
    case .none where event.part == .processCrash: processes.ends.note(crashed: event.segment)
    case .none where event.part == .alarmSet: noteAlarm(setBy: event)
    case .none where event.part == .pluginCall:
      cancelAll(event)
      // A call says that the user schedules anew.
      if store.string(known.method, event)?.hasPrefix("schedule") == true {
        zoneMoves.forgetChange()
      }
    case .none:
      if event.kind == known.environment, let flag = store.flag(known.simulator, event) {
        isOnSimulator = flag
      }
      noteZoneChange(event)
    case .launch: break
    }
    if event.part == .delivered, event.event.isAmbiguous, event.delivery < 0 { return }
    emit(&event)
    if event.part == .permissionDenied { closeRefused(event.cycle) }
  }

  mutating func emit(_ event: inout ScopedEvent) {
    // Only what changes something of its cycle can change whether that used the cache.
    let mayUse = event.cycle >= 0 && event.part != .none
    let usedBefore = mayUse && cycleBook[event.cycle].delivery.usesCache
    if event.part == .completed, event.reason == .none { event.reason = failureWord(event) }
    if isOutcome(event.part) { event.settledFailure = settleFailure(event) }
    update(event)
    if mayUse {
      let usedAfter = cycleBook[event.cycle].delivery.usesCache
      event.usedDelta = usedBefore == usedAfter ? 0 : usedAfter ? 1 : -1
    }
    if isHeard { tell(of: event, isTwin: false) }
    output.append(.event(event))
    if isHeldToTypes(event) { tellMistakes(of: event) }
    if event.part == .cycleComplete, event.delivery >= 0 {
      closeDelivery(event.delivery, end: .complete)
    }
  }

  private func isOutcome(_ part: EventPart) -> Bool {
    part == .fetchFailure || part == .fetchSuccess || part == .completed
  }

  mutating func note(_ event: ScopedEvent) {
    if event.cycle >= 0 { cycleBook[event.cycle].note(event) }
    if event.execution >= 0 { executionWindows[event.execution].note(event) }
    if event.delivery >= 0 { deliveryWindows[event.delivery].note(event) }
  }

  /// An event that names nothing belongs to the task that is at work in its process.
  private func placeInTask(_ event: inout ScopedEvent) {
    let window = execution(of: event)
    guard window >= 0, !executionWindows[window].isCompleted, !isDelivering(event) else { return }
    event.execution = window
    event.cycle = cycleAtWork(in: window)
  }

  /// Such an event belongs to the one window that is at work in its process.
  private func placeInWindow(_ event: inout ScopedEvent) {
    guard isDelivering(event) else { return placeInTask(&event) }
    let delivery = deliveryWindows.current
    guard deliveryWindows[delivery].segment == event.segment else { return }
    event.delivery = delivery
    event.cycle = deliveryWindows[delivery].cycle
  }
}
