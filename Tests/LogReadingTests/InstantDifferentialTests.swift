import Foundation
import LogReading
import TextWriting
import Testing

/// Instants and zones beside Foundation's, from 1970 to 2100.
@Suite struct InstantDifferentialTests {
  private static let seconds = 0..<Int64(4_102_444_800)

  @Test func `instants are written and read as Foundation does it`() throws {
    let formatter = ISO8601DateFormatter()
    var numbers = InstantNumbers(state: 27)
    for _ in 0..<4_000 {
      let second = Int64.random(in: Self.seconds, using: &numbers)
      let text = InstantText.iso(second * 1_000_000)
      let other = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
      #expect(text == other)
      #expect(WrittenInstant.read(text) == second * 1_000_000)
    }
  }

  /// Every instant has its offset among those that the zone gives for the time that its clocks show.
  @Test func `clocks of all places are as far ahead of UTC as Foundation says`() throws {
    var numbers = InstantNumbers(state: 28)
    var checked = 0
    for name in TimeZone.knownTimeZoneIdentifiers.sorted() {
      guard let zone = LocalZone(name), let other = TimeZone(identifier: name) else { continue }
      for _ in 0..<60 {
        var second = Int64.random(in: Self.seconds, using: &numbers)
        // Half of them lie within two hours of a change of the clocks.
        let start = Date(timeIntervalSince1970: Double(second))
        if checked % 2 == 0, let change = other.nextDaylightSavingTimeTransition(after: start) {
          second =
            Int64(change.timeIntervalSince1970) + Int64.random(in: -7_200...7_200, using: &numbers)
        }
        guard Self.seconds.contains(second) else { continue }
        let offset = Int64(
          other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
        let offsets = zone.offsets(atLocal: (second + offset) * 1_000_000)
        checked += 1
        guard [offsets.first, offsets.second].contains(offset * 1_000_000) else {
          Issue.record("\(name) at \(second): \(offset) s, and here \(offsets)")
          return
        }
      }
    }
    #expect(checked > 10_000)
  }
}

private struct InstantNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 32) | (state << 32)
  }
}
