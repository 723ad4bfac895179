/// A stream of numbers that its seed alone decides, on any machine: SplitMix64.
package struct Random: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Begins a stream of its own for a part of the work, so that parts do not shift one another.
  package init(seed: UInt64, part: UInt64) {
    var source = Random(seed: seed)
    var other = Random(seed: part ^ 0xD1B5_4A32_D192_ED03)
    state = source.next() ^ other.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number of the range, each about as likely.
  package mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    let span = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    guard span < .max else { return Int64(bitPattern: next()) }
    return range.lowerBound &+ Int64(bitPattern: next() % (span &+ 1))
  }

  /// Returns true once in so many times.
  package mutating func isOne(in count: Int64) -> Bool { number(in: 1...max(1, count)) == 1 }

  /// Returns one of the elements; nil for an empty list.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    guard !elements.isEmpty else { return nil }
    return elements[Int(number(in: 0...Int64(elements.count - 1)))]
  }
}
