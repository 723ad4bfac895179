internal import LogReading
internal import TextWriting

/// Two runs of one test, the first as it should be: the one value that all forms of the report read.
package struct RunComparison: Sendable, Equatable {
  /// What the comparison came to, as the JSON has it.
  package enum Verdict: String, Sendable { case same, different, inconclusive }

  /// One of the two runs.
  package struct Side: Sendable, Equatable {
    package var name: String
    package var verdict: RunSummary.Verdict
    package var reason: String
    package var platform: String?
    package var profile: String
    package var toolVersion: String
    package var cycles: Int
    package var findings: Int
    /// Its inputs in words.
    package var extent: String
    /// Why it shows too little to be compared; nil where it does not.
    package var doubt: String?
  }

  package var verdict = Verdict.inconclusive
  /// The reasons for the verdict, in a sentence each.
  package var reasons: [String] = []
  package var golden: Side
  package var candidate: Side
  package var tolerance: Tolerance
  /// Conditions, assumptions and verdicts that differ.
  package var circumstances: [Difference] = []
  package var counters: [Difference] = []
  package var cycles: [CycleComparison] = []
  package var findings: [FindingChange] = []
  /// The table of two platforms, which takes the place of cycles and findings.
  package var parity: [ParityRow]?
  package var toolVersion = ""
  /// Whether a run that shows too little is no failure.
  package var allowsInconclusive = false

  /// The exit status that follows from the verdict.
  package var exitStatus: Int32 {
    switch verdict {
    case .same: 0
    case .different: 1
    case .inconclusive: allowsInconclusive ? 0 : 1
    }
  }

  /// Compares a candidate with a golden run.
  ///
  /// Runs of two platforms log other events, so that what they stand for is compared instead.
  ///
  /// - Parameter titles: The titles of rules, by `pack/rule`.
  package init(
    _ golden: RunSummary, _ candidate: RunSummary, named names: (String, String),
    tolerance: Tolerance = Tolerance(), titles: [String: String] = [:]
  ) {
    self.golden = Side(golden, names.0)
    self.candidate = Side(candidate, names.1)
    self.tolerance = tolerance
    circumstances = Self.circumstances(golden, candidate)
    if self.golden.isOtherPhone(than: self.candidate) {
      parity = ParityTable.rows(golden, candidate, titles: titles)
    } else {
      compareCycles(golden, candidate)
      findings = FindingChange.changes(from: golden.findings, to: candidate.findings)
      counters = Self.counters(golden.counters, candidate.counters)
      compareVerdicts()
    }
    conclude()
  }

  private mutating func compareCycles(_ golden: RunSummary, _ candidate: RunSummary) {
    // What a run that was cut lacks may stand in the part that is not there.
    let lack: Difference.Effect = self.candidate.doubt == nil ? .fails : .doubtful
    let excess: Difference.Effect = self.golden.doubt == nil ? .fails : .doubtful
    let shown = (
      golden: StepComparison.shown(in: golden.cycles),
      candidate: StepComparison.shown(in: candidate.cycles)
    )
    cycles = CycleMatching.pairs(golden.cycles, candidate.cycles).compactMap { pair in
      switch (pair.golden, pair.candidate) {
      case (let mine?, let theirs?):
        CycleComparison(
          golden.cycles[mine], candidate.cycles[theirs], ground: pair.ground?.rawValue, tolerance,
          shown: shown, lack: lack)
      case (let mine?, nil): CycleComparison(missing: golden.cycles[mine], lack: lack)
      case (nil, let theirs?): CycleComparison(added: candidate.cycles[theirs], excess: excess)
      case (nil, nil): nil
      }
    }
  }

  private mutating func compareVerdicts() {
    let (mine, theirs) = (golden.verdict, candidate.verdict)
    if mine == theirs { return }
    // An inconclusive run is a doubt of its own.
    let effect: Difference.Effect =
      mine == .inconclusive || theirs == .inconclusive
      ? .told : theirs.badness > mine.badness ? .fails : .better
    circumstances.append(
      Difference(
        .verdict, effect, "verdict", golden: mine.rawValue, candidate: theirs.rawValue,
        account: "verdict: \(mine.word) → \(theirs.word)"))
  }

  // MARK: Verdict

  private mutating func conclude() {
    let failures = effects.filter { $0.effect == .fails }
    let doubts = [
      golden.doubt.map { "the golden run shows too little: \($0)" },
      candidate.doubt.map { "the candidate shows too little: \($0)" },
      isParityIdle ? "neither run shows a step or a recovery that the other shows too" : nil,
    ].compactMap { $0 }
    let open = effects.count { $0.effect == .doubtful }
    if !failures.isEmpty {
      verdict = .different
      reasons = [Self.counted(failures.map(\.noun))] + doubts
    } else if !doubts.isEmpty {
      verdict = .inconclusive
      reasons = doubts
    } else if open > 0 {
      verdict = .inconclusive
      let nouns = effects.filter { $0.effect == .doubtful }.map(\.noun)
      reasons = ["the candidate leaves open whether it differs: \(Self.counted(nouns))"]
    } else {
      verdict = .same
      reasons = [sameness]
    }
  }

  /// Whether the table of two platforms decides nothing: rules on, e.g., secrets hold for any two logs.
  private var isParityIdle: Bool {
    guard let parity else { return false }
    return !parity.contains { row in
      (row.kind == .step || row.isOfBoth) && (row.result == .same || row.result == .differs)
    }
  }

  /// All effects, with the noun by which they are counted.
  var effects: [(effect: Difference.Effect, noun: String)] {
    let rows = (parity ?? []).compactMap { row in
      row.result.effect.map { (effect: $0, noun: row.kind.noun) }
    }
    let found = findings.filter { $0.effect != .told }.map {
      (effect: $0.effect, noun: $0.candidate > $0.golden ? "new finding" : "finding gone")
    }
    let others = cycles.flatMap(\.differences) + circumstances + counters
    // Findings and steps say more than the verdict that follows from them.
    return others.sorted { $0.kind != .verdict && $1.kind == .verdict }
      .map { ($0.effect, $0.kind.noun) } + found + rows
  }

  /// Nouns with their numbers, in the order of their first: "2 missing steps, 1 new finding".
  static func counted(_ nouns: [String]) -> String {
    var names: [String] = []
    for noun in nouns where !names.contains(noun) { names.append(noun) }
    return names.map { name in
      let count = nouns.count { $0 == name }
      guard count > 1, let space = name.firstIndex(of: " "),
        name.hasPrefix("timing ") || name.hasPrefix("finding ")
      else { return TextLayout.plural(count, name) }
      return "\(count) \(name[..<space])s\(name[space...])"
    }.joined(separator: ", ")
  }

  /// What is the same, and what is better.
  private var sameness: String {
    if let parity {
      let same = parity.count { $0.result == .same }
      return "\(TextLayout.plural(same, "row")) of \(parity.count) the same on both platforms, "
        + "none differs"
    }
    let pairs = cycles.count { $0.golden != nil && $0.candidate != nil }
    let better = effects.filter { $0.effect == .better }.map(\.noun)
    var text =
      pairs == 0
      ? "no cycle on either side; the findings are those of the golden run"
      : "\(TextLayout.plural(pairs, "cycle")) as in the golden run"
    if !better.isEmpty { text += "; better in \(TextLayout.plural(better.count, "point"))" }
    return text
  }
}

extension RunComparison.Side {
  init(_ summary: RunSummary, _ name: String) {
    self.name = name
    verdict = summary.verdict
    reason = summary.allReasons.first ?? ""
    platform = summary.environment.first { $0.key == "platform" }.flatMap { entry in
      if case .string(let value) = entry.value { value } else { nil }
    }
    profile = summary.profile
    toolVersion = summary.toolVersion
    cycles = summary.cycles.count.addingSaturated(summary.omittedCycles)
    findings = summary.findings.count.addingSaturated(summary.omittedFindings)
    extent = summary.inputs.map(\.shortWords).joined(separator: "; ")
    doubt = Self.doubt(of: summary)
  }

  /// Why a run shows too little.
  private static func doubt(of summary: RunSummary) -> String? {
    if summary.interrupted { return "its reading was interrupted" }
    if summary.verdict == .inconclusive { return summary.reasons.first ?? "it is inconclusive" }
    if let input = summary.inputs.first(where: {
      $0.damage.map { $0.kind != .trailingGarbage } ?? false
    }) {
      return "\(input.name) is damaged"
    }
    if summary.omittedCycles > 0 || summary.omittedFindings > 0 {
      return "its summary leaves out cycles or findings; raise --max-details"
    }
    return nil
  }

  /// Whether one is of iOS and the other of Android.
  fileprivate func isOtherPhone(than other: Self) -> Bool {
    Set([platform, other.platform]) == ["ios", "android"]
  }
}
