internal import RuleLanguage
internal import RunReport

/// The time that nothing came behind the last line of a log, by the wall clock.
///
/// A log may be late, and the clocks of the device and of who follows it differ: what is due counts as
/// missing only where it is silent for some time longer.
struct Silence {
  /// How much of it counts, in microseconds.
  let micros: Int64
  private let seconds: Double
  /// So many seconds the log may lag.
  private let tolerance: Double
  /// A log of which nothing came for longer is no more silent for it.
  private static let longest = 10.0 * 366 * 86_400

  /// Nothing where the log is not silent for longer than it may lag.
  init?(seconds: Double, tolerance: Double) {
    guard seconds > tolerance else { return nil }
    self.seconds = min(seconds, Self.longest)
    self.tolerance = tolerance
    micros = Int64(max(0, self.seconds - tolerance) * 1_000_000)
  }

  /// Marks what a summary says for the silence alone, beside the one without it.
  func mark(_ summary: inout RunSummary, beside plain: RunSummary) {
    let text = TextLayout.span(seconds)
    var known = plain.findings.map(Key.init)
    var count: Int64 = 0
    for index in summary.findings.indices {
      if let place = known.firstIndex(of: Key(summary.findings[index])) {
        known.remove(at: place)
        continue
      }
      count += 1
      summary.findings[index].message += "; no line came for \(text) by the wall clock"
    }
    summary.assumptions.append(
      Assumption(
        what: "silence", value: text,
        why:
          "no line came for so long by the wall clock, \(TextLayout.span(tolerance)) of which the log may"
          + " lag; \(TextLayout.plural(count, "finding")) \(count == 1 ? "rests" : "rest") on it"))
  }

  /// What tells a finding from others.
  private struct Key: Equatable {
    let rule: String
    let outcome: Outcome
    let reason: String
    let scope: Finding.Scope
    let missing: [String]
    let deadline: Int64?
    let evidence: [Finding.Evidence]

    init(_ finding: Finding) {
      rule = finding.rule
      outcome = finding.outcome
      reason = finding.reason
      scope = finding.scope
      missing = finding.missing
      deadline = finding.deadline
      evidence = finding.evidence.filter { $0.role != .around }
    }
  }
}
