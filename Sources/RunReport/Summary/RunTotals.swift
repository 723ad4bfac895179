/// What is counted over runs: of one, or of all that a history ever recorded.
package struct RunTotals: Sendable, Equatable {
  /// The counters as the events give them; what logs reported themselves takes no part.
  package var counters = SeedCounters()
  package var lines: Int64 = 0
  package var events: Int64 = 0
  package var unclassified: Int64 = 0
  package var findingCounts: [FindingCount] = []
  package var cycleCounts = CycleCounts()
  package var distributions = Distributions()

  package init() {}

  /// Counts one run, or several that were merged.
  package init(of summary: RunSummary) {
    counters = summary.counters
    for input in summary.inputs {
      lines = lines.addingSaturated(input.lines)
      events = events.addingSaturated(Int64(input.events))
      unclassified = unclassified.addingSaturated(Int64(input.unclassified))
    }
    findingCounts = summary.findingCounts
    cycleCounts = summary.cycleCounts
    distributions = summary.distributions
  }
}
