import LogReading
import RuleLanguage

@testable import RuleEngine

extension Cycle {
  /// A value of the cycle, as expressions name it; the engine reads each where it lies.
  func value(_ key: CycleValue) -> Value {
    switch key {
    case .notificationTime: notificationTime.map(Value.instant) ?? .missing
    case .beginDate: beginDate.map(Value.instant) ?? .missing
    case .scheduleId: scheduleId.map(Value.string) ?? .missing
    case .leadSeconds: leadSeconds.map(Value.duration) ?? .missing
    case .leadCapped: flag(isLeadCapped)
    case .hashed: flag(hashAtFetch != nil)
    case .handlerTime: handlerTime.map(Value.instant) ?? .missing
    case .deliveredTime: deliveredTime.map(Value.instant) ?? .missing
    case .simulatedLaunch: flag(isSimulatedLaunch)
    case .submitted: flag(isSubmitted)
    case .accepted: flag(isAccepted)
    case .submitFailed: flag(submitFailed)
    case .executed: flag(isExecuted)
    case .fetched: flag(isFetched)
    case .fetchFailed: flag(fetchFailed)
    case .completed: flag(isCompleted)
    case .cached: flag(isCached)
    case .cacheWriteFailed: flag(cacheWriteFailed)
    case .ttl: ttl.map(Value.duration) ?? .missing
    case .fetchTime: fetchTime.map(Value.instant) ?? .missing
    case .failureReason: failure == .none ? .missing : .string(failure.name)
    case .missed: flag(hasMissed)
    case .usedCached: flag(usesCache)
    case .fellBack: flag(hasMissed && !usedCached)
    case .delivered: flag(isDelivered)
    case .prefetchDisabled: flag(isPrefetchDisabled)
    case .contentId: contentId.map(Value.string) ?? .missing
    case .shift: shift.map(Value.duration) ?? .missing
    case .replacedTime: replacedTime.map(Value.instant) ?? .missing
    case .moved: flag(isMoved)
    case .taskLost: flag(isTaskLost)
    case .taskKilled: flag(isTaskKilled)
    case .sharesTask: flag(sharedTask > 0)
    case .cancelled: flag(isCancelled)
    case .forbidden: flag(isForbidden)
    case .toldMissed: flag(isToldMissed)
    }
  }

  private func flag(_ isSet: Bool) -> Value { isSet || !isHeadCut ? .bool(isSet) : .missing }
}
