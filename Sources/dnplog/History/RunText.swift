internal import RunHistory
internal import RunReport
internal import TextWriting

/// A recorded run as text.
struct RunText {
  private let run: RunDetails

  init(_ run: RunDetails) { self.run = run }

  var text: String {
    let entry = run.entry
    func time(_ instant: Int64?) -> String { instant.map { InstantText.iso($0) } ?? "-" }
    var rows = [
      ("run", "\(entry.id)"), ("verdict", entry.verdict),
      ("logic, timing", "\(entry.logic), \(entry.timing)"), ("profile", entry.profile),
      (
        "log",
        run.inputs.map { "\($0.name) (\(TextLayout.plural($0.length, "byte")))" }
          .joined(separator: ", ")
      ),
      ("log from, to", "\(time(entry.firstTime)), \(time(entry.lastTime))"),
      ("recorded", recorded), ("dnplog", entry.tool),
      ("conditions", run.conditions.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")),
      ("counters", entry.totals.counters.derivedWords), ("cycles", cycles),
    ]
    for measure in [Measure.executionDelay, .deliveryDrift, .fetchDuration] {
      let histogram = entry.totals.distributions[measure]
      if histogram.count > 0 { rows.append((measure.label, TrendText.spans(histogram))) }
    }
    if run.events > 0 { rows.append(("events kept", "\(run.events)")) }
    let width = rows.map { $0.0.utf8.count }.max() ?? 0
    let facts = rows.filter { !$0.1.isEmpty }.map {
      "\(TextLayout.padded($0.0, to: width))  \(RuleText.oneLine($0.1))\n"
    }
    return facts.joined() + findings
  }

  private var recorded: String {
    let times = run.entry.times == 1 ? "once" : "\(run.entry.times) times"
    let last = run.entry.recorded.multipliedReportingOverflow(by: 1_000_000).partialValue
    return "\(InstantText.iso(last)), \(times)"
  }

  private var cycles: String {
    let counts = CycleSummary.Outcome.allCases.compactMap { outcome in
      let count = run.entry.totals.cycleCounts[outcome]
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    return counts.isEmpty ? "none" : counts.joined(separator: ", ")
  }

  private var findings: String {
    if run.findings.isEmpty { return "" }
    var table = AlignedTable(["outcome", "severity", "class", "times", "finding"], numbers: [3])
    for finding in run.findings {
      table.add([
        finding.outcome, finding.severity, finding.fault, "\(finding.count)",
        "\(finding.rule): \(finding.message)",
      ])
    }
    return "\n" + table.text
  }
}

extension SeedCounters {
  /// What the events of the log add up to.
  fileprivate var derivedWords: String {
    let failures = failureNetwork.derived.addingSaturated(failureAuth.derived)
      .addingSaturated(failureSystem.derived)
    return
      "scheduled \(scheduled.derived), executed \(executed.derived), success \(success.derived),"
      + " failure \(failures), used \(used.derived)"
  }
}
