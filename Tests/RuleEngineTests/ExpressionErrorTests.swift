import RuleLanguage
import Testing
import YAMLReading

@Suite struct ExpressionErrorTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var offset: Int
    var message: String
    var advice: String
    init(_ text: String, _ offset: Int, _ message: String, _ advice: String = "") {
      self.text = text
      self.offset = offset
      self.message = message
      self.advice = advice
    }
    var testDescription: String { text }
  }

  static let syntax = [
    Mistake("", 0, "the expression is empty"),
    Mistake("  // nothing", 0, "the expression is empty"),
    Mistake("1 +", 3, "a value is expected, found the end"),
    Mistake("1 + * 2", 4, "a value is expected, found '*'"),
    Mistake("(1 + 2", 6, "')' is missing in the parenthesis, found the end"),
    Mistake("1 2", 2, "an operator or the end is expected, found '2'"),
    Mistake(
      "flag and flag", 5, "an operator or the end is expected, found 'and'", "write && for and"),
    Mistake(
      "count > 30 s", 11, "an operator or the end is expected, found 's'",
      "write the unit without a space, as in 30s"),
    Mistake("count = 1", 6, "unexpected '='", "write == to compare"),
    Mistake("flag & flag", 5, "unexpected '&'", "write && for and"),
    Mistake("flag | flag", 5, "unexpected '|'", "write || for or"),
    Mistake("{'a': 1}", 0, "unexpected '{'", "maps are not part of these expressions"),
    Mistake("'é' == §", 8, "unexpected '§'"),
    Mistake("flag ? 1", 8, "':' is missing in the choice after '?', found the end"),
    Mistake("[1, 2", 5, "']' is missing in the list, found the end"),
    Mistake("[1 2]", 3, "']' is missing in the list, found '2'"),
    Mistake("phase == 'a", 9, "the string is not closed"),
    Mistake("phase == 'a\n'", 9, "the string is not closed on its line"),
    Mistake("'a\\q'", 2, "unknown escape in a string", "write \\\\ for a backslash"),
    Mistake("'a\\", 2, "unknown escape in a string", "write \\\\ for a backslash"),
    Mistake("'\\u12'", 1, "the escape needs 4 digits"),
    Mistake("'\\ud800'", 1, "the escape names no character"),
    Mistake(
      "1 + 9223372036854775808", 4, "the number 9223372036854775808 does not fit into 64 bits"),
    Mistake("99999999999999999999", 0, "the number 99999999999999999999 does not fit into 64 bits"),
    Mistake("0xZZ", 0, "'0xZZ' is not a number"),
    Mistake("1e999", 0, "the number 1e999 does not fit into a double"),
    Mistake(
      "ttl > 30x", 6, "'30x' is not a duration",
      "units are h, m, s, ms and us, as in 30s or 1h30m"),
    Mistake("ttl == null", 7, "there is no null", "ask has(x) whether a value is there"),
    Mistake("$ + 1", 0, "a parameter's name is missing after '$'"),
    Mistake("ok.", 3, "a name is expected after '.', found the end"),
    Mistake("has(1)", 4, "a name is expected after 'has(', found '1'"),
    Mistake("has(ok.ttl > 0)", 11, "'has' takes one name, found '>'"),
    Mistake("size()", 5, "'size' takes one argument"),
    Mistake("size('a', 'b')", 8, "'size' takes one argument, found ','"),
    Mistake("siz('a')", 0, "unknown function 'siz'", "did you mean 'size'?"),
    Mistake(
      "phase.startWith('a')", 6, "unknown function 'startWith'", "did you mean 'startsWith'?"),
    Mistake(
      "phase.matches('a.*')", 6, "there are no regular expressions",
      "use contains, startsWith or endsWith"),
    Mistake(
      "startsWith(phase, 'a')", 0, "'startsWith' is called on a string",
      "write TEXT.startsWith(…)"),
    Mistake("'a'.b", 4, "a string has no fields", "only roles have fields"),
    Mistake(
      "timestamp(phase)", 10, "'timestamp' takes an int or a string literal, and this is a string",
      "write it as 2025-11-14T05:48:00Z"),
  ]

  static let types = [
    Mistake("count + phase", 6, "'+' does not take an int and a string"),
    Mistake(
      "count == ratio", 6, "an int cannot be compared with a double",
      "convert one side with double() or int()"),
    Mistake(
      "ttl > 30", 4, "a duration cannot be compared with an int",
      "give the number a unit, as in 30s"),
    Mistake(
      "ttl + 0", 4, "'+' does not take a duration and an int",
      "give the number a unit, as in 30s"),
    Mistake(
      "ttl * ratio", 4, "'*' does not take a duration and a double",
      "multiply a duration by an int"),
    Mistake(
      "at == '2025'", 3, "an instant cannot be compared with a string",
      "write an instant as timestamp(\"2025-11-14T05:48:00Z\")"),
    Mistake(
      "flag == 'true'", 5, "a bool cannot be compared with a string",
      "bools are true and false, without quotes"),
    Mistake("flag < flag", 5, "'<' does not order bools"),
    Mistake("!count", 0, "'!' does not take an int"),
    Mistake("1 == -phase", 5, "'-' does not take a string"),
    Mistake("flag && count", 8, "the right side of '&&' is an int, and a bool is needed"),
    Mistake("1 + 2 || flag", 0, "the left side of '||' is an int, and a bool is needed"),
    Mistake("count ? 1 : 2", 0, "the condition before '?' is an int, and a bool is needed"),
    Mistake(
      "flag ? 1 : 'a'", 9, "the two sides of ':' are an int and a string",
      "give both the same type"),
    Mistake("[1, 'a']", 4, "a string is in a list of ints", "all elements must have one type"),
    Mistake("1 in ['a']", 2, "an int cannot be in a list of strings"),
    Mistake("1 in 2", 2, "'in' needs a list on its right side, and this is an int"),
    Mistake("abs(phase)", 0, "'abs' does not take a string"),
    Mistake("count.size()", 6, "'size' does not take an int"),
    Mistake("count.contains('1')", 6, "'contains' is called on a string, and this is an int"),
    Mistake(
      "phase.contains(1)", 15,
      "the argument of 'contains' is an int, and a string is needed"),
    Mistake(
      "phase.containsAny('a')", 18,
      "the argument of 'containsAny' is a string, and a list of strings is needed"),
    Mistake(
      "phase.containsAny([1])", 18,
      "the argument of 'containsAny' is a list of ints, and a list of strings is needed"),
    Mistake("1 < 2 < 3", 6, "a bool cannot be compared with an int"),
  ]

  static let names = [
    Mistake("phse == 'a'", 0, "unknown field 'phse'", "did you mean 'phase'?"),
    Mistake("1 > 0 && cuont > 1", 9, "unknown field 'cuont'", "did you mean 'count'?"),
    Mistake("fetch_limit > 1s", 0, "unknown name 'fetch_limit'", "did you mean '$fetch_limit'?"),
    Mistake(
      "ttl > $fetch_limt", 6, "unknown parameter '$fetch_limt'",
      "did you mean '$fetch_limit'?"),
    Mistake(
      "$zzzzzz > 1", 0, "unknown parameter '$zzzzzz'",
      "known: $fetch_limit, $tries, $wallet.tries"),
    Mistake("ok.tll > 0", 3, "'ok' has no field 'tll'", "did you mean 'ttl'?"),
    Mistake("start.ttl > 0", 6, "'start' has no field 'ttl'", "known: time"),
    Mistake("stat.ttl > 0", 0, "unknown role 'stat'", "did you mean 'start'?"),
    Mistake("ok", 0, "'ok' is a role, not a value", "write ok.FIELD or has(ok)"),
    Mistake("ok.ttl.x > 0", 7, "'ok.ttl' has no fields", "write NAME.FIELD"),
    Mistake("env == 1", 0, "'env' is a group of names", "write env.KEY"),
    Mistake("env.lowpower", 4, "'env' has no 'lowpower'", "did you mean 'lowPower'?"),
    Mistake("cycle.leed > 0", 6, "'cycle' has no 'leed'", "did you mean 'lead'?"),
    Mistake("derived.execute == 1", 8, "'derived' has no 'execute'", "did you mean 'executed'?"),
    Mistake("has(ok.tll)", 7, "'ok' has no field 'tll'", "did you mean 'ttl'?"),
  ]

  @Test(arguments: syntax + types + names)
  func `a mistake says what, where and what to do`(_ mistake: Mistake) throws {
    let error = try #require(Fixture.error(mistake.text))
    #expect(error.message == mistake.message)
    #expect(error.advice == mistake.advice)
    #expect(error.offset == mistake.offset)
    #expect(error.location.line == 3)
  }

  @Test(arguments: [
    ("ttl > 0", "did you mean 'ok.ttl'?"), ("time > ok.time", "did you mean 'ok.time'?"),
    ("strat > 0", "did you mean 'start'?"),
  ])
  func `where there is no candidate, a field's name points to a role`(text: String, advice: String)
  {
    #expect(Fixture.error(text, in: Fixture.check)?.advice == advice)
  }

  @Test
  func `the caret counts characters, not bytes`() throws {
    let error = try #require(Fixture.error("'é😀' == 1"))
    #expect(error.offset == 9)
    #expect(error.location == SourceLocation(path: "rules/x.yaml", line: 3, column: 15))
    #expect(
      error.sourceError
        == SourceError(
          "a string cannot be compared with an int",
          at: SourceLocation(path: "rules/x.yaml", line: 3, column: 15)))
  }

  @Test
  func `behind a line break the error stands at the text's beginning`() throws {
    let error = try #require(Fixture.error("true &&\n 1"))
    #expect(error.offset == 9)
    #expect(error.location.column == 10)
  }

  @Test(
    arguments: [
      ("count", .bool, "this is an int, and a bool is needed", ""),
      ("30", .duration, "this is an int, and a duration is needed", "write a unit, as in 30s"),
      ("0", .duration, "this is an int, and a duration is needed", "write a unit, as in 30s"),
      ("at", .duration, "this is an instant, and a duration is needed", ""),
    ] as [(String, ValueType, String, String)])
  func `the result must have the type that its place asks for`(
    text: String, expected: ValueType, message: String, advice: String
  ) throws {
    let error = try #require(Fixture.error(text, expecting: expected))
    #expect(error.message == message)
    #expect(error.advice == advice)
    #expect(error.offset == 0)
  }

  @Test
  func `an empty list takes the type that its place asks for`() throws {
    #expect(try Fixture.compile("[]", expecting: .list(.int)).type == .list(.int))
  }

  @Test
  func `a text beyond the limit is refused`() throws {
    let text = "1" + String(repeating: " ", count: 4096)
    #expect(Fixture.error(text)?.message == "the expression is longer than 4096 bytes")
    #expect(Fixture.error(String(text.dropLast())) == nil)
  }
}
