import RuleLanguage
import RunReport
import Testing

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
