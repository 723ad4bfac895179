internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// Puts what the log shows beside each claim of a record.
///
/// It compares nothing: which differences matter is said by the rules of the pack `test-run`.
struct RecordComparison {
  typealias Claim = TestRunRecord.Claim
  typealias Member = TestRunRecord.Member

  let record: TestRunRecord
  let analyser: LogAnalyser
  /// Times of a record and of the cycle that it speaks of are not further apart, where more cycles
  /// were in the log than were kept.
  private static let nearness: Int64 = 900_000_000

  /// The log shows all of the run: neither its beginning nor its end is missing.
  private var isWhole: Bool {
    analyser.engine.hasHead && !analyser.engine.isTailCut
      && !analyser.losesContent && !analyser.doubtsContent && !analyser.wasInterrupted
  }

  /// Whether the log may have lost all lines of some parts, e.g. since a filter took out their tag.
  private func hides(_ parts: [EventPart]) -> Bool {
    let catalogue = analyser.book.catalogue
    return catalogue.events.indices.map { EventKind(rawValue: UInt16(clamping: $0)) }
      .filter { parts.contains(catalogue.role(of: $0).part) }
      .allSatisfy { analyser.engine.mayHide($0) }
  }

  func claims() -> [ComparedClaim] {
    var compared: [ComparedClaim] = []
    for (index, outcome) in record.outcomes.enumerated() {
      let cycle = cycle(of: outcome)
      compared.append(whole(outcome, cycle, isFirst: index == 0))
      for claim in outcome.claims { compared.append(compare(claim, with: cycle)) }
    }
    let first = record.outcomes.first.flatMap { cycle(of: $0) }
    for claim in record.claims { compared.append(compare(claim, with: first)) }
    return compared
  }

  // MARK: The cycle

  /// The cycle that an outcome speaks of: the one of its name, else the nearest in time.
  private func cycle(of outcome: TestRunRecord.Outcome) -> CycleCollector.ClosedCycle? {
    let open = analyser.engine.clock.openGaps
    let cycles = analyser.intake.notes.cycles.closed.map { closed in
      var closed = closed
      // What a record says is not held against times that nothing tells.
      if !closed.cycle.gaps.isDisjoint(with: open) { closed.cycle.leaveOutLineTimes() }
      return closed
    }
    if let name = outcome.cycle {
      // An id may come back day by day, and when a schedule is replaced.
      let named = cycles.filter { isNamed(name, $0.cycle) }
      let nearest = named.enumerated().min { first, second in
        (distance(outcome, first.element.cycle) ?? .max, first.offset)
          < (distance(outcome, second.element.cycle) ?? .max, second.offset)
      }
      if let nearest { return nearest.element }
    }
    let isAll = Int64(cycles.count) >= analyser.intake.notes.cycles.taken
    var best: (cycle: CycleCollector.ClosedCycle, distance: UInt64)?
    for cycle in cycles {
      guard let distance = distance(outcome, cycle.cycle) else { continue }
      if distance < best?.distance ?? .max { best = (cycle, distance) }
    }
    if let best { return isAll || best.distance <= UInt64(Self.nearness) ? best.cycle : nil }
    return isAll && cycles.count == 1 ? cycles.first : nil
  }

  private func isNamed(_ name: String, _ cycle: Cycle) -> Bool {
    cycle.scheduleId == name || cycle.notificationId == name
      || cycle.notificationTime.map { InstantText.iso($0) } == name
  }

  private func distance(_ outcome: TestRunRecord.Outcome, _ cycle: Cycle) -> UInt64? {
    let pairs: [(Member, Int64?)] = [
      (.notificationFiredAt, cycle.delivery.time ?? cycle.notificationTime),
      (.bgTaskExecutedAt, cycle.task.handlerTime), (.prefetchScheduledAt, cycle.beginDate),
    ]
    for (member, time) in pairs {
      guard let claimed = record.instant(member, in: outcome), let time else { continue }
      return claimed > time
        ? UInt64(bitPattern: claimed &- time) : UInt64(bitPattern: time &- claimed)
    }
    return nil
  }

  // MARK: Claims

  private func whole(
    _ outcome: TestRunRecord.Outcome, _ cycle: CycleCollector.ClosedCycle?, isFirst: Bool
  ) -> ComparedClaim {
    let line = outcome.claims.first?.line ?? record.claims.first?.line ?? 1
    var compared = ComparedClaim(
      claim: Claim(member: .record, name: record.form.rawValue, value: .missing, line: line),
      form: record.form, file: record.path)
    compared.cycle = name(of: cycle)
    if isFirst, !record.lacks.isEmpty { compared.lacks = record.lacks.joined(separator: ", ") }
    compared.times.scheduled = record.instant(.prefetchScheduledAt, in: outcome)
    compared.times.executed = record.instant(.bgTaskExecutedAt, in: outcome)
    compared.times.fired = record.instant(.notificationFiredAt, in: outcome)
    if let cycle = cycle?.cycle { compared.times.leaveOutOfOrder(as: times(of: cycle)) }
    for claim in outcome.claims where claim.member == .cachedContentUsed {
      if case .bool(let used) = claim.value { compared.usedCache = used }
    }
    let isSimulator = analyser.engine.environment[.simulator] == .bool(true)
    compared.isSimulated = isSimulator || cycle?.cycle.task.isSimulatedLaunch == true
    return compared
  }

  /// The times of a cycle, as a record would tell them.
  private func times(of cycle: Cycle) -> ComparedClaim.Times {
    var times = ComparedClaim.Times()
    times.scheduled = cycle.beginDate
    times.executed = cycle.task.handlerTime
    times.fired = cycle.delivery.time
    return times
  }

  private func name(of cycle: CycleCollector.ClosedCycle?) -> String? {
    guard let cycle = cycle?.cycle else { return nil }
    return cycle.scheduleId ?? cycle.notificationTime.map { InstantText.iso($0) }
  }

  private func compare(
    _ claim: Claim, with cycle: CycleCollector.ClosedCycle?
  ) -> ComparedClaim {
    var compared = ComparedClaim(claim: claim, form: record.form, file: record.path)
    switch claim.member {
    case .record: break
    case .date: compareDate(&compared)
    case .device: compareCondition(.device, &compared)
    case .iosVersion: compareCondition(.osVersion, &compared)
    case .build: compareCondition(.build, &compared)
    case .power: compareCondition(.power, &compared)
    case .network: compareCondition(.network, &compared)
    case .lowPower: compareCondition(.lowPower, &compared)
    case .backgroundRefresh: compareCondition(.backgroundRefresh, &compared)
    case .scenario: compareScenario(&compared)
    case .scheduled: compareCounter(\.scheduled, of: [.submit, .scheduled], &compared)
    case .executed: compareCounter(\.executed, of: [.handler], &compared)
    case .success: compareCounter(\.success, of: [.fetchSuccess], &compared)
    case .used: compareCounter(\.used, of: [.cacheHit, .cacheUsed, .cycleComplete], &compared)
    case .errors: compareFailures(cycle, &compared)
    case .lead: compareLead(&compared)
    case .prefetchScheduledAt, .bgTaskExecutedAt, .notificationFiredAt, .cachedContentUsed,
      .contentHashMatch, .scheduleHashMatch, .cachePersistence:
      compared.cycle = name(of: cycle)
      if let cycle { compareCycle(cycle, &compared) }
    }
    if compared.seen != nil, compared.shown == .unknown { compared.shown = .yes }
    return compared
  }

  private func compareCycle(
    _ closed: CycleCollector.ClosedCycle, _ compared: inout ComparedClaim
  ) {
    let cycle = closed.cycle
    // JSON alone does not say that a task ran, and a cut log may have left it out.
    let isWhole = closed.end == .complete && !cycle.start.isHeadCut && cycle.loneJSON == 0
    func show(_ value: Value?, _ parts: EventPart...) {
      compared.seen = value
      compared.evidence = parts.flatMap { part in
        cycle.steps.filter { $0.part == part }.map(evidence)
      }
    }
    switch compared.claim.member {
    case .prefetchScheduledAt:
      // The guide's times are those of the begin date; some write down when they asked for it.
      let asked = cycle.step(.scheduled)?.time ?? cycle.step(.submit)?.time
      let times = [cycle.beginDate, asked].compactMap { $0 }
      show(
        nearest(times, to: compared.claim.value).map(Value.instant), .submit, .scheduled)
    case .bgTaskExecutedAt:
      show(cycle.task.handlerTime.map(Value.instant), .handler)
      if cycle.task.isExecuted {
        compared.shown = .yes
      } else if isWhole, !hides([.handler]) {
        compared.shown = .no
      }
    case .notificationFiredAt:
      // The system shows notifications without the app, which then logs nothing.
      show(cycle.delivery.time.map(Value.instant), .delivered)
      if cycle.delivery.isDelivered { compared.shown = .yes }
      if cycle.step(.suppressed) != nil, !cycle.isFinished { compared.shown = .no }
    case .cachedContentUsed:
      show(
        cycle.toldUse.map(Value.bool), .cacheHit, .cacheUsed, .cacheMiss, .cycleComplete)
    case .contentHashMatch:
      show(cycle.values.contentHashMatch.map(Value.bool), .contentHash)
    case .scheduleHashMatch:
      show(cycle.values.scheduleHashMatch.map(Value.bool), .scheduleHash)
    case .cachePersistence:
      show(
        cycle.content.persistence.map { .string($0 ? "verified" : "violated") }, .cacheState)
    default: break
    }
  }

  private func nearest(_ times: [Int64], to value: Value) -> Int64? {
    guard case .instant(let claimed) = value else { return nil }
    return times.min { abs($0 &- claimed) < abs($1 &- claimed) }
  }

  private func evidence(_ step: SeenStep) -> Finding.Evidence {
    Finding.Evidence(
      file: analyser.names.files[Int(step.file)], line: Int64(clamping: step.line), time: step.time,
      event: analyser.book.catalogue.name(of: step.kind),
      text: analyser.engine.store.line(at: step.text, length: step.length))
  }

  // MARK: The run

  /// Of several cycles a record names each lead, so the nearest is the one that is meant.
  private func compareLead(_ compared: inout ComparedClaim) {
    guard case .duration(let claimed) = compared.claim.value else { return }
    let leads = record.outcomes.compactMap { cycle(of: $0)?.cycle }.compactMap { cycle in
      cycle.notificationTime.flatMap { time in cycle.beginDate.map { time &- $0 } }
    }
    compared.seen = leads.min { abs($0 &- claimed) < abs($1 &- claimed) }.map(Value.duration)
  }

  /// The time of the log that is nearest to a date: a record is written on the day of its run.
  private func compareDate(_ compared: inout ComparedClaim) {
    guard case .instant(let date) = compared.claim.value,
      !analyser.engine.clock.openGaps.contains(.year),
      let first = analyser.engine.firstTime,
      let last = analyser.engine.lastTime
    else { return }
    compared.seen = .instant(min(max(date, first), max(first, last)))
  }

  private func compareCondition(_ key: EnvironmentKey, _ compared: inout ComparedClaim) {
    switch analyser.engine.environment[key] {
    case .bool(let flag): compared.seen = .bool(flag)
    case .string(let text): compared.seen = .string(text)
    case .int(let number): compared.seen = .string("\(number)")
    default: break
    }
  }

  private func compareScenario(_ compared: inout ComparedClaim) {
    guard case .string(let id) = compared.claim.value, !analyser.intake.notes.scenarioIds.isEmpty
    else { return }
    let all = analyser.intake.notes.scenarioIds.sorted().joined(separator: ", ")
    compared.seen = .string(analyser.intake.notes.scenarioIds.contains(id) ? id : all)
  }

  private func compareCounter(
    _ key: KeyPath<SeedCounters, SeedCounters.Pair>, of parts: [EventPart],
    _ compared: inout ComparedClaim
  ) {
    guard case .int(let claimed) = compared.claim.value else { return }
    let pair = analyser.counters()[keyPath: key]
    compared.least = pair.derived
    // Counters may live longer than the run; then the log itself says so.
    if pair.reported == claimed {
      compared.seen = .int(claimed)
      compared.least = claimed
    } else if isWhole, !hides(parts) {
      compared.seen = .int(pair.derived)
    }
  }

  private func compareFailures(
    _ cycle: CycleCollector.ClosedCycle?, _ compared: inout ComparedClaim
  ) {
    let lines = analyser.intake.notes.failures
    var own = lines
    if analyser.intake.notes.cycles.taken > 1, let cycle = cycle?.cycle {
      own = lines.filter { failure in
        cycle.lines.contains { span in
          analyser.names.files[Int(span.file)] == failure.line.file
            && Int64(clamping: span.first)...Int64(clamping: max(span.first, span.last))
              ~= failure.line.line
        }
      }
    }
    let errors = own.filter(\.isError)
    compared.least = Int64(errors.count)
    // Those of other cycles, warnings, and what rules found wrong may be written down as errors, but
    // need not.
    let violations = analyser.engine.standingViolations { !analyser.isOfLog($0) }
    let count = Int64(lines.count).addingSaturated(violations)
    if isWhole && !hides([.fetchFailure]) || count > 0 { compared.seen = .int(count) }
    compared.evidence = (errors.isEmpty ? lines : errors).prefix(3).map(\.line)
  }
}
