/// The effect of an event on the run around it, as `role` in the catalogue gives it.
///
/// Public like `EventKind`, since it is compared for every event.
public struct EventRole: Equatable, Sendable, Codable {
  public var stage: EventStage
  public var part: EventPart
  public var marks: Marks
  /// The counter that each such event increments.
  public var counts: CounterKey?

  /// The properties of an event in any stage.
  public struct Marks: OptionSet, Sendable, Codable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Marks events that only the plugin of that platform logs.
    public static let ios = Marks(rawValue: 1)
    public static let android = Marks(rawValue: 2)
    /// Marks events of every open scope, not of one cycle.
    public static let everyScope = Marks(rawValue: 4)
    /// Marks events logged while a notification is shown, so that the time in its id is just past.
    public static let showing = Marks(rawValue: 8)
    public static let opensProcess = Marks(rawValue: 16)
    public static let opensDelivery = Marks(rawValue: 32)
  }

  public init(
    stage: EventStage = .none, part: EventPart = .none, marks: Marks = [],
    counts: CounterKey? = nil
  ) {
    self.stage = stage
    self.part = part
    self.marks = marks
    self.counts = counts
  }

  /// Whether the content of such events places them in a cycle.
  package var isOfCycle: Bool {
    switch stage {
    case .none, .launch, .window: false
    case .schedule, .execution, .delivery, .summary, .recovery, .work, .task: true
    }
  }

  /// Whether rules with a cycle, execution or delivery as scope can see such an event.
  package var reachesCycles: Bool {
    isOfCycle || stage == .window || marks.contains(.everyScope)
  }
}

/// The part of a cycle that an event belongs to.
public enum EventStage: UInt8, Sendable, Codable {
  /// The device or the whole process.
  case none
  case launch, schedule, execution, delivery, summary
  /// What a recovery or an alarm says of a notification that is due or was.
  case recovery
  /// The receivers and workers of Android around a cycle.
  case work
  /// The active task of its process, if any.
  case task
  /// The active task or delivery of its process, if any.
  case window

  package static let words: [(name: String, value: EventStage)] = [
    ("launch", .launch), ("schedule", .schedule), ("execution", .execution),
    ("delivery", .delivery), ("summary", .summary), ("recovery", .recovery), ("work", .work),
    ("task", .task),
    ("window", .window),
  ]
}

/// The change that an event makes to its process, its cycle or its windows.
public enum EventPart: UInt8, CaseIterable, Sendable, Codable {
  case none
  case appLaunch, appLaunchFinished, pluginLoad, register, startup
  case appState, processCrash, processKilled, reboot, pluginCall, timezoneNoted
  case permissionDenied, scheduleBegin, planned, leadCapped, prefetchDisabled, prefetchPlanned
  case submit, scheduled, submitFailed, cancelled, notificationScheduling, persisted, scheduleHash
  case handler, resolved, fetchStart, httpRequest, fetchSuccess, fetchFailure
  case contentCached, contentHash, cacheWriteFailed, storageUnavailable
  case expirationSet, expired, fetchCancelled, completed
  case prepare, cacheHit, cacheUsed, cacheMiss, built, delivered, suppressed, interaction
  case cacheState
  case cycleComplete
  case recoveryBegin, missTold, statusTold, alarmFired, alarmSet
  case fetcherStarted

  /// The stage of events with this part.
  package var stage: EventStage {
    switch self {
    case .none, .appState, .processCrash, .processKilled, .reboot, .pluginCall, .timezoneNoted,
      .recoveryBegin, .alarmSet:
      .none
    case .appLaunch, .appLaunchFinished, .pluginLoad, .register, .startup: .launch
    case .permissionDenied, .scheduleBegin, .planned, .leadCapped, .prefetchDisabled,
      .prefetchPlanned, .submit, .scheduled, .submitFailed, .cancelled, .notificationScheduling,
      .persisted, .scheduleHash:
      .schedule
    case .handler, .resolved, .fetchStart, .httpRequest, .fetchSuccess, .fetchFailure,
      .contentCached, .contentHash, .cacheWriteFailed, .storageUnavailable, .expirationSet,
      .expired, .fetchCancelled, .completed:
      .execution
    case .prepare, .cacheHit, .cacheUsed, .cacheMiss, .built, .delivered, .suppressed,
      .interaction, .cacheState:
      .delivery
    case .cycleComplete: .summary
    case .missTold, .statusTold, .alarmFired: .recovery
    case .fetcherStarted: .work
    }
  }

  /// The words of the catalogue: the names of the cases, with underscores.
  package static let words: [(name: String, value: EventPart)] = allCases.dropFirst().map { part in
    let name = "\(part)".flatMap { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
    return (String(name), part)
  }
}
