internal import LogReading
internal import RuleLanguage

// What expressions call by the name of a cycle's value. Each is read where it lies: to hand on a
// cycle, which is large, is to copy it.
extension Correlator {
  @inline(__always)
  func scalar(of key: CycleValue, inCycle slot: Int) -> Scalar {
    let cycles = cycles.span
    return switch key {
    case .notificationTime: Scalar(.instant, cycles[slot].notificationTime)
    case .beginDate: Scalar(.instant, cycles[slot].beginDate)
    case .scheduleId: Scalar(cycles[slot].scheduleId == nil ? .missing : .string)
    case .leadSeconds: Scalar(.duration, cycles[slot].schedule.leadSeconds)
    case .leadCapped: flag(cycles[slot].schedule.isLeadCapped, slot)
    case .hashed: flag(cycles[slot].content.hashAtFetch != nil, slot)
    case .handlerTime: Scalar(.instant, cycles[slot].task.handlerTime)
    case .deliveredTime: Scalar(.instant, cycles[slot].delivery.time)
    case .simulatedLaunch: flag(cycles[slot].task.isSimulatedLaunch, slot)
    case .submitted: flag(cycles[slot].task.isSubmitted, slot)
    case .accepted: flag(cycles[slot].task.isAccepted, slot)
    case .submitFailed: flag(cycles[slot].task.submitFailed, slot)
    case .executed: flag(cycles[slot].task.isExecuted, slot)
    case .fetched: flag(cycles[slot].fetch.hasSucceeded, slot)
    case .fetchFailed: flag(cycles[slot].fetch.hasFailed, slot)
    case .completed: flag(cycles[slot].task.isCompleted, slot)
    case .cached: flag(cycles[slot].content.isCached, slot)
    case .cacheWriteFailed: flag(cycles[slot].content.writeFailed, slot)
    case .ttl: Scalar(.duration, cycles[slot].content.ttl)
    case .fetchTime: Scalar(.instant, cycles[slot].fetch.time)
    case .failureReason: Scalar(cycles[slot].fetch.failure == .none ? .missing : .string)
    case .missed: flag(cycles[slot].delivery.hasMissed, slot)
    case .usedCached: flag(cycles[slot].delivery.usesCache, slot)
    case .fellBack: flag(cycles[slot].delivery.hasMissed && !cycles[slot].delivery.usedCached, slot)
    case .fallbackFailed: flag(cycles[slot].delivery.fetchFailed, slot)
    case .delivered: flag(cycles[slot].delivery.isDelivered, slot)
    case .prefetchDisabled: flag(cycles[slot].fetch.isDisabled, slot)
    case .contentId: Scalar(cycles[slot].content.id == nil ? .missing : .string)
    case .shift: Scalar(.duration, cycles[slot].schedule.shift)
    case .replacedTime: Scalar(.instant, cycles[slot].schedule.replacedTime)
    case .moved: flag(cycles[slot].schedule.isMoved, slot)
    case .taskLost: flag(cycles[slot].task.isLost, slot)
    case .taskKilled: flag(cycles[slot].task.isKilled, slot)
    case .sharesTask: flag(cycles[slot].task.shared > 0, slot)
    case .cancelled: flag(cycles[slot].schedule.isCancelled, slot)
    case .forbidden: flag(cycles[slot].delivery.isForbidden, slot)
    case .toldMissed: flag(cycles[slot].delivery.isToldMissed, slot)
    }
  }

  /// What a cycle shows; of one without its head, what was not seen may have been.
  private func flag(_ isSet: Bool, _ slot: Int) -> Scalar {
    isSet || !cycles.span[slot].start.isHeadCut
      ? Scalar(.bool, isSet ? 1 : 0) : Scalar(.missing)
  }

  func value(of key: CycleValue, inCycle slot: Int) -> Value {
    let cycles = cycles.span
    return switch key {
    case .scheduleId: cycles[slot].scheduleId.map(Value.string) ?? .missing
    case .contentId: cycles[slot].content.id.map(Value.string) ?? .missing
    case .failureReason:
      cycles[slot].fetch.failure == .none ? .missing : .string(cycles[slot].fetch.failure.name)
    default: scalar(of: key, inCycle: slot).value
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
