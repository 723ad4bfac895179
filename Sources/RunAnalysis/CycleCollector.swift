internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// Turns closed cycles into their part of the summary; counts all, keeps the worst.
struct CycleCollector {
  private let limit: Int
  private let names: RunNames
  /// Whether records of test runs are held against its cycles.
  private let comparesRecords: Bool
  private var summary = RunSummary()
  private var healthyKept = 0
  /// The key of the last of the kept cycles, once there are as many as are kept.
  private var last: SortKey?
  private var groups = TimingGroups()
  private var steps: CycleSteps
  private(set) var lacks = CycleLacks()
  /// The first cycles that ended, as they were then: what records of test runs are held against.
  private(set) var closed: [ClosedCycle] = []
  /// So many are held against records of test runs, however many the report keeps.
  private static let comparedCycles = 1 << 10
  /// What was set for a time after the last line, for states that say what is set.
  private(set) var waiting: [Reconciliation.Announcement] = []
  /// The last notifications that were delivered, likewise.
  private(set) var shown: [LogWitness.Due] = []
  private static let waitingCycles = 1_000
  /// How many cycles there were.
  private(set) var taken: Int64 = 0
  /// What they show of the sign-off checklist; nil where nobody asks for that.
  var campaign: CampaignNotes?
  /// What the times of all of them leave open.
  private var gaps: TimeGaps = []

  /// A cycle and how it ended.
  struct ClosedCycle: Codable {
    var cycle: Cycle
    var end: ScopeEnd
  }

  /// What stood fast before a part of the log.
  struct Checkpoint: Codable {
    fileprivate var taken: Int64
    fileprivate var lacks: CycleLacks
  }

  var checkpoint: Checkpoint { Checkpoint(taken: taken, lacks: lacks) }

  /// Takes back what cycles lack that came to their end since a checkpoint, and returns how many did:
  /// lines that may be wrong do not show what is missing.
  mutating func doubt(since start: Checkpoint) -> Int64 {
    lacks = start.lacks
    lacks.dropCutLaunch()
    return taken - start.taken
  }

  init(limit: Int, steps: CycleSteps, _ names: RunNames, comparesRecords: Bool) {
    self.limit = max(0, limit)
    self.steps = steps
    self.names = names
    self.comparesRecords = comparesRecords
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(summary.cycles)
    state.put(summary.cycleCounts)
    state.put(summary.distributions)
    state.put(summary.omittedCycles)
    state.put(healthyKept)
    state.put(last)
    state.put(groups)
    state.put(lacks)
    state.put(closed)
    state.put(waiting)
    state.put(shown)
    state.put(taken)
    state.put(gaps)
    state.put(campaign)
  }

  /// Goes on with what was written down. The steps are those of the cycle listed last, and are listed anew.
  mutating func goOn(from state: borrowing RunStateReader) throws(StateDamage) {
    summary.cycles = try state.take()
    summary.cycleCounts = try state.take()
    summary.distributions = try state.take()
    summary.omittedCycles = try state.take()
    healthyKept = try state.take()
    last = try state.take()
    groups = try state.take()
    lacks = try state.take()
    closed = try state.take()
    waiting = try state.take()
    shown = try state.take()
    taken = try state.take()
    gaps = try state.take()
    campaign = try state.take()
  }

  /// Ends the run, with what nothing told of the times of lines.
  mutating func finish(_ open: TimeGaps) -> RunSummary {
    lacks.finish()
    summary.timingGroups = groups.list
    for index in summary.cycles.indices { summary.cycles[index].settle(open) }
    if !gaps.isDisjoint(with: open) {
      summary.distributions.leaveOutInstants()
      for index in summary.timingGroups.indices {
        summary.timingGroups[index].executionDelay = Histogram(edges: Histogram.delayEdges)
      }
    }
    return summary
  }

  private func lack(
    of item: CycleSteps.Item, in cycle: Cycle, _ marks: [FindingLog.CycleMark],
    _ engine: borrowing Engine
  ) -> MissingStep {
    MissingStep(
      step: item.step, isTold: isTold(item, marks),
      isOfHandler: steps.isHandler(item.step),
      cycle: CycleLabel(cycle), segment: cycle.segment,
      neighbours: steps.neighbours(of: item, in: cycle).map {
        names.evidence(around: $0, in: engine.store)
      })
  }

  /// Whether a finding of a rule speaks of a step that is missing.
  private func isTold(_ item: CycleSteps.Item, _ marks: [FindingLog.CycleMark]) -> Bool {
    let events = steps.events(of: item.step)
    return marks.contains { !$0.isLate && $0.outcome != .excused && $0.names(events) }
  }

  /// Takes a cycle that has come to its end.
  mutating func take(
    _ cycle: Cycle, _ end: ScopeEnd, _ marks: [FindingLog.CycleMark], _ engine: borrowing Engine
  ) {
    let outcome = Self.outcome(of: cycle, end: end, marks)
    let values = cycle.values
    let device = engine.environment(at: cycle.task.handlerTime)
    summary.cycleCounts.count(outcome)
    let isShown = !engine.environment(at: cycle.delivery.time ?? cycle.lastTime).isWarped
    summary.distributions.add(
      values, isRun: !cycle.task.isSimulatedLaunch && !device.isWarped, isShown: isShown)
    if outcome != .open, outcome != .refused, !device.isWarped {
      groups.add(
        cycle, values.executionDelay,
        cycle.task.handlerTime == nil ? engine.environment(at: cycle.notificationTime) : device)
    }
    taken += 1
    if outcome == .open, let due = cycle.notificationTime, waiting.count < Self.waitingCycles,
      cycle.step(.notificationScheduling) != nil || cycle.step(.persisted) != nil
    {
      let call = [cycle.step(.notificationScheduling)?.time, cycle.step(.persisted)?.time]
      waiting.append(
        Reconciliation.Announcement(
          id: cycle.scheduleId, due: due, setAt: call.compactMap(\.self).min()))
    }
    if cycle.delivery.time != nil, let due = cycle.notificationTime {
      if shown.count >= Self.waitingCycles { shown.removeFirst(Self.waitingCycles / 2) }
      shown.append(
        LogWitness.Due(
          notificationId: cycle.notificationId, scheduleId: cycle.scheduleId, time: due))
    }
    gaps.formUnion(cycle.gaps)
    if comparesRecords, outcome != .refused, closed.count < Self.comparedCycles {
      closed.append(ClosedCycle(cycle: cycle, end: end))
    }
    steps.list(cycle, end: end, marks, of: engine)
    let isLacking = noteLacks(of: cycle, end, marks, engine)
    // A task that no notification is told for, as a wallet's, has none to miss.
    if outcome == .notDelivered,
      cycle.notificationTime != nil || cycle.step(.notificationScheduling) != nil
    {
      let isTold = marks.contains { mark in
        mark.outcome != .excused && mark.kinds.contains { engine.role(of: $0).part == .delivered }
      }
      let last = lacks.undelivered.count < limit ? cycle.steps.last : nil
      lacks.note(
        Undelivered(
          cycle, isLacking: isLacking, isTold: isTold,
          last: last.map { names.evidence(around: $0, in: engine.store) }))
    }
    campaign?.take(cycle, outcome, values, isWhole: steps.isWhole, engine)
    // As the summary of it would say.
    let isHealthy =
      CycleSummary.isHealthy(
        outcome, contentHash: values.contentHashMatch, scheduleHash: values.scheduleHashMatch,
        isCacheLost: values.cachePersistence == false)
      && steps.areAllSeen
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
    report.steps = steps.summaries(of: cycle, names)
    fill(&report, from: cycle, values, engine)
    summary.cycles.append(report)
    // Few cycles get here once as many are there as are kept, so that sorting them is seldom.
    if summary.cycles.count >= limit + limit / 4 + 4 {
      summary.sortDetails(keeping: limit)
      last = summary.cycles.map(\.shortRankedKey).max()
    }
  }

  /// Notes which of the steps listed a cycle lacks, and returns whether one of them was required.
  private mutating func noteLacks(
    of cycle: Cycle, _ end: ScopeEnd, _ marks: [FindingLog.CycleMark], _ engine: borrowing Engine
  ) -> Bool {
    var isLacking = false
    let start = engine.isUnbroken ? engine.firstTime : nil
    if end == .complete, cycle.loneJSON <= 0 {
      lacks.dropCutLaunch()
      if let item = steps.firstMissing(of: cycle, since: start) {
        isLacking = true
        // One at least, for the sentence that says what is missing.
        let isKept = lacks.missing.count < max(1, limit)
        lacks.note(
          item.step, isTold: isTold(item, marks), isOfHandler: steps.isHandler(item.step),
          keeping: isKept ? lack(of: item, in: cycle, marks, engine) : nil)
      } else if let item = steps.firstMissing(of: cycle, since: start, asksForCutLaunch: true) {
        lacks.holdCutLaunch(lack(of: item, in: cycle, marks, engine))
      }
    }
    let implied = steps.implied(in: cycle)
    if !implied.isEmpty {
      let isKept = lacks.impliedLines.count < limit
      lacks.noteImplied(
        implied.map(\.step), keeping: isKept ? lines(implied, in: cycle, engine) : nil)
    }
    return isLacking
  }

  private func lines(
    _ implied: [(step: Int, by: SeenStep)], in cycle: Cycle, _ engine: borrowing Engine
  ) -> ImpliedLines {
    ImpliedLines(
      steps: implied.map(\.step),
      proofs: implied.map { names.evidence(around: $0.by, in: engine.store) },
      segment: cycle.segment, cycle: CycleLabel(cycle))
  }

  static func outcome(
    of cycle: Cycle, end: ScopeEnd, _ marks: [FindingLog.CycleMark]
  ) -> CycleSummary.Outcome {
    if cycle.schedule.isRefused { return .refused }
    if let ending = cycle.ending ?? cycle.unloggedEnding { return CycleSummary.Outcome(ending) }
    // What was dropped to bound memory may have gone on; what a recovery found missed is over, even
    // where nobody knows the zone that would tell when it was due.
    if end != .complete { return cycle.delivery.isToldMissed ? .excused : .open }
    if cycle.schedule.isCancelled || marks.contains(where: { $0.outcome == .excused }) {
      return .excused
    }
    return .notDelivered
  }

  /// Why a cycle's notification was not shown; nil where an excuse of a rule says it.
  private static func notShownReason(of cycle: Cycle) -> CycleSummary.NotShownReason? {
    if cycle.schedule.isMoved { return .moved }
    if cycle.schedule.isCancelled { return .cancelled }
    return cycle.delivery.isToldMissed ? .missReported : nil
  }

  private func fill(
    _ report: inout CycleSummary, from cycle: Cycle, _ values: CycleValues,
    _ engine: borrowing Engine
  ) {
    report.number = cycle.number + 1
    report.scheduleId = (cycle.scheduleId ?? cycle.notificationId).map {
      String(masking: $0)
    }
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
    report.fallbackCause = CycleSummary.FallbackCause(cycle, values)
    if report.outcome == .excused { report.notShownReason = Self.notShownReason(of: cycle) }
    report.failureReason = cycle.fetch.failure == .none ? nil : cycle.fetch.failure.name
    if values.ending == .fallback {
      report.deliveryFetchLine = cycle.deliveryFetch.map { Int64(clamping: $0.line) }
    }
    if report.fallbackCause == .fetchUnfinished {
      report.expirationLine = cycle.expiration.map { Int64(clamping: $0.line) }
    }
    report.isToldUnshown = cycle.isToldUnshown
    report.contentHashMatch = values.contentHashMatch
    report.scheduleHashMatch = values.scheduleHashMatch
    report.cachePersistence = CycleSummary.Persistence(values.cachePersistence)
    report.gaps = cycle.gaps
    report.beginDate = cycle.beginDate
    report.handlerTime = cycle.task.handlerTime
    report.deliveredTime = cycle.delivery.time
    if cycle.isFinished { report.usedCache = cycle.toldUse }
    fillBaseline(&report, cycle, engine)
    report.lines = cycle.lines.map { span in
      CycleSummary.LineRange(
        file: names.files[Int(span.file)], first: Int64(clamping: span.first),
        last: Int64(clamping: span.last))
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
    let calls: [EventPart] = [
      .scheduleBegin, .planned, .submit, .scheduled, .notificationScheduling,
    ]
    let call = calls.compactMap { cycle.step($0)?.time }.min()
    let ahead = Cycle.span(from: call, to: cycle.notificationTime)
    report.scheduledAheadSeconds = Self.seconds(ahead)
    let device = engine.environment(at: cycle.task.handlerTime ?? cycle.notificationTime)
    let isNear = ahead.map(Self.baselineAhead.contains)
    if isNear == false || device[.simulator] == .bool(true) || device.isPlugged == false {
      report.isBaseline = false
    } else if isNear == true, device.isPlugged == true {
      report.isBaseline = true
    }
  }
}

extension CycleSummary.Outcome {
  /// What a cycle that is at its end came to.
  init(_ ending: CycleValues.Ending) {
    switch ending {
    case .usedPrefetch: self = .usedPrefetch
    case .fallback: self = .fallback
    case .delivered: self = .delivered
    }
  }
}

extension CycleCounts {
  fileprivate mutating func count(_ outcome: CycleSummary.Outcome) {
    switch outcome {
    case .usedPrefetch: usedPrefetch += 1
    case .fallback: fallback += 1
    case .delivered: delivered += 1
    case .notDelivered: notDelivered += 1
    case .refused: refused += 1
    case .excused: excused += 1
    case .open: open += 1
    }
  }
}

extension Distributions {
  /// Counts what was measured; a tester's launches and warps of the clock are no measurement.
  fileprivate mutating func add(_ values: CycleValues, isRun: Bool, isShown: Bool) {
    add(microseconds: values.lead, to: .lead)
    add(microseconds: values.fetchDuration, to: .fetchDuration)
    if isRun {
      add(microseconds: values.executionDelay, to: .executionDelay)
      add(microseconds: values.leadAtExecution, to: .leadAtExecution)
    }
    if isShown {
      add(microseconds: values.deliveryDrift, to: .deliveryDrift)
      add(microseconds: values.cacheAge, to: .cacheAge)
    }
  }
}

extension EnvironmentState {
  /// Whether a tester had moved the clock, or the schedule.
  fileprivate var isWarped: Bool {
    if case .bool(true) = self[.timeWarped] { true } else { false }
  }
}
