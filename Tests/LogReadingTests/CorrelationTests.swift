import LogReading
import Testing

@Suite struct CorrelationTests {
  // MARK: Segments

  @Test func `changed process is a segment`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.register), Lines.at("14 05:00:00", Lines.startup),
      Lines.at("14 05:48:00", Lines.register, pid: 305),
      Lines.at("14 05:48:00", Lines.startup, pid: 305),
    ])
    #expect(
      trace.events == [
        "bgtask_register s1", "plugin_startup s1", "bgtask_register s2", "plugin_startup s2",
      ])
  }

  @Test(arguments: [
    [Lines.register, Lines.startup, Lines.register, Lines.startup],
    [
      "[DNP-PLUGIN] App launch (start=cold, cause=user, platform=ios)", Lines.startup,
      "[DNP-PLUGIN] App launch (start=warm, cause=user, platform=ios)", Lines.startup,
    ],
    [Lines.register, Lines.startup, "[DNP-TEST] Device reboot", Lines.startup],
  ]) func `second start is a segment`(lines: [String]) throws {
    let trace = try CorrelationTrace.of(lines)
    #expect(trace.events.map { $0.contains(" s2") } == [false, false, true, true])
  }

  @Test func `registrations of two tasks are one start`() throws {
    let trace = try CorrelationTrace.of([
      Lines.register, Lines.register.replacing("id=t", with: "id=u"), Lines.startup,
    ])
    #expect(trace.correlator.segmentCount == 1)
  }

  @Test func `twin of the registration is no start`() throws {
    let trace = try CorrelationTrace.of([
      Lines.register, #"{"event":"bgtask_register","taskId":"t"}"#, Lines.startup,
    ])
    #expect(trace.correlator.segmentCount == 1)
    #expect(trace.twins == 1)
  }

  @Test func `crash of another program is not ours`() throws {
    let other = "2025-11-14 05:00:01.000000+0000 Photos[777:1] Fatal error: Index out of range"
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.register), other, Lines.at("14 05:00:02", Lines.startup),
      other.replacing("Photos[777", with: "App[201"),
      // Numbers of processes are used again.
      other.replacing("777", with: "201"),
    ])
    #expect(trace.events == ["bgtask_register s1", "plugin_startup s1", "process_crash s1"])
  }

  // MARK: Cycles

  @Test func `processing task is no cycle`() throws {
    let date = "(id=sync, earliestBeginDate=2025-11-14T05:48:00Z)"
    let trace = try CorrelationTrace.of([
      "[DNP-SYNC] Scheduling BGProcessingTask \(date)",
      "[DNP-SYNC] BGProcessingTask scheduled \(date)",
      "[DNP-SYNC] BGTask handler invoked (id=sync)",
    ])
    #expect(trace.events.count == 3)
    #expect(trace.events.allSatisfy { !$0.contains(" c0") })
  }

  @Test(
    arguments: [
      // The log checklist, the simulator plan (the submission comes before any name), a capped lead.
      [
        Lines.begin(Lines.first), Lines.accepted("2025-11-14T05:48:00Z"),
        Lines.notification(Lines.first), Lines.persisted("s1"),
      ],
      [
        Lines.submit("2025-11-14T05:48:00Z"), Lines.planned(Lines.first),
        Lines.notification(Lines.first), Lines.persisted("s1"),
      ],
      [
        Lines.persisted("s1"), Lines.notification(Lines.first),
        Lines.submit("2025-11-14T05:48:00Z"), Lines.accepted("2025-11-14T05:48:00Z"),
      ],
      [
        "[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)",
        Lines.submit("2025-11-14T05:53:30Z"), Lines.planned(Lines.first),
        Lines.notification(Lines.first),
      ],
    ], [false, true]) func `scheduling is one cycle`(lines: [String], isTimed: Bool) throws
  {
    let lines = isTimed ? lines.map { Lines.at("14 05:00:00", $0) } : lines
    let trace = try CorrelationTrace.of(lines)
    #expect(
      trace.events.map { $0.hasSuffix("s1 c0") } == [true, true, true, true], "\(trace.events)")
  }

  @Test func `two schedules of one burst are two cycles`() throws {
    let trace = try CorrelationTrace.of([
      Lines.begin(Lines.first), Lines.accepted("2025-11-14T05:48:00Z"),
      Lines.notification(Lines.first), Lines.persisted("s1"),
      Lines.begin(Lines.second), Lines.accepted("2025-11-15T05:48:00Z"),
      Lines.notification(Lines.second), Lines.persisted("s2"),
    ])
    #expect(
      trace.events.map { $0.hasSuffix("c1") } == [
        false, false, false, false, true, true, true, true,
      ])
  }

  @Test func `second id for one time is no second cycle`() throws {
    let trace = try CorrelationTrace.of([
      Lines.notification(Lines.first), Lines.persisted("s1"), Lines.notification(Lines.first),
      Lines.persisted("s2"), Lines.handler, Lines.resolved(Lines.first, "s2"),
    ])
    #expect(trace.events.allSatisfy { $0.contains(" c0") })
    #expect(trace.correlator.cycles[0].scheduleId == "s1")
  }

  @Test func `submission inside an execution is of the next cycle`() throws {
    let trace = try CorrelationTrace.of([
      Lines.begin(Lines.first), Lines.accepted("2025-11-14T05:48:00Z"),
      Lines.handler, Lines.submit("2025-11-15T05:48:00Z"), Lines.accepted("2025-11-15T05:48:00Z"),
      Lines.resolved(Lines.first, "s1"), Lines.fetch(Lines.first, "s1"), Lines.success,
      Lines.completed,
      Lines.begin(Lines.second), Lines.notification(Lines.second),
    ])
    #expect(
      trace.events == [
        "prefetch_schedule_begin s1 c0", "bgtask_scheduled s1 c0",
        "bgtask_handler_invoked s1 c0 e0",
        "bgtask_submit s1 c1", "bgtask_scheduled s1 c1", "notification_resolved s1 c0 e0",
        "fetch_start s1 c0 e0 prefetch", "fetch_success s1 c0 e0 prefetch",
        "bgtask_completed s1 c0 e0",
        "prefetch_schedule_begin s1 c1", "notification_scheduling s1 c1",
      ])
  }

  @Test func `id of every day leads to the day that is due`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.notification(Lines.first)),
      Lines.at("14 05:00:00", Lines.persisted("daily")),
      Lines.at("14 05:10:00", Lines.notification(Lines.second)),
      Lines.at("14 05:10:00", Lines.persisted("daily")),
      Lines.at("14 05:53:01", Lines.built("daily")),
      Lines.at("14 05:53:01", Lines.delivered("daily")),
      Lines.at("14 05:53:02", Lines.summary("daily")),
      Lines.at("15 05:53:01", Lines.built("daily")),
      Lines.at("15 05:53:01", Lines.delivered("daily")),
    ])
    #expect(trace.events.suffix(5).map { $0.contains(" c0") } == [true, true, true, false, false])
  }

  @Test func `slot of a closed cycle forgets its ids`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.notification(Lines.first)),
      Lines.at("14 05:00:00", Lines.persisted("s1")),
      Lines.at("14 05:00:10", Lines.notification(Lines.first)),
      Lines.at("14 05:00:10", Lines.persisted("x1")),
      Lines.at("14 05:53:01", Lines.prepare(Lines.first)),
      Lines.at("14 05:53:01", Lines.delivered("n1")),
      Lines.at("16 05:00:00", Lines.notification("2025-11-16T05:53:00Z")),
      Lines.at("16 05:10:00", Lines.cached("x1")),
    ])
    #expect(trace.all("notification_scheduling").last == "notification_scheduling s1 c1")
    #expect(trace.all("content_cached") == ["content_cached s1"])
  }

  // MARK: Windows

  @Test func `handler without a name runs for the cycle that is due`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.begin(Lines.first)),
      Lines.at("14 05:00:00", Lines.accepted("2025-11-14T05:48:00Z")),
      Lines.at("14 05:10:00", Lines.begin(Lines.second)),
      Lines.at("14 05:10:00", Lines.accepted("2025-11-15T05:48:00Z")),
      Lines.at("14 05:48:10", Lines.handler), Lines.at("14 05:48:11", Lines.success),
      Lines.at("14 05:48:12", Lines.completed),
      Lines.at("15 05:48:10", Lines.handler), Lines.at("15 05:48:11", Lines.success),
    ])
    #expect(
      trace.all("bgtask_handler_invoked") == [
        "bgtask_handler_invoked s1 c0 e0", "bgtask_handler_invoked s1 c1 e1",
      ])
    #expect(trace.all("fetch_success").last == "fetch_success s1 c1 e1 prefetch")
  }

  @Test func `delivery beside a running prefetch takes none of its lines`() throws {
    let trace = try CorrelationTrace.of([
      Lines.notification(Lines.first), Lines.notification(Lines.second),
      Lines.handler, Lines.fetch(Lines.second, "s2"),
      Lines.prepare(Lines.first), Lines.hit, Lines.delivered("n1"),
      Lines.success, Lines.cached("s2"), Lines.completed,
    ])
    #expect(
      trace.events.suffix(6)
        == [
          "delivery_prepare s1 c0 d0", "cache_hit s1 c0 d0", "notification_delivered s1 c0 d0",
          "fetch_success s1 c1 e0 prefetch", "content_cached s1 c1 e0", "bgtask_completed s1 c1 e0",
        ].suffix(6))
  }

  @Test func `fetch after a miss is on demand`() throws {
    let trace = try CorrelationTrace.of([
      Lines.notification(Lines.first), Lines.prepare(Lines.first), Lines.miss,
      Lines.fetch(Lines.first, "s1"), Lines.success, Lines.delivered("n1"),
    ])
    #expect(trace.all("fetch_start") == ["fetch_start s1 c0 d0 ondemand"])
    #expect(trace.all("fetch_success") == ["fetch_success s1 c0 d0 ondemand"])
  }

  @Test func `fetch outside all windows is of the app`() throws {
    let trace = try CorrelationTrace.of([Lines.register, Lines.success])
    #expect(trace.all("fetch_success") == ["fetch_success s1 api"])
  }

  @Test func `miss inside an execution opens no delivery`() throws {
    let trace = try CorrelationTrace.of([
      Lines.notification(Lines.first), Lines.handler, Lines.fetch(Lines.first, "s1"), Lines.miss,
      Lines.completed,
    ])
    #expect(trace.all("cache_miss") == ["cache_miss s1 c0 e0"])
  }

  @Test func `delivered and scheduled in one word counts only in a delivery`() throws {
    let both = "[DNP-SCHEDULER] Notification scheduled/delivered"
    let trace = try CorrelationTrace.of([
      Lines.notification(Lines.first), both, Lines.prepare(Lines.first), Lines.hit, both,
    ])
    #expect(trace.all("notification_delivered") == ["notification_delivered s1 c0 d0"])
  }

  // MARK: Twins and repeats

  @Test(arguments: [
    [Lines.success, #"{"event":"prefetch_success","id":"n1","ttl":86400}"#],
    [#"{"event":"prefetch_success","id":"n1","ttl":86400}"#, Lines.success],
  ]) func `text and JSON are one event`(pair: [String]) throws {
    let trace = try CorrelationTrace.of(
      [Lines.notification(Lines.first), Lines.handler, Lines.fetch(Lines.first, "s1")] + pair + [
        Lines.completed
      ])
    #expect(trace.all("fetch_success") == ["fetch_success s1 c0 e0 prefetch"])
    #expect(trace.twins == 1)
    #expect(trace.correlator.cycles[0].loneJSON == 0)
  }

  @Test func `later twin of a handler opens no window`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:48:00", Lines.handler),
      Lines.at("14 05:48:00", Lines.resolved(Lines.first, "s1")),
      #"{"event":"bgtask_handler_invoked","taskId":"t","timestamp":"2025-11-14T05:48:00Z"}"#,
      Lines.at("14 05:48:00", Lines.fetch(Lines.first, "s1")),
      Lines.at("14 05:48:01", Lines.success),
    ])
    #expect(trace.twins == 1)
    #expect(trace.events.allSatisfy { $0.contains(" e0") })
  }

  @Test(arguments: [
    // The same task, in the midst of its fetch; another task; and when the fetch was over.
    (Lines.handler, "14 05:48:02", 1),
    ("[DNP-SYNC] BGTask handler invoked (id=sync)", "14 05:48:02", 2),
    (Lines.handler, "14 05:49:30", 2),
  ])
  func `handler that is called twice opens one window`(handler: String, time: String, windows: Int)
    throws
  {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:48:00", Lines.handler),
      Lines.at("14 05:48:00", Lines.resolved(Lines.first, "s1")),
      Lines.at("14 05:48:01", Lines.fetch(Lines.first, "s1")),
      Lines.at(time, handler),
      Lines.at("14 05:49:31", Lines.completed),
    ])
    let handlers = trace.all("bgtask_handler_invoked")
    #expect(Set(handlers.map { $0.split(separator: " ").last }).count == windows)
  }

  @Test func `records that lie apart are two events`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:48:00", Lines.success),
      #"{"event":"prefetch_success","id":"n1","ttl":86400,"timestamp":"2025-11-14T05:48:03Z"}"#,
    ])
    #expect(trace.twins == 0)
    #expect(trace.all("fetch_success").count == 2)
  }

  @Test func `repeated line counts once`() throws {
    let coarse = Lines.at("14 05:48:00", Lines.completed)
    let line = coarse.replacing(".000000", with: ".250000")
    #expect(
      try CorrelationTrace.of([line, Lines.at("14 05:48:00", Lines.register), line]).correlator
        .repeats == 1)
    // More than the last line of a kind may come again, and what is older than all that came.
    let later = coarse.replacing(".000000", with: ".500000")
    let again = try CorrelationTrace.of([line, later, line, later])
    #expect(again.correlator.repeats == 2)
    #expect(again.correlator.clockSteps == 0)
    // In a whole second much can happen twice.
    #expect(
      try CorrelationTrace.of([coarse, Lines.at("14 05:48:00", Lines.register), coarse]).correlator
        .repeats == 0)
    let handler = Lines.at("14 05:48:00", Lines.handler)
    #expect(try CorrelationTrace.of([handler, handler]).all("bgtask_handler_invoked").count == 1)
    #expect(try CorrelationTrace.of([Lines.completed, Lines.completed]).correlator.repeats == 1)
    #expect(
      try CorrelationTrace.of([Lines.completed, Lines.register, Lines.completed]).correlator.repeats
        == 0)
  }

  @Test func `one event of three sinks counts once`() throws {
    let classic = Lines.at("14 05:48:00", Lines.completed).replacing(".000000", with: ".250000")
    let unified = "2025-11-14 05:48:00.252 Df App[201:1f] \(Lines.completed)"
    let trace = try CorrelationTrace.of([classic, Lines.completed, unified])
    #expect(trace.all("bgtask_completed").count == 1)
    #expect(trace.correlator.sinkRepeats == 2)
    // A second later it is another event, and so is one with other values.
    let later = unified.replacing("00.252", with: "01.252")
    #expect(try CorrelationTrace.of([classic, later]).correlator.sinkRepeats == 0)
    let other = unified.replacing("true", with: "false")
    #expect(try CorrelationTrace.of([classic, other]).correlator.sinkRepeats == 0)
  }

  // The console of Xcode shows both loggers in one form, but for the category, or for the zone.
  @Test(arguments: ["[prefetch] ", "[org.app:prefetch] ", "(Plugin) [org.app:prefetch] "])
  func `an event of two loggers in one console counts once`(category: String) throws {
    let plain = "2025-11-14 05:48:00.250000+0000 App[201:5150] \(Lines.completed)"
    let other = plain.replacing("0.250", with: "0.251").replacing("[DNP", with: category + "[DNP")
    let local = plain.replacing("250000+0000", with: "250")
    for pair in [[plain, other], [other, plain]] {
      let trace = try CorrelationTrace.of(pair)
      #expect(trace.all("bgtask_completed").count == 1)
      #expect(trace.correlator.sinkRepeats == 1)
    }
    let trace = try CorrelationTrace.of([local, other], zone: "UTC")
    #expect(trace.all("bgtask_completed").count == 1)
    // Twice in one logger, later, with other values or of another process it is another event.
    for second in [
      plain.replacing("0.250", with: "0.251"), other.replacing("0.251", with: "0.351"),
      other.replacing("true", with: "false"), other.replacing("[201:", with: "[202:"),
    ] {
      #expect(try CorrelationTrace.of([plain, second]).all("bgtask_completed").count == 2)
    }
    #expect(
      try CorrelationTrace.of([other, other.replacing("0.251", with: "0.252")])
        .all("bgtask_completed").count == 2)
  }

  /// An export of the system's log names who wrote each line.
  @Test(arguments: [
    ("2025-11-14 05:48:00.250 Df App[201:1f] ", "(Foundation) ", "(App) [org.app:prefetch] "),
    ("2025-11-14 05:48:00.250000+0000  localhost App[201]: ", "(Foundation) ", ""),
    (
      "2025-11-14 05:48:00.250000+0000 0x1f       Default     0x0                  201    0    App: ",
      "", "(App.debug.dylib) [org.app:prefetch] "
    ),
  ])
  func `an event of two loggers in one export counts once`(
    head: String, foundation: String, category: String
  ) throws {
    let (plain, other) = (head + foundation + Lines.completed, head + category + Lines.completed)
    for pair in [[plain, other.replacing("0.250", with: "0.251")], [other, plain]] {
      let trace = try CorrelationTrace.of(pair, zone: "UTC")
      #expect(trace.all("bgtask_completed").count == 1)
      #expect(trace.correlator.sinkRepeats == 1)
    }
    for second in [
      plain.replacing("0.250", with: "0.251"), other.replacing("0.250", with: "0.351"),
      other.replacing("true", with: "false"), other.replacing("201", with: "202"),
    ] {
      let trace = try CorrelationTrace.of([plain, second], zone: "UTC")
      #expect(trace.all("bgtask_completed").count == 2)
    }
  }

  @Test func `a printed line before its copies is the same event`() throws {
    let classic = Lines.at("14 05:48:00", Lines.completed).replacing(".000000", with: ".250000")
    let unified = "2025-11-14 05:48:00.252 Df App[201:1f] \(Lines.completed)"
    let trace = try CorrelationTrace.of([Lines.completed, classic, unified])
    #expect(trace.all("bgtask_completed").count == 1)
    #expect(trace.times == [1_763_099_280_250_000])
    #expect(trace.correlator.sinkRepeats == 2)
    // With other values, or another event between them, both count.
    let other = classic.replacing("true", with: "false")
    #expect(try CorrelationTrace.of([Lines.completed, other]).events.count == 2)
    let between = try CorrelationTrace.of([Lines.completed, Lines.register, classic])
    #expect(between.all("bgtask_completed").count == 2)
    // A last printed line is not lost, nor is the order of printed ones changed.
    let alone = try CorrelationTrace.of([Lines.register, Lines.completed])
    #expect(alone.events.map { $0.prefix(13) } == ["bgtask_regist", "bgtask_comple"])
  }

  @Test func `an instant in an id tells the year`() throws {
    let trace = try CorrelationTrace.of([
      "11-14 05:48:00.123  1234  5678 I DNP-FETCH: Cached content for scheduleId=notify_1763099280000"
    ])
    #expect(trace.clock.year.inferred == 2025)
  }

  @Test func `head that begins in the middle is cut`() throws {
    #expect(try CorrelationTrace.of([Lines.register, Lines.startup]).hasHead)
    let trace = try CorrelationTrace.of([
      Lines.handler, Lines.fetch(Lines.first, "s1"), Lines.completed,
    ])
    #expect(!trace.hasHead)
    #expect(trace.correlator.cycles[0].start.isHeadCut)
  }
}
