package import LogReading

// What rests on a year or a zone that nothing tells: figures that hold a line's time against an instant.
extension TimeGaps {
  /// The assumptions by their names in the summary.
  package var assumed: [String] {
    (contains(.year) ? ["year"] : []) + (isDisjoint(with: .zones) ? [] : ["timezone"])
  }
}

extension CycleSummary {
  /// Says what its figures rest on, once the whole log told what it tells; those of no year go.
  package mutating func settle(_ open: TimeGaps) {
    assumed = gaps.intersection(open).assumed
    gaps = []
    if !assumed.isEmpty {
      isBaseline = nil
      // The record of a test run has no place to say what its times rest on.
      handlerTime = nil
      deliveredTime = nil
    }
    guard assumed.contains("year") else { return }
    executionDelaySeconds = nil
    leadAtExecutionSeconds = nil
    deliveryDriftSeconds = nil
    scheduledAheadSeconds = nil
  }

  /// ` (by an assumed timezone)` behind such a figure.
  var assumptionNote: String {
    assumed.isEmpty ? "" : " (by an assumed \(assumed.joined(separator: " and ")))"
  }
}

extension Distributions {
  /// Without the figures that hold a line's time against an instant.
  package mutating func leaveOutInstants() {
    for measure in Measure.allCases where measure.readsInstants {
      self[measure] = Histogram(edges: measure.edges)
    }
  }
}

extension Measure {
  /// Whether it holds a line's time against an instant: two times of lines need no year and no zone.
  var readsInstants: Bool {
    switch self {
    case .executionDelay, .deliveryDrift, .leadAtExecution: true
    case .fetchDuration, .lead, .cacheAge: false
    }
  }
}
