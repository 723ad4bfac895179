import RuleLanguage
import RunReport
import Testing

/// Logs that begin in the midst of a task, or have no times, and what they still show.
@Suite struct CutTaskTests {
  private static let task = [
    ("05:48:12", "[DNP-FETCH] Cached content MD5: 0cc175b9c0f1b6a831c399e269772661"),
    ("05:48:13", "[DNP-FETCH] Task completed (success=true)"),
  ]
  private static let delivery = [
    ("05:53:00", "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z"),
    ("05:53:01", "[DNP-FETCH] Found cached content (age=289s, source=prefetch)"),
    ("05:53:02", "[DNP-FETCH] Using cached content MD5: 0cc175b9c0f1b6a831c399e269772661"),
    ("05:53:03", "[DNP-SCHEDULER] Notification built (title=T, body=B, id=s1)"),
    ("05:53:04", "[DNP-SCHEDULER] Notification delivered (id=s1, title=T)"),
  ]

  private static func text(_ lines: [(String, String)], isTimed: Bool) -> String {
    lines.map { time, line in
      (isTimed ? "2025-11-14 \(time).000000+0000 App[201:1] " : "") + line + "\n"
    }.joined()
  }

  @Test
  func `two hashes that a log shows are compared though it begins with the first`() throws {
    for isTimed in [true, false] {
      let same = Self.text(Self.task + Self.delivery, isTimed: isTimed)
      let summary = try Judge.summary(same)
      #expect(summary.verdict == .pass)
      #expect(summary.cycles.first?.contentHashMatch == true)
      let other = same.replacing("Using cached content MD5: 0", with: "Using cached content MD5: 1")
      let judged = try Judge.summary(other)
      let broken = judged.findings.filter { $0.rule == "integrity/content-hash-matches" }
      #expect(broken.map(\.outcome) == [.violated], "\(isTimed)")
    }
  }

  @Test
  func `a task that the log begins in is not taken for that of a notification of the next day`()
    throws
  {
    let day = Self.text(Self.task, isTimed: true)
    let next = Self.text(Self.delivery, isTimed: true).replacing("2025-11-14", with: "2025-11-15")
      .replacing("MD5: 0", with: "MD5: 1")
    let summary = try Judge.summary(day + next)
    #expect(summary.findings.allSatisfy { $0.outcome != .violated || $0.severity != .error })
  }

  @Test
  func `a begun display is over without times once a later notification is shown`() throws {
    func day(_ id: String) -> String {
      [
        "WORK_START id=\(id) action=display", "DISPLAY_START id=\(id)",
        "DISPLAY_NOTIF_START id=\(id)",
      ]
      .map { "I/DailyNotificationWorker( 4211): DN|\($0)\n" }.joined()
    }
    let (first, second) = ("notify_1763099580000", "notify_1763185980000")
    let shown = "I/DailyNotificationWorker( 4211): DN|DISPLAY_NOTIF_OK id=\(second)\n"
    let summary = try Judge.summary(day(first) + day(second) + shown)
    #expect(summary.cycles.map(\.outcome).contains(.notDelivered))
    #expect(summary.verdict != .pass)
    // A log may end in the first one.
    let cut = try Judge.summary(day(first))
    #expect(cut.findings.allSatisfy { $0.outcome != .violated })
  }
}
