import TestSupport
import Testing

/// The number of findings that are listed changes nothing of what is found.
struct DetailLimitTests {
  /// Returns a fetch that starts each minute, by the minute, and what comes after it.
  private static func fetches(_ count: Int, then line: String) -> String {
    (0..<count).map { number in
      let minute = "2025-11-14 0\(number / 60):\(number % 60 < 10 ? "0" : "")\(number % 60)"
      return """
        \(minute):00.000000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-15T05:53:00Z, scheduleId=s)
        \(minute):\(line)

        """
    }.joined()
  }

  @Test(arguments: Samples.logs)
  func `a sample is judged the same without details`(log: String) throws {
    let directory = try TemporaryDirectory()
    let words = ["--year", "2025", Samples.path(log)]
    let whole = try Dnplog.judge(words, in: directory)
    let bare = try Dnplog.judge(["--max-details", "0"] + words, in: directory)
    #expect(bare.status == whole.status)
    for key in ["verdict", "counters", "rules", "cycleCounts", "findingCounts"] {
      #expect(bare.summary?[key] == whole.summary?[key], "\(key)")
    }
  }

  @Test(arguments: [1000, 2, 0])
  func `what the system did late is forgiven on a simulator, listed or not`(limit: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "late.yaml",
      """
      pack: late
      title: T
      rules:
        - id: answered
          title: A fetch succeeds within a second
          bucket: B
          scope: log
          when: {event: fetch_start}
          expect: [{event: fetch_success, within: 1s}]
      """)
    try directory.add(
      "device.log",
      Self.fetches(
        5, then: "05.000000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=1, ttl=9)")
    )
    let words = [
      "--rules", "late.yaml", "--pack", "late", "--max-details", "\(limit)", "device.log",
    ]
    let simulated = try Dnplog.judge(["--env", "simulator=true"] + words, in: directory)
    #expect(simulated.summary?["rules"]["violated"].int == 0)
    let device = try Dnplog.judge(words, in: directory)
    #expect(device.summary?["rules"]["violated"].int == 1)
  }

  @Test
  func `what is never shown to be logged takes no room from what is violated`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "un.yaml",
      """
      pack: un
      title: T
      rules:
        - id: unarmed
          title: A breaker tells its state
          bucket: A
          scope: log
          on_retrigger: parallel
          when: {event: app_state}
          expect: [{event: circuit_state, within: 1s}]
        - id: real
          title: No fetch succeeds
          bucket: A
          scope: log
          never: {event: fetch_success}
      """)
    let success =
      "30.000000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=1, ttl=9)\n"
    try directory.add(
      "device.log",
      (0..<6).map { minute in
        "2025-11-14 00:0\(minute):20.000000+0000 App[201:1] [DNP-PLUGIN] "
          + "App state (state=background)\n"
      }.joined() + "2025-11-14 00:06:" + success)
    let judged = try Dnplog.judge(
      ["--rules", "un.yaml", "--pack", "un", "--max-details", "3", "device.log"], in: directory)
    #expect(judged.findings.contains("un/real violated plugin"))
    #expect(!judged.findings.contains { $0.hasPrefix("un/unarmed ") })
    #expect(judged.summary?["omitted"]["findings"].int == 0)
  }
}
