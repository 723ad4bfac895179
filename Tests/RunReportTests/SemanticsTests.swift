import Foundation
import RuleEngine
import RunReport
import Testing

/// The numbered sentences of "The exact meaning" in docs/rules.md, with a log and an outcome each.
@Suite struct SemanticsTests {
  /// What one sentence makes of a rule and a log.
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

  @Test(arguments: timeCases + scopeCases + patternCases + outcomeCases)
  func everyRule(_ example: Case) throws {
    #expect(try AnalysisEngineTests.outcome(example.rule, example.lines) == example.outcome)
  }

  @Test(arguments: responseCases + stepCases)
  func response(_ example: Case) throws {
    #expect(try AnalysisEngineTests.outcome(example.rule, example.lines) == example.outcome)
  }

  @Test(
    arguments: precedenceCases + neverCases + countCases + checkCases + shareCases + nearMissCases)
  func otherKinds(_ example: Case) throws {
    #expect(try AnalysisEngineTests.outcome(example.rule, example.lines) == example.outcome)
  }

  @Test func everySentenceOfThePageHasATest() throws {
    let page = try String(
      contentsOf: SampleLogs.directory.deletingLastPathComponent().appending(path: "docs/rules.md"),
      encoding: .utf8)
    let sentences = page.matches(of: /^- \*\*([A-Z][0-9]+)\*\*/.anchorsMatchLineEndings())
      .map { String($0.1) }
    #expect(sentences.count > 50)
    #expect(Set(sentences).count == sentences.count, "a number stands twice")
    let cases =
      Self.timeCases + Self.scopeCases + Self.patternCases + Self.outcomeCases
      + Self.responseCases + Self.stepCases + Self.precedenceCases + Self.neverCases
      + Self.countCases + Self.checkCases + Self.shareCases + Self.nearMissCases
    let tested = Set(cases.map(\.sentence))
    #expect(sentences.filter { !tested.contains($0) } == [])
    #expect(tested.subtracting(sentences) == [])
  }
}

// MARK: Lines

extension SemanticsTests {
  static func at(_ clock: String, _ message: String, pid: Int = 201) -> String {
    "2025-11-14 \(clock).000000+0000 App[\(pid):1] \(message)"
  }

  static let due = "2025-11-14T05:53:00Z"
  static let start = "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)"
  static let start2 = "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s2)"
  static let success = "[DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)"
  static let short = "[DNP-FETCH] Fetch success (status=200, bytes=2, ttl=60)"
  static let hour = "[DNP-FETCH] Fetch success (status=200, bytes=3, ttl=3600)"
  static let failure =
    "[DNP-FETCH] Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)"
  static let cached = "[DNP-FETCH] Cached content for scheduleId=s1"
  static let handler = "[DNP-FETCH] BGTask handler invoked (id=t)"
  static let handlerJSON =
    #"{"event":"bgtask_handler_invoked","taskId":"t","timestamp":"2025-11-14T05:48:00.000Z"}"#
  static let completed = "[DNP-FETCH] Task completed (success=true)"
  static let scheduling = "[DNP-SCHEDULER] Scheduling notification for \(due)"
  static let register = "[DNP-FETCH] Registering BGTaskScheduler task (id=t)"
  static let startup = "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)"
  static let prepare = "[DNP-SCHEDULER] Preparing content for notification at \(due)"
  static let launch = "[DNP-PLUGIN] App launch (start=cold)"
  static let crash = "Fatal error: x"
  static let shown = "[DNP-PULL] Message displayed (id=m1)"
  static let shown2 = "[DNP-PULL] Message displayed (id=m2)"
  static let receipt = "[DNP-PULL] Receipt stored (id=m1)"
  static let lowPower = "[DNP-TEST] Env (lowPower=true)"

  static let resp = """
    when: {event: fetch_start}
    expect: [{event: fetch_success, within: 30s}]
    """
  static let untimedResp = """
    when: {event: fetch_start}
    expect: [{event: fetch_success}]
    """
  static let receiptRule = """
    scope: {key: [messageId]}
    when: {event: message_displayed}
    expect: [{event: receipt_stored}]
    """
}
