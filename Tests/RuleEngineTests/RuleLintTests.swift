import RuleEngine
import RuleLanguage
import Testing
import YAMLReading

/// What can be loaded and is most likely not meant.
@Suite struct RuleLintTests {
  private static let head = """
    pack: p
    title: P
    rules:
      - id: r
        title: R
        bucket: A

    """
  private static let tests = """

        tests:
          - {name: met, outcome: satisfied, log: ""}
          - {name: broken, outcome: violated, step: fetch_success, log: ""}
    """

  private static let launch = """

      - event: app_launch
        summary: The app starts.
        tags: [DNP-PLUGIN]
        level: info
        origin: seed
        role: {part: app_launch, reaches: every_scope}
        text: ["App launch"]
    """

  static func warnings(_ text: String) throws -> [String] {
    let catalogue =
      LoadingSamples.catalogue.replacing(
        "phase: {type: string, optional: true}",
        with: "phase: {type: string, optional: true, choices: [prefetch, api]}") + launch
    let loaded = try RuleLoader.load([
      LoadingSamples.file("c.yaml", catalogue), LoadingSamples.file("p.yaml", text),
    ])
    return RuleLint(loaded).warnings.map { "\($0.subject): \($0.message)" }
  }

  @Test(arguments: [
    ("    when: {event: fetch_start}\n    expect: [{event: fetch_success}]", []),
    (
      "    when: {event: fetch_start, where: \"1 == 1\"}\n    expect: [{event: fetch_success}]",
      ["p/r: '1 == 1' always holds"]
    ),
    (
      "    when: {event: fetch_start, where: \"1 > 2\"}\n    expect: [{event: fetch_success}]",
      ["p/r: '1 > 2' never holds"]
    ),
    (
      "    when: {event: fetch_start}\n    check: \"1 < 2\"", ["p/r: '1 < 2' depends on nothing"]
    ),
    (
      "    when: {event: fetch_start}\n    expect: [{event: fetch_success}]\n"
        + "    cancel: [{event: fetch_success}]", ["p/r: 'fetch_success' is never reached"]
    ),
    (
      "    when: {event: fetch_start}\n    expect:\n"
        + "      - one_of: [{event: fetch_success}, {event: fetch_success, where: \"hash == 'a'\"}]",
      ["p/r: 'fetch_success' is reached by no event"]
    ),
    (
      "    when: {event: fetch_start, where: \"phase == 'prefetsh'\"}\n"
        + "    expect: [{event: fetch_success}]", ["p/r: 'phase' is never 'prefetsh'"]
    ),
    (
      "    when: {event: fetch_start, as: s}\n    expect: [{event: fetch_success}]\n"
        + "    check: \"s.phase in ['prefetch', 'apy']\"", ["p/r: 'phase' is never 'apy'"]
    ),
  ]) func `a rule that does not do what it says`(rule: String, expected: [String]) throws {
    #expect(try Self.warnings(Self.head + rule + Self.tests) == expected)
  }

  /// A launch belongs to no cycle: in a trigger nothing else could tell which one is meant.
  @Test(arguments: [
    (
      "when: {event: app_launch, where: \"!cycle.executed\"}\n    expect: [{event: fetch_success}]",
      ["p/r: '!cycle.executed' reads a cycle, and 'app_launch' belongs to none"]
    ),
    (
      "when: {event: fetch_start}\n"
        + "    expect: [{event: app_launch, where: cycle.executed}, {event: fetch_success}]", []
    ),
    (
      "when: {event: fetch_start, where: cycle.executed}\n    expect: [{event: fetch_success}]", []
    ),
    (
      "never: {event: fetch_start, after: {event: app_launch, where: cycle.executed}}",
      ["p/r: 'cycle.executed' reads a cycle, and 'app_launch' belongs to none"]
    ),
    ("never: {event: app_launch, where: cycle.executed}", []),
  ]) func `a trigger that asks for a cycle belongs to one`(rule: String, expected: [String]) throws
  {
    #expect(try Self.warnings(Self.head + "    scope: cycle\n    " + rule + Self.tests) == expected)
    // Without a cycle of its own the rule sees that of the event alone.
    let other = try Self.warnings(Self.head + "    scope: process\n    " + rule + Self.tests)
    #expect(other.count == (rule.contains("app_launch") ? 1 : 0))
  }

  @Test func `a rule needs a test of each kind`() throws {
    let rule = "    when: {event: fetch_start}\n    expect: [{event: fetch_success}]\n"
    #expect(
      try Self.warnings(Self.head + rule) == [
        "p/r: no test is satisfied", "p/r: no test is violated",
      ])
  }

  @Test func `a test that may fail for another reason is told`() throws {
    let rule = """
          when: {event: fetch_start}
          expect: [{event: fetch_success}, {event: cache_hit}]
          tests:
            - {name: met, outcome: satisfied, log: ""}
            - {name: broken, outcome: violated, log: ""}
            - {name: told, outcome: violated, step: cache_hit, log: ""}
      """
    #expect(
      try Self.warnings(Self.head + rule) == [
        "p/r: test 'broken' may fail for another reason than is meant"
      ])
  }

  @Test func `what nobody reads is told`() throws {
    let text = """
      pack: p
      title: P
      params: {a: {default: 3}, b: {default: 4}, c: {default: 5s}}
      excuses: {low: {if: "env.lowPower", class: os}}
      rules:
        - id: r
          title: R
          bucket: A
          count: {event: fetch_start, at_most: $a}
          tests:
            - {name: met, outcome: satisfied, log: ""}
            - {name: broken, outcome: violated, log: ""}
      """
    #expect(
      try Self.warnings(text) == [
        "pack 'p': no rule reads the parameter 'b'", "pack 'p': no rule reads the parameter 'c'",
        "excuse 'low': no rule uses it",
      ])
  }

  @Test func `two rules that ask for the same are told`() throws {
    let one = "    never: {event: fetch_start}" + Self.tests
    let two = one.replacing("never", with: "never")
    let text =
      Self.head + one + "\n  - id: s\n    title: S\n    bucket: A\n" + two
    #expect(try Self.warnings(text) == ["p/s: the rule asks for the same as 'r'"])
  }
}
