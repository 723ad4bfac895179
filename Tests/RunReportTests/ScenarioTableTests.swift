import RunAnalysis
import RunReport
import Testing

/// What a log shows of the seven recovery scenarios of the findings (S2:508-521).
@Suite struct ScenarioTableTests {
  /// A log, as lines of a console with their times, and what its rows come to.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    /// `DAY CLOCK PID MESSAGE`
    var lines: [String]
    /// `scenario: result` of each row.
    var rows: [String]
    var profile: String?
    var testDescription: String { name }

    init(_ name: String, _ lines: [String], _ rows: [String], profile: String? = nil) {
      self.name = name
      self.lines = lines
      self.rows = rows
      self.profile = profile
    }
  }

  static func text(_ lines: [String]) -> String {
    lines.map { line in
      let parts = line.split(separator: " ", maxSplits: 3)
      return "2025-11-\(parts[0]) \(parts[1]).000000+0000 App[\(parts[2]):1] \(parts[3])\n"
    }.joined()
  }

  static func summary(_ lines: [String], profile: String? = nil) throws -> RunSummary {
    try Judge.summary(text(lines)) { $0.profile = profile }
  }

  static func words(_ rows: [ScenarioSummary]) -> [String] {
    rows.map { "\($0.kind.name): \($0.result.rawValue)" }
  }

  // MARK: Lines

  static let android =
    "14 20:00:00 201 [DNP-PLUGIN] App launch (start=cold, cause=user, platform=android)"
  static let phone =
    "14 20:00:00 201 [DNP-PLUGIN] App launch (start=cold, cause=user, platform=ios)"
  static let calm = [
    "14 20:00:01 201 [DNP-RECOVERY] Recovery begin (trigger=cold)",
    "14 20:00:02 201 [DNP-RECOVERY] State compare (db=2, active=2)",
    "14 20:00:03 201 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)",
  ]
  static let phoneCalm = [
    phone, calm[0],
    "14 20:00:02 201 [DNP-RECOVERY] State compare (stored=2, pending=2, delivered=0)",
    calm[2],
  ]
  static let swipe = "14 21:00:00 201 [DNP-TEST] App state (state=swiped, by=user)"
  static let stop = "14 21:00:00 201 [DNP-TEST] App state (state=force_stopped, by=user)"
  static let reboot = "15 05:30:00 201 [DNP-TEST] Device reboot"
  static let fired =
    "15 06:00:00 202 [DNP-SCHEDULER] Alarm fired (scheduleId=a, scheduledTime=2025-11-15T06:00:00Z)"
  static let opened = "15 08:00:00 203 [DNP-PLUGIN] App launch (start=cold, cause=user)"
  static let later = "15 08:05:00 203 [DNP-PLUGIN] App state (state=background)"
  static let missed =
    "15 08:00:04 203 [DNP-RECOVERY] Missed (kind=alarm, scheduleId=a, scheduledTime=2025-11-15T06:00:00Z)"

  static func begin(_ trigger: String) -> String {
    "15 08:00:01 203 [DNP-RECOVERY] Recovery begin (trigger=\(trigger))"
  }
  static func compare(_ active: Int, of stored: Int = 2) -> String {
    "15 08:00:02 203 [DNP-RECOVERY] State compare (db=\(stored), active=\(active))"
  }
  static func end(_ missed: Int, _ rescheduled: Int) -> String {
    "15 08:00:09 203 [DNP-RECOVERY] Recovery end (missed=\(missed), rescheduled=\(rescheduled), verified=2, errors=0)"
  }
  static func again(_ id: String, _ cause: String) -> String {
    "15 08:00:05 203 [DNP-RECOVERY] Rescheduled (kind=notify, scheduleId=\(id), nextRunAt=2025-11-16T06:00:00Z, cause=\(cause))"
  }
  static let detected =
    "15 08:00:03 203 [DNP-RECOVERY] Force stop detected - all alarms were cancelled"
  static let calmLater = [opened, begin("cold"), compare(2), end(0, 0)]
  static let known = [android] + calm
  static let recovered = [missed, again("a", "missed_repeat"), again("b", "future"), end(1, 2)]

  static let swipes = [
    Case(
      "an alarm after a swipe", known + [swipe, fired] + calmLater,
      ["Swipe from recents: pass", "Cold start: pass"]),
    Case(
      "an alarm that another start leaves as it was",
      known + [swipe] + [
        "14 22:00:00 202 [DNP-PLUGIN] App launch (start=cold, cause=user)",
        "14 22:00:01 202 [DNP-RECOVERY] Recovery begin (trigger=cold)",
        "14 22:00:02 202 [DNP-RECOVERY] State compare (db=2, active=2)",
        "14 22:00:03 202 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)",
        fired,
      ], ["Swipe from recents: pass", "Cold start: pass"]),
    Case(
      "all alarms gone after a swipe",
      known + [swipe, opened, begin("cold"), compare(0)] + recovered,
      ["Swipe from recents: fail", "Cold start: pass"]),
    Case(
      "one alarm missed after a swipe",
      known + [
        swipe, opened, begin("cold"), compare(1), missed, again("a", "missed_repeat"), end(1, 1),
      ],
      ["Swipe from recents: inconclusive", "Cold start: pass"]),
    Case(
      "a log that ends after a swipe", known + [swipe],
      ["Swipe from recents: inconclusive", "Cold start: pass"]),
    Case(
      "a force stop after a swipe",
      known + [swipe, "14 21:30:00 201 [DNP-TEST] App state (state=force_stopped)"],
      ["Swipe from recents: inconclusive", "Force stop: inconclusive", "Cold start: pass"]),
  ]

  static let stops = [
    Case(
      "a force stop that is found out",
      known + [stop, opened, begin("force_stop"), compare(0), detected] + recovered,
      ["Force stop: pass", "Cold start: pass", "Force stop recovery: pass"]),
    Case(
      "a force stop that nobody noted",
      [opened, begin("force_stop"), compare(0), detected] + recovered,
      ["Force stop: pass", "Force stop recovery: pass"]),
    Case(
      "a force stop taken for another start",
      known + [stop, opened, begin("cold"), compare(0)] + recovered,
      ["Force stop: fail", "Cold start: pass", "Force stop recovery: pass"]),
    Case(
      "a force stop and no recovery at all", [android, stop, opened, later],
      ["Force stop: inconclusive", "Cold start: inconclusive"]),
    Case(
      "a force stop and no recovery, judged as a log that should have one",
      [android, stop, opened, later], ["Force stop: fail", "Cold start: fail"],
      profile: "android-recovery"),
    Case(
      "a force stop that one of several launches passes over",
      known + [stop, opened, later], ["Force stop: fail", "Cold start: pass"]),
    Case(
      "a force stop and a log that ends at the launch", known + [stop, opened],
      ["Force stop: inconclusive", "Cold start: pass"]),
    Case(
      "a force stop and no launch", known + [stop],
      ["Force stop: inconclusive", "Cold start: pass"]),
    Case(
      "an alarm of a stopped app",
      known + [stop, fired, opened, begin("force_stop"), compare(0), detected]
        + recovered,
      ["Force stop: inconclusive", "Cold start: pass", "Force stop recovery: pass"]),
    Case(
      "a force stop that is made up",
      [opened, begin("force_stop"), compare(2), detected, end(0, 0)],
      ["Force stop: fail"]),
    Case(
      "a force stop that is made up where nothing is stored",
      [opened, begin("force_stop"), compare(0, of: 0), detected, end(0, 0)],
      ["Force stop: fail", "Force stop recovery: inconclusive"]),
    Case(
      "alarms that are active after a force stop",
      known + [stop, opened, begin("cold"), compare(2), end(0, 0)],
      ["Force stop: inconclusive", "Cold start: pass"]),
    Case(
      "a recovery that sets one of two",
      known + [
        stop, opened, begin("force_stop"), compare(0), detected, again("b", "future"), end(0, 1),
      ],
      ["Force stop: pass", "Cold start: pass", "Force stop recovery: fail"]),
    Case(
      "a recovery that does nothing",
      known + [stop, opened, begin("force_stop"), detected, end(0, 0)],
      ["Force stop: pass", "Cold start: pass", "Force stop recovery: fail"]),
    Case(
      "a recovery that keeps a miss to itself",
      known + [
        stop, opened, begin("force_stop"), compare(0), detected, again("a", "missed_repeat"),
        again("b", "future"), end(1, 2),
      ], ["Force stop: pass", "Cold start: pass", "Force stop recovery: fail"]),
    Case(
      "a recovery that the log cuts off",
      known + [stop, opened, begin("force_stop"), compare(0), detected],
      ["Force stop: pass", "Cold start: pass", "Force stop recovery: inconclusive"]),
    Case(
      "a start of the device after a force stop",
      known + [stop, reboot, opened, begin("cold"), compare(0)] + recovered,
      [
        "Force stop: inconclusive", "Device reboot (Android): inconclusive", "Cold start: pass",
      ]),
  ]

  static let booting = [
    "15 05:30:10 202 [DNP-PLUGIN] App launch (cause=boot, platform=android)",
    "15 05:30:11 202 [DNP-RECOVERY] Recovery begin (trigger=boot)",
    "15 05:30:12 202 [DNP-RECOVERY] State compare (db=2, active=0)",
    "15 05:30:13 202 [DNP-RECOVERY] Rescheduled (kind=notify, scheduleId=a, nextRunAt=2025-11-15T06:00:00Z, cause=boot)",
    "15 05:30:14 202 [DNP-RECOVERY] Rescheduled (kind=fetch, scheduleId=b, nextRunAt=2025-11-15T05:55:00Z, cause=boot)",
    "15 05:30:15 202 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=2, verified=2, errors=0)",
  ]
  static let reboots = [
    Case(
      "a boot receiver that sets all alarms", known + [reboot] + booting + calmLater,
      ["Device reboot (Android): pass", "Cold start: pass"]),
    Case(
      "a boot receiver without the line of the tester", known + booting,
      ["Device reboot (Android): pass", "Cold start: pass"]),
    Case(
      "a boot receiver that sets one of two",
      known + [reboot] + booting[0...3]
        + [
          "15 05:30:15 202 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=1, verified=1, errors=0)"
        ],
      ["Device reboot (Android): fail", "Cold start: pass"]),
    Case(
      "a boot receiver that passes over a miss",
      known + [reboot] + booting + [
        opened, begin("cold"), compare(2),
        "15 08:00:04 203 [DNP-RECOVERY] Missed (kind=alarm, scheduleId=c, scheduledTime=2025-11-15T05:00:00Z)",
        again("c", "missed_repeat"), end(1, 1),
      ], ["Device reboot (Android): fail", "Cold start: pass"]),
    Case(
      "no boot receiver", known + [reboot, opened, begin("cold"), compare(0)] + recovered,
      ["Device reboot (Android): fail", "Cold start: pass"]),
    Case(
      "no boot receiver, and nothing of the app before",
      [reboot, opened, begin("cold"), compare(0)] + recovered,
      ["Device reboot (Android): inconclusive", "Cold start: pass"]),
    Case(
      "a start of the device that is taken for a force stop",
      known + [reboot, opened, begin("force_stop"), compare(0), detected] + recovered,
      ["Device reboot (Android): fail", "Cold start: pass"]),
    Case(
      "a log that ends with the start of the device", known + [reboot],
      ["Device reboot (Android): inconclusive", "Cold start: pass"]),
    Case(
      "a notification after the start of a phone",
      [phone, reboot, "15 06:00:01 204 [DNP-SCHEDULER] Notification delivered (id=a, title=T)"],
      ["Device reboot (iOS): pass"]),
    Case(
      "a notification in the list of a phone that started again",
      phoneCalm + [
        reboot, opened, begin("cold"),
        "15 08:00:02 203 [DNP-RECOVERY] State compare (stored=2, pending=1, delivered=1)",
        end(0, 0),
      ], ["Device reboot (iOS): pass", "Cold start: pass"]),
    Case(
      "a notification that a phone missed",
      phoneCalm + [
        reboot, opened, begin("cold"),
        "15 08:00:02 203 [DNP-RECOVERY] State compare (stored=2, pending=1, delivered=0)",
        "15 08:00:04 203 [DNP-RECOVERY] Missed (kind=notification, notificationId=a, scheduledTime=2025-11-15T06:00:00Z)",
        end(1, 0),
      ], ["Device reboot (iOS): inconclusive", "Cold start: pass"]),
    Case(
      "a phone whose user opens what it shows after its start",
      phoneCalm + [
        reboot, "15 06:00:00 204 [DNP-PLUGIN] App launch (start=cold, cause=notification)",
      ], ["Device reboot (iOS): pass", "Cold start: inconclusive"]),
    Case(
      "two boot receivers without the line of a tester",
      known + booting
        + booting.map { $0.replacing("15 05", with: "16 05").replacing(" 202 ", with: " 205 ") },
      ["Device reboot (Android): pass", "Cold start: pass"]),
    Case(
      "a notification that was set again after the start of a phone",
      phoneCalm + [
        reboot, "15 05:40:00 204 [DNP-SCHEDULER] Scheduling notification for 2025-11-15T06:00:00Z",
        "15 06:00:01 204 [DNP-SCHEDULER] Notification delivered (id=a, title=T)",
      ], ["Device reboot (iOS): inconclusive", "Cold start: pass"]),
    Case("a device of which nothing tells the system", [reboot], []),
  ]

  static let starts = [
    Case(
      "a cold start that reports a miss",
      known + [opened, begin("cold"), compare(1), missed, again("a", "missed_repeat"), end(1, 1)],
      ["Cold start: pass"]),
    Case(
      "a cold start that counts a miss and does not report it",
      known + [opened, begin("cold"), compare(1), again("b", "future"), end(1, 1)],
      ["Cold start: fail"]),
    Case("a cold start without a recovery", known + [opened, later], ["Cold start: fail"]),
    Case("a cold start at the end of the log", known + [opened], ["Cold start: inconclusive"]),
    Case(
      "a cold start of a process that crashes",
      known + [
        opened,
        "15 08:00:03 203 *** Terminating app due to uncaught exception 'NSGenericException'", later,
      ],
      ["Cold start: inconclusive"]),
    Case(
      "a recovery long after the launch",
      known + [
        opened, "15 08:02:01 203 [DNP-RECOVERY] Recovery begin (trigger=cold)",
        "15 08:02:02 203 [DNP-RECOVERY] State compare (db=2, active=2)",
        "15 08:02:03 203 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)",
      ], ["Cold start: fail"]),
    Case(
      "a process for an alarm that loads the plugin",
      known + [
        "15 06:00:00 202 [DNP-PLUGIN] App launch (cause=alarm)",
        "15 06:00:01 202 [DNP-PLUGIN] load() called", fired, later,
      ], ["Cold start: pass"]),
    Case(
      "a foreground in the midst of the recovery",
      [
        opened, begin("cold"), "15 08:00:02 203 [DNP-PLUGIN] App state (state=foreground)",
        compare(2), end(0, 0),
      ],
      ["Cold start: pass"]),
    Case(
      "two sessions of one process, each with its recovery",
      [
        opened, begin("cold"), compare(2), end(0, 0), later,
        "15 08:30:00 203 [DNP-PLUGIN] App state (state=foreground)",
        "15 08:30:01 203 [DNP-RECOVERY] Recovery begin (trigger=warm)",
        "15 08:30:02 203 [DNP-RECOVERY] State compare (db=2, active=2)",
        "15 08:30:03 203 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)",
        "15 08:50:00 203 [DNP-PLUGIN] App state (state=background)",
      ], ["Cold start: pass", "Warm start: pass"]),
    Case(
      "a recovery of the process of a receiver",
      known + [
        swipe, "15 06:00:00 202 [DNP-PLUGIN] App launch (cause=alarm)", fired,
        "15 06:30:00 202 [DNP-PLUGIN] App state (state=foreground)",
        "15 06:30:01 202 [DNP-RECOVERY] Recovery begin (trigger=warm)",
        "15 06:30:02 202 [DNP-RECOVERY] State compare (db=2, active=2)",
        "15 06:30:03 202 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)",
      ], ["Swipe from recents: pass", "Cold start: pass", "Warm start: pass"]),
    Case(
      "a recovery whose miss is told in other words",
      known + [
        opened, begin("cold"), compare(1), "15 08:00:04 203 [DNP-RECOVERY] We lost daily-0800",
        end(1, 0),
      ], ["Cold start: inconclusive"]),
    Case(
      "a recovery in other words",
      known + [opened, "15 08:00:04 203 [DNP-RECOVERY] Looking around", later],
      ["Cold start: inconclusive"]),
    Case(
      "a recovery that counts a missed task with the notifications",
      [
        phone, calm[0],
        "14 20:00:02 201 [DNP-RECOVERY] State compare (stored=2, pending=2, delivered=0)",
        "14 20:00:03 201 [DNP-RECOVERY] Missed (kind=bgtask, taskId=t, scheduledTime=2025-11-14T18:00:00Z)",
        "14 20:00:04 201 [DNP-RECOVERY] Rescheduled (kind=bgtask, nextRunAt=2025-11-15T18:00:00Z, cause=missed_bgtask)",
        "14 20:00:05 201 [DNP-RECOVERY] Recovery end (missed=1, rescheduled=1, verified=2, errors=0)",
      ], ["Cold start: pass"]),
    Case(
      "a recovery that only its end tells of",
      [
        opened,
        "15 08:00:02 203 [DNP-REACTIVATION] scenario=COLD_START, missed=0, rescheduled=0, verified=1, errors=0",
      ],
      ["Cold start: pass"]),
    Case(
      "a warm start that verifies",
      known + [
        "14 22:00:00 201 [DNP-PLUGIN] App launch (start=warm, cause=user)",
        "14 22:00:01 201 [DNP-RECOVERY] Recovery begin (trigger=warm)",
        "14 22:00:02 201 [DNP-RECOVERY] State compare (db=2, active=2)",
        "14 22:00:03 201 [DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)",
      ], ["Cold start: pass", "Warm start: pass"]),
    Case(
      "a warm start that looks for nothing",
      known + [
        "14 22:00:00 201 [DNP-PLUGIN] App launch (start=warm, cause=user)",
        "14 22:05:00 201 [DNP-PLUGIN] App state (state=background)",
      ],
      ["Cold start: pass", "Warm start: fail"]),
    Case(
      "a return that looks for nothing",
      known + [
        "14 22:00:00 201 [DNP-PLUGIN] App state (state=background)",
        "14 22:30:00 201 [DNP-PLUGIN] App state (state=foreground)",
        "14 22:35:00 201 [DNP-PLUGIN] App state (state=background)",
      ], ["Cold start: pass", "Warm start: inconclusive"]),
    Case(
      "a plugin that never recovers, judged as one that should",
      [android, "14 20:05:00 201 [DNP-PLUGIN] App state (state=background)"],
      ["Cold start: fail"], profile: "android-recovery"),
    Case(
      "launches of an app that is judged by its prefetches",
      [phone, "14 20:05:00 201 [DNP-PLUGIN] App state (state=background)"], []),
    Case(
      "a look for missed tasks alone",
      [phone, "14 20:00:01 201 [DNP-RECOVERY] Recovery begin (trigger=bgtask_setup)"],
      ["Cold start: inconclusive"]),
    Case(
      "an app of another area that the user ends",
      [phone, "14 21:00:00 201 [DNP-TEST] App state (state=terminated, by=user)"], []),
    Case(
      "scenarios of which the log shows nothing",
      known + [
        "14 20:10:00 201 [DNP-TEST] Scenario begin (id=swipe-from-recents)",
        "14 20:11:00 201 [DNP-TEST] Scenario begin (id=FORCE_STOP_RECOVERY)",
        "14 20:12:00 201 [DNP-TEST] Scenario begin (id=reboot)",
        "14 20:13:00 201 [DNP-TEST] Scenario begin (id=one-cycle)",
      ],
      [
        "Swipe from recents: not_observed", "Device reboot (Android): not_observed",
        "Cold start: pass", "Force stop recovery: not_observed",
      ]),
  ]

  @Test(arguments: swipes + stops + reboots + starts)
  func `a row comes to what its lines show`(example: Case) throws {
    let summary = try Self.summary(example.lines, profile: example.profile)
    #expect(Self.words(summary.scenarios) == example.rows, "\(summary.scenarios)")
    #expect(
      summary.scenarios.allSatisfy { $0.result != .fail } || summary.verdict != .pass,
      "a row fails, and the run passes")
  }

  @Test func `each of the four questions is answered, with its line`() throws {
    let lines =
      Self.known + [
        Self.stop, Self.opened, Self.begin("force_stop"), Self.compare(0), Self.detected,
      ] + Self.recovered
    let rows = try Self.summary(lines).scenarios
    let stop = try #require(rows.first { $0.kind == .forceStop })
    #expect(
      stop.lines.map { "\($0.question?.rawValue ?? "scenario") \($0.line)" } == [
        "scenario 5", "nextLaunch 7", "fired 10", "missedDetected 10", "recovered 13",
      ])
    #expect(ScenarioSummary.Question.allCases.map { stop[$0] } == [.no, .yes, .yes, .yes])
    let recovery = try #require(rows.last)
    #expect(
      ScenarioSummary.Question.allCases.map { recovery[$0] } == [
        .notApplicable, .yes, .yes, .notApplicable,
      ])
    let swipe = try #require(
      try Self.summary(Self.known + [Self.swipe, Self.fired]).scenarios.first)
    #expect(
      ScenarioSummary.Question.allCases.map { swipe[$0] } == [
        .yes, .notApplicable, .notApplicable, .notObserved,
      ])
  }

  @Test func `of several times the worst is told, and how many there were`() throws {
    let faulty = [
      Self.opened, Self.begin("cold"), Self.compare(1), Self.again("b", "future"), Self.end(1, 1),
    ]
    let rows = try Self.summary(Self.known + faulty).scenarios
    #expect(rows.map(\.times.all) == [2])
    #expect(rows.map(\.times.failed) == [1])
    #expect(rows.map(\.lines.first?.line) == [5])
    #expect(rows.map(\.observed) == ["The recovery counts 1 as missed, and reports 0"])
  }

  @Test func `instants say nothing beside times whose zone nobody knows`() throws {
    // The swipe stands in local time, and the miss in UTC: which came first is not told.
    let lines =
      [Self.android] + Self.calm + [Self.swipe, Self.opened, Self.begin("cold"), Self.missed]
    let text = Self.text(lines).replacing(".000000+0000 App[", with: ".000 App[")
    let rows = try Judge.summary(text).scenarios
    #expect(rows.first?.kind == .swipe)
    #expect(rows.first?.fired == .notObserved)
  }

  @Test func `what lies on both sides of a lost part is not held together`() throws {
    let analyser = try Judge.analyser()
    analyser.read(
      text: Array(Self.text([Self.android] + Self.calm + [Self.swipe]).utf8), named: "a")
    analyser.noteLoss(of: "b")
    analyser.read(
      text: Array(Self.text([Self.opened, Self.begin("cold"), Self.compare(0)]).utf8), named: "c")
    let rows = analyser.finish().scenarios
    #expect(rows.allSatisfy { $0.result != .fail }, "\(rows)")
  }

  @Test func `a log without times is told by the order of its lines`() throws {
    let lines =
      (Self.known + [
        Self.swipe, Self.fired, Self.opened, Self.begin("cold"), Self.compare(2), Self.end(0, 0),
      ])
      .map { $0.split(separator: " ", maxSplits: 3)[3] + "\n" }.joined()
    let rows = try Judge.summary(lines).scenarios
    #expect(Self.words(rows) == ["Swipe from recents: pass", "Cold start: pass"])
  }

  @Test func `thousands of swipes take no more room than one`() throws {
    let day = (0..<3000).flatMap { _ in [Self.swipe, Self.fired] }
    let rows = try Self.summary(Self.known + day).scenarios
    #expect(rows.map(\.times.passed) == [3000, 1])
    #expect(rows.allSatisfy { $0.lines.count <= 5 })
  }
}
