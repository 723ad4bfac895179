import RuleLanguage
import RunReport
import Testing

/// The words with which an iPhone says that it ended a process.
@Suite struct SystemKillTests {
  /// What is said, with `{app}` and `{bundle}` for the names of the app, and `{pid}` for its process.
  private static let words = [
    "kernel[0:1] memorystatus: killing_highwater_process pid {pid} [{app}] (highwater 100 17s) 8579568KB",
    "kernel[0:1] memorystatus: killing_idle_process pid {pid} [{app}] (long-idle-exit 0 691s) 36897KB",
    "launchd[1:1] [user/501/UIKitApplication:{bundle}[abcd][rb-legacy] [{pid}]:] exited due to SIGKILL | sent by runningboardd[34], ran for 3000000ms",
    "launchd[1:1] [user/501/UIKitApplication:{bundle}[abcd][rb-legacy] [{pid}]:] exited with exit reason (namespace: 1 code: 0x7) - OS_REASON_JETSAM | <RBSTerminateContext| domain:1 code:0x7>, ran for 3000000ms",
    "runningboardd[34:1] [app<{bundle}>:{pid}] termination reported by launchd (1, 7, 9)",
    "runningboardd[34:1] [com.apple.runningboard:process] [app<{bundle}(501)>:{pid}] termination reported by launchd (2, 9, 9)",
    "runningboardd[34:1] [application<{bundle}>:{pid}] termination reported by launchd (1, 7, 9)",
  ]
  /// How an app ends that nobody killed.
  private static let others = [
    "launchd[1:1] [user/501/UIKitApplication:{bundle}[abcd][rb-legacy] [{pid}]:] exited due to exit(0), ran for 3000000ms",
    "launchd[1:1] [user/501/UIKitApplication:{bundle}[abcd][rb-legacy] [{pid}]:] exited with exit reason (namespace: 15 code: 0xbaadca11) - OS_REASON_RUNNINGBOARD",
    "runningboardd[34:1] [app<{bundle}>:{pid}] termination reported by launchd (0, 0, 0)",
    "runningboardd[34:1] [app<{bundle}>:{pid}] Setting jetsam priority to 0 [0x100]",
  ]
  private static let rule = "hints/fetch-has-outcome"

  private static func line(_ time: String, _ words: String) -> String {
    "2025-11-14 \(time).000000+0000 \(words)"
  }

  private static func said(_ words: String, app: String, bundle: String, pid: Int) -> String {
    words.replacing("{app}", with: app).replacing("{bundle}", with: bundle)
      .replacing("{pid}", with: "\(pid)")
  }

  private static func fetch(at time: String, pid: Int) -> [String] {
    [
      line(
        "\(time):00", "App[\(pid):1] [DNP-FETCH] BGTask handler invoked (id=com.example.app.fetch)"),
      line(
        "\(time):01",
        "App[\(pid):1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)"
      ),
    ]
  }

  private static func launch(at time: String, pid: Int) -> String {
    line(
      time, "App[\(pid):1] [DNP-FETCH] Registering BGTaskScheduler task (id=com.example.app.fetch)")
  }

  /// Judges a fetch that breaks off, and the next start behind it.
  private static func outcomes(_ end: String, then more: [String] = []) throws -> [Finding] {
    let lines =
      [launch(at: "05:00:00", pid: 201)] + fetch(at: "05:49", pid: 201) + [line("05:49:02", end)]
      + more + [launch(at: "06:30:00", pid: 444)]
    return try WhoseLineTests.judge(lines).findings.filter { $0.rule == rule }
  }

  @Test(arguments: words)
  func `what an iPhone ended is excused, by the line that says so`(words: String) throws {
    let end = Self.said(words, app: "App", bundle: "com.example.app", pid: 201)
    let findings = try Self.outcomes(end)
    #expect(findings.map(\.outcome) == [.excused])
    #expect(findings.first?.fault == .os)
    #expect(findings.first?.evidence.last?.text == Self.line("05:49:02", end))
  }

  @Test(arguments: words)
  func `what it ended of another app excuses nothing`(words: String) throws {
    let end = Self.said(words, app: "News", bundle: "com.other.news", pid: 812)
    #expect(try Self.outcomes(end).map(\.outcome) == [.violated])
  }

  @Test(arguments: others)
  func `an end that is no kill excuses nothing`(words: String) throws {
    let end = Self.said(words, app: "App", bundle: "com.example.app", pid: 201)
    #expect(try Self.outcomes(end).map(\.outcome) == [.violated])
  }

  @Test func `a task that runs after a kill is not the one that was cut off`() throws {
    let end = Self.said(Self.words[0], app: "App", bundle: "com.example.app", pid: 201)
    let again = [Self.launch(at: "05:50:00", pid: 333)] + Self.fetch(at: "05:51", pid: 333)
    let findings = try Self.outcomes(end, then: again)
    let told = Dictionary(grouping: findings, by: { $0.scope.process ?? 0 })
    #expect(told[1]?.map(\.outcome) == [.excused])
    #expect(told[2]?.map(\.outcome) == [.violated])
    let second = Self.line(
      "05:51:02", Self.said(Self.words[0], app: "App", bundle: "com.example.app", pid: 333))
    let both = try Self.outcomes(end, then: again + [second])
    #expect(both.map(\.outcome) == [.excused, .excused])
    #expect(both.allSatisfy { $0.evidence.last?.text.contains("killing_") == true })
  }
}
