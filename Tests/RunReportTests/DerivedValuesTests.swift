import RunAnalysis
import RunReport
import Testing

/// The values of one cycle that stand in its summary.
@Suite struct DerivedValuesTests {
  private static let due = CycleLog.midnight + 353 * CycleLog.minute

  private static func cycle(
    _ lines: [PlainLine], _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> (CycleSummary, RunSummary) {
    let summary = try Judge.summary(CycleLog.text(lines), change)
    return (try #require(summary.cycles.first), summary)
  }

  @Test(arguments: [(10, 4), (290, -2), (0, 0), (420, 200)])
  func `a cycle has all its spans`(delay: Int64, drift: Int64) throws {
    var log = CycleLog(due: Self.due, id: "s1")
    log.delay = delay * 1_000_000
    log.drift = drift * 1_000_000
    let lines = log.all.sorted { $0.time < $1.time }
    let (cycle, summary) = try Self.cycle(lines)
    #expect(cycle.leadSeconds == 300)
    #expect(cycle.executionDelaySeconds == Double(delay))
    #expect(cycle.leadAtExecutionSeconds == Double(300 - delay))
    #expect(cycle.deliveryDriftSeconds == Double(drift))
    #expect(cycle.fetchDurationSeconds == 1.2)
    #expect(cycle.fetched)
    #expect(cycle.scheduledAheadSeconds == 3120)
    #expect(summary.distributions[.leadAtExecution].max == Double(300 - delay))
    #expect(summary.distributions[.deliveryDrift].min == Double(drift))
  }

  @Test
  func `content has an age where a delivery looks for it, and is valid below its time to live`()
    throws
  {
    for (ttl, isValid) in [(86_400, true), (290, true), (60, false)] {
      var log = CycleLog(due: Self.due, id: "s1")
      log.delay = 11_500_000
      let lines = log.all.map { line in
        var line = line
        line.message = line.message.replacing("ttl=86400", with: "ttl=\(ttl)")
        return line
      }
      let cycle = try Self.cycle(lines).0
      // From 05:48:12.9 to 05:53:01.1.
      #expect(cycle.cacheAgeAtDeliverySeconds == 288.2)
      #expect(cycle.ttlValid == isValid, "\(ttl)")
      #expect(cycle.usedCached == true)
    }
  }

  @Test
  func `within a second of the end of its time to live nothing is said of content`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let lines = log.all.map { line in
      var line = line
      line.message = line.message.replacing("ttl=86400", with: "ttl=290")
      return line
    }
    let cycle = try Self.cycle(lines).0
    #expect(cycle.cacheAgeAtDeliverySeconds == 289.7)
    #expect(cycle.ttlValid == nil)
  }

  @Test
  func `a fetch on demand changes neither the age of the prefetch nor its duration`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let lines = Array(log.all.dropLast(5)) + log.fallback
    let cycle = try Self.cycle(lines).0
    #expect(cycle.outcome == .fallback)
    #expect(cycle.usedCached == false)
    #expect(cycle.fetchDurationSeconds == 1.2)
    #expect(cycle.cacheAgeAtDeliverySeconds == 289.7)
    #expect(cycle.ttlValid == true)
  }

  @Test
  func `where no line tells of the content, the outcome leaves it open`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let before = Array(log.all.dropLast(5))
    let shown = log.delivery[3]
    let tapped = log.line(
      Self.due + 60 * CycleLog.minute, "SCHEDULER",
      "Notification interaction (notificationId=s1, action=tapped)")
    for end in [shown, tapped] {
      let cycle = try Self.cycle(before + [end]).0
      #expect(cycle.outcome == .delivered)
      #expect(cycle.usedCached == nil)
      #expect(cycle.usedCache == nil)
      #expect(cycle.fallbackCause == nil)
      // What was never fetched was not shown.
      let failed = before.filter { !$0.message.hasPrefix("Fetch success") }
      #expect(try Self.cycle(failed + [end]).0.outcome == .fallback)
    }
  }

  @Test(
    arguments: [
      ("items=1", "", CycleSummary.Outcome.delivered),
      ("items=0", "", .fallback),
      (nil, "", .fallback),
      ("items=1", "DN|JIT_FRESH skip=true ageMin=4 id=notify_1763099580000", .usedPrefetch),
    ] as [(String?, String, CycleSummary.Outcome)])
  func `what Android's worker stored in time may have been shown`(
    items: String?, lookup: String, outcome: CycleSummary.Outcome
  ) throws {
    let prefetch =
      "I/TimeSafariFetcher: PREFETCH|START id=notify_1763099580000 notifyAt=1763099580000"
    let lines = [
      "05:48:00.200 " + prefetch,
      items.map {
        "05:48:01.200 I/TimeSafariFetcher: PREFETCH|WRITE_OK id=notify_1763099580000 \($0)"
      },
      "05:53:00.912 D/DailyNotificationWorker: DN|DISPLAY_START id=notify_1763099580000",
      lookup.isEmpty ? nil : "05:53:00.982 D/DailyNotificationWorker: " + lookup,
      "05:53:01.018 I/DailyNotificationWorker: DN|DISPLAY_NOTIF_OK id=notify_1763099580000",
    ].compactMap { $0.map { "11-14 \($0)\n" } }
    let summary = try Judge.summary(lines.joined())
    #expect(summary.cycles.map(\.outcome) == [outcome])
  }

  @Test
  func `content that an earlier delivery fetched is no prefetch`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let lines = (log.all.prefix(6) + log.delivery).map { line in
      var line = line
      line.message = line.message.replacing("source=prefetch", with: "source=ondemand")
      return line
    }
    let (cycle, summary) = try Self.cycle(lines)
    #expect(cycle.outcome == .fallback)
    #expect(cycle.usedCached == true)
    #expect(cycle.fallbackCause == .taskNotRun)
    // Content that was used from the cache counts as such, whoever fetched it.
    #expect(summary.counters.used.derived == 1)
  }

  @Test
  func `what the log does not tell is left open`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let cycle = try Self.cycle(Array(log.all.prefix(6))).0
    #expect(cycle.leadSeconds == 300)
    #expect(cycle.executionDelaySeconds == nil)
    #expect(cycle.leadAtExecutionSeconds == nil)
    #expect(cycle.fetchDurationSeconds == nil)
    #expect(cycle.cacheAgeAtDeliverySeconds == nil)
    #expect(cycle.ttlValid == nil)
    #expect(cycle.usedCached == nil)
    #expect(!cycle.fetched)
    #expect(!cycle.leadCapped)
  }

  @Test
  func `a log without times has the lead alone`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let summary = try Judge.summary(CycleLog.text(log.all, as: .bare))
    for measure in Measure.allCases {
      #expect(summary.distributions[measure].count == (measure == .lead ? 1 : 0), "\(measure)")
    }
  }

  @Test
  func `a capped lead says so`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    var lines = log.all
    let capping = "Prefetch lead too small, capping at minimum (60s)"
    lines.insert(log.line(lines[2].time + 1, "FETCH", capping), at: 3)
    #expect(try Self.cycle(lines).0.leadCapped)
  }

  @Test
  func `a tester's launch has a delay, and no distribution counts it`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let lines = log.all.map { line in
      var line = line
      line.message = line.message.replacing("fetch)", with: "fetch, simulated=true)")
      return line
    }
    let (cycle, summary) = try Self.cycle(lines)
    #expect(cycle.executionDelaySeconds == 10)
    #expect(summary.distributions[.executionDelay].count == 0)
    #expect(summary.distributions[.leadAtExecution].count == 0)
    #expect(summary.distributions[.deliveryDrift].count == 1)
    #expect(summary.timingGroups.isEmpty)
  }

  @Test
  func `after a tester moved the clock nothing is measured against it`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    var lines = log.all
    lines.insert(
      log.line(lines[6].time - 1_000_000, "TEST", "Fault injected (kind=time_warp)"), at: 6)
    let summary = try Self.cycle(lines).1
    for measure in Measure.allCases {
      let isCounted = measure == .lead || measure == .fetchDuration
      #expect(summary.distributions[measure].count == (isCounted ? 1 : 0), "\(measure)")
    }
  }

  @Test(
    arguments: [
      (52, "plugged", true), (52, "battery", false), (52, nil, nil), (90, "plugged", false),
      (20, nil, false),
    ] as [(Int64, String?, Bool?)])
  func `a baseline is scheduled half an hour to an hour ahead, on a device that is plugged in`(
    ahead: Int64, power: String?, expected: Bool?
  ) throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let start = log.due - ahead * CycleLog.minute
    let lines =
      log.launch(at: start - 2_000_000, pending: false) + log.schedule(at: start) + log.execution()
      + log.delivery
    let cycle = try Self.cycle(lines) { options in
      if let power { options.environment = [("power", power)] }
    }.0
    #expect(cycle.isBaseline == expected)
    #expect(cycle.scheduledAheadSeconds == Double(ahead * 60))
  }
}
