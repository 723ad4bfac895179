import RuleLanguage
import RunAnalysis
import Testing
import YAMLReading

/// The claims that are read from the record of a test run, and the records that are refused.
@Suite struct TestRunRecordTests {
  private func record(_ text: String) throws -> TestRunRecord {
    try TestRunRecord(reading: Array(text.utf8), path: "r")
  }

  private func claims(_ record: TestRunRecord) -> [String] {
    (record.claims + record.outcomes.flatMap(\.claims)).map { "\($0.member) \($0.line)" }
  }

  private static let artifact = """
    {
      "testRun": {
        "date": "2025-11-15T10:00:00Z", "device": null, "iosVersion": "17.1",
        "outcome": {
          "bgTaskExecutedAt": "2025-11-15T07:50:00+02:00",
          "cachedContentUsed": true,
          "errors": ["a", "b"]
        },
        "telemetry": {"scheduled": 1}
      }
    }
    """

  @Test
  func `an artifact claims what is not null, each in its line`() throws {
    let record = try record(Self.artifact)
    #expect(record.form == .artifact)
    #expect(
      claims(record) == [
        "date 3", "iosVersion 3", "scheduled 9", "bgTaskExecutedAt 5", "cachedContentUsed 6",
        "errors 7",
      ])
    #expect(record.outcomes[0].claims[0].value == .instant(1_763_185_800_000_000))
    #expect(record.outcomes[0].claims[2].value == .int(2))
    #expect(
      record.lacks == [
        "device", "prefetchScheduledAt", "notificationFiredAt", "executed", "success", "used",
      ])
  }

  @Test(arguments: [
    #"{"a": 1, "DNP_TestRunArtifact": "{\"testRun\": {\"iosVersion\": \"17.1\"}}"}"#,
    #"{"DNP_TestRunArtifact": {"testRun": {"iosVersion": "17.1"}}}"#,
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>x</key><true/>
    <key>DNP_TestRunArtifact</key>
    <string>{&quot;testRun&quot;: {"iosVersion": "17.1"}}</string>
    </dict></plist>
    """,
  ])
  func `an artifact is found in an export of the defaults`(text: String) throws {
    let record = try record(text)
    #expect(record.claims.map(\.member) == [.iosVersion])
    #expect(record.claims.map(\.value) == [.string("17.1")])
    #expect(record.claims[0].line == (text.hasPrefix("<") ? 3 : 1))
  }

  @Test
  func `JSON is read as programs write it: with tabs, escaped slashes and characters in halves`()
    throws
  {
    let record = try record(
      "{\r\n\t\"testRun\": {\r\n\t\t\"device\": \"a\\/b \\ud83d\\ude00 \\\\ud83d\"\r\n\t}\r\n}")
    #expect(record.claims.map(\.value) == [.string("a/b 😀 \\ud83d")])
    #expect(record.claims.map(\.line) == [3])
  }

  @Test
  func `a template claims what is filled in, whatever the marks around it`() throws {
    let record = try record(
      """
      # Test Run Result Template
      Use this template when recording test runs:
      **Date:** 2025-11-15
      Device model: (e.g. iPhone)
      Lead time (T-Lead - see glossary): 5 min
      Conditions: on battery, LTE / Low Power Mode on; Background App Refresh disabled; sunny
      * Outcome summary:
        * BGTask executed at: 2025-11-15T05:50:00Z (in the bus)
        * Cached content used: yes/no
        * (3 more cycles are not listed)
      Telemetry counters:
      - dnp_prefetch_used_for_notification_total: 1
      State verification (s2):
      - Content hash match: no (two fetches)
      - Cache persistence: Verified
      Failures observed (if any) and key log lines:
      - device.log:12: Date: it is late
        and more of it
      Notes / follow-ups:
      Unknown: anything goes
      Date: never
      """)
    #expect(record.form == .template)
    #expect(
      claims(record) == [
        "date 3", "lead 5", "power 6", "network 6", "lowPower 6", "backgroundRefresh 6", "used 12",
        "errors 17", "bgTaskExecutedAt 8", "contentHashMatch 14", "cachePersistence 15",
      ])
    #expect(record.outcomes.map(\.cycle) == [nil, "s2"])
    let values = record.claims.map(\.value)
    #expect(
      values[1...5] == [
        .duration(300_000_000), .string("battery"), .string("cellular"), .bool(true),
        .string("off"),
      ])
    #expect(values.last == .int(2))
    #expect(record.lacks == ["device model"])
  }

  @Test(arguments: ["s1", "2025-11-15T05:53:00Z", "a(b", "a)b", "(a: b)"])
  func `the name of a cycle may be any`(name: String) throws {
    let record = try record("Outcome summary (\(name)):\n- Cached content used: yes\n")
    #expect(record.outcomes.map(\.cycle) == [name])
    #expect(record.outcomes[0].claims.map(\.value) == [.bool(true)])
  }

  @Test(arguments: [
    ("", "1 is empty: give an artifact or a filled template"),
    (
      "hello\n",
      "1 this is neither an artifact nor a template: an artifact is a JSON object with"
        + " 'testRun', a template begins with 'Date:'"
    ),
    (
      "{\"a\": 1}",
      "1 key 'testRun' is missing: give the member 'testRun', or an export of the defaults with"
        + " 'DNP_TestRunArtifact'"
    ),
    ("{\"testRun\": 1}", "1 expected an object, found '1': "),
    (
      "{\"testRun\":\n{\"date\": \"05:50\"}}",
      "2 this is not a timestamp: write it as 2025-11-14T05:48:00Z"
    ),
    (
      "{\"testRun\": {\"date\": \"2025-11-15T10:00:00\"}}",
      "1 the timestamp has no zone: end it with Z for UTC"
    ),
    (
      "{\"testRun\": {\"outcome\": {\"errors\": \"none\"}}}",
      "1 expected a list, found the quoted text \"none\": "
    ),
    (
      "{\"testRun\": {\"outcome\": {\"cachedContentUsed\": \"true\"}}}",
      "1 expected true or false, found the quoted text \"true\": "
    ),
    (
      "{\"testRun\": {\"outcome\": {\"bgTaskExcutedAt\": null}}}",
      "1 unknown member 'bgTaskExcutedAt': did you mean 'bgTaskExecutedAt'?"
    ),
    ("{\"testRun\": {\"telemetry\": {\"used\": -1}}}", "1 a counter is never negative: "),
    (
      "{\"DNP_TestRunArtifact\":\n\"{\\\"testRun\\\": []}\"}",
      "2 expected an object, found a list: "
    ),
    (
      "<plist></plist>",
      "1 there is no 'DNP_TestRunArtifact': give the member 'testRun', or an export of the"
        + " defaults with 'DNP_TestRunArtifact'"
    ),
    ("bplist00", "1 is a binary property list: convert it with plutil -convert xml1"),
    (
      "Date: today\n",
      "1 'today' is no value of 'date': write it as 2025-11-14T05:48:00Z"
    ),
    (
      "Date:\nOutcome summary:\n- Cached content used: maybe\n",
      "3 'maybe' is no value of 'cached content used': write yes or no"
    ),
    (#"{"testRun": {"iosVersion": 17.1}}"#, "1 expected a text in quotes, found '17.1': "),
    (
      "Date:\nLead time: soon\n",
      "2 'soon' is no value of 'lead time': write it as 300s or 5min"
    ),
    (
      "Date:\n- dnp_prefetch_success_total: one\n",
      "2 'one' is no value of 'dnp_prefetch_success_total': write a whole number"
    ),
    ("Date:\nDevice modl: x\n", "2 unknown key 'device modl': did you mean 'device model'?"),
    (
      "Date:\nall fine\n",
      "2 this line has no key: write Key: value, or put it under Notes"
    ),
  ])
  func `what cannot be read is refused with its line and what to do`(text: String, expected: String)
  {
    let error = #expect(throws: SourceError.self) { try record(text) }
    guard let error else { return }
    #expect("\(error.location.line) \(error.message): \(error.advice)" == expected)
  }

  @Test
  func `no document can do harm`() {
    let texts = [
      String(repeating: "[", count: 100_000),
      "{\"testRun\": {\"a\": \(String(repeating: "[", count: 9999))",
      "<key>DNP_TestRunArtifact</key><string>", "Date:\n" + String(repeating: "(", count: 100_000),
      "Date: \u{0}\u{1B}[2J", "Lead time: 99999999999999999999h",
      "- dnp_prefetch_success_total: 99999999999999999999",
    ]
    for text in texts { _ = try? record(text) }
    #expect(throws: SourceError.self) {
      try TestRunRecord(reading: [UInt8](repeating: 0x20, count: 2 << 20), path: "r")
    }
    #expect(throws: SourceError.self) { try TestRunRecord(reading: [0x44, 0xFF, 0x0A], path: "r") }
  }
}
