import Foundation
import RunReport
import Testing

/// The numbered sentences of "The exact meaning" in docs/rules.md, with a log and an outcome each.
@Suite struct SemanticsTests: LogLines {
  /// The outcome of one sentence for a rule and a log.
  struct Case: CustomTestStringConvertible {
    var sentence: String
    var rule: String
    var lines: [String]
    var outcome: String

    init(_ sentence: String, _ rule: String, _ lines: [String], _ outcome: String) {
      self.sentence = sentence
      self.rule = rule
      self.lines = lines
      self.outcome = outcome
    }

    var testDescription: String { "\(sentence): \(outcome)" }
  }

  @Test(arguments: timeCases + scopeCases + platformCases + patternCases + outcomeCases)
  func `every rule`(_ example: Case) throws {
    #expect(try AnalysisEngineTests.outcome(example.rule, example.lines) == example.outcome)
  }

  @Test(arguments: responseCases + stepCases)
  func `response`(_ example: Case) throws {
    #expect(try AnalysisEngineTests.outcome(example.rule, example.lines) == example.outcome)
  }

  @Test(
    arguments: precedenceCases + neverCases + countCases + checkCases + shareCases + nearMissCases)
  func `other kinds`(_ example: Case) throws {
    #expect(try AnalysisEngineTests.outcome(example.rule, example.lines) == example.outcome)
  }

  @Test func `every sentence of the page has a test`() throws {
    let page = try String(
      contentsOf: SampleLogs.directory.deletingLastPathComponent().appending(path: "docs/rules.md"),
      encoding: .utf8)
    let sentences = page.matches(of: /^- \*\*([A-Z][0-9]+)\*\*/.anchorsMatchLineEndings())
      .map { String($0.1) }
    #expect(sentences.count > 50)
    #expect(Set(sentences).count == sentences.count, "a number stands twice")
    let cases =
      Self.timeCases + Self.scopeCases + Self.platformCases + Self.patternCases
      + Self.outcomeCases
      + Self.responseCases + Self.stepCases + Self.precedenceCases + Self.neverCases
      + Self.countCases + Self.checkCases + Self.shareCases + Self.nearMissCases
    let tested = Set(cases.map(\.sentence))
    #expect(sentences.filter { !tested.contains($0) } == [])
    #expect(tested.subtracting(sentences) == [])
  }
}

// MARK: Rules

extension SemanticsTests {
  static let resp = """
    when: {event: fetch_start}
    expect: [{event: fetch_success, within: 30s}]
    """
  static let untimedResp = """
    when: {event: fetch_start}
    expect: [{event: fetch_success}]
    """
  static let aheadOfItsLine = """
    scope: log
    when: {event: bgtask_scheduled, as: request}
    check: ["request.earliestBeginDate >= request.time"]
    """
  static let submission =
    "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)"
  /// Returns a line that names no zone.
  static func wallClock(_ clock: String, _ message: String) -> String {
    "2025-11-14 \(clock).000 App[201:1] " + message
  }
  static let receiptRule = """
    scope: {key: [messageId]}
    when: {event: message_displayed}
    expect: [{event: receipt_stored}]
    """
}
