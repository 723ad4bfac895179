import Testing

@testable import LogReading

/// The table that leads ids and times to open cycles does what a dictionary does.
@Suite struct SlotTableTests {
  @Test(arguments: [1 as UInt64, 2, 3])
  func `keys come, lead elsewhere and go as in a dictionary`(seed: UInt64) {
    var state = seed
    func number(below bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    var ids = SlotTable<String>()
    var times = SlotTable<Int64>()
    var knownIds: [String: Int32] = [:]
    var knownTimes: [Int64: Int32] = [:]
    for round in 0..<20_000 {
      // Few keys, so that they come again; in waves, so that the table grows and empties.
      let key = number(below: round % 4000 < 2000 ? 600 : 40)
      let slot = Int32(number(below: 5))
      let id = key % 7 == 0 ? "täglich_\(key)" : "notify_\(key)"
      let time = Int64(key) * 86_400_000_000
      if number(below: 3) == 0 {
        ids.remove(id, of: slot)
        times.remove(time, of: slot)
        if knownIds[id] == slot { knownIds[id] = nil }
        if knownTimes[time] == slot { knownTimes[time] = nil }
      } else {
        ids.set(id, to: slot)
        times.set(time, to: slot)
        knownIds[id] = slot
        knownTimes[time] = slot
      }
      // An expectation in each of twenty thousand rounds would be most of the time.
      if ids[id] != knownIds[id] || times[time] != knownTimes[time] {
        Issue.record("round \(round): \(id) leads elsewhere")
        return
      }
    }
    for key in 0..<600 {
      for id in ["täglich_\(key)", "notify_\(key)"] { #expect(ids[id] == knownIds[id]) }
      let time = Int64(key) * 86_400_000_000
      #expect(times[time] == knownTimes[time])
    }
  }

  /// As a dictionary has it: one id, whichever way its letters are put together.
  @Test func `texts of equal letters are one key`() {
    var table = SlotTable<String>()
    table.set("caf\u{E9}", to: 4)
    #expect(table["cafe\u{301}"] == 4)
    table.remove("cafe\u{301}", of: 4)
    #expect(table["caf\u{E9}"] == nil)
  }
}
