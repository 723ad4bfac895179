import RunReport
import Testing

@Suite struct HistogramTests {
  private static let edges: [Double] = [-180, 0, 1, 5, 60]

  private static func histogram(_ values: [Double]) -> Histogram {
    var histogram = Histogram(edges: edges)
    for value in values { histogram.add(value) }
    return histogram
  }

  @Test
  func `a value falls into the first bucket whose edge is not below it, negative ones too`() {
    let histogram = Self.histogram([-500, -180, -1, 0, 0.5, 1, 4, 60, 61])
    #expect(histogram.counts == [2, 2, 2, 1, 1, 1])
    #expect(histogram.count == 9)
    #expect(histogram.sum == -554.5)
    #expect(histogram.min == -500)
    #expect(histogram.max == 61)
  }

  @Test
  func `without values there is nothing to tell`() {
    let histogram = Self.histogram([.nan, .infinity, 1e300])
    #expect(histogram.count == 0)
    #expect(histogram.min == nil)
    #expect(histogram.max == nil)
    #expect(histogram.bound(ofPercent: 50) == nil)
    var spans = Histogram(edges: Self.edges)
    spans.add(microseconds: nil)
    #expect(spans == histogram)
  }

  @Test(
    arguments: [
      ([2], 2, 2), ([2, 3, 4, 5, 6, 7, 8, 9, 10, 70], 60, 60), ([70, 80], 80, 80),
      ([-200, -200, 3], -180, 3), ([2, 2, 2, 2, 50], 5, 50),
    ] as [([Double], Double, Double)])
  func `a bound is the edge of the bucket, or the largest value where that is less`(
    values: [Double], median: Double, p90: Double
  ) {
    let histogram = Self.histogram(values)
    #expect(histogram.bound(ofPercent: 50) == median)
    #expect(histogram.bound(ofPercent: 90) == p90)
  }

  @Test
  func `at least as many values as a bound says lie at or below it`() {
    var state: UInt64 = 42
    for size in 1...60 {
      let values = (0..<size).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(Int64(state >> 40) % 200) - 100
      }
      let histogram = Self.histogram(values)
      for percent in [1, 10, 50, 90, 99, 100] as [Int64] {
        let bound = histogram.bound(ofPercent: percent) ?? -.infinity
        let below = values.count { $0 <= bound }
        #expect(below * 100 >= Int(percent) * size, "\(percent) of \(values)")
      }
    }
  }

  @Test
  func `however values are shared out among runs, the merged histogram is that of all of them`() {
    let values = [0.1, 0.2, -0.3, 1e9, 59.999999, -200, 4, 0.000001]
    let whole = Self.histogram(values)
    for split in 0...values.count {
      var left = Self.histogram(Array(values[..<split].reversed()))
      let right = Self.histogram(Array(values[split...]))
      var other = right
      other.merge(left)
      left.merge(right)
      #expect(left == whole)
      #expect(other == whole)
    }
  }

  @Test
  func `every measure has rising edges, a key that states its unit, and a name of its own`() {
    for measure in Measure.allCases {
      let edges = Distributions()[measure].edges
      #expect(edges == edges.sorted() && Set(edges).count == edges.count)
      #expect(measure.key.hasSuffix("Seconds"))
    }
    #expect(Set(Measure.allCases.map(\.key)).count == Measure.allCases.count)
    #expect(Set(Measure.allCases.map(\.label)).count == Measure.allCases.count)
  }
}
