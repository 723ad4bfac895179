import LogReading
import Testing

/// Which cycle, task and process the lines belong to that do not say it themselves.
@Suite struct CorrelationBindingTests {
  private static let third = "2025-11-16T05:53:00Z"
  private static let withdrawn = "[DNP-FETCH] Cancelled BGTask (id=t, cause=cancel_all)"

  private static func scheduled(_ due: String, _ begin: String, _ id: String) -> [String] {
    [Lines.begin(due), Lines.accepted(begin), Lines.notification(due), Lines.persisted(id)]
  }

  // MARK: Tasks

  @Test
  func `a handler that first schedules the next notification is of the one it names`() throws {
    let trace = try CorrelationTrace.of(
      Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "d14") + [Self.withdrawn]
        + Self.scheduled(Lines.second, "2025-11-15T05:48:00Z", "d15") + [Lines.handler]
        + Self.scheduled(Self.third, "2025-11-16T05:48:00Z", "d16")
        + [Lines.resolved(Lines.second, "d15"), Lines.fetch(Lines.second, "d15"), Lines.success])
    #expect(trace.all("bgtask_handler_invoked") == ["bgtask_handler_invoked s1 c1 e0"])
    #expect(trace.all("bgtask_scheduled").last == "bgtask_scheduled s1 c2")
    #expect(trace.all("fetch_success") == ["fetch_success s1 c1 e0 prefetch"])
  }

  @Test
  func `a handler that names nothing runs no task that was taken back`() throws {
    let trace = try CorrelationTrace.of(
      Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "d14") + [Self.withdrawn]
        + Self.scheduled(Lines.second, "2025-11-15T05:48:00Z", "d15")
        + [Lines.handler, Lines.success, Lines.completed])
    #expect(trace.all("bgtask_handler_invoked") == ["bgtask_handler_invoked s1 c1 e0"])
  }

  @Test
  func `the hash of a schedule that a handler stores is not of the one it runs for`() throws {
    let hash = { (phase: String, id: String, due: String) in
      "[DNP-SCHEDULER] Schedule hash (phase=\(phase), scheduleId=\(id), notificationTime=\(due),"
        + " leadSeconds=300, algo=md5, hash=9e107d9d372bb6826bd81d3542a419d6)"
    }
    let trace = try CorrelationTrace.of(
      Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "d14") + [
        Lines.handler, hash("schedule", "d15", Lines.second), hash("execute", "d14", Lines.first),
      ])
    #expect(
      trace.all("schedule_hash") == ["schedule_hash s1 c1", "schedule_hash s1 c0 e0"])
    #expect(trace.all("bgtask_handler_invoked") == ["bgtask_handler_invoked s1 c0 e0"])
  }

  @Test
  func `a log without times that ends as a handler submits the next task ends in its work`() throws
  {
    let lines =
      Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "d14")
      + [Lines.handler] + Self.scheduled(Lines.second, "2025-11-15T05:48:00Z", "d15")[..<2]
    #expect(try CorrelationTrace.of(lines).ends.contains("execution 0 cut"))
    // The task may go on beside other calls; what its notification shows tells that it is over.
    let call = "[DNP-PLUGIN] Call getNotificationStatus (outcome=ok)"
    #expect(try CorrelationTrace.of(lines + [call]).ends.contains("execution 0 cut"))
    let shown = [Lines.prepare(Lines.first), Lines.delivered("n1")]
    #expect(try CorrelationTrace.of(lines + shown).ends.contains("execution 0 complete"))
  }

  // MARK: Schedule calls

  @Test(arguments: ["2025-11-14T04:48:00Z", "2025-11-14T08:48:00Z"])
  func `the submission of a call is of the notification that the call opened with, known or not`(
    begin: String
  ) throws {
    let first = Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "s1")
    let second = [
      Lines.begin(Lines.first), Lines.submit(begin), Lines.accepted(begin),
      Lines.notification(Lines.first), Lines.persisted("s1"),
    ]
    let trace = try CorrelationTrace.of(
      first.map { Lines.at("14 04:00:00", $0) } + second.map { Lines.at("14 04:20:00", $0) })
    #expect(trace.events.allSatisfy { $0.hasSuffix("s1 c0") }, "\(trace.events)")
  }

  @Test
  func `a log that begins with the end of a call does not join it to the next call`() throws {
    let trace = try CorrelationTrace.of(
      [Lines.persisted("pm")] + Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "am") + [
        Lines.handler, Lines.accepted("2025-11-14T17:55:00Z"), Lines.resolved(Lines.first, "am"),
        Lines.completed, Lines.handler, Lines.resolved("2025-11-14T18:00:00Z", "pm"),
      ])
    #expect(
      trace.events.map { $0.split(separator: " ")[2] } == [
        "c0", "c1", "c1", "c1", "c1", "c1", "c2", "c1", "c1", "c2", "c2",
      ])
    // Nobody knows when the notification was due whose storing alone the log shows.
    #expect(trace.ends.contains("cycle 0 open"))
  }

  @Test
  func `a log that begins with the capped lead begins in its call`() throws {
    let trace = try CorrelationTrace.of([
      "[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)",
      Lines.accepted("2025-11-14T05:53:30Z"), Lines.notification(Lines.first),
    ])
    #expect(trace.events.allSatisfy { $0.hasSuffix("s1 c0") })
    #expect(trace.correlator.cycles[0].start.isHeadCut)
  }

  // A notification whose lead is small enough to be capped, one whose is not, and one that is over.
  @Test(arguments: [
    ("14 05:48:00", "c0"), ("14 05:47:01", "c0"), ("14 05:46:59", "c1"), ("14 05:53:00", "c1"),
  ])
  func `a capped lead outside a call is of the notification that waits for its task`(
    time: String, cycle: String
  ) throws {
    let calls = Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "s1").map {
      Lines.at("14 05:00:00", $0)
    }
    let cap = "[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)"
    for pid in [201, 311] {
      let trace = try CorrelationTrace.of(calls + [Lines.at(time, cap, pid: pid)])
      #expect(trace.all("lead_capped").first?.hasSuffix(cycle) == true, "\(trace.events)")
    }
  }

  @Test func `a capped lead is not of a notification whose task ran`() throws {
    let lines =
      Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "s1").map { Lines.at("14 05:00:00", $0) }
      + [
        Lines.at("14 05:48:00", Lines.handler),
        Lines.at("14 05:48:00", Lines.fetch(Lines.first, "s1")),
        Lines.at("14 05:48:01", Lines.success), Lines.at("14 05:48:01", Lines.completed),
        Lines.at(
          "14 05:50:00", "[DNP-FETCH] Prefetch lead too small, capping at minimum (60s)"),
      ]
    #expect(try CorrelationTrace.of(lines).all("lead_capped").first?.hasSuffix("c1") == true)
  }

  @Test(arguments: ["Optional(2025-11-14 05:53:00 +0000)", "soon", "<private>"])
  func `a call whose notification time cannot be read is a call`(time: String) throws {
    let trace = try CorrelationTrace.of([
      Lines.begin(time), Lines.accepted(time), Lines.notification(time), Lines.persisted("s1"),
    ])
    #expect(trace.events.allSatisfy { $0.hasSuffix("s1 c0") }, "\(trace.events)")
  }

  // MARK: Deliveries

  @Test(
    arguments: [
      [Lines.built("daily"), Lines.delivered("daily"), Lines.summary("daily")],
      [Lines.delivered("daily"), Lines.summary("daily")],
      [Lines.summary("daily")],
    ], [false, true])
  func `the id of every day is of the notification being delivered, not of tomorrow's`(
    lines: [String], isTimed: Bool
  ) throws {
    let all =
      Self.scheduled(Lines.second, "2025-11-15T05:48:00Z", "daily").map { ("14 05:50:00", $0) }
      + [("14 05:53:00", Lines.prepare(Lines.first)), ("14 05:53:00", Lines.hit)]
      + lines.map { ("14 05:53:01", $0) }
    let trace = try CorrelationTrace.of(isTimed ? all.map { Lines.at($0.0, $0.1) } : all.map(\.1))
    #expect(trace.events.dropFirst(4).allSatisfy { $0.contains(" c1 d0") }, "\(trace.events)")
  }

  @Test
  func `what is looked up long after a delivery is for another one`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:53:00", Lines.prepare(Lines.first)), Lines.at("14 05:53:00", Lines.hit),
      Lines.at("14 05:53:01", Lines.delivered("t5")), Lines.at("14 07:30:00", Lines.hit),
      Lines.at("14 07:30:01", Lines.built("t7")), Lines.at("14 07:30:01", Lines.delivered("t7")),
    ])
    #expect(trace.events.suffix(3).allSatisfy { $0.contains(" d1") && !$0.contains(" c0") })
  }

  @Test
  func `the announcement of a task whose beginning is cut off is no delivery`() throws {
    let trace = try CorrelationTrace.of([
      Lines.miss, "[DNP-FETCH] Task completed (success=false, reason=NETWORK)",
      Lines.prepare(Lines.first), Lines.miss, Lines.fetch(Lines.first, "s1"), Lines.success,
    ])
    #expect(
      trace.events == [
        "cache_miss s1 d0", "bgtask_completed s1", "delivery_prepare s1 c0 d1",
        "cache_miss s1 c0 d1", "fetch_start s1 c0 d1 ondemand", "fetch_success s1 c0 d1 ondemand",
      ])
  }

  // MARK: Processes

  @Test
  func `without process numbers, a registration behind other lines begins a process`() throws {
    let start = [Lines.register, Lines.register.replacing("id=t", with: "id=u"), Lines.startup]
    let trace = try CorrelationTrace.of(
      Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "s1") + start)
    #expect(trace.events.suffix(3).allSatisfy { $0.contains(" s2") })
    #expect(trace.events.prefix(4).allSatisfy { $0.contains(" s1") })
    // With them, they tell.
    let numbered = try CorrelationTrace.of(
      (Self.scheduled(Lines.first, "2025-11-14T05:48:00Z", "s1") + start).map {
        Lines.at("14 05:00:00", $0)
      })
    #expect(numbered.correlator.segmentCount == 1)
  }
}
