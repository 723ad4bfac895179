import Foundation
import RunAnalysis
import RunReport
import Testing

/// The verdicts on logic and on timing, and the cycles by condition of the device.
@Suite struct TimingSummaryTests {
  private static func sample(
    _ name: String, _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> RunSummary {
    let text = try String(
      contentsOf: SampleLogs.directory.appending(path: name), encoding: .utf8)
    return try Judge.summary(text, change)
  }

  @Test(
    arguments: [
      ("prefetch/happy-device.log", .pass, .pass),
      ("timing/late-25min.log", .pass, .excused),
      ("timing/drift-200s.log", .pass, .excused),
      ("env/simulator-code1.log", .pass, .notAssessed),
      ("acceptance/content-hash-mismatch.log", .fail, .pass),
      // That the system ran no task says nothing of the plugin.
      ("hints/handler-never-ran.log", .pass, .inconclusive),
    ] as [(String, PartVerdict, PartVerdict)])
  func `logic and timing are judged each by itself`(
    name: String, logic: PartVerdict, timing: PartVerdict
  ) throws {
    let summary = try Self.sample(name)
    #expect(summary.logic == logic)
    #expect(summary.timing == timing)
  }

  @Test
  func `a log without an event leaves both open, and a simulator its timing`() throws {
    let summary = try Judge.summary("nothing of ours\n")
    #expect(summary.logic == .inconclusive)
    #expect(summary.timing == .inconclusive)
    let simulated = try Judge.summary("nothing\n") { $0.environment = [("simulator", "true")] }
    #expect(simulated.timing == .notAssessed)
  }

  @Test
  func `with --strict a violated warning fails the logic too`() throws {
    let log = CycleLog(due: CycleLog.midnight + 353 * CycleLog.minute, id: "s1")
    // A lead of ten minutes that no line announces.
    var long = log
    long.lead = 600_000_000
    let text = CycleLog.text(long.all)
    #expect(try Judge.summary(text).logic == .pass)
    #expect(try Judge.summary(text) { $0.isStrict = true }.logic == .fail)
  }

  /// Returns days of one schedule, each with its delay in seconds and a tester's note before it.
  private static func days(_ days: [(delay: Int64, note: String?)]) -> [PlainLine] {
    var lines: [PlainLine] = []
    for (number, day) in days.enumerated() {
      var log = CycleLog(
        due: CycleLog.midnight + Int64(number) * CycleLog.day + 353 * CycleLog.minute,
        id: "day\(number)")
      log.pid = 201 + number
      log.delay = day.delay * 1_000_000
      if let note = day.note {
        lines.append(log.line(log.begin - 50 * CycleLog.minute, "TEST", "Env (\(note))"))
      }
      lines += log.all.sorted { $0.time < $1.time }
    }
    return lines
  }

  @Test
  func `cycles are sorted by day and by what the device was like when the task ran`() throws {
    let summary = try Judge.summary(
      CycleLog.text(
        Self.days([
          (10, "power=plugged, lowPower=false"), (200, "power=battery, lowPower=true"),
          (100, "power=battery, lowPower=false"),
        ])))
    func group(_ condition: TimingGroup.Condition, _ value: String) -> [Double] {
      summary.timingGroups.filter { $0.condition == condition && $0.value == value }
        .flatMap { [Double($0.cycles), Double($0.executed), $0.executionDelay.sum] }
    }
    #expect(group(.day, "2025-11-14") == [1, 1, 10])
    #expect(group(.day, "2025-11-15") == [1, 1, 200])
    #expect(group(.day, "2025-11-16") == [1, 1, 100])
    #expect(group(.power, "plugged") == [1, 1, 10])
    #expect(group(.power, "battery") == [2, 2, 300])
    #expect(group(.lowPower, "true") == [1, 1, 200])
    #expect(group(.lowPower, "false") == [2, 2, 110])
    #expect(group(.forceQuit, "false") == [3, 3, 310])
    #expect(summary.timingGroups.count == 8)
    let report = text(summary, TextRenderer(detail: .verbose))
    #expect(report.contains("  power battery                2 of 2      100 s    ≤ 200 s"))
    #expect(report.contains("  day 2025-11-15               1 of 1      200 s      200 s"))
    #expect(!report.contains("forceQuit"), "a single group is no split")
  }

  @Test
  func `a task that never ran after a force-quit stands in the group of such cycles`() throws {
    var lines = Self.days([(10, nil)])
    var log = CycleLog(
      due: CycleLog.midnight + CycleLog.day + 353 * CycleLog.minute, id: "quit")
    log.pid = 300
    lines += log.launch(at: log.begin - 48 * CycleLog.minute, pending: true)
    lines += log.schedule(at: log.begin - 47 * CycleLog.minute)
    lines.append(
      log.line(log.begin - 20 * CycleLog.minute, "TEST", "App state (state=terminated, by=user)"))
    log.pid = 301
    lines += log.launch(at: log.due + 60 * CycleLog.minute, pending: true)
    let summary = try Judge.summary(CycleLog.text(lines))
    let group = summary.timingGroups.first { $0.condition == .forceQuit && $0.value == "true" }
    #expect(group?.cycles == 1)
    #expect(group?.executed == 0)
    #expect(group?.executionDelay.count == 0)
  }

  @Test
  func `merged runs have the groups of one run over all of them, in either order`() throws {
    let days: [(Int64, String?)] = [
      (10, "power=plugged"), (1500, "power=battery"), (30, "power=plugged"),
    ]
    let runs = try (0..<days.count).map { number in
      var lone: [(Int64, String?)] = days
      for other in lone.indices where other != number { lone[other].0 = 0 }
      let all = Self.days(lone)
      let pid = 201 + number
      return try Judge.summary(CycleLog.text(all.filter { $0.pid == pid }))
    }
    let whole = try Judge.summary(CycleLog.text(Self.days(days)))
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      var sum = RunSummary()
      for number in order { sum.merge(runs[number]) }
      #expect(sum.timingGroups == whole.timingGroups)
      #expect(sum.distributions == whole.distributions)
      #expect(sum.logic == whole.logic)
      #expect(sum.timing == whole.timing)
    }
  }

  @Test
  func `of many days the latest are kept, whichever runs are merged first`() {
    let days = (0..<(TimingGroup.dayLimit + 50)).map { number in
      let year = 2020 + number / 300
      let tail = String(1000 + number % 300).dropFirst()
      return TimingGroup(condition: .day, value: "\(year)-\(tail)")
    }
    let odd = days.indices.filter { $0 % 2 == 1 }.map { days[$0] }
    let even = days.indices.filter { $0 % 2 == 0 }.map { days[$0] }
    let merged = TimingGroup.merged(odd, TimingGroup.merged(even, even))
    #expect(merged.count == TimingGroup.dayLimit)
    #expect(merged == TimingGroup.merged(TimingGroup.merged(even, odd), even))
    #expect(merged.map(\.value) == merged.map(\.value).sorted())
    #expect(merged.last?.value == days.last?.value)
  }

  @Test
  func `the report tells the delay that the system imposed, and each distribution`() throws {
    let verbose = TextRenderer(detail: .verbose)
    let late = try text(Self.sample("timing/late-25min.log"), verbose)
    #expect(late.contains("\nLogic     pass\n"))
    #expect(late.contains("\nTiming    excused; OS delay 1500 s; not recorded: power, network"))
    #expect(late.contains("task 25 min late, 35 min before the notification time"))
    #expect(!late.contains("Distributions"), "one cycle has none")
    let days = try Judge.summary(
      CycleLog.text(Self.days([(10, nil), (20, nil), (280, nil), (4, nil)])))
    #expect(
      text(days).contains(
        "\nDelays    task 4 s to 4 min 40 s late, delivery 4 s late, fetch 1.2 s long\n"))
    let many = text(days, verbose)
    #expect(many.contains("Timing    pass; OS delay 4 s to 280 s\n"))
    for line in [
      "Distributions                   count        min     median        p90        max",
      "  execution delay                   4        4 s     ≤ 30 s    ≤ 280 s      280 s",
      "  delivery drift                    4        4 s        4 s        4 s        4 s",
      "  lead                              4      300 s      300 s      300 s      300 s",
      "  lead at execution                 4       20 s    ≤ 296 s    ≤ 296 s      296 s",
    ] {
      #expect(many.contains(line + "\n"), "\(line)")
    }
    let simulator = try text(Self.sample("env/simulator-code1.log"), verbose)
    #expect(simulator.contains("\nTiming    not assessed on the simulator\n"))
  }
}
