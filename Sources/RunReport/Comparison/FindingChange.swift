internal import RuleLanguage

/// What makes two findings of two runs one finding.
struct FindingKey: Hashable {
  private let fingerprint: String
  private let outcome: String
  private let severity: UInt8

  init(_ finding: Finding) {
    fingerprint = finding.fingerprint
    outcome = finding.outcome.name
    severity = UInt8(finding.severity.rawValue)
  }
}

/// Findings of one fingerprint and outcome, counted in both runs.
package struct FindingChange: Sendable, Equatable {
  /// Those that only one run has: new ones, or those that are gone.
  package var others: [Finding] = []
  /// Those that both runs have.
  package var shared: [Finding] = []
  package var golden: Int
  package var candidate: Int
  package var effect = Difference.Effect.told

  /// Whether both runs have as many, as the JSON has it.
  package var change: String {
    candidate > golden ? "new" : candidate < golden ? "gone" : "same"
  }

  /// The first of those that make the change.
  package var finding: Finding { others.first ?? shared.first ?? Finding() }

  /// Returns the changes in the order of the candidate's findings, those that are gone behind them.
  ///
  /// Findings are counted: of five alike where the golden run has three, two are new, namely those in whose
  /// cycles the golden run has none.
  ///
  /// - Parameter partners: The place of the golden cycle by that of its partner.
  static func changes(
    from golden: RunSummary, to candidate: RunSummary, partners: [Int: Int]
  ) -> [FindingChange] {
    let cycles = (golden: NamedCycles(of: golden), candidate: NamedCycles(of: candidate))
    var places: [FindingKey: Int] = [:]
    var groups: [(golden: [Finding], candidate: [Finding])] = []
    func place(of finding: Finding) -> Int {
      let key = FindingKey(finding)
      if let place = places[key] { return place }
      places[key] = groups.count
      groups.append(([], []))
      return groups.count - 1
    }
    for finding in candidate.findings { groups[place(of: finding)].candidate.append(finding) }
    for finding in golden.findings { groups[place(of: finding)].golden.append(finding) }
    var changes = groups.map { mine, theirs in
      var change = FindingChange(golden: mine.count, candidate: theirs.count)
      let partnersOfMine = mine.map { cycles.golden.cycles(of: $0).first }
      let partnersOfTheirs = theirs.map { finding in
        cycles.candidate.cycles(of: finding).first.flatMap { partners[$0] }
      }
      if theirs.count < mine.count {
        (change.shared, change.others) = split(mine, partnersOfMine, beside: partnersOfTheirs)
      } else {
        (change.shared, change.others) = split(theirs, partnersOfTheirs, beside: partnersOfMine)
      }
      return change
    }
    for index in changes.indices { changes[index].settle() }
    // What follows from another change is told, and counted with it.
    let decided = changes.filter { $0.effect != .told && !$0.finding.isConsequence }
    for index in changes.indices where changes[index].finding.isConsequence {
      let follows = decided.contains { cause in
        cause.change == changes[index].change && cause.finding.rule == changes[index].finding.cause
      }
      if follows { changes[index].effect = .told }
    }
    return changes
  }

  /// Splits findings into as many as the other run has, first those in partners of its cycles, and the rest.
  private static func split(
    _ findings: [Finding], _ places: [Int?], beside others: [Int?]
  ) -> (shared: [Finding], rest: [Finding]) {
    var open: [Int: Int] = [:]
    for place in others.compactMap(\.self) { open[place, default: 0] += 1 }
    var left = others.count
    var isShared = places.map { place in
      guard let place, let count = open[place], count > 0 else { return false }
      open[place] = count - 1
      left -= 1
      return true
    }
    for index in isShared.indices where !isShared[index] && left > 0 {
      left -= 1
      isShared[index] = true
    }
    let marked = zip(findings, isShared)
    return (marked.filter(\.1).map(\.0), marked.filter { !$0.1 }.map(\.0))
  }

  /// Only a violation is for better or worse; a note, and what is excused or open, is told.
  private mutating func settle() {
    guard finding.isFault, golden != candidate else { return }
    effect = candidate > golden ? .fails : .better
  }
}

extension Finding {
  /// Whether it is for better or worse: a violation that is no mere note.
  var isFault: Bool { outcome == .violated && severity != .info }
}

extension FindingChange {
  /// More cycles than this are only counted.
  private static let namedCycles = 6

  /// What it is: `plugin fault`, or its outcome where it is none.
  var kind: String {
    if finding.outcome != .violated { return finding.outcome.name }
    return finding.severity.name
  }

  /// The message of what is new or gone, its cycles, what it follows from, and how often each run has it.
  var account: String {
    if others.isEmpty { return sharedAccount }
    return Self.account(
      of: others,
      counts: golden > 0 && candidate > 0
        ? "golden \(golden), candidate \(candidate)"
        : others.count > 1 ? "\(others.count) times" : "")
  }

  /// The message of what both runs have, and its cycles.
  var sharedAccount: String {
    Self.account(of: shared, counts: shared.count > 1 ? "\(shared.count) times" : "")
  }

  private static func account(of findings: [Finding], counts: String) -> String {
    guard let finding = findings.first else { return "" }
    var parts = [finding.message.isEmpty ? finding.title : finding.message]
    var notes: [String] = []
    let cycles = cycles(of: findings)
    if !cycles.isEmpty {
      let rest = cycles.count - namedCycles
      notes.append(
        (cycles.count == 1 ? "cycle " : "cycles ")
          + cycles.prefix(namedCycles).joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    if let cause = finding.cause { notes.append("follows from \(cause)") }
    if !counts.isEmpty { notes.append(counts) }
    if !notes.isEmpty { parts.append("(\(notes.joined(separator: ", ")))") }
    return parts.joined(separator: " ")
  }

  /// The cycles of what is new, gone or the same, each once.
  package var cycles: [String] { Self.cycles(of: others.isEmpty ? shared : others) }

  private static func cycles(of findings: [Finding]) -> [String] {
    var names: [String] = []
    for finding in findings {
      let own = finding.scope.cycle.map { [$0] } ?? finding.scope.cycles
      for name in own where !names.contains(name) { names.append(name) }
    }
    return names
  }
}
