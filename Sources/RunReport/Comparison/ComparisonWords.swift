internal import TextWriting

// The comparison in the words of every report that a person reads; nothing is escaped.

extension RunComparison.Verdict {
  /// The verdict in capitals.
  var word: String { rawValue.uppercased() }

  var mark: String {
    switch self {
    case .same: "✓"
    case .different: "✗"
    case .inconclusive: "?"
    }
  }

  var role: Palette.Role {
    switch self {
    case .same: .good
    case .different: .bad
    case .inconclusive: .doubtful
    }
  }

  var tone: HTMLRenderer.Tone {
    switch self {
    case .same: .good
    case .different: .bad
    case .inconclusive: .doubt
    }
  }
}

extension RunComparison.Side {
  /// The run in a line: its name, what it holds and its verdict.
  var words: String {
    let parts = [
      extent, TextLayout.plural(cycles, "cycle"), TextLayout.plural(findings, "finding"),
    ]
    return "\(name)  \(verdict.word)  \(parts.filter { !$0.isEmpty }.joined(separator: ", "))"
  }
}

extension RunComparison {
  /// The cycles of which something is to be told.
  var changedCycles: [CycleComparison] { cycles.filter { !$0.isSame } }

  /// The partners in which nothing differs.
  var sameCycles: Int { cycles.count { $0.isSame } }

  /// The cycles without a partner, in words; nil for none.
  var unmatched: String? {
    let missing = cycles.count { $0.candidate == nil }
    let added = cycles.count { $0.golden == nil }
    let parts = [
      missing > 0 ? "\(TextLayout.plural(missing, "cycle")) of the golden run" : nil,
      added > 0 ? "\(TextLayout.plural(added, "cycle")) of the candidate" : nil,
    ].compactMap { $0 }
    if parts.isEmpty { return nil }
    let isOne = missing + added == 1
    return parts.joined(separator: " and ") + " \(isOne ? "has" : "have") no partner"
  }

  /// The findings of a change in their order, e.g. those that are `new`.
  func findings(_ change: String) -> [FindingChange] { findings.filter { $0.change == change } }

  /// The number of findings that both runs have, each counted as often as both have it.
  var sameFindings: Int {
    findings.reduce(0) { $0.addingSaturated(min($1.golden, $1.candidate)) }
  }
}

extension CycleComparison {
  /// Both cycles by time and schedule.
  var title: String {
    guard let candidate else { return golden.map { "golden \($0.title)" } ?? "" }
    guard let golden else { return candidate.title }
    return golden.title == candidate.title
      ? candidate.title : "\(candidate.title)  (golden \(golden.title))"
  }
}

extension CycleSummary {
  /// The cycle by its time and its schedule.
  fileprivate var title: String {
    let parts = [notificationTime.map { InstantText.iso($0) }, scheduleId].compactMap { $0 }
    return parts.isEmpty ? "without time and id" : parts.joined(separator: "  ")
  }
}

extension ParityRow {
  /// What it is about, with the rule that says it.
  var subject: String { kind == .statement ? "\(what) [\(place)]" : what }

  /// The place of a row among those of its table.
  var group: String {
    switch kind {
    case .step: place
    case .outcome: "outcome"
    case .check: "checks"
    case .statement: "rules"
    case .timing: "timing"
    }
  }

  /// Whether a short table has it: all but the rules on which both platforms agree, and those that only
  /// one of them has cause for.
  var isNotable: Bool {
    kind != .statement || result == .differs || isOfBoth && result != .oneSide
  }
}
