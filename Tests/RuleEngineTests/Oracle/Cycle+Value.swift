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
