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
    case .sharesTask: flag(cycles[slot].sharedTask > 0, slot)
    case .cancelled: flag(cycles[slot].isCancelled, slot)
    case .forbidden: flag(cycles[slot].isForbidden, slot)
    case .toldMissed: flag(cycles[slot].isToldMissed, slot)
    }
  }

  /// What a cycle shows; of one without its head, what was not seen may have been.
  private func flag(_ isSet: Bool, _ slot: Int) -> Scalar {
    isSet || !cycles.span[slot].isHeadCut
      ? Scalar(.bool, isSet ? 1 : 0) : Scalar(.missing)
  }

  func value(of key: CycleValue, inCycle slot: Int) -> Value {
    let cycles = cycles.span
    return switch key {
    case .scheduleId: cycles[slot].scheduleId.map(Value.string) ?? .missing
    case .contentId: cycles[slot].contentId.map(Value.string) ?? .missing
    case .failureReason:
      cycles[slot].failure == .none ? .missing : .string(cycles[slot].failure.name)
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
