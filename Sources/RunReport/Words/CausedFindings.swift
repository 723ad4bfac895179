internal import RuleLanguage

/// What follows from which of the findings that a report shows: each finding is told once, by itself or
/// below the first one of the rule that caused it.
struct CausedFindings {
  /// The findings by outcome that stand for themselves, those of a rule together.
  private var heads: [String: [[Finding]]] = [:]
  /// The findings that a rule caused, by the outcome of the cause and its name.
  private var following: [String: [Finding]] = [:]

  /// - Parameter groups: The findings that are shown, the worst first. One whose cause is not among them
  ///   stands for itself.
  init(of groups: [FindingGroup]) {
    var causes: [String: [Finding]] = [:]
    for finding in groups.lazy.flatMap(\.findings) where !finding.isConsequence {
      causes[finding.rule, default: []].append(finding)
    }
    for group in groups {
      var places: [String: Int] = [:]
      var lists: [[Finding]] = []
      for finding in group.findings {
        // What a baseline holds may not be shown.
        let named =
          finding.isConsequence
          ? finding.cause.flatMap { causes[$0] }?.filter { finding.isKnown || !$0.isKnown } : nil
        // What the cause led to may be in another process, or in the next cycle.
        if let cause = named?.first(where: { finding.follows(from: $0) }) ?? named?.first {
          following[Self.key(cause.outcome, cause.rule), default: []].append(finding)
        } else if let place = places[finding.rule] {
          lists[place].append(finding)
        } else {
          places[finding.rule] = lists.count
          lists.append([finding])
        }
      }
      heads[group.outcome.name] = lists
    }
  }

  /// Returns the findings of each rule in a group that stand for themselves, in the order of their first
  /// ones.
  func heads(of group: FindingGroup) -> [[Finding]] { heads[group.outcome.name] ?? [] }

  /// Returns what follows from the findings of a rule in a group: the findings of each rule, the
  /// violated ones first.
  func following(_ cause: Finding, in group: FindingGroup) -> [[Finding]] {
    var lists: [[Finding]] = []
    for finding in following[Self.key(group.outcome, cause.rule)] ?? [] {
      if let place = lists.firstIndex(where: {
        $0[0].rule == finding.rule && $0[0].outcome == finding.outcome
      }) {
        lists[place].append(finding)
      } else {
        lists.append([finding])
      }
    }
    return lists
  }

  private static func key(_ outcome: Outcome, _ rule: String) -> String {
    "\(outcome.name) \(rule)"
  }
}
