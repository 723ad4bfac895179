/// The verdict on the logic, or on the timing, of a run: S4:36-38 asks for each by itself.
///
/// The worse verdict comes later.
package enum PartVerdict: String, Sendable, CaseIterable, Comparable {
  case notAssessed = "not_assessed"
  case pass, excused, inconclusive, fail

  package static func < (left: PartVerdict, right: PartVerdict) -> Bool {
    left.badness < right.badness
  }

  private var badness: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The cycles that had something in common, and when the system ran their tasks (S4:329-334).
package struct TimingGroup: Sendable, Equatable, Codable {
  /// The condition that cycles share.
  package enum Condition: String, Sendable, CaseIterable, Codable {
    case day, power, lowPower, forceQuit
  }

  package var condition: Condition
  /// The day in UTC, or the value of the condition as the summary writes it.
  package var value: String
  /// Cycles that are over and for which a task was asked for.
  package var cycles: Int64 = 0
  /// Cycles among them whose task ran.
  package var executed: Int64 = 0
  package var executionDelay = Histogram(edges: Histogram.delayEdges)

  package init(condition: Condition, value: String) {
    self.condition = condition
    self.value = value
  }

  private mutating func merge(_ other: TimingGroup) {
    cycles = cycles.addingSaturated(other.cycles)
    executed = executed.addingSaturated(other.executed)
    executionDelay.merge(other.executionDelay)
  }

  /// The most days kept: the latest ones, so that it does not matter in which order runs merge.
  package static let dayLimit = 400

  /// Returns the groups of both, each once, in their order; of the days only the latest.
  package static func merged(_ left: [TimingGroup], _ right: [TimingGroup]) -> [TimingGroup] {
    Condition.allCases.flatMap { condition in
      var groups: [String: TimingGroup] = [:]
      for group in left + right where group.condition == condition {
        if groups[group.value]?.merge(group) == nil { groups[group.value] = group }
      }
      let sorted = groups.values.sorted { $0.value < $1.value }
      return condition == .day ? Array(sorted.suffix(dayLimit)) : sorted
    }
  }
}
