import RuleEngine
import RuleLanguage
import Testing

/// The zero that has no unit; the other types stand in docs/expressions.md, which has a test.
@Suite struct ExpressionTypingTests {
  @Test(arguments: [
    ("ttl > 0", true), ("0 < ttl", true), ("ttl == 0", false), ("(0) != ttl", true),
    ("ttl >= -0", true), ("ok.ttl > 0", true), ("ttl * 2 > 0", true),
  ])
  func `a literal zero compares with a duration, on either side`(text: String, value: Bool) throws {
    let values = Values([
      Fixture.field("ttl"): .duration(1),
      .roleField(role: 0, field: Fixture.fields[5].number): .duration(5),
    ])
    #expect(try Fixture.evaluate(text, values) == .value(.bool(value)))
  }

  @Test(arguments: ["ttl > 1", "ttl > 0 + 0", "ttl + 0 > 1s", "ttl > 0.0", "at > 0", "ttl in [0]"])
  func `zero is an exception for literals in comparisons only`(text: String) {
    #expect(Fixture.error(text) != nil)
  }
}
