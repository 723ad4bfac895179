package import RunReport
internal import TextWriting

/// What runs are sorted by.
package enum TrendGrouping: String, Sendable, CaseIterable {
  case day, build, device, os
}

/// Runs sorted into groups, with what each group comes to.
package struct TrendReport: Sendable, Equatable {
  /// The runs that share a day, a build, a device or a system.
  package struct Group: Sendable, Equatable {
    /// The value that they share; empty where it is not known.
    package var value: String
    /// The runs, the oldest first.
    package var runs: [RunEntry] = []
    /// All of them added up.
    package var totals = RunTotals()

    /// How many runs passed.
    package var passes: Int { runs.count { $0.verdict == "pass" } }
    package var closedCycles: Int { totals.cycleCounts.closed }
    package var usedCycles: Int { totals.cycleCounts.usedPrefetch }
    /// The share of cycles that are over whose notification used the prefetch; nil where there is none.
    package var successRatio: Double? { Self.ratio(usedCycles, closedCycles) }
    package var violations: Int { runs.reduce(0) { $0.addingSaturated($1.violations) } }
    package var findingsPerRun: Double {
      runs.isEmpty ? 0 : Double(violations) / Double(runs.count)
    }
    /// The share of each run, one after the other.
    package var successRatios: [Double?] { runs.map { Self.ratio($0.usedCycles, $0.closedCycles) } }

    static func ratio(_ part: Int, _ whole: Int) -> Double? {
      whole > 0 ? Double(part) / Double(whole) : nil
    }
  }

  package let grouping: TrendGrouping
  package private(set) var groups: [Group] = []
  /// How many runs take no part, since they were pruned.
  package let pruned: Int64

  /// Sorts runs, which stand oldest first.
  package init(_ runs: [RunEntry], by grouping: TrendGrouping, pruned: Int64 = 0) {
    self.grouping = grouping
    self.pruned = pruned
    var places: [String: Int] = [:]
    for run in runs {
      let value = Self.value(of: run, grouping)
      let place = places[value] ?? groups.count
      if place == groups.count {
        places[value] = place
        groups.append(Group(value: value))
      }
      groups[place].runs.append(run)
      groups[place].totals.cycleCounts.add(run.totals.cycleCounts)
      groups[place].totals.distributions.merge(run.totals.distributions)
    }
    // Unknown ones come last.
    groups.sort {
      $0.value.isEmpty || $1.value.isEmpty
        ? !$0.value.isEmpty && $1.value.isEmpty : NaturalOrder.isBefore($0.value, $1.value)
    }
  }

  /// A sentence on the runs that take no part; nil where all do.
  package var absence: String? {
    pruned == 0
      ? nil
      : "\(TextLayout.plural(pruned, "pruned run")) \(pruned == 1 ? "takes" : "take") no part."
  }

  /// A share in whole percent: 100 % is said of nothing less.
  package static func percent(_ share: Double) -> String {
    // 0.29 times 100 is a little less than 29.
    "\(Int((share * 100 + 1e-9).rounded(.down))) %"
  }

  private static func value(of run: RunEntry, _ grouping: TrendGrouping) -> String {
    switch grouping {
    case .day: InstantText.date(run.time)
    case .build: run.build ?? ""
    case .device: run.device ?? ""
    case .os: [run.platform, run.system].compactMap { $0 }.joined(separator: " ")
    }
  }
}

extension CycleCounts {
  fileprivate mutating func add(_ other: CycleCounts) {
    for outcome in CycleSummary.Outcome.allCases {
      self[outcome] = self[outcome].addingSaturated(other[outcome])
    }
  }
}

/// Numbers as a line of blocks, a column each.
package enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The latest ones are shown.
  package static let width = 20

  /// Returns the line of shares from 0 to 1; a dot stands for one that is not known.
  package static func text(_ shares: [Double?]) -> String {
    String(
      shares.suffix(width).map { share in
        guard let share, !share.isNaN else { return "·" }
        let level = Int((min(max(share, 0), 1) * Double(blocks.count - 1)).rounded())
        return blocks[level]
      })
  }
}
