// Of several runs each takes its own for granted: what not all of them do names those that do.

extension Assumption {
  /// More names than that are only counted.
  private static let keptNames = 3

  /// Notes the run that took it for granted.
  package func of(_ run: InputSummary?) -> Assumption {
    var assumption = self
    assumption.runs = 1
    assumption.runNames = run.map { [$0.name] } ?? []
    return assumption
  }

  /// Whether it says the same, of whatever runs.
  func isSame(as other: Assumption) -> Bool {
    what == other.what && value == other.value && why == other.why
  }

  /// Takes the runs that took the same for granted; the first names in order are kept.
  mutating func merge(_ other: Assumption) {
    runs = runs.addingSaturated(other.runs)
    runNames = Array(Set(runNames).union(other.runNames).sorted().prefix(Self.keptNames))
  }
}

extension RunSummary {
  /// What was taken for granted, for a report: what not all runs did says in which.
  package var toldAssumptions: [Assumption] {
    assumptions.map { assumption in
      guard 1..<max(runs, 1) ~= assumption.runs else { return assumption }
      var told = assumption
      let others = assumption.runs - assumption.runNames.count
      let names =
        assumption.runNames.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
      told.why += " (\(assumption.runs) of \(runs) runs: \(names))"
      return told
    }
  }
}
