import RuleLanguage
import RunReport

/// Small random summaries, from few values, so that equal members and ties are common.
struct SummaryMaker {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % limit
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
    (0..<below(4)).map { _ in make(&self) }
  }

  /// Makes the summary of one run or more, as `dnplog validate` makes them.
  mutating func nextRun() -> RunSummary {
    var summary = next()
    addRuns(to: &summary)
    return summary
  }

  mutating func next() -> RunSummary {
    var summary = RunSummary()
    if below(8) == 0 { return summary }
    summary.toolVersion = pick(["1.0", "1.1"])
    summary.verdict = pick([.pass, .fail, .inconclusive])
    // No report calls a fault a success.
    summary.exitStatus =
      switch summary.verdict {
      case .pass: pick([0, 2, 130])
      case .fail: pick([1, 2, 130])
      case .inconclusive: pick([0, 1, 2, 3, 130])
      }
    summary.reasons = list { $0.pick(["a.", "b.", "c."]) }
    summary.profile = pick(["", "mvp", "pull"])
    summary.inputs = list { $0.input() }
    summary.assumptions = list { Assumption(what: $0.pick(["w", "v"]), value: "x", why: "y") }
    summary.environment = [
      .init(key: "platform", value: pick([.string("ios"), .string("android"), .varies]))
    ]
    if below(2) == 0 { summary.environment.append(.init(key: "a", value: .bool(below(2) == 0))) }
    summary.counters.scheduled.derived = Int64(below(5))
    summary.counters.used.reported = pick([nil, 0, 7, .max])
    summary.cycles = list { $0.cycle() }
    summary.findings = list { $0.finding() }
    summary.omittedCycles = below(2)
    summary.rules.violated = below(9)
    summary.satisfiedRules = pick([[], ["p/a"], ["p/a", "q/b"]])
    summary.unsatisfiedRules = pick([[], ["q/b"], ["q/c"]])
    summary.satisfiedRules.removeAll { [rules = summary.unsatisfiedRules] in rules.contains($0) }
    summary.isStrict = below(4) == 0
    summary.skipped = list { SkippedRule(rule: $0.pick(["p/a", "p/b"]), reason: "vacuous") }
    for _ in 0..<below(8) {
      let measure = pick(Measure.allCases)
      summary.distributions[measure].add(pick([0.1, 0.2, 1e9, -200, 0, 59.999999]))
    }
    summary.logic = pick(PartVerdict.allCases)
    summary.timing = pick(PartVerdict.allCases)
    summary.timingGroups = TimingGroup.merged([], list { $0.group() })
    summary.interrupted = below(5) == 0
    summary.scenarios = ScenarioSummary.merged([], list { $0.scenario() })
    summary.scenarioIds = pick([[], ["s"], ["s", "t"]])
    summary.failures = list { $0.failure() }
    summary.omittedFailures = below(2)
    summary.cycleCounts.open = below(3)
    summary.findingCounts = [
      FindingCount(
        pack: pick(["p", "q"]), outcome: .violated, fault: .plugin, severity: .error,
        count: below(3))
    ]
    addState(to: &summary)
    if below(4) == 0 { summary.feed = feed() }
    if below(2) == 0 { addRuns(to: &summary) }
    return summary
  }

  /// Makes it the summary of one run, or of several.
  private mutating func addRuns(to summary: inout RunSummary) {
    summary.runs = pick([1, 2, 200])
    summary.counters.runs = summary.runs
    summary.counters.reportingRuns = below(2)
    summary.counters.reportingProcess = pick([nil, 3])
    if summary.runs == 1 {
      summary.noteVerdict()
    } else {
      summary.verdicts = [
        RunVerdict(name: "a.log", verdict: pick([.pass, .fail]), reason: pick(["", "r"])),
        RunVerdict(name: "b.log", verdict: .pass, reason: ""),
      ]
      summary.verdicts.sort { $0.verdict == .fail && $1.verdict != .fail }
    }
  }

  private mutating func addState(to summary: inout RunSummary) {
    guard below(4) == 0 else { return }
    summary.states = [
      StateSummary(
        name: pick(["a.db", "b.db"]), kind: "database", takenAt: pick([nil, 5_000_000]),
        rows: [.init(name: "schedules", count: below(3))], notes: pick([[], ["a note"]]))
    ]
    summary.items = list { maker in
      var item = StateItem(.schedule, id: maker.pick([nil, "s1"]))
      item.due = maker.pick([nil, 60_000_000])
      item.isStored = maker.pick([nil, true, false])
      item.condition = maker.pick(StateItem.Condition.allCases)
      item.reason = maker.pick(["", "r"])
      item.nextLaunch = maker.pick(["", "n"])
      item.storedStatus = maker.pick([nil, "missed"])
      item.isOverlooked = maker.below(2) == 0
      item.places = maker.list { .init(file: "a.db", line: Int64($0.below(3))) }
      return item
    }
    summary.omittedItems = below(2)
  }

  private mutating func feed() -> FeedSummary {
    var feed = FeedSummary(name: pick(["f.json", "g.json"]))
    feed.region = pick([nil, "PH"])
    feed.isTold = pick([nil, true, false])
    feed.rows = list { maker in
      var row = FeedSummary.Row(
        place: maker.below(3), line: maker.below(9), id: maker.pick([nil, "m"]),
        verdict: maker.pick(FeedSummary.Verdict.allCases), reason: "r")
      row.displayCount = maker.pick([nil, 2])
      row.displays = maker.list { .init(file: "a.log", line: Int64($0.below(3)), time: nil) }
      return row
    }
    feed.omittedRows = below(2)
    return feed
  }

  private mutating func group() -> TimingGroup {
    var group = TimingGroup(
      condition: pick(TimingGroup.Condition.allCases), value: pick(["a", "b", "c"]))
    group.cycles = Int64(below(3))
    group.executed = Int64(below(2))
    if below(2) == 0 { group.executionDelay.add(pick([0.1, 90, -1])) }
    return group
  }

  private mutating func input() -> InputSummary {
    var input = InputSummary()
    input.name = pick(["a.log", "b.log"])
    input.lines = Int64(below(2))
    input.isTailCut = below(2) == 0
    input.examples = list { $0.pick(["x", "y"]) }
    return input
  }

  private mutating func scenario() -> ScenarioSummary {
    var row = ScenarioSummary(
      pick([.swipe, .coldStart]), pick(ScenarioSummary.Result.allCases),
      observed: pick(["o", "p"]), remark: pick(["", "r"]), times: pick([1, 2, .max]))
    row.missedDetected = pick([.yes, .no, .notObserved])
    row.lines = list { maker in
      ScenarioSummary.Line(
        file: maker.pick(["a.log", "b.log"]), line: Int64(maker.below(2)),
        question: maker.pick([nil, .fired]))
    }
    return row
  }

  private mutating func failure() -> FailureLine {
    FailureLine(
      line: .init(
        file: pick(["a.log", "b.log"]), line: Int64(below(2)), time: pick([nil, 0]), event: "e",
        text: "t"), isError: below(2) == 0)
  }

  private mutating func cycle() -> CycleSummary {
    var cycle = CycleSummary()
    cycle.scheduleId = pick([nil, "s1"])
    cycle.notificationTime = pick([nil, 0, 60_000_000])
    cycle.outcome = pick(CycleSummary.Outcome.allCases)
    cycle.contentHashMatch = pick([nil, true, false])
    cycle.handlerTime = pick([nil, 1_000_000])
    cycle.usedCache = pick([nil, true, false])
    cycle.leadSeconds = pick([nil, 0.1, 299.999999, -1e9])
    cycle.fallbackCause = pick([nil, .taskLost])
    // The second is of a year that nothing tells.
    cycle.deliveredTime = pick([nil, -49_000_000_000_000_000])
    cycle.assumed = pick([[], ["year"]])
    cycle.steps = list { maker in
      CycleSummary.StepSummary(
        event: maker.pick(["a", "b | c"]), stage: maker.pick([.launch, .delivery]),
        time: maker.pick([nil, 1, -49_000_000_123_000_000]), line: maker.pick([nil, 4]),
        status: maker.pick([.seen, .implied]))
    }
    cycle.lines = list { .init(file: $0.pick(["a.log", "b.log"]), first: 1, last: 2) }
    return cycle
  }

  private mutating func finding() -> Finding {
    var finding = Finding()
    finding.rule = pick(["p/a", "p/b"])
    finding.title = pick(["A", "B"])
    finding.outcome = pick([.violated, .excused, .inconclusive])
    finding.severity = pick([.error, .warning])
    finding.nearMisses = list { Finding.NearMiss(reason: "r", event: $0.pick(["e", "f"])) }
    finding.condition = pick(["", "a > b"])
    finding.cause = pick([nil, "p/a"])
    finding.isKnown = below(4) == 0
    finding.scope = .init(process: pick([nil, 2]), cycle: pick([nil, "s1"]))
    finding.scope.cycles = pick([[], ["s1", "s2"]])
    finding.evidence = list { maker in
      Finding.Evidence(
        file: "a.log", line: Int64(maker.below(3)), time: nil, event: "e",
        text: maker.pick(["", "\u{1B}[2J \"quoted\" \\ </script> \u{202E}é\0"]),
        isCarried: maker.below(2) == 0, role: maker.pick([.met, .excuse, .around]))
    }
    return finding
  }
}
