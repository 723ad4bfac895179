internal import LogReading
internal import RuleLanguage

/// What became of a run between two summaries of it.
package enum RunChange: Sendable, Equatable {
  case finding(Finding, Certainty)
  /// A cycle came to an end, or to another one than was told before.
  case cycle(CycleSummary, Certainty, before: CycleSummary.Outcome?)
}

/// How sure a finding, or the end of a cycle, is while the log goes on.
package enum Certainty: String, Sendable, CaseIterable {
  /// The log shows it.
  case certain
  /// The log is silent, and the clock says that the deadline has passed.
  case bySilence = "by-silence"
  /// The clock had said so, and now the log shows it.
  case confirmed
  /// A later line shows that it is none.
  case corrected
}

/// Compares summaries of one run that goes on, and tells each change once.
package struct RunChanges: Sendable {
  /// A finding and its state, as it was told last.
  package struct Told: Sendable, Equatable {
    package var finding: Finding
    package var state: Certainty
  }

  /// The end of a cycle as it was told last.
  private struct ToldCycle: Sendable {
    var outcome: CycleSummary.Outcome
    var certainty: Certainty
  }

  /// What tells a finding from others while the log grows: its rule and where it begins.
  private struct Key: Hashable {
    var rule: String
    var process: Int?
    var file: String
    var line: Int64
    var deadline: Int64?
    /// Which of those that are the same in all this.
    var number = 0
  }

  private var told: [Key: Told] = [:]
  private var order: [Key] = []
  private var cycles: [Int64: ToldCycle] = [:]

  /// How many corrected findings are remembered.
  private static let correctedLimit = 100

  package init() {}

  /// The findings that were told, the last first.
  package var newest: [Told] { order.reversed().compactMap { told[$0] } }

  /// What rests on the silence of the log, as it was told.
  package var bySilence: LiveSilence {
    LiveSilence(
      findings: told.values.count { $0.state == .bySilence && $0.finding.outcome != .excused },
      cycles: cycles.values.count { $0.certainty == .bySilence })
  }

  /// Takes the run as it is now.
  ///
  /// - Parameters:
  ///   - certain: The summary of what the log shows.
  ///   - silent: The same with the deadlines that have passed by the clock since; nil while the log is
  ///     not silent.
  ///   - isEnd: Whether the watching ends with it: what the clock alone says then stays as it was told.
  package mutating func take(
    _ certain: RunSummary, silent: RunSummary? = nil, isEnd: Bool = false
  ) -> [RunChange] {
    var changes: [RunChange] = []
    let shown = Self.keyed(certain)
    let expired = silent.map { Self.keyed($0) } ?? [:]
    for (key, finding) in sorted(shown) { note(key, finding, isShown: true, &changes) }
    for (key, finding) in sorted(expired) where shown[key] == nil {
      note(key, finding, isShown: false, &changes)
    }
    let isWhole = certain.omittedFindings == 0 && (silent?.omittedFindings ?? 0) == 0
    for key in order where shown[key] == nil && expired[key] == nil {
      guard let last = told[key], last.state != .corrected else { continue }
      // No line settled it.
      if isEnd, last.state == .bySilence { continue }
      // Of very many findings the worst are kept: one that is not among them may still be true.
      if isWhole {
        told[key]?.state = .corrected
        changes.append(.finding(last.finding, .corrected))
      } else {
        told[key] = nil
      }
    }
    forgetOld()
    let ends = silent.map { summary in
      Dictionary(summary.cycles.map { ($0.number, $0) }) { first, _ in first }
    }
    for cycle in certain.cycles { note(cycle, ends?[cycle.number], isEnd: isEnd, &changes) }
    forgetOmitted(certain.cycles)
    return changes
  }

  private mutating func note(
    _ key: Key, _ finding: Finding, isShown: Bool, _ changes: inout [RunChange]
  ) {
    let last = told[key]
    let state: Certainty
    switch (last?.state, isShown) {
    case (.certain?, true), (.confirmed?, true):
      if last?.finding.outcome == finding.outcome {
        told[key]?.finding = finding
        return
      }
      if let last { changes.append(.finding(last.finding, .corrected)) }
      state = .certain
    case (.bySilence?, true): state = .confirmed
    case (.bySilence?, false): return
    case (_, true): state = .certain
    case (_, false): state = .bySilence
    }
    if last != nil { order.removeAll { $0 == key } }
    order.append(key)
    told[key] = Told(finding: finding, state: state)
    changes.append(.finding(finding, state))
  }

  /// Notes a cycle as the log shows it, and as it is by the clock while the log is silent.
  private mutating func note(
    _ cycle: CycleSummary, _ silent: CycleSummary?, isEnd: Bool, _ changes: inout [RunChange]
  ) {
    let last = cycles[cycle.number]
    let endBySilence = silent.flatMap { cycle.outcome == .open && $0.outcome != .open ? $0 : nil }
    let shown = endBySilence ?? cycle
    let isSame = last?.outcome == shown.outcome
    let certainty: Certainty
    switch last?.certainty {
    case nil where shown.outcome == .open: return
    case nil: certainty = endBySilence == nil ? .certain : .bySilence
    case .bySilence where isEnd && shown.outcome == .open: return
    case .bySilence where isSame && endBySilence == nil: certainty = .confirmed
    case _ where isSame: return
    default: certainty = endBySilence == nil ? .corrected : .bySilence
    }
    if shown.outcome == .open {
      cycles[cycle.number] = nil
    } else {
      cycles[cycle.number] = ToldCycle(
        outcome: shown.outcome, certainty: endBySilence == nil ? .certain : .bySilence)
    }
    changes.append(.cycle(shown, certainty, before: isSame ? nil : last?.outcome))
  }

  /// Forgets corrected findings but the last ones.
  private mutating func forgetOld() {
    order.removeAll { told[$0] == nil }
    let corrected = order.filter { told[$0]?.state == .corrected }
    guard corrected.count > Self.correctedLimit else { return }
    let old = Set(corrected.dropLast(Self.correctedLimit))
    for key in old { told[key] = nil }
    order.removeAll { old.contains($0) }
  }

  /// Forgets cycles that a summary of very many leaves out, once they are more than it has.
  private mutating func forgetOmitted(_ listed: [CycleSummary]) {
    guard cycles.count > 2 * listed.count else { return }
    let numbers = Set(listed.map(\.number))
    cycles = cycles.filter { numbers.contains($0.key) }
  }

  private func sorted(_ findings: [Key: Finding]) -> [(key: Key, value: Finding)] {
    findings.sorted {
      ($0.key.line, $0.key.rule, $0.key.number) < ($1.key.line, $1.key.rule, $1.key.number)
    }
  }

  /// The findings that more of the log does not settle by itself.
  private static func keyed(_ summary: RunSummary) -> [Key: Finding] {
    var keyed: [Key: Finding] = [:]
    let now = summary.lastTime
    for finding in summary.findings where finding.isTold(at: now) {
      let first = finding.evidence.first { $0.role == .met } ?? finding.evidence.first
      var key = Key(
        rule: finding.rule, process: finding.scope.process, file: first?.file ?? "",
        line: first?.line ?? 0, deadline: finding.deadline)
      while keyed[key] != nil { key.number += 1 }
      keyed[key] = finding
    }
    return keyed
  }
}

extension Finding {
  fileprivate func isTold(at now: Int64?) -> Bool {
    outcome == .violated || outcome == .excused || isUnproven(at: now)
  }
}
