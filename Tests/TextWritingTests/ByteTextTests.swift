import Foundation
import TextWriting
import Testing

/// 2025-11-14T05:48:00Z
private let morning: Int64 = 1_763_099_280_000_000

@Suite struct ByteTextTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (300, "300"), (0.1, "0.1"), (4.2, "4.2"), (-1.5, "-1.5"),
    (0.000001, "0.000001"), (0.0000001, "0"), (-0.25, "-0.25"), (1e12, "1000000000000"),
    (0.1 + 0.2, "0.3"),
  ])
  func `numbers have at most six decimals and no exponent`(value: Double, expected: String) {
    #expect(NumberText.decimal(value) == expected)
  }

  @Test(arguments: [
    (Int64(0), 0, "0"), (0, 3, "000"), (7, 2, "07"), (-7, 3, "-007"), (1234, 2, "1234"),
    (.max, 0, "9223372036854775807"), (.min, 20, "-09223372036854775808"),
  ])
  func `whole numbers have their leading zeros behind the sign`(
    value: Int64, width: Int, expected: String
  ) {
    #expect(NumberText.padded(value, to: width) == expected)
  }

  @Test(arguments: [(0, "13"), (1, "12.7"), (2, "12.68"), (9, "12.678")])
  func `fewer decimals round`(places: Int, expected: String) {
    #expect(NumberText.decimal(12.678, places: places) == expected)
  }

  @Test(arguments: [
    (morning, "2025-11-14T05:48:00Z"), (morning + 250_000, "2025-11-14T05:48:00.250Z"),
    (morning + 7, "2025-11-14T05:48:00.000007Z"), (0, "1970-01-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_000_000, "2000-02-29T00:00:00Z"),
    (4_107_456_000_000_000, "2100-02-28T00:00:00Z"),
    (4_107_542_400_000_000, "2100-03-01T00:00:00Z"),
  ])
  func `instants show a fraction only where it is not zero`(microseconds: Int64, expected: String) {
    #expect(InstantText.iso(microseconds) == expected)
  }

  @Test
  func `days agree with Foundation over four centuries`() {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: -100_000, through: 150_000, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      #expect(InstantText.iso(Int64(day) * 86_400_000_000) == formatter.string(from: date))
    }
  }

  @Test
  func `the first and the last instant are printed without a trap`() {
    #expect(InstantText.iso(.max).hasPrefix("294247-01-10T04:00:54"))
    #expect(InstantText.iso(.min).hasPrefix("-290308-12-21T19:59:05"))
  }
}
