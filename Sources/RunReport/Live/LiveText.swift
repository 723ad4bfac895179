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
      return Line(mark(of: finding, state), text(of: finding, in: summary))
    case .cycle(let cycle, let before):
      let correction = before.map { " (told before: \($0.words))" } ?? ""
      return Line("cycle", "\(name(of: cycle)): \(cycle.account)\(correction)")
    }
  }

  /// Returns whether a change is worth a line: what excuses itself is for those who want all.
  package static func isTold(_ change: RunChange, _ detail: TextRenderer.Detail) -> Bool {
    switch change {
    case .finding(let finding, _): finding.outcome == .violated || detail == .verbose
    case .cycle(_, let before): detail != .quiet || before != nil
    }
  }

  static func mark(of finding: Finding, _ state: FindingState) -> String {
    switch state {
    case .certain, .confirmed:
      finding.outcome == .excused ? "excused" : state == .confirmed ? "confirmed" : "violated"
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

  /// Returns the time left until a deadline, or since it passed: `in 4 min 12 s`.
  static func left(until instant: Int64, at now: Int64) -> String {
    let (span, overflow) = instant.subtractingReportingOverflow(now)
    let seconds = Double(overflow ? .max : span) / 1_000_000
    let whole = Swift.abs(seconds.rounded(.up))
    return seconds < 0 ? "\(TextLayout.span(whole)) over" : "in \(TextLayout.span(whole))"
  }
}
