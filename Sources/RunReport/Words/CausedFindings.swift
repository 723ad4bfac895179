internal import RuleLanguage

/// What follows from which of the findings that a report shows: each finding is told once, by itself or
/// below the first one of those that caused it.
struct CausedFindings {
  /// The findings by outcome that stand for themselves, those of a rule and of one blame together.
  private var heads: [String: [[Finding]]] = [:]
  /// The findings that others caused, by what is said of the cause.
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
          following[cause.judgement, default: []].append(finding)
        } else if let place = places[finding.judgement] {
          lists[place].append(finding)
        } else {
          places[finding.judgement] = lists.count
          lists.append([finding])
        }
      }
      heads[group.outcome.name] = lists
    }
  }

  /// Returns the findings in a group that stand for themselves, those of a rule and of one blame together,
  /// in the order of their first ones.
  func heads(of group: FindingGroup) -> [[Finding]] { heads[group.outcome.name] ?? [] }

  /// Returns what follows from the findings told together with one: those of each rule and blame, the
  /// violated ones first.
  func following(_ cause: Finding) -> [[Finding]] {
    var lists: [[Finding]] = []
    for finding in following[cause.judgement] ?? [] {
      if let place = lists.firstIndex(where: { $0[0].judgement == finding.judgement }) {
        lists[place].append(finding)
      } else {
        lists.append([finding])
      }
    }
    return lists
  }
}
