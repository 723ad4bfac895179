internal import RuleEngine
internal import RuleLanguage

// What may be judged on a simulator (S4:490-493): of bucket A everything, of B the flow, of C
// nothing. Whether a log is of a simulator may be known from its last line only, so all rules judge
// and what does not count is taken back at the end.
extension LogAnalyser {
  /// Whether the run is one on a simulator, as far as its end knows.
  var isOnSimulator: Bool { engine.environment[.simulator] == .bool(true) }

  /// Whether a rule takes part and its outcome counts.
  func isJudged(_ rule: Int) -> Bool {
    takesPart(rule) && !(isOnSimulator && book.rules[rule].judgesTiming)
  }

  /// Whether a rule has its place in the report: one on records of test runs only beside a record, one
  /// of an area only where the log tells of it.
  func takesPart(_ rule: Int) -> Bool {
    let waitsForRecords = plan.selection.waitsForRecords
    let waits = intake.notes.records.isEmpty && waitsForRecords.indices.contains(rule)
    return engine.isTakingPart(rule) && !(waits && waitsForRecords[rule]) && isOfLog(rule)
  }

  /// Takes back what a simulator cannot show.
  func leaveOutTiming() {
    guard isOnSimulator else { return }
    intake.engine.leaveOut {
      book.rules[$0].judgesTiming
    } late: {
      book.rules[$0].bucket == .b
    }
  }
}
