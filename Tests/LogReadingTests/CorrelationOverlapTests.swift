import Testing

/// Where two pieces of work of the plugin lie over one another.
@Suite struct CorrelationOverlapTests {
  @Test
  func `a call that submits the task of an earlier schedule anew does not take it`() throws {
    let begin = "2025-11-14T05:48:00Z"
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.begin(Lines.first)),
      Lines.at("14 05:00:00", Lines.submit(begin)), Lines.at("14 05:00:00", Lines.accepted(begin)),
      Lines.at("14 05:00:10", Lines.begin(Lines.second)),
      Lines.at("14 05:00:10", "[DNP-FETCH] Cancelled BGTask (id=t, cause=replace)"),
      Lines.at("14 05:00:10", Lines.submit(begin)), Lines.at("14 05:00:10", Lines.accepted(begin)),
      Lines.at("14 05:00:10", Lines.notification(Lines.second)),
    ])
    #expect(trace.all("bgtask_scheduled") == ["bgtask_scheduled s1 c0", "bgtask_scheduled s1 c0"])
    #expect(trace.all("notification_scheduling") == ["notification_scheduling s1 c1"])
  }

  @Test(arguments: [
    [], ["[DNP-FETCH] Fetch failed: error=NetworkError, willRetry=false"],
  ])
  func `a prefetch that never ended does not take the fetch on demand`(outcome: [String]) throws {
    let execution = [
      Lines.handler, Lines.resolved(Lines.first, "a"), Lines.fetch(Lines.first, "a"),
    ]
    let trace = try CorrelationTrace.of(
      (execution + outcome).map { Lines.at("14 05:48:10", $0) }
        + [
          Lines.prepare(Lines.first), Lines.miss, Lines.fetch(Lines.first, "a"), Lines.success,
        ].map { Lines.at("14 05:53:00", $0) })
    #expect(trace.all("cache_miss") == ["cache_miss s1 c0 d0"])
    #expect(trace.all("fetch_start").last == "fetch_start s1 c0 d0 ondemand")
    #expect(trace.all("fetch_success") == ["fetch_success s1 c0 d0 ondemand"])
  }

  @Test
  func `an error belongs to the task at work`() throws {
    let error = "[DNP-FETCH] Error (component=parse, message=no JSON)"
    let trace = try CorrelationTrace.of([
      Lines.handler, Lines.fetch(Lines.first, "a"), error, Lines.completed, error,
    ])
    #expect(trace.all("plugin_error") == ["plugin_error s1 c0 e0", "plugin_error s1"])
  }
}
