import RuleLanguage
import RunReport
import Testing

/// Counters that the log reports, held against what it shows: too high, too low and under a wrong
/// reason, in text and in records, in one process and over two.
@Suite struct CounterTests {
  /// The values that one snapshot reports.
  struct Values: CustomTestStringConvertible {
    var scheduled = 0
    var executed = 0
    var success = 0
    var network = 0
    var auth = 0
    var system = 0
    var used = 0

    var testDescription: String { text }

    private var samples: [(name: String, reason: String?, value: Int)] {
      [
        ("scheduled", nil, scheduled), ("executed", nil, executed), ("success", nil, success),
        ("failure", "NETWORK", network), ("failure", "AUTH", auth), ("failure", "SYSTEM", system),
        ("used_for_notification", nil, used),
      ]
    }

    var text: String {
      samples.map { name, reason, value in
        "dnp_prefetch_\(name)_total\(reason.map { "{reason=\"\($0)\"}" } ?? "") \(value)"
      }.joined(separator: ", ")
    }

    var json: String {
      let plain = samples.filter { $0.reason == nil }.map {
        "\"dnp_prefetch_\($0.name)_total\":\($0.value)"
      }
      let failures = samples.compactMap { sample in
        sample.reason.map { "\"\($0)\":\(sample.value)" }
      }
      return (plain + ["\"dnp_prefetch_failure_total\":{\(failures.joined(separator: ","))}"])
        .joined(separator: ",")
    }
  }

  /// One day: the outcome of its prefetch, and the counts that it adds.
  private enum Day: CaseIterable {
    case success, network, auth, system

    var values: Values {
      switch self {
      case .success: Values(scheduled: 1, executed: 1, success: 1, used: 1)
      case .network: Values(scheduled: 1, executed: 1, network: 1)
      case .auth: Values(scheduled: 1, executed: 1, auth: 1)
      case .system: Values(scheduled: 1, executed: 1, system: 1)
      }
    }

    var outcome: [(clock: String, message: String)] {
      let (error, status, reason) =
        switch self {
        case .success: ("", 200, "")
        case .network: ("NetworkError", 0, "NETWORK")
        case .auth: ("AuthError", 401, "AUTH")
        case .system: ("NotFound", 404, "SYSTEM")
        }
      if self == .success {
        return [
          ("05:48:12", "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)"),
          ("05:48:13", "[DNP-FETCH] Cached content for scheduleId=s1"),
          ("05:48:14", "[DNP-FETCH] Task completed (success=true)"),
        ]
      }
      let fields = "error=\(error), httpStatus=\(status), willRetry=false"
      return [
        ("05:48:12", "[DNP-FETCH] Fetch failed (\(fields))"),
        ("05:48:14", "[DNP-FETCH] Task completed (success=false, reason=\(reason))"),
      ]
    }

    var delivery: [(clock: String, message: String)] {
      let time = CounterTests.due
      let isCached = self == .success
      return [
        ("05:53:00", "[DNP-SCHEDULER] Preparing content for notification at \(time)"),
        (
          "05:53:01",
          isCached
            ? "[DNP-FETCH] Using cached content for notification at \(time)"
            : "[DNP-FETCH] No cached content available, falling back to on-demand fetch"
        ),
        ("05:53:03", "[DNP-SCHEDULER] Notification delivered (id=s1, title=T)"),
      ]
    }
  }

  private static let due = "2025-11-14T05:53:00Z"
  private static let task = "com.timesafari.dailynotification.fetch"

  private static func line(_ clock: String, _ message: String, pid: Int) -> String {
    "2025-11-14 \(clock).000000+0000 App[\(pid):1] \(message)"
  }

  private static func launch(_ clock: String, pid: Int, pending: Bool) -> [String] {
    [
      "[DNP-FETCH] Registering BGTaskScheduler task (id=\(task))",
      "[DNP-PLUGIN] Startup complete (hasPendingSchedules=\(pending))",
    ].map { line(clock, $0, pid: pid) }
  }

  /// Returns a day with its counters at the end; a second process of two begins before the task.
  private static func log(
    _ day: Day, _ values: Values, isRecord: Bool, isOverTwo: Bool, hasHead: Bool = true,
    pending: Bool = false
  ) -> [String] {
    let later = isOverTwo ? 202 : 201
    let schedule = [
      "[DNP-FETCH] Scheduling prefetch for notification at \(due)",
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)",
      "[DNP-SCHEDULER] Scheduling notification for \(due)",
      "[DNP-STORAGE] Persisted schedule to DB (id=s1, type=DAILY)",
    ].map { line("05:00:10", $0, pid: 201) }
    let execution =
      [
        ("05:48:10", "[DNP-FETCH] BGTask handler invoked (id=\(task))"),
        ("05:48:11", "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)"),
      ] + day.outcome + day.delivery
    let isCached = day == .success
    let snapshot =
      isRecord
      ? #"[DNP-PLUGIN] {"event":"prefetch_cycle_complete","id":"s1","fetched":\#(isCached),"#
        + #""usedCached":\#(isCached),"timestamp":"2025-11-14T05:53:04Z","#
        + #""telemetry":{\#(values.json)}}"#
      : "[DNP-PLUGIN] DNP- \(values.text)"
    return (hasHead ? launch("05:00:00", pid: 201, pending: pending) : []) + schedule
      + (isOverTwo ? launch("05:48:09", pid: 202, pending: true) : [])
      + execution.map { line($0.0, $0.1, pid: later) }
      + [
        line("05:53:04", snapshot, pid: later),
        line("06:10:00", "[DNP-PLUGIN] App state (state=background)", pid: later),
      ]
  }

  private static func violations(_ lines: [String]) throws -> [String] {
    try MissingStepTests.summary(of: lines).findings
      .filter { $0.outcome == .violated && $0.rule.hasPrefix("telemetry/") }.map(\.rule)
  }

  private static var counters: [WritableKeyPath<Values, Int>] {
    [\.scheduled, \.executed, \.success, \.network, \.auth, \.system, \.used]
  }

  /// Returns the counts of the second process of two, where it counts from its own start.
  private static func anew(_ values: Values) -> Values {
    var values = values
    values.scheduled = 0
    return values
  }

  @Test(arguments: [false, true], [false, true])
  func `counters that tell what happened break no rule`(isRecord: Bool, isOverTwo: Bool) throws {
    for day in Day.allCases {
      let kept = day.values
      for values in isOverTwo ? [kept, Self.anew(kept)] : [kept] {
        let lines = Self.log(day, values, isRecord: isRecord, isOverTwo: isOverTwo)
        #expect(try Self.violations(lines) == [], "\(day) \(values.text)")
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a counter that is too high is violated`(isRecord: Bool, isOverTwo: Bool) throws {
    for day in Day.allCases {
      for counter in Self.counters {
        var values = day.values
        values[keyPath: counter] += 1
        let lines = Self.log(day, values, isRecord: isRecord, isOverTwo: isOverTwo)
        #expect(try !Self.violations(lines).isEmpty, "\(day) \(values.text)")
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a counter that is too low is violated`(isRecord: Bool, isOverTwo: Bool) throws {
    for day in Day.allCases {
      // A process need not count what the one before it scheduled.
      for counter in Self.counters where !(isOverTwo && counter == \.scheduled) {
        var values = day.values
        guard values[keyPath: counter] > 0 else { continue }
        values[keyPath: counter] -= 1
        let lines = Self.log(day, values, isRecord: isRecord, isOverTwo: isOverTwo)
        #expect(try !Self.violations(lines).isEmpty, "\(day) \(values.text)")
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a failure under a wrong reason is violated`(isRecord: Bool, isOverTwo: Bool) throws {
    let reasons: [WritableKeyPath<Values, Int>] = [\.network, \.auth, \.system]
    for day in [Day.network, .auth, .system] {
      for reason in reasons where day.values[keyPath: reason] == 0 {
        var values = Values(scheduled: 1, executed: 1)
        values[keyPath: reason] = 1
        let lines = Self.log(day, values, isRecord: isRecord, isOverTwo: isOverTwo)
        #expect(try !Self.violations(lines).isEmpty, "\(day) \(values.text)")
      }
    }
  }

  @Test
  func `what may have been counted before the log is in doubt, and no fault`() throws {
    for day in Day.allCases {
      var values = day.values
      // Seven days more, on which all went well.
      for counter in [\Values.scheduled, \.executed, \.success, \.used] {
        values[keyPath: counter] += 7
      }
      for (hasHead, pending) in [(false, false), (true, true)] {
        let lines = Self.log(
          day, values, isRecord: false, isOverTwo: false, hasHead: hasHead, pending: pending)
        #expect(try Self.violations(lines) == [], "\(day) \(hasHead)")
        let summary = try MissingStepTests.summary(of: lines)
        #expect(
          summary.findings.contains {
            $0.rule.hasPrefix("telemetry/") && $0.outcome == .inconclusive
              && $0.reason == "head_cut"
          }, "\(day) \(hasHead)")
      }
    }
  }
}
