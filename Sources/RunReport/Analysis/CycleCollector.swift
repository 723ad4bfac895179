internal import LogReading
internal import RuleEngine
internal import TextWriting

/// Turns closed cycles into their part of the summary; counts all, keeps the worst.
final class CycleCollector {
  private let limit: Int
  private var summary = RunSummary()
  private var healthyKept = 0
  /// The key of the last of the kept cycles, once there are as many as are kept.
  private var last: SortKey?
  private var groups = TimingGroups()
  /// Closed cycles that lack a required step without an excuse, and the first such step.
  private(set) var incomplete = 0
  private(set) var firstMissing: String?
  /// Whether all that lacks is handlers: when they run is the system's choice.
  private(set) var lacksOnlyHandlers = true
  /// The first cycles that ended, as they were then: what records of test runs are held against.
  private(set) var closed: [ClosedCycle] = []
  /// How many cycles there were.
  private(set) var taken: Int64 = 0

  /// A cycle and how it ended.
  struct ClosedCycle {
    var cycle: Cycle
    var end: ScopeEnd
  }

  init(limit: Int) { self.limit = max(0, limit) }

  /// Ends the run.
  func finish() -> RunSummary {
    summary.timingGroups = groups.list
    return summary
  }

  /// Takes the cycle in a slot of the engine, which is at work and so not to be had of its analyser.
  func take(
    _ slot: Int32, end: ScopeEnd, of engine: borrowing Engine, _ analyser: LogAnalyser
  ) {
    let cycle = engine.correlator.cycles[Int(slot)]
    let marks = engine.cycleMarks[slot] ?? []
    let outcome = Self.outcome(of: cycle, end: end, marks)
    let values = cycle.values
    count(outcome)
    addTimes(cycle, values, engine)
    if outcome != .open, !engine.isWarped(at: cycle.handlerTime) {
      groups.add(
        cycle, values.executionDelay,
        engine.environment(at: cycle.handlerTime ?? cycle.notificationTime))
    }
    taken += 1
    if analyser.judgesRecords, closed.count < limit {
      closed.append(ClosedCycle(cycle: cycle, end: end))
    }
    let steps = CycleSteps(cycle: cycle, end: end, marks: marks, analyser: analyser)
    let items = steps.list(of: engine)
    if end == .complete { noteMissing(items, cycle, engine, analyser) }
    // As the summary of it would say.
    let isHealthy =
      CycleSummary.isHealthy(
        outcome, contentHash: values.contentHashMatch, scheduleHash: values.scheduleHashMatch,
        isCacheLost: values.cachePersistence == false)
      && items.allSatisfy { $0.status == .seen }
    if isHealthy, marks.isEmpty {
      guard healthyKept < limit else {
        summary.omittedCycles += 1
        return
      }
      healthyKept += 1
    }
    // Of a long log most cycles come behind all that are kept: for those no words are put together.
    if let last {
      let key = CycleSummary.rankedKey(
        outcome, isHealthy: isHealthy, notificationTime: cycle.notificationTime,
        scheduleId: cycle.scheduleId ?? cycle.notificationId)
      if last < key {
        summary.omittedCycles += 1
        return
      }
    }
    var report = CycleSummary()
    report.outcome = outcome
    report.steps = steps.summaries(of: items)
    fill(&report, from: cycle, values, engine, analyser)
    summary.cycles.append(report)
    // Few cycles get here once as many are there as are kept, so that sorting them is seldom.
    if summary.cycles.count >= limit + limit / 4 + 4 {
      summary.sortDetails(keeping: limit)
      last = summary.cycles.map(\.shortRankedKey).max()
    }
  }

  static func outcome(
    of cycle: Cycle, end: ScopeEnd, _ marks: [Engine.CycleMark]
  ) -> CycleSummary.Outcome {
    if cycle.isFinished { return cycle.usesCache ? .usedPrefetch : .fallback }
    // What was dropped to bound memory may have gone on.
    if end != .complete { return .open }
    return marks.contains { $0.outcome == .excused } ? .excused : .notDelivered
  }

  private func count(_ outcome: CycleSummary.Outcome) {
    switch outcome {
    case .usedPrefetch: summary.cycleCounts.usedPrefetch += 1
    case .fallback: summary.cycleCounts.fallback += 1
    case .notDelivered: summary.cycleCounts.notDelivered += 1
    case .excused: summary.cycleCounts.excused += 1
    case .open: summary.cycleCounts.open += 1
    }
  }

  /// Counts what was measured; a tester's launches and warps of the clock are no measurement.
  private func addTimes(_ cycle: Cycle, _ values: CycleValues, _ engine: borrowing Engine) {
    summary.distributions[.lead].add(microseconds: values.lead)
    summary.distributions[.fetchDuration].add(microseconds: values.fetchDuration)
    if !cycle.isSimulatedLaunch, !engine.isWarped(at: cycle.handlerTime) {
      summary.distributions[.executionDelay].add(microseconds: values.executionDelay)
      summary.distributions[.leadAtExecution].add(microseconds: values.leadAtExecution)
    }
    if !engine.isWarped(at: cycle.deliveredTime ?? cycle.lastTime) {
      summary.distributions[.deliveryDrift].add(microseconds: values.deliveryDrift)
      summary.distributions[.cacheAge].add(microseconds: values.cacheAge)
    }
  }

  private func fill(
    _ report: inout CycleSummary, from cycle: Cycle, _ values: CycleValues,
    _ engine: borrowing Engine, _ analyser: LogAnalyser
  ) {
    report.scheduleId = cycle.scheduleId ?? cycle.notificationId
    report.notificationTime = cycle.notificationTime
    report.leadSeconds = Self.seconds(values.lead)
    report.leadCapped = values.isLeadCapped
    report.executionDelaySeconds = Self.seconds(values.executionDelay)
    report.leadAtExecutionSeconds = Self.seconds(values.leadAtExecution)
    report.deliveryDriftSeconds = Self.seconds(values.deliveryDrift)
    report.fetchDurationSeconds = Self.seconds(values.fetchDuration)
    report.cacheAgeAtDeliverySeconds = Self.seconds(values.cacheAge)
    report.ttlValid = values.ttlValid
    report.fetched = values.isFetched
    report.usedCached = values.usedCached
    report.contentHashMatch = values.contentHashMatch
    report.scheduleHashMatch = values.scheduleHashMatch
    report.cachePersistence = CycleSummary.Persistence(values.cachePersistence)
    report.beginDate = cycle.beginDate
    report.handlerTime = cycle.handlerTime
    report.deliveredTime = cycle.deliveredTime
    if cycle.isFinished { report.usedCache = cycle.usesCache }
    fillBaseline(&report, cycle, engine)
    report.lines = cycle.lines.map { span in
      CycleSummary.LineRange(
        file: analyser.fileNames[Int(span.file)], first: Int64(clamping: span.first),
        last: Int64(clamping: span.last))
    }
  }

  private func noteMissing(
    _ items: [CycleSteps.Item], _ cycle: Cycle, _ engine: borrowing Engine, _ analyser: LogAnalyser
  ) {
    guard !cycle.isHeadCut, cycle.loneJSON <= 0 else { return }
    for item in items where item.status == .missing {
      let step = analyser.profile.steps[item.step]
      guard step.need == .required, step.stage != .launch else { continue }
      incomplete += 1
      if !step.events.contains(engine.correlator.known.handler) { lacksOnlyHandlers = false }
      if firstMissing == nil { firstMissing = analyser.stepNames[item.step] }
      return
    }
  }

  private static func seconds(_ span: Int64?) -> Double? { span.map { Double($0) / 1_000_000 } }

  // MARK: Baseline

  /// How far ahead a baseline of the device tests is scheduled (S4:307).
  private static let baselineAhead: ClosedRange<Int64> = 1_800_000_000...3_600_000_000

  /// A baseline is scheduled half an hour to an hour ahead, on a device that is plugged in.
  private func fillBaseline(
    _ report: inout CycleSummary, _ cycle: Cycle, _ engine: borrowing Engine
  ) {
    let known = engine.correlator.known
    let calls = [
      known.scheduleBegin, known.planned, known.submit, known.scheduled,
      known.notificationScheduling,
    ]
    let call = calls.compactMap { cycle.step($0)?.time }.min()
    let ahead = Cycle.span(from: call, to: cycle.notificationTime)
    report.scheduledAheadSeconds = Self.seconds(ahead)
    let device = engine.environment(at: cycle.handlerTime ?? cycle.notificationTime)
    let isNear = ahead.map(Self.baselineAhead.contains)
    if isNear == false || device[.simulator] == .bool(true) || device.isPlugged == false {
      report.isBaseline = false
    } else if isNear == true, device.isPlugged == true {
      report.isBaseline = true
    }
  }
}

extension Engine {
  /// Whether a tester had moved the clock, or the schedule, by then.
  fileprivate func isWarped(at time: Int64?) -> Bool {
    environment(at: time)[.timeWarped] == .bool(true)
  }
}
