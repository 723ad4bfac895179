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
    /// Whether a line of it is an event.
    package var hasEvents: Bool
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
    // A log without an event proves nothing, not even that there is too little of it.
    case .inconclusive: allowsInconclusive && golden.hasEvents && candidate.hasEvents ? 0 : 1
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
      parity = ParityTable.rows(
        (golden, self.golden.doubt != nil), (candidate, self.candidate.doubt != nil),
        titles: titles)
      findings = FindingChange.changes(from: golden, to: candidate, partners: [:])
      // The rows of the rules decide: on another platform a finding may come from other events.
      for index in findings.indices { findings[index].effect = .told }
    } else {
      let pairs = CycleMatching.pairs(golden.cycles, candidate.cycles)
      compareCycles(golden, candidate, pairs)
      findings = FindingChange.changes(
        from: golden, to: candidate, partners: CycleMatching.partners(in: pairs))
      counters = Self.counters(golden.counters, candidate.counters)
      circumstances += uncomparedTimes(golden, candidate)
    }
    compareVerdicts(golden, candidate)
    conclude()
  }

  private mutating func compareCycles(
    _ golden: RunSummary, _ candidate: RunSummary, _ pairs: [CycleMatching.Pair]
  ) {
    let runs = (
      golden: RunView(golden, name: "golden run", hasDoubt: self.golden.doubt != nil),
      candidate: RunView(candidate, name: "candidate", hasDoubt: self.candidate.doubt != nil)
    )
    // What a run that was cut lacks may stand in the part that is not there.
    let lack: Difference.Effect = runs.candidate.hasDoubt ? .doubtful : .fails
    let excess: Difference.Effect = runs.golden.hasDoubt ? .doubtful : .fails
    // What stands in front of the first partners may lie before the first line of a log.
    let first = pairs.firstIndex { $0.golden != nil && $0.candidate != nil }
    let anchor = first.map { place in
      (
        golden: pairs[place].golden.flatMap { golden.cycles[$0].notificationTime },
        candidate: pairs[place].candidate.flatMap { candidate.cycles[$0].notificationTime }
      )
    }
    cycles = pairs.enumerated().compactMap { place, pair in
      let isAhead = first.map { place < $0 } ?? false
      switch (pair.golden, pair.candidate) {
      case (let mine?, let theirs?):
        return CycleComparison(
          StepComparison.Side(golden.cycles[mine], of: runs.golden, at: mine),
          StepComparison.Side(candidate.cycles[theirs], of: runs.candidate, at: theirs),
          ground: pair.ground?.rawValue, tolerance)
      case (let mine?, nil):
        let cycle = golden.cycles[mine]
        return CycleComparison(
          missing: cycle, lack: lack,
          isBeforeBegin: isAhead
            && runs.candidate.isBeforeBegin(
              cycle.notificationTime, anchor: (anchor?.candidate, anchor?.golden), in: nil)
        )
      case (nil, let theirs?):
        let cycle = candidate.cycles[theirs]
        return CycleComparison(
          added: cycle, excess: excess,
          isBeforeBegin: isAhead
            && runs.golden.isBeforeBegin(
              cycle.notificationTime, anchor: (anchor?.golden, anchor?.candidate), in: nil)
        )
      case (nil, nil): return nil
      }
    }
  }

  private mutating func compareVerdicts(_ golden: RunSummary, _ candidate: RunSummary) {
    let (mine, theirs) = (golden.verdict, candidate.verdict)
    if mine == theirs { return }
    // An inconclusive run is a doubt of its own.
    let effect: Difference.Effect =
      mine == .inconclusive || theirs == .inconclusive
      ? .told : theirs.badness > mine.badness ? .fails : .better
    let note =
      golden.isStrict == candidate.isStrict
      ? ""
      : ", and only the \(golden.isStrict ? "golden run" : "candidate") was judged with --strict"
    circumstances.append(
      Difference(
        .verdict, effect, "verdict", golden: mine.rawValue, candidate: theirs.rawValue,
        account: "verdict: \(mine.word) → \(theirs.word)\(note)"))
  }

  // MARK: Verdict

  private mutating func conclude() {
    let failures = effects.filter { $0.effect == .fails }
    let doubts = [
      golden.doubt.map { "the golden run shows too little: \($0)" },
      candidate.doubt.map { "the candidate shows too little: \($0)" },
      isParityIdle ? "neither run shows a step or a recovery that the other shows too" : nil,
    ].compactMap { $0 }
    // What is not known of a step leaves the verdict as it else is.
    let open = cycles.flatMap(\.differences).filter { $0.effect == .doubtful && $0.kind.isOfCycle }
    if !failures.isEmpty {
      verdict = .different
      reasons = [Self.counted(failures.map(\.noun))] + doubts
    } else if !doubts.isEmpty {
      verdict = .inconclusive
      reasons = doubts
    } else if !open.isEmpty {
      verdict = .inconclusive
      reasons = ["it is left open whether they differ: \(Self.counted(open.map(\.kind.noun)))"]
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
    let found = findings.filter { $0.effect != .told }.flatMap { change in
      change.others.map { _ in
        (effect: change.effect, noun: change.change == "new" ? "new finding" : "finding gone")
      }
    }
    let others = cycles.flatMap(\.differences) + circumstances + counters
    // How cycles ended says more than their steps, and those more than the verdict that follows.
    let ranked = (0...3).flatMap { rank in others.filter { $0.kind.rank == rank } }
      .map { (effect: $0.effect, noun: $0.kind.noun) }
    return rowEffects + ranked + found
  }

  /// The effects of the rows of two platforms. The shares of outcomes add up, so that they are one fact.
  private var rowEffects: [(effect: Difference.Effect, noun: String)] {
    let rows = (parity ?? []).compactMap { row in
      row.result.effect.map { (kind: row.kind, effect: $0, noun: row.kind.noun) }
    }
    let outcome = rows.first { $0.kind == .outcome && $0.effect == .fails }
    return (outcome.map { [($0.effect, $0.noun)] } ?? [])
      + rows.filter { $0.kind != .outcome || $0.effect != .fails }.map { ($0.effect, $0.noun) }
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
    let closed = cycles.count { $0.golden != nil && $0.candidate != nil && !$0.isOpenInBoth }
    let better = effects.filter { $0.effect == .better }.map(\.noun)
    var text =
      closed == 0
      ? "no cycle to compare; the findings are those of the golden run"
      : "\(TextLayout.plural(closed, "cycle")) as in the golden run"
    if let openNote { text += ", " + openNote }
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
    hasEvents = summary.inputs.contains { $0.events > 0 }
    extent =
      summary.inputs.map(\.shortWords).joined(separator: "; ")
      + (summary.isHeadLost ? ", begins in the middle" : "")
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
