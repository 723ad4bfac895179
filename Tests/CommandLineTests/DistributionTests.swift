import Foundation
import TestSupport
import Testing

/// The distributions of the JSON summary and those of the metrics.
struct DistributionTests {
  /// The metric of each histogram of the summary.
  private static let metrics = [
    "executionDelaySeconds": "dnplog_execution_delay_seconds",
    "deliveryDriftSeconds": "dnplog_delivery_drift_seconds",
    "fetchDurationSeconds": "dnplog_fetch_duration_seconds",
    "leadSeconds": "dnplog_lead_seconds",
    "leadAtExecutionSeconds": "dnplog_lead_at_execution_seconds",
    "cacheAgeAtDeliverySeconds": "dnplog_cache_age_at_delivery_seconds",
  ]

  private static func number(_ value: JSONText) -> Double {
    if case .number(let number) = value { number } else { .nan }
  }

  /// Returns the values of a series by the rest of its line: `_bucket{le="5"}`, `_sum`, `_count`.
  private static func samples(of metric: String, in text: String) -> [String: Double] {
    var samples: [String: Double] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix(metric + "_") {
      let parts = line.dropFirst(metric.utf8.count).split(separator: " ")
      if parts.count == 2, let value = Double(parts[1]) { samples[String(parts[0])] = value }
    }
    return samples
  }

  @Test(arguments: Samples.logs)
  func `the metrics hold the histograms of the summary`(log: String) throws {
    let directory = try TemporaryDirectory()
    let arguments = [Samples.path(log), "--export", "prometheus=dnp.prom"]
    let summary = try #require(try Dnplog.judge(arguments, in: directory).summary)
    let text = try String(contentsOfFile: "\(directory.path)/dnp.prom", encoding: .utf8)
    #expect(summary["histograms"].keys.sorted() == Self.metrics.keys.sorted())
    for member in summary["histograms"].members {
      let metric = try #require(Self.metrics[member.key])
      let samples = Self.samples(of: metric, in: text)
      let edges = member.value["edges"].elements.map(Self.number)
      let counts = member.value["counts"].elements.map(Self.number)
      #expect(samples.count == edges.count + 3)
      var total = 0.0
      for (index, edge) in edges.enumerated() {
        total += counts[index]
        let label = edge == edge.rounded() ? "\(Int(edge))" : "\(edge)"
        #expect(samples["_bucket{le=\"\(label)\"}"] == total, "\(metric) \(label)")
      }
      #expect(samples["_bucket{le=\"+Inf\"}"] == total + (counts.last ?? 0))
      #expect(samples["_count"] == Self.number(member.value["count"]))
      #expect(samples["_sum"] == Self.number(member.value["sum"]))
    }
  }

  /// The logs in which a tester moved the clock: spans measured then are no measurement.
  private static let moved = ["env/forced-reschedule.log", "env/time-warp.log"]

  /// Every value of a cycle is in its histogram, and nothing else is.
  @Test(arguments: Samples.logs)
  func `the histograms count the cycles`(log: String) throws {
    let directory = try TemporaryDirectory()
    let summary = try #require(try Dnplog.judge([Samples.path(log)], in: directory).summary)
    for member in summary["histograms"].members {
      let count = Self.number(member.value["count"])
      let figures = summary["cycles"].elements.compactMap {
        cycle -> (value: Double, isAssumed: Bool)? in
        let holder = cycle.keys.contains(member.key) ? cycle : cycle["derived"]
        let value = holder[member.key]
        let isAssumed = !cycle["derived"]["assumed"].elements.isEmpty
        return value == .null ? nil : (Self.number(value), isAssumed)
      }
      // A figure that rests on an assumed year or zone is in no distribution.
      let known = figures.filter { !$0.isAssumed }.map(\.value)
      let values = count == Double(figures.count) ? figures.map(\.value) : known
      #expect(count == Double(values.count) || count == 0 && Self.moved.contains(log))
      guard count > 0 else { continue }
      #expect(Self.number(member.value["min"]) == values.min())
      #expect(Self.number(member.value["max"]) == values.max())
      #expect(member.value["counts"].elements.map(Self.number).reduce(0, +) == count)
    }
  }
}
