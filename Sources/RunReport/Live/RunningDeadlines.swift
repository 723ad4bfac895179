internal import LogReading
internal import RuleLanguage

/// What a run waits for, and until when.
package struct RunningDeadline: Sendable, Equatable {
  /// The cycle, or the process where it is of none.
  package var scope: String
  /// The rule that waits for it; nil for the notification of a cycle, which no single rule asks for.
  package var rule: String?
  /// The events of which one would do.
  package var missing: [String]
  /// The last moment for it, in the time of the log.
  package var instant: Int64
}

extension RunSummary {
  /// The time of the last line that has one.
  package var lastTime: Int64? { inputs.compactMap(\.lastTime).max() }

  /// The deadlines that the log has not reached, the next one first: those of rules, and those of the
  /// notifications of open cycles.
  package var runningDeadlines: [RunningDeadline] {
    guard let now = lastTime else { return [] }
    var waiting = waitingFindings.compactMap { finding in
      finding.deadline.map { deadline in
        RunningDeadline(
          scope: finding.scope.cycle ?? finding.scope.process.map { "process \($0)" } ?? "",
          rule: finding.rule, missing: finding.missing, instant: deadline)
      }
    }
    waiting += openCycles.compactMap { cycle in
      cycle.due.map {
        RunningDeadline(
          scope: LiveText.name(of: cycle), rule: nil, missing: ["notification_delivered"],
          instant: $0)
      }
    }
    return waiting.filter { $0.instant >= now }
      .sorted { ($0.instant, $0.scope, $0.rule ?? "") < ($1.instant, $1.scope, $1.rule ?? "") }
  }

  /// The instants at which a log that stays silent is worth judging again, the next one first.
  package var turningPoints: [Int64] {
    guard let now = lastTime else { return [] }
    var instants = runningDeadlines.map(\.instant)
    // Where nothing tells the zone, the notification is surely due only when it is so in every zone.
    instants += openCycles.filter { !$0.assumed.isEmpty }
      .compactMap { $0.due?.addingSaturated(ZoneOffset.mostAhead) }
    // Work that goes on without a deadline is over once its log has been silent for a while.
    if waitingFindings.contains(where: { $0.deadline == nil }) {
      instants.append(now.addingSaturated(Correlator.silence))
    }
    return instants.filter { $0 >= now }.sorted()
  }

  /// The findings that wait for an event that may still come.
  private var waitingFindings: [Finding] {
    let now = lastTime
    return findings.filter { $0.isWaiting(at: now) }
  }

  /// The cycles that have not come to an end, the last one first.
  package var openCycles: [CycleSummary] {
    cycles.filter { $0.outcome == .open }.sorted { $0.number > $1.number }
  }
}

extension CycleSummary {
  /// The last moment at which its notification is in time; nil where nothing tells it.
  var due: Int64? {
    assumed.contains("year")
      ? nil : Correlator.due(notification: notificationTime, taskBegin: beginDate)
  }
}

extension Finding {
  /// Whether an event may still come that settles it, when the log has come so far.
  fileprivate func isWaiting(at now: Int64?) -> Bool {
    guard outcome == .inconclusive, !missing.isEmpty else { return false }
    if let now, let deadline, deadline >= now { return true }
    return reason == FindingReason.tailCut.name
  }

  /// Whether the log does not show what it should, though it goes on behind it: more of it proves nothing by
  /// itself.
  func isUnproven(at now: Int64?) -> Bool {
    outcome == .inconclusive && severity == .error && !missing.isEmpty && !isWaiting(at: now)
  }
}
