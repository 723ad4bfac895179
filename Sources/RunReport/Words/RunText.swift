internal import LogReading
internal import RuleLanguage
internal import TextWriting

// The result of a run in the words of every report that a person reads; nothing is escaped.

extension RunSummary.Verdict {
  /// The verdict in capitals.
  var word: String {
    switch self {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .inconclusive: "INCONCLUSIVE"
    }
  }
}

extension RunSummary {
  /// The reasons for the verdict, and whether it is of the whole log.
  var allReasons: [String] {
    interrupted ? reasons + ["Interrupted: this report is partial."] : reasons
  }

  /// The numbers of cycles, lines and events.
  var extent: String {
    var lines: Int64 = 0
    var events: Int64 = 0
    for input in inputs {
      lines = lines.addingSaturated(input.lines)
      events = events.addingSaturated(Int64(input.events))
    }
    let cycles = TextLayout.plural(cycles.count.addingSaturated(omittedCycles), "cycle")
    return "\(cycles), \(TextLayout.plural(lines, "line")), \(TextLayout.plural(events, "event"))"
  }
}

extension EnvironmentValue {
  var words: String {
    switch self {
    case .bool(let value): value ? "yes" : "no"
    case .int(let value): "\(value)"
    case .string(let value): value
    case .varies: "varies"
    }
  }
}

extension InputSummary {
  /// Log formats, lines, events, what was not understood, and damage.
  var shortWords: String { words(withTimes: false) }

  /// The same with the span of time.
  var words: String { words(withTimes: true) }

  private func words(withTimes: Bool) -> String {
    var parts: [String] = []
    let containers = containers.filter { $0.count > 0 }.map(\.name)
    if !containers.isEmpty { parts.append(containers.joined(separator: "+")) }
    if compression != .none { parts.append(compression.rawValue) }
    parts.append(TextLayout.plural(lines, "line"))
    parts.append(TextLayout.plural(events, "event"))
    if unclassified > 0 {
      parts.append(TextLayout.plural(unclassified, "plugin line") + " not understood")
    }
    if cutLines > 0 { parts.append(TextLayout.plural(cutLines, "line") + " cut") }
    if let damage {
      let kind = damage.kind == .trailingGarbage ? "trailing garbage" : damage.kind.rawValue
      parts.append("damaged (\(kind) at byte \(damage.offset))")
    }
    if withTimes, let firstTime, let lastTime {
      let isSameDay = InstantText.date(firstTime) == InstantText.date(lastTime)
      let end = isSameDay ? InstantText.time(lastTime) : InstantText.iso(lastTime)
      parts.append("\(InstantText.iso(firstTime)) to \(end)")
    } else if events > 0, firstTime == nil {
      parts.append("no times")
    }
    if isTailCut { parts.append("ends in the middle") }
    return parts.joined(separator: ", ")
  }
}

extension SeedCounters {
  /// The counters as the events give them.
  var shortWords: String { parts.derived }

  /// Whether the log tells of any prefetch, or of the counters themselves.
  var countsAnything: Bool {
    reportingRuns > 0
      || [scheduled, executed, success, failureNetwork, failureAuth, failureSystem, used]
        .contains { $0.derived > 0 }
  }

  /// The counters as the events give them, and those that the log reported last as others.
  var words: String {
    let (derived, others) = parts
    return others.isEmpty ? derived : "\(derived); \(source): " + others.joined(separator: ", ")
  }

  private var parts: (derived: String, others: [String]) {
    let failures = [
      ("network", failureNetwork), ("auth", failureAuth), ("system", failureSystem),
    ]
    let failed = failures.reduce(Int64(0)) { $0.addingSaturated($1.1.derived) }
    let reasons = failures.filter { $0.1.derived > 0 }.map { "\($0) \($1.derived)" }
    let counted = [
      ("scheduled", scheduled), ("executed", executed), ("success", success), ("used", used),
    ]
    let derived =
      counted.map { "\($0) \($1.derived)" }.joined(separator: ", ")
      + ", failed \(failed)" + (failed > 0 ? " (\(reasons.joined(separator: ", ")))" : "")
    let pairs = counted + failures.map { ("failed by " + $0, $1) }
    let others = pairs.compactMap { name, pair in
      pair.reported.flatMap { $0 == pair.derived ? nil : "\(name) \($0)" }
    }
    return (derived, others)
  }

  /// The source of the reported counters: often one process, or some of the runs.
  private var source: String {
    if runs > 1 { return "the last reports, of \(reportingRuns) of \(runs) runs" }
    return "the last report" + (reportingProcess.map { ", of process \($0)" } ?? "")
  }
}

extension OutcomeCounts {
  var words: String {
    "\(satisfied) ok, \(violated) violated, \(excused) excused, "
      + "\(inconclusive) inconclusive, \(notApplicable) did not apply"
  }
}

extension RunSummary {
  /// The first rule that failed or could not be told, and the command that shows why; nil where the
  /// verdict rests on none, or the log has no name to give.
  var explanation: (rule: String, command: String)? {
    let outcome: Outcome = verdict == .fail ? .violated : .inconclusive
    guard verdict != .pass, runs <= 1, inputs.count == 1, let input = inputs.first,
      input.name != InputSet.standardInputName,
      let rule = findings.first(where: { finding in
        finding.outcome == outcome && !finding.isConsequence
          // The steps that a profile requires are no rules.
          && !profile.split(separator: "+").contains { finding.rule.hasPrefix($0 + "/") }
      })?.rule
    else { return nil }
    // No shell takes all control characters the same way.
    guard input.name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return nil
    }
    // A member of an archive is read through the archive.
    let isMember = [.tar, .tarGzip, .zip, .zipGzip].contains(input.compression)
    let whole = isMember ? input.name.prefix { $0 != "!" } : input.name[...]
    // What begins with a dash would be an option.
    let file = whole.hasPrefix("-") ? "./" + whole : String(whole)
    return (rule, "dnplog explain \(rule) \(TextEscaping.shellWord(file))")
  }
}
