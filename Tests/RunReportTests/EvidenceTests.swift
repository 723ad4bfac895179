import RunReport
import Testing

/// The lines that a finding shows as its proof, and the cycles that they are of.
@Suite struct EvidenceTests {
  private static let failure =
    "[DNP-FETCH] Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)"
  /// A journal's own members, longer than what is kept of a line.
  private static let cursor = String(repeating: "s=0b1c2d3e;", count: 50)

  private static func finding(_ lines: [String], _ rule: String) throws -> Finding {
    let summary = try AnalysisEngineTests.judge(rule, lines).summary
    return try #require(summary.findings.first)
  }

  private static let time = #""2025-11-14T05:50:00.5Z""#
  private static let docker = #"","stream":"stdout","time":"2025-11-14T05:50:00.5Z"}"#
  private static let journal: String =
    #"{"__CURSOR":"\#(cursor)","__REALTIME_TIMESTAMP":"1763099400500000","_BOOT_ID":"a","MESSAGE":""#

  private static let carried: [String] = [
    #"{"log":"\#(failure)\n\#(docker)"#,
    #"\#(journal)\#(failure)"}"#,
    #"{"level":"info","event":"\#(failure)","timestamp":\#(time)}"#,
    // A head of its own tells nothing more.
    #"{"log":"2025-11-14T05:50:00.500Z \#(failure)\n\#(docker)"#,
  ]

  @Test(arguments: carried)
  func `of a line that carries a message, the message is shown`(line: String) throws {
    let evidence = try Self.finding([line], "never: {event: fetch_failure}").evidence
    #expect(evidence.map(\.text) == [Self.failure])
    #expect(evidence.map(\.isCarried) == [true])
    #expect(evidence.map(\.time) == [1_763_099_400_500_000])
  }

  @Test
  func `a line of text, and a record of the plugin's own, are shown as they stand`() throws {
    for line in [
      "2025-11-14T05:50:00.500Z \(Self.failure)",
      #"{"event":"prefetch_failure","error":"NetworkError","timestamp":1763099400500}"#,
    ] {
      let evidence = try Self.finding([line], "never: {event: fetch_failure}").evidence
      #expect(evidence.map(\.text) == [line])
      #expect(evidence.map(\.isCarried) == [false])
    }
  }

  @Test
  func `secrets of a message that a line carries are masked`() throws {
    let line =
      #"{"log":"[DNP-FETCH] Fetch failed (error=NetworkError, url=https://a/?api_key=83ac0019)\n","#
      + #""stream":"stdout","time":"2025-11-14T05:50:00.5Z"}"#
    let evidence = try Self.finding([line], "never: {event: fetch_failure}").evidence
    #expect(evidence.allSatisfy { $0.text.contains("api_key=***") })
    #expect(evidence.allSatisfy { !$0.text.contains("83ac0019") })
  }

  // MARK: Cycles

  private static func failedFetch(_ number: Int) -> [String] {
    let day = "2025-11-\(13 + number)"
    let head = "\(day) 05:48:1"
    return [
      "\(head)0.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=com.example.fetch)",
      "\(head)1.000000+0000 App[201:1] [DNP-FETCH] Starting fetch"
        + " (notificationTime=\(day)T05:53:00Z, scheduleId=s\(number))",
      "\(head)2.000000+0000 App[201:1] \(failure)",
    ]
  }

  @Test
  func `what is of no cycle names the cycles of its lines`() throws {
    let one = try Self.finding(Self.failedFetch(1), "never: {event: fetch_failure}")
    #expect(one.scope.cycles == ["s1"])
    let lines = (1...3).flatMap(Self.failedFetch)
    let all = try Self.finding(lines, "count: {event: fetch_failure, at_most: 2}")
    #expect(all.scope.cycle == nil)
    #expect(all.scope.cycles == ["s1", "s2", "s3"])
    let none = try Self.finding([Self.failure], "never: {event: fetch_failure}")
    #expect(none.scope.cycle == nil && none.scope.cycles.isEmpty)
  }

  @Test
  func `an event that is counted as the part and as the whole is one witness`() throws {
    let rule = """
      ratio:
        of: {event: fetch_failure, where: "reason == 'NETWORK'"}
        among: {event: fetch_failure}
        at_most: 0.5
      """
    let finding = try Self.finding((1...2).flatMap(Self.failedFetch), rule)
    #expect(finding.evidence.map(\.line) == [3, 6])
    #expect(finding.steps.map(\.line) == [3, 6])
  }

  // MARK: Words

  private static let told: [(String, String)] = [
    (
      "when: {event: fetch_failure}\ncheck: [\"has(fetch_failure.scheduledFor)\"]",
      "fetch_failure at line 3 fails the rule's check: scheduledFor at line 3 is missing"
    ),
    (
      "when: {event: fetch_start}\nexpect: [{event: fetch_failure, within: 500ms}]",
      "fetch_failure at line 3 came 0.5 s too late after fetch_start at line 2"
    ),
    (
      "never: {event: fetch_failure, after: {event: fetch_start}, until: {event: http_request}}",
      "fetch_failure at line 3 came after fetch_start at line 2, with no http_request in between"
    ),
    (
      "when: {event: fetch_failure}\nschema: {required: [willRetry, scheduledFor]}\nmessage: \"Not whole at {line}\"",
      "Not whole at line 3 (05:48:12Z): scheduledFor of fetch_failure at line 3 is missing"
    ),
    (
      "when: {event: fetch_failure}\nschema: {properties: {willRetry: {const: true}}}\nmessage: Not whole",
      "Not whole: willRetry at line 3 is false"
    ),
  ]

  @Test func `a time of another day than the first is told with its date`() throws {
    let days = ["2025-11-14", "2025-11-15"].map { day in
      """
      \(day)T05:48:11.000Z [DNP-FETCH] BGTask handler invoked (id=t)
      \(day)T05:48:12.000Z [DNP-FETCH] Starting fetch (notificationTime=\(day)T05:53:00Z, scheduleId=n)
      \(day)T06:30:00.000Z [DNP-PLUGIN] Call getNotificationStatus (outcome=ok)

      """
    }
    let findings = try Judge.summary(days.joined()).findings.filter {
      $0.rule == "hints/fetch-has-outcome"
    }
    #expect(
      findings.map(\.message).sorted() == [
        "The fetch that started at line 2 (05:48:12Z) has no outcome",
        "The fetch that started at line 5 (2025-11-15T05:48:12Z) has no outcome",
      ])
  }

  @Test(arguments: told)
  func `what was found says what is wrong`(rule: String, expected: String) throws {
    #expect(try Self.finding(Self.failedFetch(1), rule).message == expected)
  }
}
