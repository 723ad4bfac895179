import Foundation
import RuleLanguage
import RunReport
import Testing

/// A rule comes out in its explanation as it does in a run that judges.
@Suite struct ExplainAgreementTests {
  private static let samples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "samples")

  /// The samples that hold text, by their path below the folder.
  private static let logs = (FileManager.default.enumerator(atPath: samples.path)?.allObjects ?? [])
    .compactMap { $0 as? String }
    .filter { $0.hasSuffix(".log") || $0.hasSuffix(".jsonl") }
    .sorted()

  private static func summary(
    of text: [UInt8], _ change: (inout RunOptions) -> Void
  ) throws -> RunSummary {
    var options = RunOptions()
    change(&options)
    let analyser = try LogAnalyser(try SimulatedRun.prepared, options: options)
    analyser.read(text: text, named: "device.log")
    return analyser.finish()
  }

  /// What a summary says of a rule, but for where it was satisfied.
  private static func told(_ summary: RunSummary, of rule: String) -> [String] {
    summary.findings.filter { $0.rule == rule && $0.outcome != .satisfied }
      .map { "\($0.outcome) \($0.reason) \($0.message)" }.sorted()
  }

  @Test func thereAreSamples() { #expect(Self.logs.count > 80) }

  /// All rules with a finding are explained, and of the others one for each sample and profile, which
  /// is another one each time.
  @Test(arguments: logs)
  func aRuleIsExplainedAsItIsJudged(log: String) throws {
    let book = try SimulatedRun.book
    let text = Array(try Data(contentsOf: Self.samples.appending(path: log)))
    let names = book.rules.map { book.packs[Int($0.pack)].name + "/" + $0.id }
    let place = Self.logs.firstIndex(of: log) ?? 0
    for (number, profile) in book.profiles.enumerated() {
      let judged = try Self.summary(of: text) { $0.profile = profile.name }
      let own = names.indices.filter {
        profile.packs.contains(book.packs[Int(book.rules[$0].pack)].name)
      }
      let told = Set(judged.findings.map(\.rule))
      let other = own[(place * 7 + number * 31) % own.count]
      for rule in own where told.contains(names[rule]) || rule == other {
        let explained = try Self.summary(of: text) {
          $0.profile = profile.name
          $0.explainedRule = rule
        }
        let what = "\(names[rule]) under \(profile.name)"
        let (one, other) = (
          Self.told(explained, of: names[rule]), Self.told(judged, of: names[rule])
        )
        #expect(one == other, "\(what)")
        #expect(explained.findings.allSatisfy { $0.rule == names[rule] }, "\(what)")
        let isSatisfied = judged.satisfiedRules.contains(names[rule])
        #expect(explained.satisfiedRules.contains(names[rule]) == isSatisfied, "\(what)")
      }
    }
  }

  @Test func aProfileThatArmsARuleArmsItsExplanation() throws {
    let text = """
      11-15 16:10:00.000  4211  4230 I DNP-PLUGIN: App launch (start=cold, cause=user, platform=android)
      11-15 16:10:00.120  4211  4230 I DNP-PLUGIN: load() called
      11-15 16:20:00.000  4211  4230 I DNP-PLUGIN: App state (state=background)

      """
    let book = try SimulatedRun.book
    let rule = try #require(book.rules.firstIndex { $0.id == "load-starts-a-recovery" })
    let explained = try Self.summary(of: Array(text.utf8)) {
      $0.profile = "android-recovery"
      $0.explainedRule = rule
    }
    #expect(explained.findings.map(\.outcome) == [.violated])
  }
}
