internal import LogReading
internal import RuleEngine
internal import RuleLanguage
package import RunReport

extension LogAnalyser {
  /// Ends the run and sums it up.
  package func finish() -> RunSummary {
    engine.endLog(at: logEnd, isCut: endsCut)
    let start = engine.checkpoint
    compareRecords()
    if doubtsContent { engine.markDoubtful(since: start) }
    let hasTask = seenKinds.contains { engine.correlator.isOfExecution($0) }
    engine.sources.limits = sources.limits(hasTask: hasTask)
    // What is missing at the end of all is told by its place; what another input follows is not.
    let losesMiddle = inputsAtLoss < inputs.count
    if losesMiddle { engine.sources.limits.hasLosses = true }
    // What stands on both sides of a gap was never one behind the other.
    let hasGap = losesMiddle && (inputsAtLoss > 0 || isMerge)
    engine.sources.limits.runsBackward =
      engine.correlator.runsBackward || partBeforeItsOlder != nil || hasGap
    chooseProfiles()
    engine.sources.armedGroups = Set(profiles.flatMap(\.armedGroups))
    engine.finish(isCut: endsCut, leavingOut: { !isOfLog($0) })
    leaveOutTiming()
    var summary = cycles.finish(engine.correlator.clock.openGaps)
    summary.profile = profiles.map(\.name).joined(separator: "+")
    if !judgesSteps { summary.leaveOutMissingSteps() }
    summary.isStrict = options.isStrict
    summary.inputs = inputs
    // Times that no event has would look as if they had been read.
    let misread = misreadInputs
    for index in summary.inputs.indices {
      summary.inputs[index].events +=
        engine.correlator.lateLines[inputFiles[index]] ?? 0
      // Only now is the year of times without one known.
      let isMisread = misread.contains(inputs[index])
      let (first, last) = isMisread ? (nil, nil) : lineTimes[index]
      // Without an event nothing tells the year of times that have none.
      let reference = engine.correlator.firstTime
      func time(_ line: LineTime, near event: Int64?) -> Int64? {
        reference == nil && line.gaps.contains(.year)
          ? nil : engine.correlator.clock.time(line, near: event)
      }
      summary.inputs[index].firstTime = first.flatMap { time($0, near: reference) }
      summary.inputs[index].lastTime = last.flatMap {
        time($0, near: engine.correlator.lastTime)
      }
      if summary.inputs.count == 1, !holdsNoEvent {
        summary.inputs[index].firstTime =
          summary.inputs[index].firstTime ?? engine.correlator.firstTime
        summary.inputs[index].lastTime =
          summary.inputs[index].lastTime ?? engine.correlator.lastTime
      }
      summary.inputs[index].isHeadComplete = engine.correlator.hasHead
      summary.inputs[index].isTailCut =
        index == summary.inputs.count - 1
        && (engine.correlator.isTailCut || losesContent || engine.log.doubtsCutEvents)
    }
    summary.runs = 1
    summary.assumptions = assumptions().map { $0.of(inputs.first) }
    summary.environment = environment()
    summary.counters = counters()
    summary.omittedFindings = Int(clamping: engine.omittedFindings)
    noteCycleIds(summary.cycles)
    // One by one, so that both forms of all of them are never there at once; they are sorted below.
    while let record = engine.log.findings.popLast() { summary.findings.append(finding(record)) }
    summary.interrupted = wasInterrupted
    summary.failures = failures
    summary.omittedFailures = omittedFailures
    summary.sortFailures()
    summary.scenarioIds = scenarioIds.sorted()
    fillRules(&summary)
    addMissingSteps(to: &summary)
    addImpliedLines(to: &summary)
    // Most runs have nothing to join, and to look through all rules takes longer than a short log.
    if options.explainedRule == nil, summary.findings.count > 1 {
      let diagnosis = Diagnosis(book, of: summary.findings) { engine.counts($0) }
      diagnosis.diagnose(&summary.findings)
    }
    summary.sortDetails(keeping: options.maxDetails)
    judge(&summary)
    return summary
  }

  // MARK: Verdict

  private func judge(_ summary: inout RunSummary) {
    let violations = summary.findingCounts.filter {
      $0.outcome == .violated && failsRun($0.severity)
    }
    let doubts = doubts(summary)
    summary.logic = logic(doubts)
    summary.timing = timing(doubts)
    if violations.contains(where: { $0.count > 0 }) {
      summary.verdict = .fail
      summary.reasons = [summary.failure]
    } else if doubts.isEmpty {
      summary.verdict = .pass
      summary.reasons = [summary.success]
    } else {
      summary.verdict = .inconclusive
      summary.reasons = doubts.map(\.text)
    }
    // A log without an event of the plugin proves nothing, not even that there is too little of it.
    let allows =
      summary.inputs.contains { $0.events > 0 }
      ? options.allowsInconclusive
      : options.allowsEmpty && holdsNoEvent && !losesContent && !doubtsContent
    switch summary.verdict {
    case .pass: summary.exitStatus = 0
    case .fail: summary.exitStatus = 1
    case .inconclusive: summary.exitStatus = allows ? 0 : 1
    }
    if wasInterrupted { summary.exitStatus = 130 }
    if let only = profiles.first, profiles.count == 1 {
      summary.message = summary.verdict == .pass ? only.passMessage : only.failMessage
    }
  }

  /// Whether no line is the plugin's, not even one that is not understood.
  var holdsNoEvent: Bool { engine.correlator.eventCount == 0 }

  /// Why the run may not be called a pass.
  private func doubts(_ summary: RunSummary) -> [Doubt] {
    if holdsNoEvent {
      let isNoText = sources.noText > 0
      return [Doubt(isNoText ? "its DNP lines are no text" : "the input holds no DNP line")]
    }
    if summary.inputs.reduce(0, { $0 + $1.events }) == 0 {
      return [Doubt("no DNP line was recognised: see the unclassified ones with -v")]
    }
    var doubts: [Doubt] = []
    if engine.correlator.runsBackward {
      doubts.append(Doubt("the times of its lines run backward: its newest line stands first"))
    } else if let part = partBeforeItsOlder {
      doubts.append(
        Doubt("its parts look newest first: \(part) ends before what is read before it"))
    }
    if let part = lostParts.first {
      let others = lostParts.count > 1 ? " and \(lostParts.count - 1) more" : ""
      doubts.append(Doubt("a part of the log could not be read: \(part)\(others)"))
    } else if losesContent {
      doubts.append(Doubt("the input is damaged: some of it could not be read"))
    }
    if doubtsContent {
      doubts.append(
        Doubt(
          "a checksum is wrong, so any line that it covers may be altered: fetch the file again"))
    }
    if engine.log.doubtsLosses {
      let whose =
        sources.losses > 0
        ? "lines are lost, by the log's own word" : "lines of the log are no text"
      doubts.append(Doubt("\(whose): what is missing may be among them"))
    }
    if let input = misreadInputs.first, let container = options.container {
      doubts.append(
        Doubt(
          "--input-format names \(container.name), and no line of \(input.name) is in it"))
    }
    if wasInterrupted { doubts.append(Doubt("reading was interrupted")) }
    // A profile that requires no step of a cycle can do without any.
    let needsCycles = judgesSteps && profile.steps.contains { $0.need == .required }
    if needsCycles, !foundRecords.isEmpty, engine.correlator.eventCount == foundRecords.count {
      doubts.append(
        Doubt("the input is a record of a test run without its log: give the log beside it"))
    } else if needsCycles, engine.correlator.closedCycles == 0 {
      doubts.append(
        Doubt(
          summary.cycleCounts.open > 0
            ? "no cycle is over yet: the last one is still open" : "the log holds no cycle"))
    }
    if !needsCycles, choice.profiles.isEmpty, !holdsItsOwn {
      doubts.append(Doubt("the log holds nothing that the profile '\(profile.name)' judges"))
    }
    doubts += requiredDoubts()
    if needsCycles, let first = cycles.missing.first {
      let name = stepNames[first.step]
      let place = cycleName(first.cycle).map { " in cycle \($0)" } ?? ""
      let count = cycles.incomplete
      doubts.append(
        Doubt(
          count == 1
            ? "1 cycle lacks a required step: \(name)\(place)"
            : "\(count) cycles lack a required step, the first\(place): \(name)",
          cycles.lacksOnlyHandlers ? .timing : .logic))
    }
    return doubts
  }

  /// The first part of the log that ends before the one in front of it begins; nil where each may
  /// follow the other.
  var partBeforeItsOlder: String? {
    // Those of a merge are read side by side.
    guard !isMerge else { return nil }
    let clock = engine.correlator.clock
    let reference = engine.correlator.lastTime
    return inputs.indices.dropFirst().first { index in
      let isSound = inputs[(index - 1)...index].allSatisfy { $0.damage?.doubtsContent != true }
      guard isSound, let begin = lineTimes[index - 1].first, let end = lineTimes[index].last else {
        return false
      }
      return clock.time(end, near: reference) < clock.time(begin, near: reference)
    }.map { inputs[$0].name }
  }

  /// Whether the log tells of what the profile is for: an event of the groups that it arms, one of its
  /// steps, or whatever brought a rule that it requires to an outcome. A profile that
  /// arms and requires nothing takes any log.
  private var holdsItsOwn: Bool {
    guard !profile.armedGroups.isEmpty || !required.isEmpty else { return true }
    let own = Set(profile.steps.flatMap(\.events))
    if seenKinds.contains(where: {
      own.contains($0) || profile.armedGroups.contains(book.catalogue[$0].group)
    }) {
      return true
    }
    return required.contains { entry in
      // A prohibition for a whole log is kept by whatever else is logged.
      guard !book.rules[entry.rule].holdsFromTheStart else { return false }
      return engine.timesSatisfied(entry.rule) > 0
        || engine.log.tallies.contains {
          $0.key.rule == entry.rule && $0.key.outcome != .notApplicable && $0.value > 0
        }
    }
  }

  private func requiredDoubts() -> [Doubt] {
    var doubts: [Doubt] = []
    for (id, rule) in required where takesPart(rule) {
      let reasons = engine.log.tallies.filter {
        Int($0.key.rule) == rule && $0.key.outcome == .inconclusive && $0.value > 0
          && !isWaived($0.key)
      }
      if !reasons.isEmpty {
        doubts.append(
          Doubt("\(id) cannot be told", book.rules[rule].bucket == .c ? .timing : .logic))
      }
    }
    return doubts
  }

  /// Whether a run may do without what a required rule cannot tell, once a cycle has closed: lines of a
  /// launch before the log began, what the log ends before the cycle of, and what records of its form
  /// do not tell.
  private func isWaived(_ tally: TallyKey) -> Bool {
    guard engine.correlator.closedCycles > 0 else { return false }
    switch tally.reason {
    case .headCut: return engine.isOfLaunch(tally)
    case .tailCut: return !losesContent && tally.isOfOpenCycle
    case .sourceCannotShow: return engine.isBeyondForm(tally)
    default: return false
    }
  }

  /// `pack/rule`
  package func ruleName(_ rule: Int) -> String {
    book.packs[Int(book.rules[rule].pack)].name + "/" + book.rules[rule].id
  }

  // MARK: Rules

  private func fillRules(_ summary: inout RunSummary) {
    var worst = [Outcome?](repeating: nil, count: book.rules.count)
    var counts: [FindingCount] = []
    for (key, count) in engine.log.tallies where count > 0 {
      if key.outcome.weight > (worst[Int(key.rule)]?.weight ?? -1) {
        worst[Int(key.rule)] = key.outcome
      }
      guard key.outcome != .notApplicable else { continue }
      let rule = book.rules[Int(key.rule)]
      let pack = book.packs[Int(rule.pack)].name
      if let index = counts.firstIndex(where: {
        $0.pack == pack && $0.outcome == key.outcome && $0.fault == key.fault
          && $0.severity == rule.severity
      }) {
        counts[index].count += Int(count)
      } else {
        counts.append(
          FindingCount(
            pack: pack, outcome: key.outcome, fault: key.fault, severity: rule.severity,
            count: Int(count)))
      }
    }
    summary.findingCounts = counts.sorted {
      ($0.pack, $0.outcome.rawValue, $0.fault.rawValue, $0.severity.rawValue)
        < ($1.pack, $1.outcome.rawValue, $1.fault.rawValue, $1.severity.rawValue)
    }
    for rule in book.rules.indices where takesPart(rule) && !isJudged(rule) {
      summary.rules.notApplicable += 1
      summary.skipped.append(SkippedRule(rule: ruleName(rule), reason: "simulator"))
    }
    for rule in book.rules.indices where isJudged(rule) {
      var outcome = worst[rule] ?? .notApplicable
      if outcome == .notApplicable, engine.timesSatisfied(rule) > 0 { outcome = .satisfied }
      summary.rules.count(outcome)
      switch outcome {
      case .satisfied: summary.satisfiedRules.append(ruleName(rule))
      case .violated, .excused, .inconclusive: summary.unsatisfiedRules.append(ruleName(rule))
      case .notApplicable:
        let reason = worst[rule] == .notApplicable ? "unarmed" : "vacuous"
        summary.skipped.append(SkippedRule(rule: ruleName(rule), reason: reason))
      }
    }
    for skipped in options.skippedRules {
      for rule in book.rules.indices
      where skipped == ruleName(rule) || skipped == book.rules[rule].id {
        summary.skipped.append(SkippedRule(rule: ruleName(rule), reason: "skipped"))
      }
    }
    summary.satisfiedRules.sort()
    summary.unsatisfiedRules.sort()
    summary.skipped.sort { ($0.rule, $0.reason) < ($1.rule, $1.reason) }
  }

  // MARK: The rest

  func counters() -> SeedCounters {
    let derived = engine.totals
    var counters = SeedCounters()
    // A log that knows only attempts counts them; failed ones are none.
    let accepted = derived[.scheduled]
    counters.scheduled.derived =
      accepted > 0 ? accepted : max(0, derived.attempts - derived[.submitFailures])
    counters.executed.derived = derived[.executed]
    counters.success.derived = derived[.success]
    counters.failureNetwork.derived = derived[.failureNetwork]
    counters.failureAuth.derived = derived[.failureAuth]
    counters.failureSystem.derived = derived[.failureSystem]
    counters.used.derived = derived[.used]
    let reported = engine.reported
    counters.scheduled.reported = reported[.scheduled]
    counters.executed.reported = reported[.executed]
    counters.success.reported = reported[.success]
    counters.failureNetwork.reported = reported[.failureNetwork]
    counters.failureAuth.reported = reported[.failureAuth]
    counters.failureSystem.reported = reported[.failureSystem]
    counters.used.reported = reported[.used]
    counters.runs = 1
    if !reported.isEmpty {
      counters.reportingRuns = 1
      counters.reportingProcess = Int(engine.reportedSegment)
    }
    return counters
  }

  private func environment() -> [RunSummary.EnvironmentEntry] {
    engine.environment.known.compactMap { entry in
      let value: EnvironmentValue
      switch entry.value {
      case .bool(let flag): value = .bool(flag)
      case .string(let text): value = .string(masked(Array(text.utf8)))
      case .int(let number): value = .int(number)
      default: return nil
      }
      return RunSummary.EnvironmentEntry(key: entry.key.name, value: value)
    }
  }
}

extension Rule {
  /// Whether it is met by a log that holds none of its events.
  fileprivate var holdsFromTheStart: Bool {
    switch obligation {
    case .never(_, let after, _): after.isEmpty
    case .count(_, let trigger, let minimum, _): trigger.isEmpty && minimum == .number(0)
    default: false
    }
  }
}

extension Outcome {
  /// Which outcome stands for a rule that came to several.
  fileprivate var weight: Int {
    switch self {
    case .notApplicable: 0
    case .satisfied: 1
    case .excused: 2
    case .inconclusive: 3
    case .violated: 4
    }
  }
}
