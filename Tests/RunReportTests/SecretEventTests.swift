import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// A secret in a line of the plugin is an event of its own.
@Suite struct SecretEventTests {
  static let bearer = "[DNP-API] Error (component=http, message=header was Bearer a81f00c97b2e)"
  static let plain = "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)"
  /// A record that makes two events of one line.
  static let json =
    #"{"event":"prefetch_failure","error":"apiKey=83ac0019","#
    + #""telemetry":{"dnp_prefetch_scheduled_total":1}}"#

  static func summary(_ lines: [String], profile: String = "api-plan") throws -> RunSummary {
    var options = RunOptions()
    options.profile = profile
    let analyser = try LogAnalyser(Judge.prepared.get(), options: options)
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "log")
    return analyser.finish()
  }

  /// All profiles but the one that reproduces another program to the letter.
  static let profiles = ((try? Judge.book.get())?.profiles ?? []).map(\.name)
    .filter { $0 != "legacy-markers" }

  @Test
  func `a printed secret is found once for its line, and masked, whatever the log is of`() throws {
    #expect(Self.profiles.count > 5)
    for profile in Self.profiles {
      for line in [Self.bearer, Self.json] { try checkLeak(line, profile) }
    }
  }

  private func checkLeak(_ line: String, _ profile: String) throws {
    let summary = try Self.summary([Self.plain, line], profile: profile)
    let leaks = summary.findings.filter { $0.rule == "secrets/no-secret-in-the-log" }
    #expect(leaks.map(\.outcome) == [.violated])
    #expect(leaks.flatMap(\.evidence).map(\.line) == [2])
    #expect(leaks.flatMap(\.evidence).allSatisfy { $0.text.contains("***") })
    #expect(summary.verdict == .fail)
  }

  @Test
  func `an event that no line tells is not counted among the events`() throws {
    #expect(try Self.summary([Self.plain, Self.bearer]).inputs.map(\.events) == [2])
  }

  @Test
  func `secrets of other programs are not the plugin's`() throws {
    let other = "2025-11-14 05:50:00.000000+0000 App[201:1] Authorization: Bearer a81f00c97b2e"
    let summary = try Self.summary([other, Self.plain])
    #expect(summary.findings.isEmpty)
  }
}
