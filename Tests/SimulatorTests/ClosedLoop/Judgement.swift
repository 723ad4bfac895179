import LogReading
import RuleEngine
import RuleLanguage
import RunReport
import Simulator
import TextWriting

/// What was put into a log against what was found in it.
struct Judgement {
  /// Entries of the truth and the findings that speak of them.
  var found: [(entry: TruthEntry, findings: [Finding])] = []
  /// Violations that no finding speaks of, although a rule for one of their rows took part.
  var missed: [TruthEntry] = []
  /// Violations for whose rows there is no rule yet.
  var withoutRule: [TruthEntry] = []
  /// Violated findings that nothing in the truth explains.
  var unexplained: [Finding] = []
  /// What else differs, in words.
  var differences: [String] = []

  init(_ run: SimulatedRun) throws {
    let covered = try Self.coveredRows(of: run.plan.scenario)
    let violated = run.summary.findings.filter { $0.outcome == .violated }
    let entries = run.trace.entries.filter { $0.injected.outcome == .violated }
    for entry in entries where entry.isShown(in: run) {
      let findings = violated.filter { entry.explains($0, in: run) }
      if !findings.isEmpty {
        found.append((entry, findings))
      } else if covered.isDisjoint(with: entry.injected.rows) {
        withoutRule.append(entry)
      } else {
        missed.append(entry)
      }
    }
    unexplained = violated.filter { finding in
      !entries.contains { $0.explains(finding, in: run) }
    }
    compareCycles(run)
    try compareExcuses(run)
    compareReading(run)
    compareVerdict(run)
  }

  /// Whether the log was judged as it should have been, as far as there are rules.
  var isRight: Bool { missed.isEmpty && unexplained.isEmpty && differences.isEmpty }

  /// What is wrong, one line for each thing.
  var faults: String {
    var lines = differences
    for entry in missed {
      lines.append("missed: \(entry.injected.name) (\(entry.injected.rows.joined(separator: " ")))")
    }
    for finding in unexplained {
      lines.append(
        "unexplained: \(finding.rule) in \(finding.scope.cycle ?? "-"): \(finding.message)"
          + " (\(finding.covers.joined(separator: " ")))")
    }
    return lines.joined(separator: "\n")
  }

  /// The rows for which a rule of the scenario's profile speaks.
  static func coveredRows(of scenario: Scenario) throws -> Set<String> {
    try rowsOfProfiles.get()[scenario.profile] ?? []
  }

  /// Gathered once: every judgement asks for them twice.
  private static let rowsOfProfiles = Result {
    let book = try SimulatedRun.book
    let rows = book.profiles.map { profile in
      let rules = book.rules.filter { profile.packs.contains(book.packs[Int($0.pack)].name) }
      return (profile.name, Set(rules.flatMap(\.covers)))
    }
    return Dictionary(rows) { first, _ in first }
  }

  private mutating func compareCycles(_ run: SimulatedRun) {
    guard run.plan.form != .json else { return }
    let hidden = Set(run.trace.entries.filter { !$0.isShown(in: run) }.compactMap(\.cycle))
    for (index, cycle) in run.trace.cycles.enumerated() where !hidden.contains(index) {
      let judged = run.summary.cycles.first { $0.notificationTime == cycle.notificationTime }
      let time = InstantText.iso(cycle.notificationTime)
      guard let judged else {
        differences.append("cycle \(time) is not there")
        continue
      }
      // Without times nothing tells that what is not there does not still come.
      if judged.outcome == .open, !run.plan.style.shows.contains(.times) { continue }
      if judged.outcome.rawValue != cycle.outcome.rawValue {
        differences.append(
          "cycle \(time) is \(judged.outcome.rawValue), in truth \(cycle.outcome.rawValue)")
      }
    }
  }

  private mutating func compareExcuses(_ run: SimulatedRun) throws {
    let covered = try Self.coveredRows(of: run.plan.scenario)
    for entry in run.trace.entries where entry.injected.outcome == .excused {
      guard entry.isShown(in: run), !covered.isDisjoint(with: entry.injected.rows) else { continue }
      let isExcused = run.summary.findings.contains { finding in
        finding.outcome == .excused && !Set(finding.covers).isDisjoint(with: entry.injected.rows)
      }
      let cycle = entry.cycle.map { run.trace.cycles[$0] }
      if !isExcused, cycle?.outcome != .excused, cycle?.outcome != .fallback {
        differences.append("not excused: \(entry.injected.name)")
      }
    }
  }

  /// Holds the verdict against the truth, where there are rules for all of it.
  private mutating func compareVerdict(_ run: SimulatedRun) {
    let deciding = run.trace.entries.filter { !$0.injected.isWarning }
    guard missed.isEmpty, withoutRule.isEmpty, unexplained.isEmpty, run.plan.form != .json,
      run.trace.entries.allSatisfy({ $0.injected.outcome == .satisfied || $0.isShown(in: run) })
    else { return }
    let outcomes = deciding.map(\.injected.outcome)
    let truth: RunSummary.Verdict =
      if outcomes.contains(.violated) {
        .fail
      } else if outcomes.contains(.inconclusive) {
        .inconclusive
      } else {
        .pass
      }
    if run.summary.verdict != truth {
      differences.append(
        "verdict \(run.summary.verdict), in truth \(truth): "
          + run.summary.reasons.joined(separator: " "))
    }
  }

  private mutating func compareReading(_ run: SimulatedRun) {
    guard let input = run.summary.inputs.first else {
      differences.append("nothing was read")
      return
    }
    if input.unclassified > 0 {
      differences.append("unclassified: \(input.examples.joined(separator: " | "))")
    }
    let newline = UInt8(ascii: "\n")
    let newlines = run.text.span.count(of: newline, in: run.text.indices)
    let lines = newlines + (run.text.last == newline ? 0 : 1)
    if input.lines != Int64(lines) {
      differences.append("\(input.lines) lines were counted, there are \(lines)")
    }
  }
}

extension TruthEntry {
  /// Whether the container and the form can show what was injected.
  func isShown(in run: SimulatedRun) -> Bool {
    if injected.needs.contains(.text), run.plan.form == .json { return false }
    return injected.needs.subtracting(.text).isSubset(of: run.plan.style.shows)
  }

  /// Whether a finding speaks of this entry: of one of its rows, and not of another cycle.
  func explains(_ finding: Finding, in run: SimulatedRun) -> Bool {
    guard !Set(finding.covers).isDisjoint(with: injected.rows) else { return false }
    guard let name = finding.scope.cycle, let cycle else { return true }
    let own = run.trace.cycles[cycle]
    return name == own.scheduleId || name == InstantText.iso(own.notificationTime)
  }
}
