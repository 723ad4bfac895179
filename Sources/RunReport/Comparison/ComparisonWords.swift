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
  /// What is told in the same words of several cycles, with their number: it is told once.
  var repeated: [(difference: Difference, cycles: Int)] {
    var counts: [String: Int] = [:]
    let told = cycles.filter { $0.golden != nil && $0.candidate != nil }
      .flatMap { $0.differences.filter { $0.effect == .told } }
    for difference in told { counts[difference.key, default: 0] += 1 }
    var list: [(difference: Difference, cycles: Int)] = []
    for var difference in told {
      guard let count = counts.removeValue(forKey: difference.key), count > 1 else { continue }
      difference.lines = ""
      list.append((difference, count))
    }
    return list
  }

  /// The cycles of which something is to be told, with what is not told of several at once.
  var changedCycles: [CycleComparison] {
    let keys = Set(repeated.map(\.difference.key))
    return cycles.compactMap { cycle in
      var cycle = cycle
      let isPair = cycle.golden != nil && cycle.candidate != nil
      cycle.differences.removeAll { isPair && $0.effect == .told && keys.contains($0.key) }
      return cycle.isSame ? nil : cycle
    }
  }

  /// The partners of which nothing is to be told, in words; nil for none.
  var sameWords: String? {
    let same = sameCycles
    if same == 0 { return openNote }
    return "\(TextLayout.plural(same, "cycle")) as in the golden run"
      + (openNote.map { ", \($0)" } ?? "")
  }

  /// The number of partners of which nothing is to be told.
  var sameCycles: Int { cycles.count - changedCycles.count - cycles.count { $0.isOpenInBoth } }

  /// The cycles that are open in both runs, in words; nil for none.
  var openNote: String? {
    let open = cycles.count { $0.isOpenInBoth }
    return open == 0 ? nil : "\(open) open in both and not compared"
  }

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

  /// What a reader has to know before believing a difference, but for the verdicts.
  var others: [Difference] { circumstances.filter { $0.kind != .verdict } }

  /// What is told of several cycles at once, in a sentence each.
  var repeatedWords: [String] {
    repeated.map {
      "in \(TextLayout.plural($0.cycles, "cycle")): \($0.difference.kind.label) \($0.difference.words)"
    }
  }

  /// The lists of findings that are not of both runs, with their titles.
  var findingLists: [(change: String, title: String)] {
    parity == nil
      ? [("new", "Findings that are new"), ("gone", "Findings that are gone")]
      : [
        ("new", "Findings of the candidate alone"), ("gone", "Findings of the golden run alone"),
      ]
  }

  /// The findings of a change in their order, e.g. those that are `new`.
  func findings(_ change: String) -> [FindingChange] { findings.filter { $0.change == change } }

  /// The number of findings that both runs have, each counted as often as both have it.
  var sameFindings: Int {
    findings.reduce(0) { $0.addingSaturated($1.shared.count) }
  }
}

extension Difference {
  /// What tells that two cycles differ alike.
  fileprivate var key: String { "\(kind.rawValue) \(account)" }
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
