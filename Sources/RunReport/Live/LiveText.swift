internal import LogReading
internal import RuleLanguage
internal import TextWriting

/// A change of a run that goes on, as one line for people.
package enum LiveText {
  /// The words in front of a line, and the line.
  package struct Line: Sendable, Equatable {
    package var mark: String
    package var text: String

    package init(_ mark: String, _ text: String) {
      self.mark = mark
      self.text = text
    }
  }

  /// Returns the line of a change.
  package static func line(of change: RunChange, in summary: RunSummary) -> Line {
    switch change {
    case .finding(let finding, let state):
      guard state == .corrected else {
        return Line(mark(of: finding, state), text(of: finding, in: summary))
      }
      let proof = proof(against: finding, in: summary).map {
        "line \($0.line) has \($0.event)"
      }
      return Line(
        mark(of: finding, state),
        "\(head(of: finding, in: summary)): it holds no longer"
          + (proof.map { ", since \($0)" } ?? "") + " (told before: \(account(of: finding)))")
    case .cycle(let cycle, let state, let before):
      let correction = before.map { " (told before: \(account(of: cycle, as: $0)))" } ?? ""
      let words = "\(name(of: cycle)): \(account(of: cycle, as: cycle.outcome))\(correction)"
      return state == .certain
        ? Line("cycle", words) : Line(mark(of: state, else: "cycle"), "cycle \(words)")
    }
  }

  /// What a cycle came to; of one that goes on there is no end of the log to speak of.
  private static func account(of cycle: CycleSummary, as outcome: CycleSummary.Outcome) -> String {
    if outcome == .open { return "still open" }
    return outcome == cycle.outcome ? cycle.account : outcome.words
  }

  /// The first step that shows what a finding missed, where its cycle has it.
  static func proof(
    against finding: Finding, in summary: RunSummary
  ) -> (line: Int64, event: String)? {
    guard let name = finding.scope.cycle else { return nil }
    let begin = finding.evidence.first { $0.role == .met }?.line ?? 0
    let steps = summary.cycles.first { $0.names.contains(name) }?.steps ?? []
    let proofs = steps.filter { $0.status == .seen && finding.missing.contains($0.event) }
    let lines = proofs.compactMap { step in step.line.map { (line: $0, event: step.event) } }
    return lines.filter { $0.line > begin }.min { $0.line < $1.line }
  }

  /// Returns whether a change is worth a line: what excuses itself is for those who want all.
  package static func isTold(_ change: RunChange, _ detail: TextRenderer.Detail) -> Bool {
    switch change {
    case .finding(let finding, _): finding.outcome != .excused || detail == .verbose
    case .cycle(_, let state, _): detail != .quiet || state != .certain
    }
  }

  static func mark(of finding: Finding, _ state: Certainty) -> String {
    mark(
      of: state, else: finding.outcome == .inconclusive ? "unproven" : "violated", finding.outcome)
  }

  /// The word in front of a line; what is excused and certain says that it is excused.
  private static func mark(
    of state: Certainty, else certain: String, _ outcome: Outcome = .violated
  ) -> String {
    switch state {
    case .certain: outcome == .excused ? "excused" : certain
    case .confirmed: outcome == .excused ? "excused" : "confirmed"
    case .bySilence: "by silence"
    case .corrected: "corrected"
    }
  }

  static func text(of finding: Finding, in summary: RunSummary) -> String {
    head(of: finding, in: summary) + ": " + account(of: finding)
  }

  /// The rule and the place.
  static func head(of finding: Finding, in summary: RunSummary) -> String {
    let severity = finding.severity == .error ? "" : "\(finding.severity.name) "
    return "\(severity)\(finding.rule), \(finding.place(of: summary))"
  }

  /// What is wrong.
  static func account(of finding: Finding) -> String {
    let account = finding.account.isEmpty ? finding.title : finding.account
    return finding.missing.isEmpty ? account : "\(account); \(finding.lack(naming: 2))"
  }

  static func name(of cycle: CycleSummary) -> String {
    cycle.names.first ?? "number \(cycle.number)"
  }

  /// Returns the time left until a deadline, or since it passed: `due in 4 min 12 s`, `3 s overdue`.
  static func left(until instant: Int64, at now: Int64) -> String {
    let (span, overflow) = instant.subtractingReportingOverflow(now)
    let seconds = Double(overflow ? .max : span) / 1_000_000
    let whole = Swift.abs(seconds.rounded(.up))
    return seconds < 0 ? "\(TextLayout.span(whole)) overdue" : "due in \(TextLayout.span(whole))"
  }
}
