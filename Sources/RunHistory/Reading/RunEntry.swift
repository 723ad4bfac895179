internal import RuleLanguage
package import RunReport

/// A recorded run as lists and trends show it.
package struct RunEntry: Sendable, Equatable {
  package var id: Int64
  /// Seconds since 1970: when its log was first recorded, and when last.
  package var begun: Int64
  package var recorded: Int64
  package var times: Int64
  package var tool: String
  package var name: String
  package var verdict: String
  package var logic: String
  package var timing: String
  package var profile: String
  /// The first and the last time of the log, in microseconds since 1970.
  package var firstTime: Int64?
  package var lastTime: Int64?
  package var platform: String?
  package var device: String?
  package var system: String?
  package var build: String?
  package var isSimulator: Bool?
  package var totals = RunTotals()

  /// When it was, in microseconds since 1970: at the end of its log, or else when it was recorded.
  package var time: Int64 {
    lastTime ?? begun.multipliedReportingOverflow(by: 1_000_000).partialValue
  }

  /// How many violations it has.
  package var violations: Int {
    totals.findingCounts.reduce(0) { $1.outcome == .violated ? $0.addingSaturated($1.count) : $0 }
  }

  /// Its cycles that are over, and those among them whose notification used the prefetch.
  package var closedCycles: Int { totals.cycleCounts.closed }
  package var usedCycles: Int { totals.cycleCounts.usedPrefetch }
}
