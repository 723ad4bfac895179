internal import RunReport

// What all exporters of metrics ask of a summary.

extension RunSummary {
  /// The platform as the value of a label. Any other word would be text of the user, and unbounded.
  var platform: String {
    for entry in environment where entry.key == "platform" {
      if case .string(let name) = entry.value, ["ios", "android"].contains(name) { return name }
    }
    return "unknown"
  }

  /// Whether the run was judged, whatever its verdict: exit statuses 0 and 1 say so.
  var wasJudged: Bool { 0...1 ~= exitStatus }
}

extension [InputSummary] {
  /// The sum of a figure over all inputs.
  func sum(_ value: (InputSummary) -> Int64) -> Int64 {
    reduce(0) { $0.addingSaturated(value($1)) }
  }
}

extension Measure {
  /// The name within a metric, without its unit.
  var metricName: String {
    switch self {
    case .executionDelay: "execution_delay"
    case .deliveryDrift: "delivery_drift"
    case .fetchDuration: "fetch_duration"
    case .lead: "lead"
    case .leadAtExecution: "lead_at_execution"
    case .cacheAge: "cache_age_at_delivery"
    }
  }
}
