// Assumptions of several runs: one that not all of them made names those that did.

extension Assumption {
  /// More names than this are only counted.
  private static let keptNames = 3

  /// Notes the run that made it.
  package func of(_ run: InputSummary?) -> Assumption {
    var assumption = self
    assumption.runs = 1
    assumption.runNames = run.map { [$0.name] } ?? []
    return assumption
  }

  /// Whether it says the same, whichever runs made it.
  func isSame(as other: Assumption) -> Bool {
    what == other.what && value == other.value && why == other.why
  }

  /// Adds the runs that made the same assumption; the first names in order are kept.
  mutating func merge(_ other: Assumption) {
    runs = runs.addingSaturated(other.runs)
    runNames = Array(Set(runNames).union(other.runNames).sorted().prefix(Self.keptNames))
  }
}

extension RunSummary {
  /// The assumptions for a report; one that not all runs made names some that did.
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

  /// What to know before believing the verdict, and the options on which it may hang, a sentence each: for
  /// reports that have no place for all assumptions.
  var notes: [String] {
    toldAssumptions.filter { $0.isNotable || $0.what == "options" }
      .map { "\($0.what) \($0.value): \($0.why)" }
  }
}
