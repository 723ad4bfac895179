internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// Gathers what the cycles of a run show of the sign-off checklist, as they end: all of them, however
/// many the report keeps.
struct CampaignNotes: Codable {
  /// What came nearest to an item by now.
  private struct Nearest: Codable {
    /// What it lacks beside a rule that was violated; nil before the first cycle.
    var lacks: [EvidenceLack]?
    /// The cycles that lack nothing else, by their number.
    var cycles: [Int64] = []

    mutating func add(_ cycle: Int64, _ others: [EvidenceLack]) {
      if others.isEmpty {
        if cycles.count < CampaignNotes.keptCycles { cycles.append(cycle) }
      }
      if let lacks, lacks.count <= others.count { return }
      lacks = others
    }
  }

  /// Whether a rule was violated in them is known only at the end; of so many one shows it.
  private static let keptCycles = 1000

  private var nearest: [RunEvidence.Item: Nearest] = [:]
  private var conditions: Set<RunEvidence.Condition> = []
  /// The first days of notifications whose cycle is over.
  private var days: Set<Int64> = []
  private var endedBehindZoneChange = false

  /// Takes a cycle that has come to its end.
  ///
  /// - Parameter isWhole: Whether none of its steps is missing or late.
  mutating func take(
    _ cycle: Cycle, _ outcome: CycleSummary.Outcome, _ values: CycleValues, isWhole: Bool,
    _ engine: borrowing Engine
  ) {
    note(engine.environment)
    let present = engine.environment(at: cycle.delivery.time ?? cycle.lastTime)
    let place = conditionLacks(of: cycle, engine)
    let whole = Self.wholeLacks(of: cycle, outcome, values, isWhole: isWhole)
    let isInTime =
      values.leadAtExecution.map { $0 > 0 } ?? (cycle.task.isExecuted && outcome == .usedPrefetch)
    let late: [EvidenceLack] = isInTime || whole.contains(.noTask) ? [] : [.notInTime]
    let open: [EvidenceLack] = outcome == .open || outcome == .refused ? [.cycleOpen] : []
    add(cycle, .simulatorCycle, whole)
    add(cycle, .deviceCycle, place + whole + late)
    add(cycle, .goodRun, place + open)
    add(cycle, .prefetchInTime, place + open + (isInTime ? [] : [.notInTime]))
    add(cycle, .failurePath, Self.failureLacks(of: cycle, outcome, present))
    let isSmall = cycle.schedule.isLeadCapped || cycle.fetch.isDisabled
    add(cycle, .smallLead, !isSmall ? [.noSmallLead] : outcome == .open ? [.cycleOpen] : [])
    guard outcome != .open else { return }
    if case .bool(true) = present[.zoneChanged] { endedBehindZoneChange = true }
    if days.count < 2, let time = cycle.notificationTime {
      days.insert(time / 86_400_000_000)
    }
  }

  private mutating func add(
    _ cycle: Cycle, _ item: RunEvidence.Item, _ lacks: [EvidenceLack]
  ) {
    nearest[item, default: Nearest()].add(cycle.number, lacks)
  }

  // MARK: What a cycle lacks

  /// What stands against calling its conditions good (S4:336), while its task ran, or else was due. What
  /// nobody stated is not taken for granted, but that the app was not force-quit.
  private func conditionLacks(of cycle: Cycle, _ engine: borrowing Engine) -> [EvidenceLack] {
    var times = [cycle.task.handlerTime ?? cycle.notificationTime]
    // A network may go between the launch and the fetch.
    if let time = cycle.fetch.time { times.append(time) }
    var lacks: [EvidenceLack] = []
    func note(_ lack: EvidenceLack) { if !lacks.contains(lack) { lacks.append(lack) } }
    for time in times {
      let device = engine.environment(at: time)
      switch device.isPlugged {
      case nil: note(.powerNotStated)
      case false?: note(.notPlugged)
      case true?: break
      }
      switch device[.network] {
      case .string("wifi"): break
      case .missing: note(.networkNotStated)
      default: note(.notOnWiFi)
      }
      if case .bool(true) = device[.forceQuit] { note(.forceQuit) }
    }
    if cycle.task.isLost { note(.forceQuit) }
    return lacks
  }

  /// What a cycle lacks from its schedule through task and fetch to a delivery from the cache. On a
  /// simulator the system accepts no task, so nothing is asked of that step.
  private static func wholeLacks(
    of cycle: Cycle, _ outcome: CycleSummary.Outcome, _ values: CycleValues, isWhole: Bool
  ) -> [EvidenceLack] {
    if outcome == .open { return [.cycleOpen] }
    var lacks: [EvidenceLack] = []
    if !cycle.steps.contains(where: { $0.part.stage == .schedule }) { lacks.append(.noSchedule) }
    if !cycle.task.isExecuted { lacks.append(.noTask) }
    if !values.isFetched { lacks.append(.notFetched) }
    if outcome != .usedPrefetch { lacks.append(.notUsed) }
    if values.contentHashMatch == false || values.scheduleHashMatch == false
      || values.cachePersistence == false
    {
      lacks.append(.contentDiffers)
    }
    if lacks.isEmpty, !isWhole { lacks.append(.stepMissing) }
    return lacks
  }

  private static func failureLacks(
    of cycle: Cycle, _ outcome: CycleSummary.Outcome, _ device: EnvironmentState
  ) -> [EvidenceLack] {
    let isOffline = cycle.fetch.failure == .network
    let isDenied = device[.notificationPermission] == .string("denied")
    switch outcome {
    case .refused: return []
    case .fallback: return isOffline ? [] : [.noFailure]
    // Taken away behind the schedule, a permission leaves a notification that is not shown (S4:265-271).
    case .excused, .notDelivered: return isDenied ? [] : [.noFailure]
    case .open: return isOffline || isDenied ? [.cycleOpen] : [.noFailure]
    case .usedPrefetch, .delivered: return [.noFailure]
    }
  }

  // MARK: Conditions

  /// Notes the conditions that the device tests vary.
  mutating func note(_ device: EnvironmentState) {
    for key in Self.varied {
      let value: String
      switch device[key] {
      case .string(let text): value = String(masking: text)
      case .bool(let flag): value = flag ? "true" : "false"
      case .int(let number): value = "\(number)"
      default: continue
      }
      add(key.name, value)
    }
    // What is as usual is no condition that was tested.
    for key in [EnvironmentKey.forceQuit, .dstTransition, .zoneChanged]
    where device[key] == .bool(true) {
      add(key.name, "true")
    }
    switch device[.launchedAfter] {
    case .string("reboot"), .string("reboot_after_force_stop"): add("reboot", "true")
    default: break
    }
    if case .int(let phase) = device[.phase], phase != 1 { add("phase", "\(phase)") }
  }

  private mutating func add(_ key: String, _ value: String) {
    guard conditions.count < Self.keptCycles else { return }
    conditions.insert(RunEvidence.Condition(key: key, value: value))
  }

  private static let varied: [EnvironmentKey] = [
    .simulator, .power, .network, .lowPower, .backgroundRefresh, .scenarioId,
  ]

  // MARK: The end

  /// What the cycles show in the end.
  ///
  /// - Parameters:
  ///   - isFaulty: Whether a rule was violated in a cycle, by its number.
  ///   - isSimulator: Whether the run was on a simulator; nil where nothing says so.
  func evidence(isSimulator: Bool?, isFaulty: (Int64) -> Bool) -> RunEvidence {
    var evidence = RunEvidence()
    for item in RunEvidence.Item.allCases where Self.isOfCycles(item) {
      var lacks = nearest[item]?.lacks ?? [.noCycle]
      // In good conditions it counts that the task ran, whatever came of it (S4:337).
      let judges = item != .goodRun && item != .prefetchInTime
      if lacks.isEmpty, judges, nearest[item]?.cycles.allSatisfy(isFaulty) != false {
        lacks = [.violation]
      }
      evidence.lacks[item] = Self.placeLacks(of: item, isSimulator) + lacks
    }
    evidence.lacks[.zoneChange] = endedBehindZoneChange ? [] : [.noCycleBehindChange]
    evidence.conditions = conditions
    if days.count > 1 {
      evidence.conditions.insert(RunEvidence.Condition(key: "multiDay", value: "true"))
    }
    return evidence
  }

  private static func isOfCycles(_ item: RunEvidence.Item) -> Bool {
    item != .zoneChange && item != .counters
  }

  private static func placeLacks(
    of item: RunEvidence.Item, _ isSimulator: Bool?
  ) -> [EvidenceLack] {
    switch item {
    case .simulatorCycle:
      isSimulator == true ? [] : [isSimulator == nil ? .simulatorNotStated : .onDevice]
    case .deviceCycle, .goodRun, .prefetchInTime:
      isSimulator == false ? [] : [isSimulator == nil ? .deviceNotStated : .onSimulator]
    case .failurePath, .smallLead, .zoneChange, .counters: []
    }
  }
}
