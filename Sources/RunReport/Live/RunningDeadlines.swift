internal import RuleLanguage

/// A step that a cycle waits for, and until when.
package struct RunningDeadline: Sendable, Equatable {
  /// The cycle, or the process where it is of none.
  package var scope: String
  package var rule: String
  /// The events of which one would do.
  package var missing: [String]
  /// The last moment for it, in the time of the log.
  package var instant: Int64
}

extension RunSummary {
  /// The time of the last line that has one.
  package var lastTime: Int64? { inputs.compactMap(\.lastTime).max() }

  /// The deadlines that the log has not reached, the next one first.
  package var runningDeadlines: [RunningDeadline] {
    guard let now = lastTime else { return [] }
    let waiting = findings.filter { finding in
      finding.outcome == .inconclusive && !finding.missing.isEmpty
        && finding.deadline.map { $0 >= now } == true
    }
    return waiting.compactMap { finding in
      finding.deadline.map { deadline in
        RunningDeadline(
          scope: finding.scope.cycle ?? finding.scope.process.map { "process \($0)" } ?? "",
          rule: finding.rule, missing: finding.missing, instant: deadline)
      }
    }.sorted { ($0.instant, $0.scope, $0.rule) < ($1.instant, $1.scope, $1.rule) }
  }

  /// The cycles that have not come to an end, the last one first.
  package var openCycles: [CycleSummary] {
    cycles.filter { $0.outcome == .open }.sorted { $0.number > $1.number }
  }
}
