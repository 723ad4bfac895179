import Foundation
import RuleLanguage
import RunAnalysis
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

  @Test func `there are samples`() { #expect(Self.logs.count > 80) }

  /// What the runs that judge came to, by sample and profile.
  private static let judged = Result {
    let book = try SimulatedRun.book
    return try logs.map { log in
      let text = Array(try Data(contentsOf: samples.appending(path: log)))
      return try book.profiles.map { profile in
        try summary(of: text) { $0.profile = profile.name }
      }
    }
  }

  /// The rules to be explained for each sample and profile: all that have a finding there; and each
  /// that was satisfied, or judged nothing, for one of the samples where it came to that.
  private static let explained = Result {
    let book = try SimulatedRun.book
    var chosen = logs.map { _ in book.profiles.map { _ in Set<Int>() } }
    for rule in book.rules.indices {
      let name = try Self.name(of: rule)
      var places: [String: [(log: Int, profile: Int)]] = [:]
      for (log, summaries) in try judged.get().enumerated() {
        for (profile, summary) in summaries.enumerated()
        where book.profiles[profile].packs.contains(book.packs[Int(book.rules[rule].pack)].name) {
          if summary.findings.contains(where: { $0.rule == name }) {
            chosen[log][profile].insert(rule)
          } else {
            places[state(of: name, in: summary), default: []].append((log, profile))
          }
        }
      }
      for found in places.values {
        let place = found[rule * 31 % found.count]
        chosen[place.log][place.profile].insert(rule)
      }
    }
    return chosen
  }

  private static func name(of rule: Int) throws -> String {
    let book = try SimulatedRun.book
    return book.packs[Int(book.rules[rule].pack)].name + "/" + book.rules[rule].id
  }

  /// What a rule without a finding came to: satisfied, or why it judged nothing.
  private static func state(of name: String, in summary: RunSummary) -> String {
    if summary.satisfiedRules.contains(name) { return "satisfied" }
    return summary.skipped.first { $0.rule == name }?.reason ?? "no outcome"
  }

  @Test(arguments: logs.indices)
  func `a rule is explained as it is judged`(place: Int) throws {
    let book = try SimulatedRun.book
    let text = Array(try Data(contentsOf: Self.samples.appending(path: Self.logs[place])))
    for (number, profile) in book.profiles.enumerated() {
      let judged = try Self.judged.get()[place][number]
      for rule in try Self.explained.get()[place][number].sorted() {
        let explained = try Self.summary(of: text) {
          $0.profile = profile.name
          $0.explainedRule = rule
        }
        let name = try Self.name(of: rule)
        let what = "\(name) of \(Self.logs[place]) under \(profile.name)"
        #expect(Self.told(explained, of: name) == Self.told(judged, of: name), "\(what)")
        #expect(explained.findings.allSatisfy { $0.rule == name }, "\(what)")
        #expect(
          Self.state(of: name, in: explained) == Self.state(of: name, in: judged), "\(what)")
      }
    }
  }

  @Test func `each rule of a profile is explained`() throws {
    let book = try SimulatedRun.book
    let explained = Set(try Self.explained.get().joined().joined())
    let packs = Set(book.profiles.flatMap(\.packs))
    let own = book.rules.indices.filter {
      packs.contains(book.packs[Int(book.rules[$0].pack)].name)
    }
    #expect(explained.isSuperset(of: own))
  }

  @Test func `a profile that arms a rule arms its explanation`() throws {
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
