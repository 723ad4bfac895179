package import LogReading
package import RuleLanguage

/// What is known of the device at the present moment of the log.
package struct EnvironmentState: Sendable, Equatable, Codable, CheckedState {
  private var values: [Value]
  /// The same as numbers: conditions ask for them with every event.
  private var scalars: [Scalar]
  package private(set) var platform = Platform.unknown
  /// By key the line that told the value; nil for what was stated beside the log, or is as usual.
  private var sources: [EventReference?]
  /// The line at hand, while it is taken.
  private var teller: EventReference?
  /// What the next launch comes after, and the line that told it.
  private var nextLaunchAfter = Value.missing
  private var nextLaunchTeller: EventReference?
  /// The process whose launch was noted last.
  private var launchedSegment: Int32 = 0
  /// A bit for each key that was concluded from other lines, not stated.
  private var inferred: UInt32 = 0
  /// A bit for each key that one line set to a value, and a later line to another.
  private var changed: UInt32 = 0
  /// Stated beside the log, a force-quit holds whatever the log launches.
  private var isForceQuitStated = false

  package init() {
    values = [Value](repeating: .missing, count: EnvironmentKey.allCases.count)
    scalars = [Scalar](repeating: Scalar(.missing), count: values.count)
    sources = [EventReference?](repeating: nil, count: values.count)
    self[.forceQuit] = .bool(false)
    self[.timeWarped] = .bool(false)
    self[.zoneChanged] = .bool(false)
    self[.zoneUnknown] = .bool(false)
    self[.phase] = .int(1)
    self[.taskAsked] = .bool(false)
    self[.hasReceipt] = .bool(false)
  }

  package func isSound(_ limits: inout StateLimits) -> Bool {
    let count = EnvironmentKey.allCases.count
    return values.count == count && sources.count == count
      && scalars == values.map { Scalar(of: $0) } && platform == Platform(self[.platform])
  }

  /// The value of a key; `missing` where it is not known.
  package subscript(key: EnvironmentKey) -> Value {
    get { values[Int(key.rawValue)] }
    set {
      // Whoever says it again has not told it.
      let old = values[Int(key.rawValue)]
      if old != newValue {
        let isTold = source(key) != nil && !isInferred(key) && old != .missing
        if isTold, newValue != .missing { changed |= 1 << key.rawValue }
        sources[Int(key.rawValue)] = teller
      }
      values[Int(key.rawValue)] = newValue
      scalars[Int(key.rawValue)] = Scalar(of: newValue)
      if key == .platform { platform = Platform(newValue) }
    }
  }

  /// The line that told a value; nil for what was stated beside the log, or is as usual.
  func source(_ key: EnvironmentKey) -> EventReference? { sources[Int(key.rawValue)] }

  func scalar(_ key: EnvironmentKey) -> Scalar { scalars[Int(key.rawValue)] }

  /// Sets a key from text, as an option or a sidecar gives it; false if it cannot be read.
  package mutating func set(_ key: EnvironmentKey, text: String) -> Bool {
    defer { if key == .forceQuit { isForceQuitStated = self[.forceQuit] == .bool(true) } }
    switch key.type {
    case .bool:
      switch text.lowercased() {
      case "true", "on", "yes", "1": self[key] = .bool(true)
      case "false", "off", "no", "0": self[key] = .bool(false)
      default: return false
      }
    case .int:
      guard let number = Int64(text) else { return false }
      self[key] = .int(number)
    default: self[key] = .string(text)
    }
    return true
  }

  /// What is known, in the order of the keys, without what is derived or as usual.
  package var known: [(key: EnvironmentKey, value: Value)] {
    EnvironmentKey.allCases.compactMap { key in
      switch key {
      case .forceQuit where !isForceQuitStated, .phase where self[.phase] == .int(1): nil
      case _ where key.isDerived || self[key] == .missing: nil
      default: (key, self[key])
      }
    }
  }

  /// Whether a value was concluded from other lines, not stated by one or beside the log.
  package func isInferred(_ key: EnvironmentKey) -> Bool { inferred & 1 << key.rawValue != 0 }

  /// Whether lines of the log state two values of a key.
  package func hasChanged(_ key: EnvironmentKey) -> Bool { changed & 1 << key.rawValue != 0 }

  /// Takes what other lines prove, which is no statement.
  private mutating func infer(_ key: EnvironmentKey, _ value: Value) {
    guard self[key] != value else { return }
    self[key] = value
    inferred |= 1 << key.rawValue
  }
}

extension EnvironmentState {
  /// What an event kind can change.
  enum Reach: UInt8, Sendable { case nothing, receipts, endOfFault, iOS, anything }

  /// What the kind can change, told once for all of its events.
  static func reach(of kind: EventKind, _ role: EventRole, _ known: KnownEvents) -> Reach {
    switch role.part {
    case .delivered, .cycleComplete, .contentCached: return .endOfFault
    case .submitFailed, .appState, .appLaunch, .register, .startup, .reboot, .timezoneNoted,
      .permissionDenied, .processKilled:
      return .anything
    default: break
    }
    if kind == known.scenarioEnd { return .endOfFault }
    if kind == known.receiptStored || kind == known.messageEvaluated
      || kind == known.messageDisplayed
    {
      return .receipts
    }
    if kind == known.environment || kind == known.faultInjected { return .anything }
    if role.marks.contains(.android) { return .anything }
    return role.marks.contains(.ios) ? .iOS : .nothing
  }

  /// Whether an event in a container may change the state; false is certain.
  @inline(__always)
  func canChange(_ reach: Reach, in container: Container) -> Bool {
    switch reach {
    case .anything: return true
    case .iOS: return self[.platform] != .string("ios") || self[.taskAsked] != .bool(true)
    case .endOfFault: if self[.fault] != .missing { return true }
    case .nothing, .receipts: break
    }
    return container.isAndroid && self[.platform] == .missing
  }

  /// Takes what an event says of the device.
  mutating func update(
    _ event: ScopedEvent, _ correlator: borrowing Correlator, _ keys: EnvironmentFields
  ) {
    teller = EventReference(event)
    defer { teller = nil }
    let known = correlator.known
    let (kind, part) = (event.kind, event.part)
    if kind == known.environment {
      let zone = self[.timezone]
      for field in correlator.store.fields(of: event) where field.state == .value {
        guard let key = keys.key(of: field.name) else { continue }
        self[key] = Value(of: field, in: event, correlator.store)
        inferred &= ~(1 << key.rawValue)
      }
      if zone != .missing, self[.timezone] != zone { noteZoneChange(event) }
    } else if part == .submitFailed {
      // Inferred only where nothing is known: the app may take a device for a simulator.
      if self[.simulator] == .missing, expectedFailure(event, correlator) {
        infer(.simulator, .bool(true))
      }
    } else if part == .appState {
      if let field = correlator.store.field(known.state, of: event) {
        let state = correlator.store.text(of: field, in: event)
        let actor = correlator.store.field(known.actor, of: event)
          .map { correlator.store.text(of: $0, in: event) }
        takeState(state, byUser: actor == "user")
      }
    } else if part == .appLaunch || part == .register || part == .startup {
      self[.forceQuit] = .bool(isForceQuitStated)
      if event.segment != launchedSegment {
        launchedSegment = event.segment
        self[.launchedAfter] = nextLaunchAfter
        if nextLaunchAfter != .missing {
          sources[Int(EnvironmentKey.launchedAfter.rawValue)] = nextLaunchTeller
        }
        // Only of the first process nobody knows what came before it.
        nextLaunchAfter = .string("exit")
        nextLaunchTeller = nil
      }
      if let field = keys.field(of: .platform), part == .appLaunch,
        let platform = correlator.store.field(field, of: event), platform.state == .value
      {
        self[.platform] = Value(of: platform, in: event, correlator.store)
        inferred &= ~(1 << EnvironmentKey.platform.rawValue)
      }
    } else if part == .reboot {
      self[.forceQuit] = .bool(isForceQuitStated)
      // A new start of the device does not wake an app that the user stopped.
      let isStopped = nextLaunchAfter == .string("force_stop")
      nextLaunchAfter = .string(isStopped ? "reboot_after_force_stop" : "reboot")
      if !isStopped { nextLaunchTeller = teller }
    } else if part == .processKilled {
      // Android stops the app to replace it by another version too, or with its data.
      let cause = correlator.store.field(known.cause, of: event)
        .map { correlator.store.text(of: $0, in: event) }
      let isStopped = nextLaunchAfter == .string("force_stop")
      if cause == "force_stop", !isStopped {
        // Who asked for it is named where it was the user, in the settings or by a shell.
        let isAsked = correlator.store.field(known.byPid, of: event) != nil
        if isAsked { self[.forceQuit] = .bool(true) }
        nextLaunchAfter = .string(isAsked ? "force_stop" : "update")
        nextLaunchTeller = teller
      } else if cause == "cleared" {
        self[.forceQuit] = .bool(true)
        nextLaunchAfter = .string("cleared")
        nextLaunchTeller = teller
      }
    } else if part == .timezoneNoted {
      noteZoneChange(event)
    } else if part == .delivered || part == .cycleComplete || kind == known.scenarioEnd {
      self[.fault] = .missing
    } else if part == .contentCached {
      // What was tampered with has been written over.
      if self[.fault] == .string("cache_corrupt") { self[.fault] = .missing }
    } else if kind == known.faultInjected {
      takeFault(event, correlator)
    } else if part == .permissionDenied {
      self[.notificationPermission] = .string("denied")
    }
    if part == .submit || part == .scheduled { self[.taskAsked] = .bool(true) }
    takePlatform(event)
  }

  /// On Android a swipe leaves alarms and tasks as they are; only a force stop ends them.
  private mutating func takeState(_ state: String, byUser: Bool) {
    let isAndroid = self[.platform] == .string("android")
    switch state {
    case "force_stopped":
      self[.forceQuit] = .bool(true)
      nextLaunchAfter = .string("force_stop")
      nextLaunchTeller = teller
    case "swiped" where isAndroid, "terminated" where isAndroid: self[.forceQuit] = .bool(false)
    case "swiped", "terminated":
      let isForced = byUser || state == "swiped"
      self[.forceQuit] = .bool(isForced)
      if isForced {
        nextLaunchAfter = .string("force_quit")
        nextLaunchTeller = teller
      }
    case "foreground": self[.forceQuit] = .bool(isForceQuitStated)
    default: break
    }
  }

  /// Forgets that a line ended the app: its process went on to log.
  mutating func takeBack(endToldBy sequence: Int64) {
    if source(.forceQuit)?.sequence == sequence { self[.forceQuit] = .bool(isForceQuitStated) }
    if nextLaunchTeller?.sequence == sequence {
      nextLaunchAfter = launchedSegment == 0 ? .missing : .string("exit")
      nextLaunchTeller = nil
    }
  }

  private func expectedFailure(_ event: ScopedEvent, _ correlator: borrowing Correlator) -> Bool {
    correlator.store.field(correlator.known.expected, of: event)?.value == 1
  }

  /// From here on a wall clock without a zone cannot be held against instants.
  private mutating func noteZoneChange(_ event: ScopedEvent) {
    self[.zoneChanged] = .bool(true)
    if event.event.timeGaps.contains(.zone) { self[.zoneUnknown] = .bool(true) }
  }

  private mutating func takeFault(_ event: ScopedEvent, _ correlator: borrowing Correlator) {
    guard let field = correlator.store.field(correlator.known.kindName, of: event) else { return }
    let fault = correlator.store.text(of: field, in: event)
    self[.fault] = .string(fault)
    switch fault {
    case "time_warp", "force_reschedule": self[.timeWarped] = .bool(true)
    case "timezone_change": noteZoneChange(event)
    case "network_off": self[.network] = .string("none")
    case "permission_revoked", "permission_denied":
      self[.notificationPermission] = .string("denied")
    default: break
    }
  }

  /// Events tell the platform; they win over the container.
  private mutating func takePlatform(_ event: ScopedEvent) {
    if event.role.marks.contains(.ios) {
      infer(.platform, .string("ios"))
    } else if event.role.marks.contains(.android) {
      infer(.platform, .string("android"))
    } else if event.event.container.isAndroid, self[.platform] == .missing {
      infer(.platform, .string("android"))
    }
  }
}

/// Which fields of `env_state` are which keys.
struct EnvironmentFields: Sendable {
  private let fields: [FieldName?]

  init(_ catalogue: Catalogue) {
    fields = EnvironmentKey.allCases.map { catalogue.field(named: $0.name) }
  }

  func field(of key: EnvironmentKey) -> FieldName? { fields[Int(key.rawValue)] }

  func key(of name: FieldName) -> EnvironmentKey? {
    fields.firstIndex(of: name).map { EnvironmentKey.allCases[$0] }
  }
}
