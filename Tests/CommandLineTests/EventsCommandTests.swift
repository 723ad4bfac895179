import TestSupport
import Testing

/// The lines of `events` and the text of `explain`.
struct EventsCommandTests {
  private static let known = [
    "event", "time", "file", "line", "form", "container", "tag", "pid", "process", "cycle",
    "window", "phase", "twin", "fields",
  ]

  @Test(arguments: Samples.logs)
  func everyLineIsAnObjectOfKnownMembersInOrder(log: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["events", Samples.path(log)], in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    let summary = try #require(try Dnplog.judge([Samples.path(log)], in: directory).summary)
    let lines = result.output.split(separator: "\n")
    let events = summary["inputs"].elements.compactMap { $0["events"].int }
    #expect(lines.count == events.reduce(0, +))
    for line in lines {
      let event = try JSONText(String(line))
      #expect(event.keys == Self.known.filter(event.keys.contains))
      #expect(event.keys.starts(with: ["event"]) && event.keys.last == "fields")
      #expect(event["file"].string?.hasPrefix(Samples.path(log)) == true)
      #expect((event["line"].int ?? 0) > 0)
    }
  }

  @Test func anEventTellsItsPlaceTimeAndFields() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.run(["events", "device.log"], in: directory)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines[9] == """
        {"event":"fetch_success","time":"2025-11-14T05:50:01.300Z","file":"device.log","line":10,\
        "form":"text","container":"nslog","tag":"DNP-FETCH","pid":201,"process":1,\
        "cycle":"2025-11-14T05:53:00Z","window":"execution","phase":"prefetch",\
        "fields":{"status":200,"bytes":1234,"ttl":86400}}
        """)
  }

  @Test func eventsOfSeveralInputsFollowEachOther() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("b.log", Samples.happyCycle)
    let result = try Dnplog.run(["events", "a.log", "missing.log", "b.log"], in: directory)
    let files = try result.output.split(separator: "\n").map { try JSONText(String($0))["file"] }
    #expect(
      files.map(\.string) == Array(repeating: "a.log", count: 19)
        + Array(repeating: "b.log", count: 19))
    #expect(result.errors == "dnplog: missing.log: no such file: check the path\n")
    #expect(result.exitCode == 2)
  }

  @Test func explainShowsEachInstanceWithItsLines() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("acceptance/second-cycle-never-completes.log")
    let rule = "prefetch-cycle/success-is-stored-and-completed"
    let result = try Dnplog.run(["explain", rule, log], in: directory)
    #expect(result.output.hasPrefix("\(rule)  Fetched content is stored, and the task then ends\n"))
    for part in [
      "cycle notif-2025-11-14", "bgtask_completed (line 13)", "cycle notif-2025-11-15",
      "bgtask_completed, due by 2025-11-15T05:51:01.300Z", "fetch_success (line 27)",
    ] {
      #expect(result.output.contains(part), "\(part)")
    }
    #expect(result.exitCode == 0)
  }

  @Test func explainFindsABareNameAndSaysWhenNothingTriggered() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "nothing of ours\n")
    let bare = try Dnplog.run(["explain", "fetch-has-outcome", "device.log"], in: directory)
    #expect(bare.output.hasSuffix("device.log: the rule was never triggered\n"))
    let typo = try Dnplog.run(["explain", "hints/fetch-has-outcom", "device.log"], in: directory)
    #expect(
      typo.errors
        == "dnplog: explain: there is no rule 'hints/fetch-has-outcom': did you mean"
        + " 'hints/fetch-has-outcome'?\n")
    #expect(typo.exitCode == 2)
  }
}
