import RuleEngine
import RuleLanguage
import Testing

/// `satisfies`: which semantic versions are in a range.
@Suite struct VersionRangeTests {
  @Test(arguments: [
    ("=1.4.0", ["1.4.0", "1.4.0+7"], ["1.4.1", "1.3.9", "1.4.0-rc.1", "1.4.1-0"]),
    ("1.4.0", ["1.4.0"], ["1.4.1", "1.3.9"]),
    ("1.4", ["1.4.0", "1.4.9", "1.4"], ["1.5.0", "1.3.9"]),
    (">1.4.0", ["1.4.1", "2.0.0", "1.4.1-rc.1"], ["1.4.0", "1.3.0", "1.4.0-rc.1"]),
    (">1.4", ["1.5.0"], ["1.4.0", "1.4.9"]),
    (">=1.3", ["1.3.0", "1.10.0"], ["1.2.9", "1.3.0-rc.1"]),
    (">= 1.3", ["1.3.0"], ["1.2.9"]),
    ("<1.10.0", ["1.9.0", "1.10.0-rc.1"], ["1.10.0", "1.11.0"]),
    ("<=1.4.0", ["1.4.0", "0.1.0"], ["1.4.1", "1.4.1-0"]),
    ("<=1.4", ["1.4.9"], ["1.5.0"]),
    ("^1.2.3", ["1.2.3", "1.9.0"], ["1.2.2", "2.0.0"]),
    ("^0.2.3", ["0.2.3", "0.2.9"], ["0.3.0", "0.2.2"]),
    ("^0.0.3", ["0.0.3"], ["0.0.4", "0.0.2"]),
    ("^0.0", ["0.0.1"], ["0.1.0"]),
    ("^1", ["1.0.0", "1.9.9"], ["2.0.0", "0.9.9"]),
    ("~1.2.3", ["1.2.3", "1.2.9"], ["1.3.0", "1.2.2"]),
    ("~1.2", ["1.2.0", "1.2.9"], ["1.3.0"]),
    ("~1", ["1.0.0", "1.9.0"], ["2.0.0"]),
    (">=1.3.0 <2.0.0", ["1.3.0", "1.99.0"], ["1.2.9", "2.0.0"]),
    ("<1.0.0 || >=2.0.0", ["0.9.0", "2.0.0"], ["1.0.0", "1.9.9"]),
    ("^1.2||^2.1 <2.5", ["1.2.0", "2.4.0"], ["2.5.0", "2.0.0"]),
    (">1.0.0-alpha.2", ["1.0.0-alpha.10", "1.0.0-beta", "1.0.0"], ["1.0.0-alpha.2", "1.0.0-1"]),
    ("<=1.0.0-alpha", ["1.0.0-alpha", "1.0.0-1"], ["1.0.0-alpha.0", "1.0.0-beta", "1.0.0"]),
  ])
  func rangeHolds(range: String, inside: [String], outside: [String]) throws {
    for (versions, holds) in [(inside, true), (outside, false)] {
      for version in versions {
        let result = try Fixture.evaluate("'\(version)'.satisfies('\(range)')")
        #expect(result == .value(.bool(holds)), "\(version) in \(range)")
      }
    }
    #expect(try Fixture.evaluate("'\(range)'.isVersionRange()") == .value(.bool(true)))
  }

  @Test(arguments: [
    "", " ", "newest", ">", ">=", ">=>1.0", "=>1.0", "1.0 -", "1.0 - 2.0", "||", "1.0 ||",
    "|| 1.0", "1.0 | 2.0", "1.0 || || 2.0", "*", "1.x", "v1.0", "1.0.0.0", "1..0", "1.0-", "-1.0",
    "1.2-beta", "1.0.0-a..b", "99999999999999999999", ">9223372036854775807", "١.٠",
  ])
  func whatIsNoRangeIsAnError(range: String) throws {
    #expect(try Fixture.evaluate("'1.4.0'.satisfies('\(range)')") == .error(.noVersion))
    #expect(try Fixture.evaluate("'\(range)'.isVersionRange()") == .value(.bool(false)))
  }

  @Test(arguments: ["", "newest", "1.0.0.0", "1.4 beta", ">=1.0", "1.0.0-", "99999999999999999999"])
  func whatIsNoVersionIsAnError(version: String) throws {
    #expect(try Fixture.evaluate("'\(version)'.satisfies('>=1.0')") == .error(.noVersion))
  }
}
