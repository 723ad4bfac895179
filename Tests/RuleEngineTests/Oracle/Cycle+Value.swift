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
    case .leadSeconds: schedule.leadSeconds.map(Value.duration) ?? .missing
    case .leadCapped: flag(schedule.isLeadCapped)
    case .hashed: flag(content.hashAtFetch != nil)
    case .handlerTime: task.handlerTime.map(Value.instant) ?? .missing
    case .deliveredTime: delivery.time.map(Value.instant) ?? .missing
    case .simulatedLaunch: flag(task.isSimulatedLaunch)
    case .submitted: flag(task.isSubmitted)
    case .accepted: flag(task.isAccepted)
    case .submitFailed: flag(task.submitFailed)
    case .executed: flag(task.isExecuted)
    case .fetched: flag(fetch.hasSucceeded)
    case .fetchFailed: flag(fetch.hasFailed)
    case .completed: flag(task.isCompleted)
    case .cached: flag(content.isCached)
    case .cacheWriteFailed: flag(content.writeFailed)
    case .ttl: content.ttl.map(Value.duration) ?? .missing
    case .fetchTime: fetch.time.map(Value.instant) ?? .missing
    case .failureReason: fetch.failure == .none ? .missing : .string(fetch.failure.name)
    case .missed: flag(delivery.hasMissed)
    case .usedCached: flag(delivery.usesCache)
    case .fallbackFailed: flag(delivery.fetchFailed)
    case .fellBack: flag(delivery.hasMissed && !delivery.usedCached)
    case .delivered: flag(delivery.isDelivered)
    case .prefetchDisabled: flag(fetch.isDisabled)
    case .contentId: content.id.map(Value.string) ?? .missing
    case .shift: schedule.shift.map(Value.duration) ?? .missing
    case .replacedTime: schedule.replacedTime.map(Value.instant) ?? .missing
    case .moved: flag(schedule.isMoved)
    case .taskLost: flag(task.isLost)
    case .taskKilled: flag(task.isKilled)
    case .sharesTask: flag(task.shared > 0)
    case .cancelled: flag(schedule.isCancelled)
    case .forbidden: flag(delivery.isForbidden)
    case .toldMissed: flag(delivery.isToldMissed)
    }
  }

  private func flag(_ isSet: Bool) -> Value { isSet || !start.isHeadCut ? .bool(isSet) : .missing }
}
