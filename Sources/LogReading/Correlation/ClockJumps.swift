/// Where lines without a zone tell that the device changed its own: the clock that wrote them may jump
/// there by as much as zones differ.
package struct ClockJumps: Sendable, Codable {
  /// When such lines were, in their order.
  private var times: [Int64] = []
  /// Nothing has come in time behind the last of them.
  private var isUnshown = false
  /// Nothing came in time before the first of them, or between two.
  private var isUnknown = false

  /// So many are kept, the latest.
  private static let limit = 256
  /// Lines so near to each other tell of one change.
  private static let burst: UInt64 = 60_000_000

  package var isEmpty: Bool { times.isEmpty }

  /// Whether the clock may have jumped, by all that is known so far: what comes in time by one zone on each
  /// side of each line shows that it did not follow the device.
  var mayBe: Bool { isUnshown || isUnknown }

  /// Notes a line that tells of a change, and whether something came in time before it.
  mutating func note(at time: Int64, isShown: Bool) {
    let isAnother = times.last.map { (time &- $0).magnitude > Self.burst } ?? false
    if !isShown || isUnshown && isAnother { isUnknown = true }
    if times.count == Self.limit { times.removeFirst() }
    times.append(time)
    isUnshown = true
  }

  /// Notes that something came in time by the zone that is gone by.
  mutating func noteShown() { isUnshown = false }

  /// The latest jump that may lie between two times.
  package func last(between first: Int64, and last: Int64) -> Int64? {
    times.last { first <= $0 && $0 <= last }
  }
}
