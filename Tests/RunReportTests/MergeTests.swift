import RuleLanguage
import RunReport
import Testing

/// Small random summaries, from few values, so that equal members and ties are common.
private struct SummaryMaker {
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

  mutating func next() -> RunSummary {
    var summary = RunSummary()
    if below(8) == 0 { return summary }
    summary.toolVersion = pick(["1.0", "1.1"])
    summary.verdict = pick([.pass, .fail, .inconclusive])
    summary.exitStatus = pick([0, 1, 2, 130])
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
    return summary
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
    return cycle
  }

  private mutating func finding() -> Finding {
    var finding = Finding()
    finding.rule = pick(["p/a", "p/b"])
    finding.title = pick(["A", "B"])
    finding.outcome = pick([.violated, .excused, .inconclusive])
    finding.severity = pick([.error, .warning])
    finding.nearMisses = list { Finding.NearMiss(reason: "r", event: $0.pick(["e", "f"])) }
    return finding
  }
}

private func merged(_ left: RunSummary, _ right: RunSummary) -> RunSummary {
  var sum = left
  sum.merge(right, maxDetails: 4)
  return sum
}

@Suite struct MergeTests {
  @Test
  func `merging is associative and commutative, and the empty summary changes nothing`() {
    for seed in 1...250 as ClosedRange<UInt64> {
      var maker = SummaryMaker(seed: seed)
      let (a, b, c) = (maker.next(), maker.next(), maker.next())
      #expect(merged(a, RunSummary()) == a)
      #expect(merged(RunSummary(), a) == a)
      #expect(merged(a, b) == merged(b, a), "seed \(seed)")
      #expect(merged(merged(a, b), c) == merged(a, merged(b, c)), "seed \(seed)")
    }
  }

  @Test
  func `a fleet comes to the same in any order, and each run of it costs no more than the last`() {
    // To sort what is kept anew for each of them takes minutes.
    let runs = (0..<1200).map { device in
      var run = failedRun()
      run.inputs[0].name = "device-\(device * 7919 % 1200).log"
      // Pairs tie, and only a rendering tells which goes first.
      run.cycles[0].notificationTime = morning + Int64(device / 2) * 1_000_000
      run.cycles[0].leadSeconds = Double(device)
      run.findings[0].evidence[0].line = Int64(device / 2)
      run.findings[0].hints = ["\(device)"]
      return run
    }
    func sum(_ runs: some Sequence<RunSummary>) -> RunSummary {
      var sum = RunSummary()
      for run in runs { sum.merge(run) }
      return sum
    }
    let forwards = sum(runs)
    #expect(forwards == sum(runs.reversed()))
    #expect(forwards.inputs.count == 1200)
    #expect(forwards.cycles.count == RunSummary.defaultMaxDetails)
    #expect(forwards.findings.count == RunSummary.defaultMaxDetails)
    #expect(forwards.omittedCycles == 1200 * (1 + runs[0].omittedCycles) - forwards.cycles.count)
    #expect(forwards.findingCounts.map(\.count) == [1200])
  }

  @Test
  func `the worse verdict holds, with its reasons and the higher status`() {
    var good = failedRun()
    good.verdict = .pass
    good.exitStatus = 0
    good.reasons = []
    let sum = merged(good, failedRun())
    #expect(sum.verdict == .fail)
    #expect(sum.exitStatus == 1)
    // The sentence counts anew: one violation in each run.
    #expect(sum.reasons == ["2 plugin faults: prefetch-cycle/fetch-has-outcome"])
    #expect(sum.counters.executed.reported == 4)
    #expect(sum.distributions[.executionDelay].sum == 24)
    #expect(sum.findingCounts.map(\.count) == [2])
  }

  @Test
  func `beyond the limit the worst details stay and the others are counted`() {
    var left = failedRun()
    left.cycles = (1...5).map { healthyCycle($0) }
    left.findings[0].outcome = .excused
    var right = failedRun()
    right.cycles[0].notificationTime = .max
    right.omittedCycles = 3
    left.merge(right, maxDetails: 1)
    #expect(left.cycles.map(\.outcome) == [.notDelivered])
    #expect(left.omittedCycles == 8)
    #expect(left.findings.map(\.outcome) == [.violated])
    #expect(left.omittedFindings == 1)
  }

  @Test
  func `of a scenario that many runs saw the worst time is told, and the times add up`() throws {
    func run(_ result: ScenarioSummary.Result, _ observed: String) -> RunSummary {
      var summary = RunSummary()
      summary.runs = 1
      summary.scenarios = [ScenarioSummary(.swipe, result, observed: observed)]
      return summary
    }
    var sum = run(.pass, "a")
    sum.merge(run(.notObserved, "n"))
    sum.merge(run(.fail, "b"))
    sum.merge(run(.inconclusive, "c"))
    sum.merge(run(.pass, "d"))
    let row = try #require(sum.scenarios.first)
    #expect(sum.scenarios.count == 1)
    #expect(row.result == .fail)
    #expect(row.observed == "b")
    #expect([row.times.passed, row.times.inconclusive, row.times.failed] == [2, 1, 1])
  }

  @Test
  func `the record of two runs tells the worse cycle, and no device on which they disagree`() {
    var other = failedRun()
    other.inputs[0].firstTime = morning - 1_000_000
    other.environment[4].value = .string("iPhone 12")
    other.cycles = [healthyCycle(1)]
    other.cycles[0].usedCache = true
    for sum in [merged(failedRun(), other), merged(other, failedRun())] {
      #expect(sum.testRun.date == morning - 1_000_000)
      #expect(sum.testRun.device == nil)
      #expect(sum.testRun.bgTaskExecutedAt == morning + 12_000_000)
      #expect(sum.testRun.cachedContentUsed == nil)
      #expect(sum.runTemplate.outcomes.map(\.cycle) == ["daily-1", "daily-1"])
      #expect(sum.runTemplate.scenarioIds == ["one-cycle"])
      #expect(sum.failures.count == 4)
    }
  }

  @Test
  func `what only some runs take for granted names them`() {
    func run(_ name: String, _ whats: [String]) -> RunSummary {
      var summary = failedRun()
      summary.runs = 1
      summary.inputs = [InputSummary()]
      summary.inputs[0].name = name
      summary.assumptions = whats.map {
        Assumption(what: $0, value: "x", why: "y").of(summary.inputs[0])
      }
      return summary
    }
    var sum = run("a", ["all", "some"])
    for name in ["b", "c", "d", "e"] { sum.merge(run(name, ["all", "some"])) }
    sum.merge(run("f", ["all", "one"]))
    sum.add([Assumption(what: "call", value: "x", why: "y")])
    #expect(sum.runs == 6)
    #expect(
      sum.toldAssumptions.map { "\($0.what) \($0.why)" } == [
        "all y", "call y", "one y (1 of 6 runs: f)",
        "some y (5 of 6 runs: a, b, c and 2 more)",
      ])
  }

  @Test
  func `a key on which two runs disagree, or that one does not know, varies`() {
    var other = failedRun()
    other.environment = [
      .init(key: "platform", value: .string("android")), .init(key: "lowPower", value: .bool(true)),
    ]
    #expect(
      merged(failedRun(), other).environment == [
        .init(key: "platform", value: .varies), .init(key: "simulator", value: .varies),
        .init(key: "device", value: .varies), .init(key: "lowPower", value: .varies),
        .init(key: "network", value: .varies),
      ])
  }
}
