internal import RuleLanguage

/// Findings of one fingerprint and outcome, counted in both runs.
package struct FindingChange: Sendable, Equatable {
  /// The first of them, of the candidate where it has any.
  package var finding: Finding
  package var golden: Int
  package var candidate: Int
  package var effect: Difference.Effect

  /// Whether both runs have as many, as the JSON has it.
  package var change: String {
    candidate > golden ? "new" : candidate < golden ? "gone" : "same"
  }

  private struct Key: Hashable {
    var fingerprint: String
    var outcome: String
    var severity: Int
  }

  /// Returns the changes in the order of the candidate's findings, those that are gone behind them.
  ///
  /// Findings are counted: of five alike where the golden run has three, two are new.
  static func changes(from golden: [Finding], to candidate: [Finding]) -> [FindingChange] {
    var places: [Key: Int] = [:]
    var changes: [FindingChange] = []
    func place(of finding: Finding) -> Int {
      let key = Key(
        fingerprint: finding.fingerprint, outcome: finding.outcome.name,
        severity: Int(finding.severity.rawValue))
      if let place = places[key] { return place }
      places[key] = changes.count
      changes.append(FindingChange(finding: finding, golden: 0, candidate: 0, effect: .told))
      return changes.count - 1
    }
    for finding in candidate { changes[place(of: finding)].candidate += 1 }
    for finding in golden { changes[place(of: finding)].golden += 1 }
    for index in changes.indices { changes[index].settle() }
    return changes
  }

  /// Only a violation is for better or worse; a note, and what is excused or open, is told.
  private mutating func settle() {
    guard finding.outcome == .violated, finding.severity != .info, golden != candidate else {
      return
    }
    effect = candidate > golden ? .fails : .better
  }
}

extension FindingChange {
  /// How often each run has it, where that says more than new or gone.
  var counts: String {
    if golden == candidate { return candidate > 1 ? "\(candidate) times" : "" }
    if golden + candidate == 1 { return "" }
    return "golden \(golden), candidate \(candidate)"
  }

  /// What it is: `plugin fault`, or its outcome where it is none.
  var kind: String {
    if finding.outcome != .violated { return finding.outcome.name }
    return finding.severity.name
  }

  /// The message, its cycle and what it follows from.
  var account: String {
    var parts = [finding.message.isEmpty ? finding.title : finding.message]
    var notes: [String] = []
    if let cycle = finding.scope.cycle { notes.append("cycle \(cycle)") }
    if let cause = finding.cause { notes.append("follows from \(cause)") }
    if !counts.isEmpty { notes.append(counts) }
    if !notes.isEmpty { parts.append("(\(notes.joined(separator: ", ")))") }
    return parts.joined(separator: " ")
  }
}
