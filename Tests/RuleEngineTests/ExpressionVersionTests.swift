import RuleEngine
import Testing

/// Versions and ranges of them, as Semantic Versioning orders them.
@Suite struct ExpressionVersionTests {
  @Test(arguments: [
    ("1.4.0", ">=1.3.0 <2.0.0", true), ("1.2.0", ">=1.3", false), ("2.0.0", ">=1.3 <2.0", false),
    ("1.10.0", ">1.9.0", true), ("1.3", "=1.3.0", true), ("1.3.0", "1.3", true),
    ("1.3.1", "1.3", false), ("1.9.9", "^1.3", true), ("2.0.0", "^1.3", false),
    ("0.2.9", "^0.2.3", true), ("0.3.0", "^0.2.3", false), ("0.0.4", "^0.0.3", false),
    ("1.3.9", "~1.3.2", true), ("1.4.0", "~1.3.2", false), ("1.9.0", "~1", true),
    ("2.0.0", "~1", false), ("3.0.0", "<2.0 || >=3.0", true), ("2.5.0", "<2.0 || >=3.0", false),
    ("1.0.0-alpha", "<1.0.0", true), ("1.0.0-alpha.2", "<1.0.0-alpha.10", true),
    ("1.0.0-alpha.1", "<1.0.0-alpha.beta", true), ("1.0.0-alpha", "<1.0.0-alpha.1", true),
    ("1.0.0+5", "=1.0.0", true), ("9223372036854775807.0.0", "^9223372036854775807", false),
  ]) func versionLiesInTheRange(version: String, range: String, isIn: Bool) throws {
    let result = try Fixture.evaluate("'\(version)'.isVersionIn('\(range)')")
    #expect(result == .value(.bool(isIn)))
    #expect(try Fixture.evaluate("'\(range)'.isVersionRange()") == .value(.bool(true)))
  }

  @Test(arguments: [
    "", " ", "newest", ">=", "1.2.3.4", "1..2", "1.2-", "1.x", ">>1", ">= 1.3", "1 |", "1 ||",
    "|| 1",
    "1 | 2", "-1.0", "99999999999999999999.0.0",
  ]) func whatIsNoRangeIsToldAndNeverCompared(text: String) throws {
    #expect(try Fixture.evaluate("'\(text)'.isVersionRange()") == .value(.bool(false)))
    #expect(try Fixture.evaluate("'1.0'.isVersionIn('\(text)')") == .error(.notAVersion))
  }

  @Test func aRangeHasAtMostThirtyTwoComparators() throws {
    let long = [String](repeating: ">1", count: 33).joined(separator: " ")
    #expect(try Fixture.evaluate("'\(long)'.isVersionRange()") == .value(.bool(false)))
  }

  @Test func whatIsNoVersionIsAnError() throws {
    #expect(try Fixture.evaluate("'soon'.isVersionIn('>1')") == .error(.notAVersion))
    #expect(
      Fixture.error("count.isVersionIn('>1')")?.message.contains("called on a string") == true)
    #expect(Fixture.error("phase.isVersionIn(1)") != nil)
  }
}
