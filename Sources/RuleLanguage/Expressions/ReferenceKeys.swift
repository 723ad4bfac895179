/// The facts about the device that the log, a sidecar or the options give (`env.KEY`).
public enum EnvironmentKey: UInt8, Sendable, CaseIterable, Codable {
  case platform, simulator, backgroundRefresh, lowPower, power, batteryLevel, network, doze
  case notificationPermission, timezone, dstTransition, osVersion, device, build
  /// Derived: the user ended the app and has not launched it since.
  case forceQuit
  /// Derived: a time warp or a forced rescheduling was injected.
  case timeWarped
  /// Derived: the kind of the fault that was injected last, until its notification is delivered.
  case fault
  /// Derived: the time zone of the device changed.
  case zoneChanged
  /// Derived: the event before the launch of the process at hand, such as `force_quit`, `reboot` or
  /// an `exit` like any other; nothing for the first process of a log.
  case launchedAfter
  /// Derived: the device changed its zone, and the lines do not name any.
  case zoneUnknown
  /// The phase of the product in the log: 1, or 2 with the wallet's synchronisation.
  case phase
  /// Derived: the log shows that a background task was asked for.
  case taskAsked
  /// The test scenario of the log.
  case scenarioId
  /// Derived: a receipt was stored of the message that was evaluated or displayed last.
  case hasReceipt

  /// Whether only the log gives it, so that no option or sidecar may.
  package var isDerived: Bool {
    switch self {
    case .timeWarped, .fault, .zoneChanged, .launchedAfter, .zoneUnknown, .taskAsked,
      .hasReceipt:
      true
    default: false
    }
  }

  /// The word after the point in an expression.
  package var name: String {
    switch self {
    case .platform: "platform"
    case .simulator: "simulator"
    case .backgroundRefresh: "backgroundRefresh"
    case .lowPower: "lowPower"
    case .power: "power"
    case .batteryLevel: "batteryLevel"
    case .network: "network"
    case .doze: "doze"
    case .notificationPermission: "notificationPermission"
    case .timezone: "timezone"
    case .dstTransition: "dstTransition"
    case .osVersion: "osVersion"
    case .device: "device"
    case .build: "build"
    case .forceQuit: "forceQuit"
    case .timeWarped: "timeWarped"
    case .fault: "fault"
    case .zoneChanged: "zoneChanged"
    case .launchedAfter: "launchedAfter"
    case .zoneUnknown: "zoneUnknown"
    case .phase: "phase"
    case .scenarioId: "scenarioId"
    case .taskAsked: "taskAsked"
    case .hasReceipt: "hasReceipt"
    }
  }

  /// The type that the compiler assumes for it.
  package var type: ValueType {
    switch self {
    case .simulator, .lowPower, .doze, .dstTransition, .forceQuit, .timeWarped, .zoneChanged,
      .zoneUnknown, .taskAsked, .hasReceipt:
      .bool
    case .phase: .int
    default: .string
    }
  }
}

/// A value of the cycle at hand (`cycle.KEY` in expressions).
public enum CycleValue: UInt8, Sendable, CaseIterable, Codable {
  case notificationTime, beginDate, scheduleId, leadSeconds, leadCapped, hashed
  case handlerTime, deliveredTime, simulatedLaunch
  case submitted, accepted, submitFailed, executed, fetched, fetchFailed, completed
  case cached, cacheWriteFailed, ttl, fetchTime, failureReason, missed, usedCached, fellBack
  case fallbackFailed
  case delivered, prefetchDisabled, shift, contentId
  /// The time of an earlier notification that was due under the same schedule id.
  case replacedTime
  /// Whether its schedule was stored for another time before it was due.
  case moved
  /// Whether the user ended the app, and its task, after the submission, which was not repeated.
  case taskLost
  /// Whether the system ended the app while the task was active.
  case taskKilled
  /// Whether the task of another notification fetched for it too.
  case sharesTask
  /// Whether the app cancelled it, and did not schedule it again.
  case cancelled
  /// Whether the plugin said that it could not be shown for lack of permission.
  case forbidden
  /// Whether a recovery reported it as missed.
  case toldMissed

  /// The word after the point in an expression.
  package var name: String {
    switch self {
    case .notificationTime: "notificationTime"
    case .beginDate: "beginDate"
    case .scheduleId: "scheduleId"
    case .leadSeconds: "lead"
    case .leadCapped: "leadCapped"
    case .hashed: "hashed"
    case .handlerTime: "handlerTime"
    case .deliveredTime: "deliveredTime"
    case .simulatedLaunch: "simulatedLaunch"
    case .submitted: "submitted"
    case .accepted: "accepted"
    case .submitFailed: "submitFailed"
    case .executed: "executed"
    case .fetched: "fetched"
    case .fetchFailed: "fetchFailed"
    case .completed: "completed"
    case .cached: "cached"
    case .cacheWriteFailed: "cacheWriteFailed"
    case .ttl: "ttl"
    case .fetchTime: "fetchTime"
    case .failureReason: "failureReason"
    case .missed: "missed"
    case .usedCached: "usedCached"
    case .fellBack: "fellBack"
    case .fallbackFailed: "fallbackFailed"
    case .delivered: "delivered"
    case .prefetchDisabled: "prefetchDisabled"
    case .shift: "shift"
    case .contentId: "contentId"
    case .replacedTime: "replacedTime"
    case .moved: "moved"
    case .taskLost: "taskLost"
    case .taskKilled: "taskKilled"
    case .sharesTask: "sharesTask"
    case .cancelled: "cancelled"
    case .forbidden: "forbidden"
    case .toldMissed: "toldMissed"
    }
  }

  /// The type that the compiler assumes for it.
  package var type: ValueType {
    switch self {
    case .notificationTime, .beginDate, .handlerTime, .deliveredTime, .fetchTime, .replacedTime:
      .instant
    case .leadSeconds, .ttl, .shift: .duration
    case .scheduleId, .contentId, .failureReason: .string
    default: .bool
    }
  }
}

/// A counter derived from events (`derived.KEY` in expressions), one for each seed counter.
public enum CounterKey: UInt8, Sendable, CaseIterable, Codable {
  case scheduled, executed, success, failureNetwork, failureAuth, failureSystem, used
  /// Failed submissions, which may or may not be counted as SYSTEM failures.
  case submitFailures
  /// Handlers whose launch was simulated: they execute without having been scheduled.
  case simulatedLaunches
  /// Cancelled tasks: none where the app does not log that (INJ-20).
  case cancelled
  /// Submissions of a next task by the handler of the running one.
  case resubmitted
  /// Notifications that the log shows as delivered: none where the app does not log that.
  case delivered
  /// Submissions, with or without a line for their answer.
  case submitted
  /// Runs that failed without a failed fetch: they may or may not be counted as SYSTEM failures.
  case otherFailures
  /// Uses of content that a delivery had fetched: they may or may not be counted as uses of a prefetch.
  case usedOnDemand

  /// The word after the point in an expression.
  package var name: String {
    switch self {
    case .scheduled: "scheduled"
    case .executed: "executed"
    case .success: "success"
    case .failureNetwork: "failureNetwork"
    case .failureAuth: "failureAuth"
    case .failureSystem: "failureSystem"
    case .used: "used"
    case .submitFailures: "submitFailures"
    case .simulatedLaunches: "simulatedLaunches"
    case .cancelled: "cancelled"
    case .resubmitted: "resubmitted"
    case .delivered: "delivered"
    case .submitted: "submitted"
    case .otherFailures: "otherFailures"
    case .usedOnDemand: "usedOnDemand"
    }
  }
}
