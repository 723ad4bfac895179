import RuleLanguage
import RunReport
import Testing

/// Logs of every shape: several schedules, days, processes and clocks, and logs that are cut.
@Suite struct LogShapeTests {
  private static let due = CycleLog.midnight + 353 * CycleLog.minute
  private static let minute = CycleLog.minute

  /// The result of a log, in words: verdict, cycles and what is violated.
  private struct Came: Equatable, CustomStringConvertible {
    var verdict: String
    var cycles: [String]
    var violated: [String]

    init(_ verdict: String, _ cycles: [String], violated: [String] = []) {
      self.verdict = verdict
      self.cycles = cycles
      self.violated = violated
    }

    init(_ summary: RunSummary) {
      verdict = summary.verdict.rawValue
      cycles = summary.cycles.map(\.outcome.rawValue)
      violated = summary.findings.filter { $0.outcome == .violated }.map(\.rule).sorted()
    }

    var description: String { "\(verdict) \(cycles) \(violated)" }
  }

  private static func judge(
    _ lines: [PlainLine], as form: LogForm = .nslog
  ) throws -> (came: Came, summary: RunSummary) {
    let summary = try Judge.summary(CycleLog.text(lines, as: form))
    return (Came(summary), summary)
  }

  private static func byTime(_ lines: [PlainLine]) -> [PlainLine] {
    let sorted = lines.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
    return sorted.map(\.element)
  }

  // MARK: One run

  @Test(arguments: LogForm.timed)
  func `one run is the same in every container`(form: LogForm) throws {
    let (came, summary) = try Self.judge(CycleLog(due: Self.due, id: "s1").all, as: form)
    #expect(came == Came("pass", ["used_prefetch"]))
    #expect(summary.cycles[0].executionDelaySeconds == 10)
    #expect(summary.cycles[0].deliveryDriftSeconds == 4)
    #expect(summary.counters.scheduled.derived == 1)
    #expect(summary.counters.used.derived == 1)
  }

  // MARK: Two schedules

  /// Returns two notifications whose executions and deliveries overlap, with one task for both.
  private static func two(
    apart: Int64, delay: Int64, _ second: (CycleLog) -> [PlainLine]
  ) -> [PlainLine] {
    let first = CycleLog(due: due, id: "first")
    var later = CycleLog(due: due + apart * minute, id: "later")
    later.delay = delay * 1_000_000
    return first.launch(at: due - 60 * minute, pending: false)
      + first.schedule(at: due - 59 * minute)
      + later.schedule(at: due - 58 * minute, begin: first.begin)
      + byTime(
        first.execution(next: later.begin) + first.delivery + second(later)
          + [later.line(later.due + 40 * minute, "PLUGIN", "load() called")])
  }

  @Test(
    arguments: [
      // The second task runs beside the first delivery, right behind it, and long after.
      (5, 2), (5, 20), (6, 8), (30, 280),
    ] as [(Int64, Int64)])
  func `two schedules with interleaved lines are two cycles, each with its own values`(
    apart: Int64, delay: Int64
  ) throws {
    let lines = Self.two(apart: apart, delay: delay) { $0.execution() + $0.delivery }
    let (came, summary) = try Self.judge(lines)
    #expect(came == Came("pass", ["used_prefetch", "used_prefetch"]))
    #expect(summary.cycles.map(\.scheduleId) == ["first", "later"])
    #expect(summary.cycles.map(\.executionDelaySeconds) == [10, Double(delay)])
    #expect(summary.cycles.map(\.leadSeconds) == [300, 300])
    #expect(summary.cycles.map(\.fetchDurationSeconds) == [1.2, 1.2])
    #expect(summary.cycles.map(\.deliveryDriftSeconds) == [4, 4])
    #expect(summary.distributions[.cacheAge].count == 2)
  }

  @Test
  func `a fault in one of two schedules leaves the other as it is`() throws {
    let lines = Self.two(apart: 5, delay: 2) { $0.execution().prefix(3) + $0.fallback }
    let (came, summary) = try Self.judge(lines)
    #expect(
      came
        == Came("fail", ["used_prefetch", "fallback"], violated: ["hints/fetch-has-outcome"]))
    #expect(summary.findings.first?.scope.cycle == "later")
    #expect(summary.cycles.map(\.fetchDurationSeconds) == [1.2, nil])
  }

  // MARK: Several days

  private static func days(
    _ count: Int, _ lines: (Int, CycleLog) -> [PlainLine]
  ) -> [PlainLine] {
    (0..<count).flatMap { number in
      var log = CycleLog(due: due + Int64(number) * CycleLog.day, id: "day\(number)")
      log.pid = 201 + number
      return lines(number, log)
    }
  }

  @Test
  func `several days are as many cycles, and a day that lacks its notification is told`() throws {
    let (healthy, summary) = try Self.judge(Self.days(6) { $1.all })
    #expect(healthy == Came("pass", Array(repeating: "used_prefetch", count: 6)))
    #expect(summary.distributions[.executionDelay].count == 6)
    let silent = Self.days(6) { day, log in day == 3 ? Array(log.all.prefix(6)) : log.all }
    let used = Array(repeating: "used_prefetch", count: 3)
    #expect(
      try Self.judge(silent).came
        == Came("inconclusive", used + ["not_delivered"] + used.dropLast()))
  }

  @Test
  func `the notification of tomorrow is open, not missed`() throws {
    let lines = Self.days(3) { day, log in day == 2 ? Array(log.all.prefix(6)) : log.all }
    #expect(
      try Self.judge(lines).came == Came("pass", ["used_prefetch", "used_prefetch", "open"]))
  }

  // MARK: Time that runs backwards

  /// Returns a run whose clock is set back by an hour after some lines, and its lines from there.
  private static func setBack(_ log: CycleLog, behind count: Int, _ rest: [PlainLine])
    -> [PlainLine]
  {
    let lines =
      log.launch(at: due - 20 * minute, pending: false) + log.schedule(at: due - 19 * minute)
      + log.execution().prefix(count)
    let last = lines.last?.time ?? 0
    return lines + [log.line(last - 60 * minute, "PLUGIN", "load() called")] + rest
  }

  @Test
  func `a clock that is set back before the handler changes no outcome`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let (came, summary) = try Self.judge(
      Self.setBack(log, behind: 0, log.execution() + log.delivery))
    #expect(came == Came("pass", ["used_prefetch"]))
    #expect(summary.assumptions.contains { $0.what == "clock" })
    // A span from an instant that a line names is measured by the clock at hand.
    #expect(summary.cycles[0].executionDelaySeconds == 10)
    #expect(summary.cycles[0].fetchDurationSeconds == 1.2)
  }

  @Test
  func `between two lines of different clocks no time is measured`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let rest = log.execution().dropFirst(3).map { line in
      var line = line
      line.time -= 60 * Self.minute
      return line
    }
    // The delivery tells the age by the new clock.
    let delivery = log.delivery.map { line in
      var line = line
      line.message = line.message.replacing("age=289s", with: "age=3889s")
      return line
    }
    let (came, summary) = try Self.judge(Self.setBack(log, behind: 3, rest + delivery))
    #expect(came == Came("pass", ["used_prefetch"]))
    #expect(summary.cycles[0].fetchDurationSeconds == nil)
    #expect(summary.distributions[.fetchDuration].count == 0)
    #expect(summary.cycles[0].cacheAgeAtDeliverySeconds == 3889.7)
  }

  @Test
  func `no deadline expires across a clock that was set back`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let (came, summary) = try Self.judge(Self.setBack(log, behind: 3, log.fallback))
    #expect(came == Came("inconclusive", ["fallback"]))
    let finding = try #require(
      summary.findings.first { $0.rule == "hints/fetch-has-outcome" })
    #expect(finding.outcome == .inconclusive)
    #expect(finding.reason == "other_epoch")
    #expect(finding.message.contains("the clock was set back in between"))
  }

  // MARK: A reboot

  private static func rebooted(
    after lines: [PlainLine], at time: Int64, _ rest: (CycleLog) -> [PlainLine]
  ) -> [PlainLine] {
    let log = CycleLog(due: due, id: "s1")
    var next = log
    next.pid = 202
    return log.launch(at: due - 60 * minute, pending: false)
      + log.schedule(at: due - 59 * minute) + lines + [log.line(time, "TEST", "Device reboot")]
      + next.launch(at: time + 90_000_000, pending: true) + rest(next)
  }

  @Test
  func `a reboot before the task is made up for by the next launch`() throws {
    let lines = Self.rebooted(after: [], at: Self.due - 40 * Self.minute) { log in
      [log.scheduled(at: Self.due - 38 * Self.minute, begin: log.begin)] + log.execution()
        + log.delivery
    }
    #expect(try Self.judge(lines).came == Came("pass", ["used_prefetch"]))
  }

  @Test
  func `a launch after a reboot that does nothing for the task is a fault`() throws {
    let lines = Self.rebooted(after: [], at: Self.due - 40 * Self.minute) { $0.fallback }
    #expect(
      try Self.judge(lines).came
        == Came("fail", ["fallback"], violated: ["environments/reboot-is-made-up-for"]))
  }

  /// The device is taken to be down for three minutes; whether it was before, nobody knows.
  @Test(arguments: [(5, "excused"), (200, "excused"), (230, "inconclusive")] as [(Int64, String)])
  func `what was at work when the device went down is not missing`(
    seconds: Int64, outcome: String
  ) throws {
    let log = CycleLog(due: Self.due, id: "s1")
    let begun = Array(log.execution().prefix(3))
    let lines = Self.rebooted(after: begun, at: log.handler + seconds * 1_000_000) { next in
      let later = CycleLog(due: Self.due + CycleLog.day, id: "s2")
      let time = log.handler + (seconds + 91) * 1_000_000
      return later.schedule(at: time).map { line in
        var line = line
        line.pid = 202
        return line
      } + next.fallback
    }
    let (came, summary) = try Self.judge(Self.byTime(lines))
    #expect(came.cycles == ["fallback", "open"])
    #expect(came.violated == [])
    let finding = summary.findings.first { $0.rule == "hints/fetch-has-outcome" }
    #expect(finding.map { "\($0.outcome)" } == outcome)
  }

  // MARK: The user ends the app

  @Test
  func `a task that went with the app is excused, whenever the app is launched again`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    var next = log
    next.pid = 202
    // The app comes back before, or after, the time at which the task could have run.
    for launch in [-40, -10, -2] as [Int64] {
      let back = Self.due + launch * Self.minute
      let missed = "kind=bgtask, scheduleId=s1, scheduledTime=\(CycleLog.iso(log.begin))"
      let lines =
        log.launch(at: Self.due - 60 * Self.minute, pending: false)
        + log.schedule(at: Self.due - 59 * Self.minute)
        + [
          log.line(Self.due - 50 * Self.minute, "TEST", "App state (state=terminated, by=user)")
        ]
        + next.launch(at: back, pending: true)
        + [next.line(back + 1_000_000, "RECOVERY", "Missed (\(missed))")] + next.fallback
      let (came, summary) = try Self.judge(lines)
      #expect(came == Came("pass", ["fallback"]), "\(launch)")
      let finding = summary.findings.first { $0.rule == "hints/handler-runs" }
      #expect(finding?.outcome == .excused)
      #expect(finding?.fault == .os)
    }
  }

  @Test
  func `a task that was submitted anew after the user ended the app is lost no more`() throws {
    let log = CycleLog(due: Self.due, id: "s1")
    var next = log
    next.pid = 202
    let back = Self.due - 40 * Self.minute
    let lines =
      log.launch(at: Self.due - 60 * Self.minute, pending: false)
      + log.schedule(at: Self.due - 59 * Self.minute)
      + [log.line(Self.due - 50 * Self.minute, "TEST", "App state (state=terminated, by=user)")]
      + next.launch(at: back, pending: true)
      + [next.scheduled(at: back + 1_000_000, begin: log.begin)] + next.fallback
    let (came, summary) = try Self.judge(lines)
    #expect(came == Came("inconclusive", ["fallback"]))
    let finding = summary.findings.first { $0.rule == "hints/handler-runs" }
    #expect(finding?.outcome == .inconclusive)
  }

  // MARK: Cut logs

  @Test(arguments: 0..<17)
  func `wherever a healthy log is cut at both ends, nothing in it is violated or missed`(first: Int)
    throws
  {
    let lines = Self.days(2) { $1.all }
    #expect(lines.count == 34)
    for start in [first, first + 17] {
      // Every end near the start and near the log's own, some of those between.
      for end in stride(from: start + 1, through: lines.count, by: 3) {
        let came = try Self.judge(Array(lines[start..<end])).came
        #expect(came.violated == [], "lines \(start) to \(end)")
        #expect(!came.cycles.contains("not_delivered"), "lines \(start) to \(end)")
        #expect(came.verdict != "fail", "lines \(start) to \(end)")
      }
    }
  }

  @Test
  func `a log that is cut inside a cycle passes once a later cycle closes`() throws {
    let lines = Self.days(3) { $1.all }
    for start in 1..<17 {
      let came = try Self.judge(Array(lines[start...])).came
      #expect(came.verdict == "pass", "from line \(start): \(came)")
      #expect(Array(came.cycles.suffix(2)) == ["used_prefetch", "used_prefetch"])
    }
  }

  @Test
  func `a log that ends within a window ends in the middle, and says so`() throws {
    let lines = CycleLog(due: Self.due, id: "s1").all
    // The handler's lines but the last, and those of the delivery until it is there.
    for count in Array(7...11) + Array(13...15) {
      let summary = try Self.judge(Array(lines.prefix(count))).summary
      #expect(summary.inputs[0].isTailCut, "\(count)")
      #expect(summary.verdict == .inconclusive, "\(count)")
    }
    #expect(try !Self.judge(lines).summary.inputs[0].isTailCut)
  }
}
