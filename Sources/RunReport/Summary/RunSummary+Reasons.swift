internal import RuleLanguage
internal import TextWriting

extension RunSummary {
  /// The failures in a few words: all that are counted, not only those kept in detail.
  package var failure: String {
    let violated = findingCounts.filter { $0.outcome == .violated }
    // Warnings are counted as such.
    let following =
      omittedFindings == 0
      ? findings.count { fails($0) && $0.severity == .error && isFollowing($0) } : 0
    var parts: [String] = []
    // What follows from another fault is of its class.
    var rest = following
    for (fault, noun) in [
      (FaultClass.plugin, "plugin fault"), (.os, "OS limitation"),
      (.environment, "fault of the environment"), (.none, "fault"),
    ] {
      var count = violated.filter { $0.severity == .error && $0.fault == fault }
        .reduce(0) { $0.addingSaturated($1.count - $1.known) }
      let other = min(rest, count)
      count -= other
      rest -= other
      if count > 0 { parts.append(Self.plural(count, noun)) }
    }
    let warnings = violated.filter { $0.severity == .warning }
      .reduce(0) { $0.addingSaturated($1.count - $1.known) }
    if following > 0 { parts.append(TextLayout.plural(following, "consequence")) }
    if warnings > 0 { parts.append(TextLayout.plural(warnings, "warning")) }
    let culprits = culprits
    return parts.joined(separator: ", ") + (culprits.isEmpty ? "" : ": \(culprits)") + knownNote
  }

  /// The violations that a baseline holds, behind what else is said; empty for none.
  private var knownNote: String {
    let known = findingCounts.reduce(0) { $0.addingSaturated($1.known) }
    return known > 0 ? "; \(TextLayout.plural(known, "known violation"))" : ""
  }

  /// Returns a number with its noun, of which the first words may be what has a plural.
  private static func plural(_ count: Int, _ noun: String) -> String {
    guard count != 1, let of = noun.firstRange(of: " of ") else {
      return TextLayout.plural(count, noun)
    }
    return "\(count) \(noun[..<of.lowerBound])s\(noun[of.lowerBound...])"
  }

  /// The rules for which the run fails, the worst first, and the cycle where it is one finding.
  private var culprits: String {
    let failing = findings.filter { fails($0) && !isFollowing($0) }
    if failing.count == 1, omittedFindings == 0 {
      return failing[0].rule + (failing[0].scope.cycle.map { " in cycle \($0)" } ?? "")
    }
    var rules: [String] = []
    for finding in failing where !rules.contains(finding.rule) { rules.append(finding.rule) }
    let rest = rules.count - Self.namedRules
    return rules.prefix(Self.namedRules).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more rule\(rest == 1 ? "" : "s")" : "")
  }

  /// Whether a finding follows from one that is named beside it; where all those are known, it is what is new.
  private func isFollowing(_ finding: Finding) -> Bool {
    finding.isConsequence && findings.contains { fails($0) && !$0.isConsequence }
  }

  /// How many rules a sentence names.
  private static var namedRules: Int { 3 }

  /// The outcomes of a run that passed.
  package var success: String { success(judging: []) }

  /// The same of one log.
  ///
  /// - Parameter others: What was judged beside cycles and scenarios, in a few words.
  package func successOfOne(judging others: String?) -> String {
    success(judging: [scenarioNote, others].compactMap { $0 })
  }

  private func success(judging others: [String]) -> String {
    let counts = cycleCounts
    let closed = [
      counts.usedPrefetch, counts.fallback, counts.delivered, counts.refused, counts.excused,
      counts.notDelivered,
    ].reduce(0) { $0.addingSaturated($1) }
    // Only cycles that are kept tell what they showed.
    let earlier = omittedCycles == 0 ? cycles.count(where: \.usesEarlierContent) : 0
    let parts = [
      (counts.usedPrefetch - earlier, CycleSummary.Outcome.usedPrefetch.words),
      (earlier, "delivered content of an earlier prefetch"),
      (counts.fallback, CycleSummary.Outcome.fallback.words),
      (counts.delivered, CycleSummary.Outcome.delivered.words),
      (counts.refused, CycleSummary.Outcome.refused.words),
      (counts.excused, CycleSummary.Outcome.excused.words),
      (counts.notDelivered, CycleSummary.Outcome.notDelivered.words),
    ].filter { $0.0 > 0 }
    let warnings = findingCounts.filter { $0.outcome == .violated && $0.severity == .warning }
      .reduce(0) { $0.addingSaturated($1.count - $1.known) }
    var notes: [String] = []
    if counts.open > 0 {
      notes.append("\(TextLayout.plural(counts.open, "cycle")) \(CycleSummary.Outcome.open.words)")
    }
    let excused = findingCounts.filter { $0.outcome == .excused }
      .reduce(0) { $0.addingSaturated($1.count) }
    if excused > 0 { notes.append("\(TextLayout.plural(excused, "finding")) excused") }
    if warnings > 0 { notes.append(TextLayout.plural(warnings, "warning")) }
    let doubts = findingCounts.filter { $0.outcome == .inconclusive }
      .reduce(0) { $0.addingSaturated($1.count) }
    if doubts > 0 { notes.append("\(doubts) inconclusive") }
    let sentence: String
    if closed == 0 {
      sentence = warnings + doubts == 0 ? "every rule holds" : "no rule fails the run"
      // Else the sentence tells nothing of what was there to be judged.
      notes.insert(contentsOf: others, at: 0)
    } else if parts.count == 1 {
      sentence = "\(TextLayout.plural(closed, "cycle")): \(parts[0].1)"
    } else {
      let list = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      sentence = "\(TextLayout.plural(closed, "cycle")): \(list)"
    }
    return ([sentence] + notes).joined(separator: "; ") + knownNote
  }

  /// How many recovery scenarios were seen, and which cannot be judged: "2 scenarios seen, of which Cold start cannot
  /// be judged"; nil for none.
  private var scenarioNote: String? {
    let seen = scenarios.count { $0.result != .notObserved }
    if seen == 0 { return nil }
    let open = scenarios.filter { $0.result == .inconclusive }.map(\.kind.name)
    let note = open.isEmpty ? "" : ", of which \(Spelling.list(open, "and")) cannot be judged"
    return "\(TextLayout.plural(seen, "scenario")) seen\(note)"
  }

  /// Whether a finding is one for which the run fails.
  func fails(_ finding: Finding) -> Bool {
    finding.outcome == .violated && !finding.isKnown
      && finding.severity.failsRun(isStrict: isStrict)
  }
}

extension Severity {
  /// Whether a violation of that severity fails a run.
  package func failsRun(isStrict: Bool) -> Bool { self == .error || isStrict && self == .warning }
}
