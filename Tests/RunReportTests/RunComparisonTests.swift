import BuiltinRules
import RuleLanguage
import RunReport
import Testing

/// Each kind of difference alone, and what follows from it.
struct RunComparisonTests {
  /// A run of one cycle in which all goes well.
  static func healthy() -> RunSummary {
    var summary = RunSummary()
    summary.verdict = .pass
    summary.environment = [.init(key: "platform", value: .string("ios"))]
    summary.cycles = [cycle(0), cycle(1)]
    var input = InputSummary()
    input.events = 10
    summary.inputs = [input]
    return summary
  }

  private static func cycle(_ day: Int64) -> CycleSummary {
    var cycle = CycleSummary()
    cycle.scheduleId = "n\(day)"
    cycle.notificationTime = day * 86_400_000_000
    cycle.outcome = .usedPrefetch
    (cycle.leadSeconds, cycle.executionDelaySeconds) = (300, 60)
    (cycle.fetchDurationSeconds, cycle.deliveryDriftSeconds) = (50, 2)
    cycle.contentHashMatch = true
    cycle.cachePersistence = .verified
    let steps: [(String, ProfileStep.Stage)] = [
      ("bgtask_scheduled", .schedule), ("bgtask_handler_invoked", .execution),
      ("fetch_start", .execution), ("fetch_success", .execution),
      ("notification_delivered", .delivery),
    ]
    cycle.steps = steps.enumerated().map { place, step in
      .init(
        event: step.0, stage: step.1, time: Int64(place) * 1_000_000, line: Int64(place) + 1,
        status: .seen)
    }
    return cycle
  }

  static func finding(_ outcome: Outcome = .violated, _ severity: Severity = .error) -> Finding {
    var finding = Finding()
    finding.rule = "p/rule"
    finding.outcome = outcome
    finding.severity = severity
    finding.message = "Something is wrong."
    return finding
  }

  private func compare(
    within tolerance: Tolerance = Tolerance(), _ change: (inout RunSummary) -> Void
  ) -> RunComparison {
    var candidate = Self.healthy()
    change(&candidate)
    return RunComparison(Self.healthy(), candidate, named: ("a", "b"), tolerance: tolerance)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The verdict, and that of the two runs in each other's place.
    var verdicts: (RunComparison.Verdict, RunComparison.Verdict)
    var change: @Sendable (inout RunSummary) -> Void
    init(
      _ name: String, _ verdict: RunComparison.Verdict, _ reverse: RunComparison.Verdict,
      _ change: @escaping @Sendable (inout RunSummary) -> Void
    ) {
      (testDescription, verdicts, self.change) = (name, (verdict, reverse), change)
    }
  }

  static let cases = [
    Case("nothing", .same, .same) { _ in },
    Case("other ids, dates and lines", .same, .same) { run in
      for place in run.cycles.indices {
        run.cycles[place].scheduleId = "other\(place)"
        run.cycles[place].notificationTime? += 999_000_000_000
        for step in run.cycles[place].steps.indices {
          run.cycles[place].steps[step].line? += 100
          run.cycles[place].steps[step].time? += 999_000_000_000
        }
      }
    },
    Case("another build", .same, .same) {
      $0.environment.append(.init(key: "build", value: .int(2)))
    },
    Case("a step missing", .different, .same) { $0.cycles[0].steps[3].status = .missing },
    Case("a line that a later one implies", .different, .same) {
      $0.cycles[0].steps[3].status = .implied
    },
    Case("a step late", .different, .same) { $0.cycles[0].steps[3].status = .late },
    Case("an unlisted step that another cycle shows", .different, .different) {
      $0.cycles[0].steps.remove(at: 2)
    },
    Case("a step that the build never logs", .same, .same) { run in
      for place in run.cycles.indices { run.cycles[place].steps.remove(at: 2) }
    },
    Case("another step instead", .different, .different) {
      $0.cycles[0].steps[3].event = "fetch_failure"
    },
    Case("another order", .different, .different) {
      $0.cycles[0].steps[3].line = 3
      $0.cycles[0].steps[2].line = 4
    },
    Case("a worse outcome", .different, .same) { $0.cycles[0].outcome = .notDelivered },
    Case("a hash that differs", .different, .same) { $0.cycles[0].contentHashMatch = false },
    Case("a hash that nobody logs", .same, .same) { $0.cycles[0].contentHashMatch = nil },
    Case("a cache that is lost", .different, .same) { $0.cycles[0].cachePersistence = .violated },
    Case("a slow fetch", .different, .same) { $0.cycles[0].fetchDurationSeconds = 90 },
    Case("another lead", .different, .different) { $0.cycles[0].leadSeconds = 600 },
    Case("a cycle less", .different, .different) { $0.cycles.removeLast() },
    Case("an open cycle more", .same, .same) { run in
      var cycle = run.cycles[1]
      (cycle.outcome, cycle.scheduleId, cycle.steps) = (.open, "n2", [])
      cycle.notificationTime? += 86_400_000_000
      run.cycles.append(cycle)
    },
    Case("a cycle that is still open", .inconclusive, .same) { $0.cycles[1].outcome = .open },
    Case("a violation", .different, .same) { $0.findings = [finding()] },
    Case("a warning", .different, .same) { $0.findings = [finding(.violated, .warning)] },
    Case("a note", .same, .same) { $0.findings = [finding(.violated, .info)] },
    Case("an excuse", .same, .same) { $0.findings = [finding(.excused)] },
    Case("a failure counted", .different, .same) { $0.counters.failureNetwork.derived = 1 },
    Case("a counter", .same, .same) { $0.counters.scheduled.derived = 1 },
    Case("a run that fails", .different, .same) { $0.verdict = .fail },
    Case("a run that is inconclusive", .inconclusive, .inconclusive) { $0.verdict = .inconclusive },
    Case("a run that was interrupted", .inconclusive, .inconclusive) { $0.interrupted = true },
    Case("findings left out", .inconclusive, .inconclusive) { $0.omittedFindings = 1 },
  ]

  @Test(arguments: cases)
  func `one difference has its verdict, either way round`(test: Case) {
    var candidate = Self.healthy()
    test.change(&candidate)
    let golden = Self.healthy()
    let forth = RunComparison(golden, candidate, named: ("a", "b"))
    let back = RunComparison(candidate, golden, named: ("b", "a"))
    #expect(forth.verdict == test.verdicts.0, "\(forth.reasons)")
    #expect(back.verdict == test.verdicts.1, "\(back.reasons)")
    #expect(forth.exitStatus == (test.verdicts.0 == .same ? 0 : 1))
    #expect(!forth.reasons.isEmpty)
    // As many pairs and as many differences, whoever is first.
    #expect(forth.cycles.count == back.cycles.count)
  }

  @Test func `findings are counted: of three where one was known, two are new`() throws {
    var golden = Self.healthy()
    golden.findings = [Self.finding()]
    let result = RunComparison(
      golden,
      {
        var run = Self.healthy()
        run.findings = [Self.finding(), Self.finding(), Self.finding()]
        return run
      }(), named: ("a", "b"))
    let change = try #require(result.findings.first)
    #expect(result.findings.count == 1)
    #expect((change.golden, change.candidate) == (1, 3))
    #expect(change.change == "new" && change.effect == .fails)
  }

  @Test func `what a cut candidate lacks leaves the comparison open`() {
    let result = compare { run in
      run.verdict = .inconclusive
      run.cycles.removeLast()
    }
    #expect(result.verdict == .inconclusive)
    #expect(result.cycles.last?.effect == .doubtful)
  }

  @Test func `allow-inconclusive lets an open comparison pass, and no other`() {
    var open = compare { $0.verdict = .inconclusive }
    open.allowsInconclusive = true
    #expect(open.exitStatus == 0)
    var empty = compare { run in
      run.verdict = .inconclusive
      run.inputs[0].events = 0
    }
    empty.allowsInconclusive = true
    #expect(empty.exitStatus == 1, "a log without an event proves nothing")
    var different = compare { $0.findings = [Self.finding()] }
    different.allowsInconclusive = true
    #expect(different.exitStatus == 1)
  }

  // MARK: Tolerance

  @Test(arguments: [
    // The share holds where it is the larger, the span where that is.
    (0.2, 5.0, 50.0, 60.0, true), (0.2, 5.0, 50.0, 60.001, false), (0.2, 5.0, 2.0, 7.0, true),
    (0.2, 5.0, 2.0, 7.001, false), (0, 5.0, 50.0, 55.0, true), (0, 5.0, 50.0, 45.0, true),
    (0, 5.0, 50.0, 44.9, false), (0.2, 0, 0.1, 1.1, true), (0, 0, 10, 10.999, true),
    (0, 0, 10, 11.001, false), (0, 5.0, -2, 3, true), (0, 5.0, -2, 3.1, false),
  ])
  func `a figure on the border is within tolerance`(
    share: Double, seconds: Double, golden: Double, candidate: Double, holds: Bool
  ) {
    let tolerance = Tolerance(.init(share: share, seconds: seconds))
    #expect(tolerance[.fetchDuration].holds(golden, candidate) == holds)
  }

  @Test
  func `what the system decides has more room without an option, and none of its own with one`() {
    let late: (inout RunSummary) -> Void = {
      $0.cycles[0].executionDelaySeconds = 900
      $0.cycles[0].deliveryDriftSeconds = 180
    }
    #expect(compare(late).verdict == .same)
    let strict = compare(within: Tolerance(.init(share: 0.2, seconds: 5)), late)
    #expect(strict.cycles[0].differences.map(\.kind) == [.timing, .timing])
  }

  @Test func `figures that rest on an assumed zone are not compared`() {
    let result = compare {
      $0.cycles[0].executionDelaySeconds = 7_260
      $0.cycles[0].assumed = ["timezone"]
    }
    #expect(result.verdict == .same)
  }

  @Test func `a pause between two steps of one stage is told with both`() {
    let result = compare { $0.cycles[0].steps[3].time = 30_000_000 }
    #expect(
      result.cycles[0].differences.map(\.account)
        == ["time from fetch_start to fetch_success: 1 s → 28 s"])
  }

  @Test func `the catalogue has every event that stands for a step on both platforms`() throws {
    let catalogue = try BuiltinRules.book().catalogue
    let names = Set(catalogue.events.map(\.name))
    for step in ParityTable.steps {
      #expect(!step.ios.isEmpty && !step.android.isEmpty)
      #expect(Set(step.ios + step.android).subtracting(names) == [], "\(step)")
    }
  }
}
