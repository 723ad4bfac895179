/// Exact counts by upper edge, the last bucket unbounded, with the smallest and the largest value.
package struct Histogram: Sendable, Equatable, Codable {
  package static let delayEdges: [Double] = [1, 5, 30, 60, 300, 900]
  static let fetchEdges: [Double] = [0.1, 0.5, 1, 2, 5, 10, 30]
  /// A minute is the least that S4:47 allows, five are usual, and long leads are disfavoured.
  static let leadEdges: [Double] = [60, 300, 600, 900, 1800, 3600]
  /// A task at zero or below ran when its notification was due, or later.
  static let leadAtExecutionEdges: [Double] = [0, 60, 120, 180, 240, 300, 900, 3600]
  /// Deliveries may lie three minutes to either side (S4:293).
  static let driftEdges: [Double] = [-180, -1, 1, 5, 30, 60, 180, 900]
  static let ageEdges: [Double] = [60, 300, 900, 3600, 21_600, 86_400]

  package let edges: [Double]
  /// The counts by bucket, one more than the edges.
  package private(set) var counts: [Int64]
  /// The sum in whole microseconds, since one of doubles depends on the order in which runs merge.
  private var microseconds: Int128 = 0
  private var least: Int128?
  private var most: Int128?
  package private(set) var count: Int64 = 0

  package init(edges: [Double]) {
    self.edges = edges
    counts = [Int64](repeating: 0, count: edges.count + 1)
  }

  /// Takes a distribution as it was stored; nil where its buckets are not those of the edges.
  package init?(
    edges: [Double], counts: [Int64], microseconds: Int64, least: Int64?, most: Int64?
  ) {
    guard counts.count == edges.count + 1 else { return nil }
    self.edges = edges
    self.counts = counts
    self.microseconds = Int128(microseconds)
    self.least = least.map { Int128($0) }
    self.most = most.map { Int128($0) }
    count = counts.reduce(0) { $0.addingSaturated($1) }
  }

  /// The sum, the smallest and the largest value in whole microseconds, as they are stored: held within
  /// three centuries, so that no sum of a history overflows.
  package var stored: (sum: Int64, least: Int64?, most: Int64?) {
    let limit = Int128(1) << 53
    func held(_ value: Int128) -> Int64 { Int64(Swift.max(-limit, Swift.min(limit, value))) }
    return (held(microseconds), least.map(held), most.map(held))
  }

  /// The sum of all values, in seconds.
  package var sum: Double { Double(microseconds) / 1_000_000 }
  /// The smallest value, in seconds; nil where there is none.
  package var min: Double? { least.map { Double($0) / 1_000_000 } }
  /// The largest value, in seconds; nil where there is none.
  package var max: Double? { most.map { Double($0) / 1_000_000 } }

  /// Counts a value in seconds; one below all edges falls into the first bucket.
  package mutating func add(_ value: Double) {
    // Beyond the span of any time stamp; NaN and infinities are no measurement.
    guard abs(value) < 1e15 else { return }
    let micros = (value * 1_000_000).rounded()
    // To make 128 bits of a double takes 130 instructions; nearly all spans have fewer bits.
    let whole = abs(micros) < 9e18 ? Int128(Int64(micros)) : Int128(micros)
    counts[edges.firstIndex { value <= $0 } ?? edges.count] += 1
    microseconds += whole
    least = Swift.min(least ?? whole, whole)
    most = Swift.max(most ?? whole, whole)
    count += 1
  }

  /// Counts a span of microseconds, where there is one.
  package mutating func add(microseconds value: Int64?) {
    if let value { add(Double(value) / 1_000_000) }
  }

  /// Adds the counts of another histogram with the same edges.
  package mutating func merge(_ other: Histogram) {
    guard edges == other.edges else { return }
    for index in counts.indices {
      counts[index] = counts[index].addingSaturated(other.counts[index])
    }
    microseconds = microseconds.addingSaturated(other.microseconds)
    if let value = other.least { least = Swift.min(least ?? value, value) }
    if let value = other.most { most = Swift.max(most ?? value, value) }
    count = count.addingSaturated(other.count)
  }

  /// Returns the value that at least that many in a hundred do not exceed, as near as buckets tell:
  /// the upper edge of a bucket, or the largest value where that is less.
  package func bound(ofPercent percent: Int64) -> Double? {
    guard let max, count > 0 else { return nil }
    // Whole hundreds first, since counts of a fleet may be near their limit.
    let rank = count / 100 * percent + (count % 100 * percent + 99) / 100
    var seen: Int64 = 0
    for (index, edge) in edges.enumerated() {
      seen = seen.addingSaturated(counts[index])
      if seen >= rank { return Swift.min(edge, max) }
    }
    return max
  }
}

extension Histogram: Coded {
  static var blank: Histogram { Histogram(edges: delayEdges) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var known = edges
    try coder.member("edges", numbers: &known)
    if known != edges { try coder.refuse("edges", "another release wrote: write the summary anew") }
    try coder.member("counts", counts: &counts)
    if counts.count != edges.count + 1 { try coder.refuse("counts", "does not fit its edges") }
    var sum = Optional(microseconds)
    try coder.member("sum", microseconds: &sum)
    microseconds = sum ?? 0
    try coder.member("count", &count)
    if Coder.isReading, count != counts.reduce(0, { $0.addingSaturated($1) }) {
      try coder.refuse("count", "is not the sum of its counts")
    }
    try coder.member("min", microseconds: &least)
    try coder.member("max", microseconds: &most)
  }
}

extension FixedWidthInteger {
  /// Returns the sum, held at the largest or smallest value where it would overflow.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
