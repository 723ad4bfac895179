internal import LogReading
internal import RuleLanguage
internal import TextWriting

extension RunSummary: Coded {
  /// The name of this form of a summary.
  package static let schema = "dnplog.run/1"

  static var blank: RunSummary { RunSummary() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var schema = Self.schema
    try coder.member("schema", &schema)
    if schema != Self.schema {
      try coder.refuse("schema", "is '\(schema)' and not '\(Self.schema)'")
    }
    try coder.begin("tool", inline: true)
    coder.derived { $0.member("name", "dnplog") }
    try coder.member("version", &toolVersion)
    coder.end()
    try coder.member("verdict", word: &verdict)
    var status = Int64(exitStatus)
    try coder.member("exitStatus", &status)
    exitStatus = Int32(clamping: status)
    if Coder.isReading { try checkStatus(&coder) }
    try coder.member("profile", &profile)
    try coder.member("inputs", &inputs)
    try coder.member("assumptions", &assumptions, inline: true)
    try coder.member("environment", entries: &environment)
    try coder.member("counters", object: &counters)
    try coder.member("cycles", &cycles)
    try coder.member("findings", &findings)
    try coder.member("rules", object: &rules, inline: true)
    try coder.begin("omitted", inline: true)
    try coder.member("cycles", &omittedCycles)
    try coder.member("findings", &omittedFindings)
    coder.end()
    try coder.member("skipped", &skipped, inline: true)
    try coder.begin("histograms")
    for measure in Measure.allCases {
      try coder.member(measure.key, object: &distributions[measure], inline: true)
    }
    coder.end()
    try coder.member("interrupted", &interrupted)
    try coder.member("scenarios", &scenarios)
    if !Coder.isReading {
      let (template, artifact) = (runTemplate, testRun)
      coder.derived { json in
        json.object("runTemplate") { template.write(to: &$0) }
        json.object("testRun") { artifact.write(to: &$0) }
      }
    }
    try coder.begin("verdicts", inline: true)
    try coder.member("logic", word: &logic)
    try coder.member("timing", word: &timing)
    coder.end()
    try coder.member("timing", &timingGroups)
    try codeState(&coder)
    if coder.has("feed", feed != nil) {
      var given = feed ?? FeedSummary(name: "")
      try coder.member("feed", object: &given)
      feed = given
    }
    try codeRuns(&coder)
  }

  /// Refuses a status that no call with the verdict has.
  private func checkStatus<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    // An option may allow what is inconclusive, and nothing allows a fault; what could not be judged is
    // inconclusive.
    let possible: [Int32] =
      switch verdict {
      case .pass: [0, 2, 130]
      case .fail: [1, 2, 3, 130]
      case .inconclusive: [0, 1, 2, 3, 130]
      }
    guard !possible.contains(exitStatus) else { return }
    try coder.refuse(
      "exitStatus", "is \(exitStatus), which no run has whose verdict is '\(verdict.rawValue)'")
  }

  /// Codes what the device stored, set and showed; nothing where no state was given.
  private mutating func codeState<Coder: MemberCoder>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    guard coder.has("states", !states.isEmpty) else { return }
    try coder.member("states", &states)
    try coder.member("items", &items)
    try coder.member("omittedItems", &omittedItems)
  }

  /// Codes the runs that are added up, and what must be known of them to add others.
  private mutating func codeRuns<Coder: MemberCoder>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    // Of one run the summary's own verdict is all.
    if coder.has("runs", runs > 1) {
      try coder.member("runs", &verdicts, inline: true)
      var omitted = max(0, runs - verdicts.count)
      try coder.member("omittedRuns", &omitted)
      if Coder.isReading { runs = verdicts.count.addingSaturated(omitted) }
      if coder.has("runVerdicts", verdictCounts.all == runs) {
        try coder.member("runVerdicts", object: &verdictCounts, inline: true)
      }
    }
    try coder.member("reasons", strings: &reasons)
    try coder.begin("totals")
    try coder.member("cycles", object: &cycleCounts, inline: true)
    try coder.member("findings", &findingCounts, inline: true)
    try coder.member("reports", object: &counters.reports, inline: true)
    coder.end()
    try coder.member("satisfied", strings: &satisfiedRules)
    try coder.member("unsatisfied", strings: &unsatisfiedRules)
    try coder.member("strict", &isStrict)
    try coder.member("profileMessage", &message)
    try coder.member("scenarioIds", strings: &scenarioIds)
    try coder.member("failures", &failures, inline: true)
    try coder.member("omittedFailures", &omittedFailures)
    if Coder.isReading, runs <= 1 {
      runs = counters.runs
      if runs == 1 { noteVerdict() }
    }
  }
}

extension RunVerdict: Coded {
  static var blank: RunVerdict { RunVerdict(name: "", verdict: .inconclusive, reason: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("name", &name)
    try coder.member("verdict", word: &verdict)
    try coder.member("reason", &reason)
  }
}

extension VerdictCounts: Coded {
  static var blank: VerdictCounts { VerdictCounts() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member(RunSummary.Verdict.fail.rawValue, &fail)
    try coder.member(RunSummary.Verdict.inconclusive.rawValue, &inconclusive)
    try coder.member(RunSummary.Verdict.pass.rawValue, &pass)
  }
}

extension Assumption: Coded {
  static var blank: Assumption { Assumption(what: "", value: "", why: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("what", &what)
    try coder.member("value", &value)
    try coder.member("why", &why)
    try coder.member("notable", &isNotable)
    try coder.member("runs", &runs)
    try coder.member("runNames", strings: &runNames, inline: true)
  }
}

extension OutcomeCounts: Coded {
  static var blank: OutcomeCounts { OutcomeCounts() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("satisfied", &satisfied)
    try coder.member("violated", &violated)
    try coder.member("excused", &excused)
    try coder.member("inconclusive", &inconclusive)
    try coder.member("not_applicable", &notApplicable)
  }
}

extension CycleCounts: Coded {
  static var blank: CycleCounts { CycleCounts() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member(CycleSummary.Outcome.usedPrefetch.rawValue, &usedPrefetch)
    try coder.member(CycleSummary.Outcome.fallback.rawValue, &fallback)
    try coder.member(CycleSummary.Outcome.delivered.rawValue, &delivered)
    try coder.member(CycleSummary.Outcome.notDelivered.rawValue, &notDelivered)
    try coder.member(CycleSummary.Outcome.refused.rawValue, &refused)
    try coder.member(CycleSummary.Outcome.excused.rawValue, &excused)
    try coder.member(CycleSummary.Outcome.open.rawValue, &open)
  }
}

extension FindingCount: Coded {
  static var blank: FindingCount {
    FindingCount(pack: "", outcome: .violated, fault: .none, severity: .info, count: 0)
  }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("pack", &pack)
    try coder.member("outcome", &outcome, named: \.name)
    try coder.member("class", &fault, named: \.name)
    try coder.member("severity", &severity, named: \.name)
    try coder.member("count", &count)
    try coder.member("known", &known)
  }
}

extension SkippedRule: Coded {
  static var blank: SkippedRule { SkippedRule(rule: "", reason: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("rule", &rule)
    try coder.member("reason", &reason)
  }
}

extension FailureLine: Coded {
  static var blank: FailureLine { FailureLine(line: .blank, isError: false) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try line.code(&coder)
    try coder.member("error", &isError)
  }
}
