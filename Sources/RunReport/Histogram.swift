/// Exact counts by upper edge, the last bucket unbounded.
package struct Histogram: Sendable, Equatable {
  package static let delayEdges: [Double] = [1, 5, 30, 60, 300, 900]
  package static let fetchEdges: [Double] = [0.1, 0.5, 1, 2, 5, 10, 30]

  package let edges: [Double]
  /// One more than the edges.
  package private(set) var counts: [Int64]
  /// Whole microseconds, since sums of doubles depend on the order in which runs are merged.
  private var microseconds: Int128 = 0
  package private(set) var count: Int64 = 0

  package init(edges: [Double]) {
    self.edges = edges
    counts = [Int64](repeating: 0, count: edges.count + 1)
  }

  /// The sum of all values, in seconds.
  package var sum: Double { Double(microseconds) / 1_000_000 }

  /// Counts a value in seconds; negative values fall into the first bucket.
  package mutating func add(_ value: Double) {
    // Beyond the span of any time stamp; NaN and infinities are no measurement.
    guard abs(value) < 1e15 else { return }
    counts[edges.firstIndex { value <= $0 } ?? edges.count] += 1
    microseconds += Int128((value * 1_000_000).rounded())
    count += 1
  }

  /// Adds the counts of another histogram with the same edges.
  package mutating func merge(_ other: Histogram) {
    guard edges == other.edges else { return }
    for index in counts.indices {
      counts[index] = counts[index].addingSaturated(other.counts[index])
    }
    microseconds &+= other.microseconds
    count = count.addingSaturated(other.count)
  }
}

extension FixedWidthInteger {
  /// The sum, held at the largest or smallest value where it would overflow.
  func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
