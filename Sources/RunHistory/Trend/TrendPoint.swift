internal import RunReport

/// What is plotted of a run, or of a group of them.
struct TrendPoint {
  /// What stands below the axis, and in the hint of its mark.
  var label: String
  /// Of a run 0 or 100 %.
  var passed: Double?
  /// The share of its closed cycles, in percent, whose notification used the prefetch.
  var used: Double?
  var distributions: Distributions
  var findings: Double

  /// The plots, in their order on the page.
  enum Chart: CaseIterable {
    case passed, used, executionDelay, deliveryDrift, findings

    func title(ofRuns: Bool) -> String {
      switch self {
      case .passed: "Passed"
      case .used: "Used prefetches"
      case .executionDelay: "Execution delay"
      case .deliveryDrift: "Delivery drift"
      case .findings: ofRuns ? "Violations" : "Findings a run"
      }
    }

    var unit: TrendChart.Unit {
      switch self {
      case .passed, .used: .percent
      case .executionDelay, .deliveryDrift: .seconds
      case .findings: .count
      }
    }

    /// The names of its lines; none where there is one.
    var names: [String] {
      switch self {
      case .executionDelay, .deliveryDrift: ["p50", "p90", "largest"]
      case .passed, .used, .findings: [""]
      }
    }

    /// The values of a point, one for each line.
    func values(of point: TrendPoint) -> [Double?] {
      func spans(_ measure: Measure) -> [Double?] {
        let histogram = point.distributions[measure]
        return [histogram.bound(ofPercent: 50), histogram.bound(ofPercent: 90), histogram.max]
      }
      switch self {
      case .passed: return [point.passed]
      case .used: return [point.used]
      case .executionDelay: return spans(.executionDelay)
      case .deliveryDrift: return spans(.deliveryDrift)
      case .findings: return [point.findings]
      }
    }

    /// The ends of a scale that all these points fit on; nil where none has a value.
    func range(over points: [TrendPoint]) -> ClosedRange<Double>? {
      let known = points.flatMap(values).compactMap { $0 }.filter(\.isFinite)
      guard let most = known.max(), let least = known.min() else { return nil }
      if unit == .percent { return 0...100 }
      let low = min(least, 0)
      // Where all are zero the scale still needs two ends.
      return low...(most > low ? most : low + 1)
    }
  }
}
