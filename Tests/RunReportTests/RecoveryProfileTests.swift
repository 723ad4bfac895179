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
    var options = RunOptions()
    options.profile = profile
    let analyser = try LogAnalyser(Judge.prepared.get(), options: options)
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "log")
    return analyser.finish().verdict
  }

  @Test(arguments: [("android-recovery", alarms), ("ios-recovery", lists)])
  func recoveryPassesWithoutACycle(profile: String, compare: String) throws {
    let lines = Self.launch + [Self.begin, compare, Self.end]
    #expect(try Self.verdict(profile, lines) == .pass)
  }

  @Test(arguments: ["android-recovery", "ios-recovery"])
  func recoveryWithoutAComparisonFails(profile: String) throws {
    #expect(try Self.verdict(profile, Self.launch + [Self.begin, Self.end]) == .fail)
  }

  @Test(arguments: ["android-recovery", "ios-recovery"])
  func logWithoutARecoveryProvesNothing(profile: String) throws {
    let lines = ["[DNP-PLUGIN] App state (state=background)"]
    #expect(try Self.verdict(profile, lines) == .inconclusive)
  }
}
