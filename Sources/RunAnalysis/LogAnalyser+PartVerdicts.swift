internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

// The logic of the plugin is deterministic and can be judged anywhere; when the system runs a task
// is its choice and shows on a device alone. So each has a verdict of its own beside the run's.
extension LogAnalyser {
  /// What buckets A and B came to.
  func logic(_ doubts: [Doubt]) -> PartVerdict {
    let tally = tally { $0 != .c }
    if tally.fails { return .fail }
    if doubts.contains(where: { $0.part != .timing }) { return .inconclusive }
    return tally.judged ? .pass : .notAssessed
  }

  /// What bucket C came to: excused where the system took its time, or had reason not to run.
  func timing(_ doubts: [Doubt]) -> PartVerdict {
    if engine.environment[.simulator] == .bool(true) { return .notAssessed }
    let tally = tally { $0 == .c }
    if tally.fails { return .fail }
    if doubts.contains(where: { $0.part != .logic }) { return .inconclusive }
    if tally.excuses { return .excused }
    return tally.judged && isTimed ? .pass : .notAssessed
  }

  /// Whether anything was timed: without times nothing is, nor by times that cannot be held against
  /// the instants of the log.
  private var isTimed: Bool {
    engine.lastTime != nil && engine.clock.openGaps.isEmpty
  }

  /// What came of the rules of some buckets.
  private struct BucketTally {
    var fails = false
    var excuses = false
    var judged = false
  }

  private func tally(where isIncluded: (Bucket) -> Bool) -> BucketTally {
    var tally = BucketTally()
    for (key, count) in engine.log.tallies
    where count > 0 && isIncluded(book.rules[Int(key.rule)].bucket) {
      switch key.outcome {
      case .violated:
        tally.judged = true
        if failsRun(book.rules[Int(key.rule)].severity) { tally.fails = true }
      case .excused:
        tally.judged = true
        tally.excuses = true
      case .satisfied: tally.judged = true
      case .inconclusive, .notApplicable: break
      }
    }
    for rule in book.rules.indices where engine.timesSatisfied(rule) > 0 {
      if isIncluded(book.rules[rule].bucket) { tally.judged = true }
    }
    return tally
  }

  /// Whether a violation of that weight fails the run.
  func failsRun(_ severity: Severity) -> Bool {
    severity.failsRun(isStrict: options.isStrict)
  }
}
