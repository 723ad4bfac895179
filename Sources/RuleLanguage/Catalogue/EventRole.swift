/// What an event does to the run that it stands in, as `role` in the catalogue says.
///
/// Public like `EventKind`, since it is compared for every event.
public struct EventRole: Equatable, Sendable {
  public var stage: EventStage
  public var part: EventPart
  public var marks: Marks
  /// The counter that each such event adds one to.
  public var counts: CounterKey?

  /// What holds of an event in whatever stage it is.
  public struct Marks: OptionSet, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Only the plugin of that platform logs it.
    public static let ios = Marks(rawValue: 1)
    public static let android = Marks(rawValue: 2)
    /// It belongs to every scope that is open, not to one cycle.
    public static let everyScope = Marks(rawValue: 4)
    /// It is logged while a notification is shown, so that the time which its id carries is just past.
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

  /// Whether such events belong to a cycle by what they say.
  package var isOfCycle: Bool {
    switch stage {
    case .none, .launch, .window: false
    case .schedule, .execution, .delivery, .summary, .work, .task: true
    }
  }

  /// Whether a rule that judges cycles, executions or deliveries can meet such an event there.
  package var reachesCycles: Bool {
    isOfCycle || stage == .window || marks.contains(.everyScope)
  }
}

/// The part of a cycle that an event belongs to.
public enum EventStage: UInt8, Sendable {
  /// The device or the whole process.
  case none
  case launch, schedule, execution, delivery, summary
  /// The receivers and workers of Android around a cycle.
  case work
  /// The task that is at work in its process, if any.
  case task
  /// The task or the delivery that is at work in its process, if any.
  case window

  package static let words: [(name: String, value: EventStage)] = [
    ("launch", .launch), ("schedule", .schedule), ("execution", .execution),
    ("delivery", .delivery), ("summary", .summary), ("work", .work), ("task", .task),
    ("window", .window),
  ]
}

/// What an event changes of its process, its cycle or its windows.
public enum EventPart: UInt8, CaseIterable, Sendable {
  case none
  case appLaunch, appLaunchFinished, pluginLoad, register, startup
  case appState, processCrash, processKilled, reboot, pluginCall, timezoneNoted
  case permissionDenied, scheduleBegin, planned, leadCapped, prefetchDisabled, prefetchPlanned
  case submit, scheduled, submitFailed, cancelled, notificationScheduling, persisted, scheduleHash
  case handler, resolved, fetchStart, httpRequest, fetchSuccess, fetchFailure
  case contentCached, contentHash, cacheWriteFailed, storageUnavailable
  case expirationSet, expired, fetchCancelled, completed
  case prepare, cacheHit, cacheUsed, cacheMiss, built, delivered, suppressed, cacheState
  case cycleComplete
  case fetcherStarted

  /// The stage that an event with this part is of.
  package var stage: EventStage {
    switch self {
    case .none, .appState, .processCrash, .processKilled, .reboot, .pluginCall, .timezoneNoted:
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
      .cacheState:
      .delivery
    case .cycleComplete: .summary
    case .fetcherStarted: .work
    }
  }

  /// The words of the catalogue: the names of the cases, with underscores.
  package static let words: [(name: String, value: EventPart)] = allCases.dropFirst().map { part in
    let name = "\(part)".flatMap { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
    return (String(name), part)
  }
}
