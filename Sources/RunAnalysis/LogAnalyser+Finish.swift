internal import LogReading
internal import RuleEngine
internal import RuleLanguage
package import RunReport

extension LogAnalyser {
  /// Ends the run and sums it up.
  package func finish() -> RunSummary {
    var none = Baseline()
    return finish(knowing: &none)
  }

  /// Ends the run and sums it up; what the baseline still holds is known, and taken out of it.
  package func finish(knowing baseline: inout Baseline) -> RunSummary {
    intake.endLog(at: inputs.end?.behind(silence), isCut: losses.endsCut)
    let start = engine.checkpoint
    intake.engine.know(sourceLimits)
    compareRecords { $0 != .errors }
    compareStates()
    decideFeed()
    if doubtsContent { intake.engine.markDoubtful(since: start) }
    chooseProfiles()
    intake.engine.endWaits(
      isCut: losses.endsCut, armedGroups: Set(profiles.flatMap(\.armedGroups)))
    // What a record lists as errors is compared with all that was found.
    let found = engine.checkpoint
    compareRecords { $0 == .errors }
    if doubtsContent { intake.engine.markDoubtful(since: found) }
    intake.engine.finish(leavingOut: { !isOfLog($0) })
    leaveOutTiming()
    var summary = intake.notes.cycles.finish(engine.clock.openGaps)
    summary.profile = profiles.map(\.name).joined(separator: "+")
    if !judgesSteps { summary.leaveOutMissingSteps() }
    settleUndelivered(in: &summary)
    summary.isStrict = options.isStrict
    summary.inputs = inputSummaries
    summary.runs = 1
    summary.assumptions = assumptions().map { $0.of(summary.inputs.first) }
    summary.scenarios = scenarios()
    summary.states = stateSummaries
    summary.items = stateItems
    summary.feed = feedSummary
    summary.environment = environment()
    summary.counters = counters()
    summary.omittedFindings = Int(clamping: engine.omittedFindings)
    let words = FindingWords(
      names, claims: comparedClaims, items: explainedItems, documents: explainedDocuments,
      messages: explainedMessages, assumesZone: engine.clock.zone.isAssumed,
      firstTime: engine.firstTime)
    noteCycleIds(summary.cycles)
    // One by one, so that both forms of all of them are never there at once; they are sorted below.
    while let record = intake.engine.popFinding() {
      summary.findings.append(words.finding(record))
    }
    summary.interrupted = wasInterrupted
    summary.failures = intake.notes.failures
    summary.omittedFailures = intake.notes.omittedFailures
    summary.sortFailures()
    summary.scenarioIds = intake.notes.scenarioIds.sorted()
    fillRules(&summary)
    addMissingSteps(to: &summary)
    addUndelivered(to: &summary)
    addImpliedLines(to: &summary)
    // Most runs have nothing to join, and to look through all rules takes longer than a short log.
    if options.explainedRule == nil, summary.findings.count > 1 {
      let diagnosis = Diagnosis(book, of: summary.findings) { engine.counts($0) }
      diagnosis.diagnose(&summary.findings)
    }
    for index in summary.scenarios.indices {
      summary.scenarios[index].noteBlame(by: summary.findings)
    }
    summary.sortDetails(keeping: options.maxDetails)
    summary.mark(&baseline)
    judge(&summary)
    summary.noteVerdict()
    return summary
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

  /// The rows of the recovery scenarios; a start that recovers nothing counts where a profile of the run
  /// says that its log tells of recoveries.
  private func scenarios() -> [ScenarioSummary] {
    let group = prepared.scenarios.group
    let isAsked = profiles.contains { $0.armedGroups.contains(group) }
    var rows = intake.notes.scenarios.finish(at: engine.lastTime, isAsked: isAsked)
    if losses.losesMiddle(of: inputs.count) {
      for index in rows.indices { rows[index].doubt("A part of the log could not be read.") }
    }
    return rows
  }

  /// What the log tells of the device; the last state of what changed would explain nothing before it.
  private func environment() -> [RunSummary.EnvironmentEntry] {
    engine.environment.known.compactMap { entry in
      let value: EnvironmentValue
      switch entry.value {
      case _ where engine.environment.hasChanged(entry.key): value = .varies
      case .bool(let flag): value = .bool(flag)
      case .string(let text): value = .string(String(masking: text))
      case .int(let number): value = .int(number)
      default: return nil
      }
      return RunSummary.EnvironmentEntry(key: entry.key.name, value: value)
    }
  }
}

extension LineTime {
  /// The time at which nothing had come for so long.
  fileprivate func behind(_ silence: Int64) -> LineTime {
    LineTime(micros: micros &+ silence, gaps: gaps)
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
