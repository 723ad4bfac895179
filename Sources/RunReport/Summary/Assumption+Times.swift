package import LogReading

// Figures that compare a line's time with an instant rest on the year and zone, which the log may
// lack.
extension TimeGaps {
  /// The assumptions by their names in the summary.
  package var assumed: [String] {
    (contains(.year) ? ["year"] : []) + (isDisjoint(with: .zones) ? [] : ["timezone"])
  }
}

extension CycleSummary {
  /// Notes what its figures assume, once the whole log is read; drops those that need an unknown
  /// year.
  package mutating func settle(_ open: TimeGaps) {
    assumed = gaps.intersection(open).assumed
    gaps = []
    if !assumed.isEmpty {
      isBaseline = nil
      // The record of a test run has no field for assumptions.
      handlerTime = nil
      deliveredTime = nil
    }
    guard assumed.contains("year") else { return }
    executionDelaySeconds = nil
    leadAtExecutionSeconds = nil
    deliveryDriftSeconds = nil
    scheduledAheadSeconds = nil
  }

  /// The note ` (by an assumed timezone)` behind such a figure, if any.
  package var assumptionNote: String {
    assumed.isEmpty ? "" : " (by an assumed \(assumed.joined(separator: " and ")))"
  }
}

extension Distributions {
  /// Removes the figures that compare a line's time with an instant.
  package mutating func leaveOutInstants() {
    for measure in Measure.allCases where measure.readsInstants {
      self[measure] = Histogram(edges: measure.edges)
    }
  }
}

extension Measure {
  /// Whether it compares a line's time with an instant: two line times need no year and no zone.
  var readsInstants: Bool {
    switch self {
    case .executionDelay, .deliveryDrift, .leadAtExecution: true
    case .fetchDuration, .lead, .cacheAge: false
    }
  }
}
