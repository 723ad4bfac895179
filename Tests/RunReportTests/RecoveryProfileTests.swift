import RunAnalysis
import RunReport
import Testing

/// The profiles of recovery, which judge logs without a cycle.
@Suite struct RecoveryProfileTests {
  static let launch = [
    "[DNP-PLUGIN] App launch (start=cold, cause=user)", "[DNP-PLUGIN] load() called",
  ]
  static let begin = "[DNP-RECOVERY] Recovery begin (trigger=cold)"
  static let end = "[DNP-RECOVERY] Recovery end (missed=0, rescheduled=0, verified=2, errors=0)"
  static let alarms = "[DNP-RECOVERY] State compare (stored=2, active=2)"
  static let lists = "[DNP-RECOVERY] State compare (stored=2, pending=2, delivered=0)"

  static func verdict(_ profile: String, _ lines: [String]) throws -> RunSummary.Verdict {
    try summary(profile, lines).verdict
  }

  static func summary(_ profile: String, _ lines: [String]) throws -> RunSummary {
    var options = RunOptions()
    options.profile = profile
    let analyser = try LogAnalyser(Judge.prepared.get(), options: options)
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "log")
    return analyser.finish()
  }

  @Test(arguments: [("android-recovery", alarms), ("ios-recovery", lists)])
  func `recovery passes without a cycle`(profile: String, compare: String) throws {
    let lines = Self.launch + [Self.begin, compare, Self.end]
    #expect(try Self.verdict(profile, lines) == .pass)
  }

  @Test(arguments: ["android-recovery", "ios-recovery"])
  func `recovery without a comparison fails`(profile: String) throws {
    #expect(try Self.verdict(profile, Self.launch + [Self.begin, Self.end]) == .fail)
  }

  @Test(arguments: ["android-recovery", "ios-recovery"])
  func `log without a recovery proves nothing`(profile: String) throws {
    let lines = ["[DNP-PLUGIN] App state (state=background)"]
    #expect(try Self.verdict(profile, lines) == .inconclusive)
  }

  @Test(arguments: [
    (["[DNP-SCHEDULER] Notification delivered (id=a, title=T)"], "delivered"),
    // A delivery that looks for content had a prefetch in mind.
    (
      [
        "[DNP-SCHEDULER] Preparing content for notification at 2025-11-14T05:53:00Z",
        "[DNP-FETCH] No cached content available, falling back to on-demand fetch",
        "[DNP-SCHEDULER] Notification delivered (id=a, title=T)",
      ], "fallback"
    ),
  ])
  func `an alarm that is shown did not fall back`(delivery: [String], outcome: String) throws {
    let clocks = ["05:00:00", "05:53:00", "05:53:01", "05:53:02"]
    let lines = ["[DNP-SCHEDULER] Scheduling notification for 2025-11-14T05:53:00Z"] + delivery
    let alarms = zip(clocks, lines).map { "2025-11-14 \($0).000000+0000 App[201:1] \($1)" }
    let recovery = (Self.launch + [Self.begin, Self.alarms, Self.end]).map {
      "2025-11-14 04:59:00.000000+0000 App[201:1] \($0)"
    }
    let later =
      "2025-11-14 07:00:00.000000+0000 App[201:1] [DNP-PLUGIN] App state (state=background)"
    let summary = try Self.summary("android-recovery", recovery + alarms + [later])
    #expect(summary.cycles.map(\.outcome.rawValue) == [outcome])
    let words = outcome == "delivered" ? "delivered" : "delivered without prefetched content"
    #expect(summary.reasons == ["1 cycle: \(words)"])
  }
}
