/// The spans of time that every run keeps as distributions over its cycles.
package enum Measure: Int, CaseIterable, Sendable {
  case executionDelay, deliveryDrift, fetchDuration, lead, leadAtExecution, cacheAge

  /// The key in the JSON summary.
  package var key: String {
    switch self {
    case .executionDelay: "executionDelaySeconds"
    case .deliveryDrift: "deliveryDriftSeconds"
    case .fetchDuration: "fetchDurationSeconds"
    case .lead: "leadSeconds"
    case .leadAtExecution: "leadAtExecutionSeconds"
    case .cacheAge: "cacheAgeAtDeliverySeconds"
    }
  }

  /// The name in a report.
  package var label: String {
    switch self {
    case .executionDelay: "execution delay"
    case .deliveryDrift: "delivery drift"
    case .fetchDuration: "fetch duration"
    case .lead: "lead"
    case .leadAtExecution: "lead at execution"
    case .cacheAge: "cache age at delivery"
    }
  }

  /// A sentence that names both ends of the span.
  package var summary: String {
    switch self {
    case .executionDelay: "From the earliest begin of a task to its handler."
    case .deliveryDrift: "From the notification time to the delivery."
    case .fetchDuration: "From the start of a prefetch to its outcome."
    case .lead: "From the earliest begin of a task to its notification."
    case .leadAtExecution: "From the handler of a task to its notification."
    case .cacheAge: "From a prefetch to the moment that the delivery looks its content up."
    }
  }

  /// The upper edges of the buckets, in seconds.
  package var edges: [Double] {
    switch self {
    case .executionDelay: Histogram.delayEdges
    case .deliveryDrift: Histogram.driftEdges
    case .fetchDuration: Histogram.fetchEdges
    case .lead: Histogram.leadEdges
    case .leadAtExecution: Histogram.leadAtExecutionEdges
    case .cacheAge: Histogram.ageEdges
    }
  }
}

/// One histogram for each measure.
package struct Distributions: Sendable, Equatable, Codable {
  private var histograms = Measure.allCases.map { Histogram(edges: $0.edges) }

  package init() {}

  /// Whether each measure has a distribution of its own edges.
  package var isWhole: Bool { histograms.map(\.edges) == Measure.allCases.map(\.edges) }

  /// The distribution of a measure.
  package subscript(measure: Measure) -> Histogram {
    get { histograms[measure.rawValue] }
    // In place: a copy would count the references of its lists for every value that is added.
    _modify { yield &histograms[measure.rawValue] }
  }

  /// Counts a span of microseconds, where there is one.
  package mutating func add(microseconds value: Int64?, to measure: Measure) {
    histograms[measure.rawValue].add(microseconds: value)
  }

  /// Adds the counts of another run.
  package mutating func merge(_ other: Distributions) {
    for index in histograms.indices { histograms[index].merge(other.histograms[index]) }
  }
}
