internal import RuleLanguage

extension RunSummary {
  /// The failures in a few words: all that are counted, not only those kept in detail.
  package var failure: String {
    let violated = findingCounts.filter { $0.outcome == .violated }
    let errors = violated.filter { $0.severity == .error }.reduce(0) {
      $0.addingSaturated($1.count - $1.known)
    }
    let warnings = violated.filter { $0.severity == .warning }
      .reduce(0) { $0.addingSaturated($1.count - $1.known) }
    var parts: [String] = []
    let following = omittedFindings == 0 ? findings.count { fails($0) && $0.cause != nil } : 0
    if errors > following {
      parts.append(TextLayout.plural(errors - following, "violation"))
    }
    if following > 0 { parts.append(TextLayout.plural(following, "consequence")) }
    if warnings > 0 { parts.append("\(warnings) warning\(warnings == 1 ? "" : "s")") }
    let culprits = culprits
    return parts.joined(separator: ", ") + (culprits.isEmpty ? "" : ": \(culprits)") + knownNote
  }

  /// The violations that a baseline holds, behind what else is said; empty for none.
  private var knownNote: String {
    let known = findingCounts.reduce(0) { $0.addingSaturated($1.known) }
    return known > 0 ? "; \(TextLayout.plural(known, "known violation"))" : ""
  }

  /// The rules for which the run fails, the worst first, and the cycle where it is one finding.
  private var culprits: String {
    let failing = findings.filter { fails($0) && $0.cause == nil }
    if failing.count == 1, omittedFindings == 0 {
      return failing[0].rule + (failing[0].scope.cycle.map { " in cycle \($0)" } ?? "")
    }
    var rules: [String] = []
    for finding in failing where !rules.contains(finding.rule) { rules.append(finding.rule) }
    let rest = rules.count - Self.namedRules
    return rules.prefix(Self.namedRules).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more rule\(rest == 1 ? "" : "s")" : "")
  }

  /// How many rules a sentence names.
  private static var namedRules: Int { 3 }

  /// The outcomes of a run that passed.
  package var success: String {
    let counts = cycleCounts
    let closed = [
      counts.usedPrefetch, counts.fallback, counts.delivered, counts.refused, counts.excused,
      counts.notDelivered,
    ].reduce(0) { $0.addingSaturated($1) }
    let parts = [
      (counts.usedPrefetch, "used the prefetch"), (counts.fallback, "fell back"),
      (counts.delivered, "delivered"), (counts.refused, "refused"),
      (counts.excused, "excused"), (counts.notDelivered, "not delivered"), (counts.open, "open"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let warnings = findingCounts.filter { $0.outcome == .violated && $0.severity == .warning }
      .reduce(0) { $0.addingSaturated($1.count - $1.known) }
    var note = warnings > 0 ? "; \(warnings) warning\(warnings == 1 ? "" : "s")" : ""
    let doubts = findingCounts.filter { $0.outcome == .inconclusive }
      .reduce(0) { $0.addingSaturated($1.count) }
    if doubts > 0 { note += "; \(doubts) inconclusive" }
    note += knownNote
    if closed == 0 {
      let open =
        counts.open > 0 ? "; \(TextLayout.plural(Int64(counts.open), "cycle")) still open" : ""
      return (note.isEmpty ? "every rule holds" : "no rule fails the run") + open + note
    }
    return "\(closed) cycle\(closed == 1 ? "" : "s") judged: " + parts.joined(separator: ", ")
      + note
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
