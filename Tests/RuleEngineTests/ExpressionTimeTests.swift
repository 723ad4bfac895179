import RuleEngine
import RuleLanguage
import Testing

@Suite struct ExpressionTimeTests {
  @Test(
    arguments: [
      ("30s", 30_000_000), ("250ms", 250_000), ("5m", 300_000_000), ("2h", 7_200_000_000),
      ("7us", 7), ("1h30m", 5_400_000_000), ("1.5s", 1_500_000), ("0.000001s", 1),
      ("1.5000000000s", 1_500_000), ("0s", 0), ("00012s", 12_000_000),
      ("2562047788h", 9_223_372_036_800_000_000), ("9223372036854775807us", Int64.max),
      ("0.000000005h", 18),
    ] as [(String, Int64)])
  func `a duration reads with its units, bare or in CEL's form`(text: String, microseconds: Int64)
    throws
  {
    #expect(try Fixture.evaluate(text) == .value(.duration(microseconds)))
    #expect(try Fixture.evaluate("duration(\"\(text)\")") == .value(.duration(microseconds)))
    #expect(try Fixture.evaluate("duration('-\(text)')") == .value(.duration(-microseconds)))
    #expect(try Fixture.evaluate("-\(text)") == .value(.duration(-microseconds)))
  }

  @Test(arguments: [
    "", "-", "s", "30", "30x", "30S", "1h30", "1d", "--1s", "1 s", "1.s", ".5s", "1..5s", "1e3s",
    "1ns", "+1s", "s1", "1h-30m",
  ])
  func `a text that is no duration is refused`(text: String) throws {
    let error = try #require(Fixture.error("duration(\"\(text)\")"))
    #expect(error.message == "'\(text)' is not a duration")
    #expect(error.offset == 9)
  }

  @Test(arguments: [
    ("2562047789h", "the duration is too long"),
    ("99999999999999999999s", "the duration is too long"),
    ("9223372036854775808us", "the duration is too long"),
    ("2562047788h60m", "the duration is too long"),
    ("0.0000001s", "the duration is too precise"), ("0.5us", "the duration is too precise"),
    ("0.0000000001h", "the duration is too precise"),
  ])
  func `a duration that does not fit or is too fine is refused`(text: String, message: String) {
    #expect(Fixture.error("duration('\(text)')")?.message == message)
    #expect(Fixture.error("ttl > \(text)")?.message == message)
    #expect(Fixture.error("ttl > \(text)")?.offset == 6)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2025-11-14T05:48:00Z", 1_763_099_280_000_000),
      ("2025-11-14T07:48:00+02:00", 1_763_099_280_000_000),
      ("2025-11-14T00:18:00-05:30", 1_763_099_280_000_000),
      ("2025-11-14T05:48:00.1Z", 1_763_099_280_100_000),
      ("2025-11-14T05:48:00.123456000Z", 1_763_099_280_123_456),
      ("1969-12-31T23:59:59.999999Z", -1), ("2000-02-29T00:00:00Z", 951_782_400_000_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
      ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
      ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ] as [(String, Int64)])
  func `a timestamp reads to the microsecond, in any zone`(text: String, microseconds: Int64) throws
  {
    #expect(try Fixture.evaluate("timestamp('\(text)')") == .value(.instant(microseconds)))
  }

  @Test(arguments: [
    ("", "this is not a timestamp"), ("2025-11-14", "this is not a timestamp"),
    ("2025-11-14 05:48:00Z", "this is not a timestamp"),
    ("2025-11-14T05:48Z", "this is not a timestamp"),
    ("2025-11-14T05:48:00z", "this is not a timestamp"),
    ("2025-11-14T05:48:00.Z", "this is not a timestamp"),
    ("2025-11-14T05:48:00Zx", "this is not a timestamp"),
    ("2025-11-14T05:48:00+0200", "this is not a timestamp"),
    ("2025-11-14T05:48:00+24:00", "this is not a timestamp"),
    ("-025-11-14T05:48:00Z", "this is not a timestamp"),
    ("2025-11-14T05:48:00", "the timestamp has no zone"),
    ("2025-11-14T05:48:00.5", "the timestamp has no zone"),
    ("2025-02-29T00:00:00Z", "there is no such time"),
    ("1900-02-29T00:00:00Z", "there is no such time"),
    ("2025-13-01T00:00:00Z", "there is no such time"),
    ("2025-00-01T00:00:00Z", "there is no such time"),
    ("2025-04-31T00:00:00Z", "there is no such time"),
    ("2025-04-00T00:00:00Z", "there is no such time"),
    ("2025-04-01T24:00:00Z", "there is no such time"),
    ("2025-04-01T00:60:00Z", "there is no such time"),
    ("2025-04-01T00:00:60Z", "there is no such time"),
    ("2025-04-01T00:00:00.1234567Z", "the timestamp is too precise"),
  ])
  func `a text that is no timestamp is refused`(text: String, message: String) {
    let error = Fixture.error("timestamp('\(text)')")
    #expect(error?.message == message)
    #expect(error?.offset == 10)
  }

  @Test(arguments: [
    ("at - at == 0s", true), ("at + 1h > at", true), ("1h + at == at + 1h", true),
    ("at - 1h < at", true), ("(at + 90s) - at == 1m30s", true), ("time - at <= 5m", true),
    ("at >= timestamp('2025-11-14T05:48:00Z')", true), ("abs(at - time) == 1m", true),
    ("at == timestamp(1763099280)", true), ("timestamp('ab'.size()) == timestamp(2)", true),
    ("timestamp(-60) + 60s == timestamp(0)", true),
    ("time - timestamp(1763099000 + 280) == 1m", true),
  ])
  func `instants and durations add up`(text: String, value: Bool) throws {
    let values = Values([
      Fixture.field("at"): .instant(1_763_099_280_000_000),
      .candidateTime: .instant(1_763_099_340_000_000),
    ])
    #expect(try Fixture.evaluate(text, values) == .value(.bool(value)))
  }

  @Test(arguments: [
    ("65m % 30m", "5m"), ("-65m % 30m", "-5m"), ("60m % 30m", "0s"), ("10s % 1h", "10s"),
  ])
  func `the remainder of a duration has the sign of the duration`(text: String, expected: String)
    throws
  {
    let value = expected.hasPrefix("-") ? "-\(expected.dropFirst())" : expected
    #expect(try Fixture.evaluate(text) == Fixture.evaluate(value))
    #expect(try Fixture.evaluate("10s % 0s") == .error(.divisionByZero))
  }
}
