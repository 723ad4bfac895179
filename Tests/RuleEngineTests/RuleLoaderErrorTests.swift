import Testing

/// Mistakes of a single rule; each has its place, and what was probably meant.
@Suite struct RuleLoaderErrorTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var rule: String
    /// Line and column, message and advice.
    var line: Int
    var column: Int
    var message: String
    var advice: String

    init(_ rule: String, _ line: Int, _ column: Int, _ message: String, _ advice: String = "") {
      self.rule = rule
      self.line = line
      self.column = column
      self.message = message
      self.advice = advice
    }
    var testDescription: String { message }
  }

  private static let trigger = "when: {event: fetch_start, as: start}\n"

  private static func hits(_ count: Int) -> String {
    Array(repeating: "{event: cache_hit}", count: count).joined(separator: ", ")
  }

  static let mistakes = [
    Mistake(
      "sevrity: error\n" + trigger + "check: 'true'", 8, 5, "unknown key 'sevrity'",
      "did you mean 'severity'?"),
    Mistake(
      "never: {event: fetch_sucess}", 8, 20, "unknown event 'fetch_sucess'",
      "did you mean 'fetch_success'?"),
    Mistake(
      trigger + "expect: [{event: fetch_sucess}]", 9, 22, "unknown event 'fetch_sucess'",
      "did you mean 'fetch_success'?"),
    Mistake(
      "never: {event: cache_hit, after: {event: fetch_sucess, as: best}}", 8, 46,
      "unknown event 'fetch_sucess'", "did you mean 'fetch_success'?"),
    Mistake(
      "cancel: [{event: cache_mis}]\nnever: {event: cache_hit}", 8, 22,
      "unknown event 'cache_mis'", "did you mean 'cache_miss'?"),
    Mistake(
      "never: {event: cache_hit, where: \"hsh == 'x'\"}", 8, 39,
      "unknown field 'hsh' of cache_hit", "did you mean 'hash'?"),
    Mistake(
      trigger + "check: 'start.phas == \"x\"'", 9, 19, "'start' has no field 'phas'",
      "did you mean 'phase'?"),
    Mistake(
      trigger + "check: 'strt.phase == \"x\"'", 9, 13, "unknown role 'strt'",
      "did you mean 'start'?"),
    Mistake(
      trigger + "expect: [{event: cache_hit, within: $limt}]", 9, 41,
      "unknown parameter '$limt'", "did you mean '$limit'?"),
    Mistake(
      trigger + "expect: [{event: cache_hit, within: 30}]", 9, 41, "30 has no unit",
      "write 30s, 5m or 250ms"),
    Mistake(
      trigger + "expect: [{event: cache_hit, of: start}]", 9, 33, "'of' without 'within'",
      "say how long the step may take"),
    Mistake(
      "never: {event: cache_hit}\nexcuse: [low-power]", 9, 14,
      "unknown excuse 'low-power'"),
    Mistake(trigger + "expect: []", 9, 13, "'expect' has no steps", "name an event"),
    Mistake(trigger + "require: []", 9, 14, "'require' has no events", "name an event"),
    Mistake(
      trigger + "require: [\(hits(65))]", 9, 5, "more than 64 required events",
      "make two rules of it"),
    Mistake(
      trigger + "expect: [\(hits(65))]", 9, 5, "more than 64 steps", "make two rules of it"),
    Mistake(
      "covers: [A]", 5, 5, "the rule asks for nothing",
      """
      give it expect, expect_any_order, require, never, count, equal, balance, ratio, schema or \
      check
      """),
    Mistake(
      trigger + "expect: [{event: cache_hit}]\nnever: {event: cache_hit}", 10, 5,
      "'never' beside 'expect'", "a rule has one kind: make it two rules"),
    Mistake(
      trigger + "never: {event: cache_hit}", 8, 5, "'when' beside 'never'",
      "never has no trigger"),
    Mistake("check: 'true'", 5, 5, "key 'when' is missing"),
    Mistake(
      "never: {event: cache_hit}\ncheck: 'true'", 9, 5, "'check' beside 'never'",
      "make it a rule of its own"),
    Mistake(
      "scope: exection\nnever: {event: cache_hit}", 8, 12, "unknown value 'exection'",
      "did you mean 'execution'?"),
    Mistake(
      "severity: eror\nnever: {event: cache_hit}", 8, 15, "unknown value 'eror'",
      "did you mean 'error'?"),
    Mistake(
      "class: plugn\nnever: {event: cache_hit}", 8, 12, "unknown value 'plugn'",
      "did you mean 'plugin'?"),
    Mistake(
      "scope: {key: [hsh]}\nnever: {event: cache_hit}", 8, 19,
      "unknown field 'hsh' of cache_hit", "did you mean 'hash'?"),
    Mistake(
      "count: {event: cache_hit}", 8, 12, "'count' has no number",
      "give it exactly, at_least or at_most"),
    Mistake(
      "count: {event: cache_hit, at_least: 3, at_most: 2}", 8, 44,
      "at_most 2 is below at_least 3"),
    Mistake(
      "count: {event: cache_hit, exactly: 3, at_most: 2}", 8, 43,
      "'at_most' beside 'exactly'", "keep one of them"),
    Mistake("count: {event: cache_hit, exactly: -1}", 8, 40, "a count below zero"),
    Mistake("never: {one_of: []}", 8, 21, "one_of names no event"),
    Mistake("never: {event: []}", 8, 20, "event names none"),
    Mistake(
      "never: {event: [cache_hit, cache_mis]}", 8, 32, "unknown event 'cache_mis'",
      "did you mean 'cache_miss'?"),
    Mistake(
      "never: {event: [cache_hit, cache_miss], where: \"hash == 'x'\"}", 8, 53,
      "unknown field 'hash' of cache_miss"),
    Mistake(
      "equal: {left: {event: cache_hit, field: hash}, right: {event: fetch_success, field: ttl}}",
      8, 89, "a duration is never equal to a string"),
    Mistake(
      "never: {event: cache_hit}\ntests: [{name: t, outcome: satisfid, log: x}]", 9, 32,
      "unknown value 'satisfid'", "did you mean 'satisfied'?"),
    Mistake(
      "never: {event: cache_hit}\ntests: [{name: t, outcome: violated, log: x, env: {lowpower: 1}}]",
      9, 56, "unknown key 'lowpower'", "did you mean 'lowPower'?"),
  ]

  @Test(arguments: mistakes)
  func `mistake is found where it stands`(mistake: Mistake) throws {
    let text = LoadingSamples.rule(mistake.rule)
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[mistake.line - 1]
    let caret = String(repeating: " ", count: mistake.column - 1) + "^"
    let advice = mistake.advice.isEmpty ? "" : " " + mistake.advice
    let expected = """
      p.yaml:\(mistake.line):\(mistake.column): error: \(mistake.message)
        \(line)
        \(caret)\(advice)
      """
    #expect(LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text)) == [expected])
  }

  @Test func `expression of another type is refused`() {
    let text = LoadingSamples.rule(
      "when: {event: fetch_start}\nexpect: [{event: cache_hit, within: $count + 1}]")
    let mistakes = LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text))
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("a duration") == true)
    #expect(mistakes.first?.contains("an int") == true)
  }

  @Test func `an event more than a rule can number is refused`() {
    let text = LoadingSamples.rule("never: {one_of: [\(Self.hits(65_537))]}")
    let mistakes = LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text))
    #expect(
      mistakes == [
        """
        p.yaml:5:5: error: the rule names events more than 65536 times
            - id: r
              ^ make two rules of it
        """
      ])
  }

  @Test func `a rule may require sixty four events`() {
    let text = LoadingSamples.rule(Self.trigger + "require: [\(Self.hits(64))]")
    #expect(LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text)) == [])
  }

  @Test func `later roles are unknown to earlier conditions`() {
    let text = LoadingSamples.rule(
      """
      when: {event: fetch_start, where: "cache_hit.hash == requestId"}
      expect: [{event: cache_hit}]
      """)
    let mistakes = LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text))
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("unknown role 'cache_hit'") == true)
  }
}
