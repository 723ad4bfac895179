import LogReading
import Testing

@testable import RuleEngine

/// The table that leads the values of keys to their rows does what a dictionary for each rule does.
@Suite struct KeyTableTests {
  private struct Key: Hashable {
    let text: String
    let rule: Int
  }

  @Test(arguments: [1 as UInt64, 2, 3])
  func `values come and go as in a dictionary, also written down in between`(seed: UInt64) throws {
    var state = seed
    func number(below bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    var table = KeyTable()
    var known: [Key: Int32] = [:]
    var free: [Int32] = []
    for round in 0..<6000 {
      // Few values, so that they come again; in waves, so that the table grows and empties.
      let value = number(below: round % 2000 < 1000 ? 600 : 40)
      // Of all lengths up to two words of eight bytes, some beyond ASCII.
      let text = String("täglich_notify_\(value)".suffix(value % 19))
      let key = Key(text: text, rule: number(below: 3))
      let row = table.row(of: text.utf8.span, key.rule)
      if row != known[key] {
        Issue.record("round \(round): \(key) leads to \(row ?? -1)")
        return
      }
      if let row {
        guard number(below: 2) == 0 else { continue }
        table.remove(row)
        known[key] = nil
        free.append(row)
      } else {
        let row = free.popLast() ?? Int32(known.count)
        table.add(text, row, key.rule)
        known[key] = row
      }
      if round % 1500 == 0 {
        let writer = RunStateWriter()
        writer.put(table)
        let bytes = writer.finish()
        let reader = RunStateReader(bytes)
        table = try reader.take()
      }
    }
    for (key, row) in known { #expect(table.row(of: key.text.utf8.span, key.rule) == row) }
    #expect(table.removeAll() == known.values.sorted())
    for key in known.keys { #expect(table.row(of: key.text.utf8.span, key.rule) == nil) }
  }

  /// As a dictionary has it: one value, whichever way its letters are put together.
  @Test func `texts of equal letters are one value`() {
    var table = KeyTable()
    table.add("caf\u{E9}", 4, 0)
    #expect(table.row(of: "cafe\u{301}".utf8.span, 0) == 4)
    #expect(table.row(of: "cafe\u{301}".utf8.span, 1) == nil)
    table.remove(4)
    #expect(table.row(of: "caf\u{E9}".utf8.span, 0) == nil)
  }
}
