import RuleLanguage
import RunReport
import Testing

/// Processes of one name that write side by side, as on two devices: neither is a new start of the other,
/// and each goes on with what it is at.
@Suite struct BesideTests {
  private static let first = (try? WhoseLineTests.lines("prefetch/happy-device.log")) ?? []

  /// The same half an hour later, by another process that is launched at the same time.
  private static let second = first.map { line in
    line.replacing("App(DailyNotification)[201]", with: "App(DailyNotification)[305]")
      .replacing("notif-2025-11-14", with: "other-2025-11-14")
      .replacing("T05:53:00Z", with: "T06:23:00Z").replacing("T05:48:00Z", with: "T06:18:00Z")
      .replacing(" 05:50:", with: " 06:20:").replacing(" 05:53:", with: " 06:23:")
  }

  /// How many of the lines come before the task.
  private static let launch = 6

  private static func sideBySide(_ first: [String], _ second: [String]) -> [String] {
    let launches = zip(first[..<launch], second[..<launch]).flatMap { [$0, $1] }
    return launches + first[launch...] + second[launch...]
  }

  @Test func `two healthy processes are judged as each alone`() throws {
    #expect(Self.first.count == 19)
    let summary = try WhoseLineTests.judge(Self.sideBySide(Self.first, Self.second))
    #expect(summary.verdict == .pass)
    #expect(summary.cycles.map(\.scheduleId) == ["notif-2025-11-14", "other-2025-11-14"])
    #expect(!summary.findings.contains { $0.outcome == .violated })
  }

  @Test(arguments: [true, false])
  func `a fault of one of them is found`(isFirst: Bool) throws {
    func faulty(_ lines: [String]) -> [String] { lines.filter { !$0.contains("Task completed") } }
    let summary = try WhoseLineTests.judge(
      isFirst
        ? Self.sideBySide(faulty(Self.first), Self.second)
        : Self.sideBySide(Self.first, faulty(Self.second)))
    #expect(summary.verdict == .fail)
    #expect(summary.findings.contains { $0.outcome == .violated })
  }

  @Test func `a process that does not come back is over`() throws {
    // It was registered, and gone before its start-up was complete.
    let gone = [Self.first[0]]
    let again = Self.first.map { $0.replacing("[201]", with: "[305]") }
    let summary = try WhoseLineTests.judge(gone + again)
    #expect(
      summary.findings.contains {
        $0.rule == "hints/startup-follows-registration" && $0.outcome == .violated
      })
  }
}
