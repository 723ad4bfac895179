import Testing

@testable import RunReport

/// Keys of the canonical order, which are compared eight bytes at a time.
@Suite struct SortKeyTests {
  @Test func `keys of one rank stand in the order of their bytes`() {
    var rows: [[UInt8]] = []
    // Ends at all places of a word, zeros before an end, and bytes of both halves.
    for count in 0...18 {
      for last: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        rows.append([UInt8](repeating: 0x61, count: count) + [last])
        rows.append([UInt8](repeating: 0x61, count: count) + [last, 0])
      }
    }
    for one in rows {
      for other in rows {
        let (left, right) = (SortKey(rank: 1, bytes: one), SortKey(rank: 1, bytes: other))
        if (left < right) != one.lexicographicallyPrecedes(other) {
          Issue.record("\(one) and \(other)")
        }
      }
    }
  }

  @Test func `the rank decides first, and a zero ends a text`() {
    #expect(SortKey(rank: 1, "b") < SortKey(rank: 2, "a"))
    #expect(SortKey("a", "z") < SortKey("ab", "a"))
    #expect(SortKey("a\0b", "c").bytes == Array("a\u{1}b\0c\0".utf8))
  }
}
