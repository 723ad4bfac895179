import RuleEngine
import RuleLanguage
import Testing

@Suite struct ExpressionEvaluationTests {
  @Test(
    arguments: [
      ("9223372036854775807 + 1", .overflow), ("-9223372036854775808 - 1", .overflow),
      ("9223372036854775807 * 2", .overflow), ("-9223372036854775808 / -1", .overflow),
      ("-9223372036854775808 % -1", .overflow), ("-(-9223372036854775808)", .overflow),
      ("abs(-9223372036854775808)", .overflow), ("2562047788h + 2562047788h", .overflow),
      ("-2562047788h - 2562047788h", .overflow), ("2562047788h * 2", .overflow),
      ("timestamp('9999-12-31T23:59:59Z') + 2562047788h", .overflow),
      ("timestamp(9223372036855)", .overflow), ("timestamp(-9223372036855)", .overflow),
      ("int(1e19)", .overflow), ("int(-1e19)", .overflow),
      ("int(9223372036854775808.0)", .overflow),
      ("1 / 0", .divisionByZero), ("1 % 0", .divisionByZero), ("1.0 / 0.0", .divisionByZero),
      ("1.0 / -0.0", .divisionByZero),
    ] as [(String, EvaluationError)])
  func `arithmetic that does not fit is an error`(text: String, error: EvaluationError) throws {
    #expect(try Fixture.evaluate(text) == .error(error))
  }

  @Test(
    arguments: [
      ("int(2.9)", .int(2)), ("int(-2.9)", .int(-2)), ("double(3) / 2.0", .double(1.5)),
      ("abs(-3)", .int(3)), ("abs(-2.5)", .double(2.5)), ("abs(-3s)", .duration(3_000_000)),
      ("abs(3)", .int(3)), ("size('é😀')", .int(2)), ("size([1, 2])", .int(2)),
      ("'DNP-Äb'.lowerAscii()", .string("dnp-Äb")),
      ("'prefetch'.startsWith('pre')", .bool(true)), ("'pre'.startsWith('prefetch')", .bool(false)),
      ("'prefetch'.endsWith('fetch')", .bool(true)), ("'h'.endsWith('fetch')", .bool(false)),
      ("'aabaabaaab'.contains('aabaaab')", .bool(true)), ("'aabaab'.contains('aac')", .bool(false)),
      ("'abc'.contains('')", .bool(true)), ("''.contains('a')", .bool(false)),
      ("'abc'.containsAny(['x', 'bc'])", .bool(true)), ("'abc'.containsAny([])", .bool(false)),
      ("'abc'.containsAny(['ac', 'd'])", .bool(false)),
      ("'abababac'.contains('ababac')", .bool(true)), ("'abc'.contains('c')", .bool(true)),
      ("'a' < 'b'", .bool(true)), ("'a' < 'ab'", .bool(true)), ("'Z' < 'a'", .bool(true)),
      ("'\\uFFFD' < '😀'", .bool(true)), ("'e\\u0301' == 'é'", .bool(false)),
      ("'a' in ['b', 'a']", .bool(true)), ("'a' in []", .bool(false)),
      ("[1] + [2] == [1, 2]", .bool(true)), ("[1] == [1, 2]", .bool(false)),
      ("[1] != []", .bool(true)), ("[[1]] == [[1]]", .bool(true)), ("1 != 2", .bool(true)),
      ("0.1 + 0.2 == 0.3", .bool(false)), ("-0.0 == 0.0", .bool(true)),
      ("2 * 30s == 1m", .bool(true)), ("1m * 2 == 120s", .bool(true)),
    ] as [(String, Value)])
  func `values come out as they should`(text: String, value: Value) throws {
    #expect(try Fixture.evaluate(text) == .value(value))
  }

  @Test(arguments: [
    "count == 1", "count != 1", "1 == count", "count == count", "count in [1]", "1 in [count]",
    "[count] == [count]", "count < 1", "count + 1 == 2", "-count == 1", "abs(count) == 1",
    "count == 1 ? true : true", "!(count == 1)", "count == 1 || false", "true && count == 1",
  ])
  func `nothing equals a value that is not to be used`(text: String) throws {
    let field = Fixture.field("count")
    let kinds: [(Value, EvaluationError)] = [
      (.missing, .missing(field)), (.redacted, .redacted(field)),
      (.malformed, .malformed(field)), (.zoneless, .zoneless(field)),
    ]
    for (value, error) in kinds {
      let expression = try Fixture.compile(text, expecting: .bool)
      let values = Values([field: value])
      #expect(expression.evaluate(values) == .error(error))
      #expect(expression.isTrue(values) == nil)
    }
  }

  @Test(
    arguments: [
      ("E && false", false), ("false && E", false), ("E || true", true), ("true || E", true),
      ("E && E && false", false), ("E || E || true", true), ("E && true", nil), ("true && E", nil),
      ("E || false", nil), ("false || E", nil), ("E && E", nil), ("E || E", nil),
      ("(E || false) && false", false), ("!E", nil), ("!(E && false)", true),
      ("true ? true : E", true), ("false ? E : true", true), ("E ? true : true", nil),
      ("(E ? true : true) || true", true), ("false || (E && false) || true", true),
      ("true && true", true), ("true && false", false), ("false || false", false),
    ] as [(String, Bool?)])
  func `a side that decides absorbs the other's error`(form: String, holds: Bool?) throws {
    let text = form.split(separator: "E", omittingEmptySubsequences: false)
      .joined(separator: "1 / 0 == 1")
    // The error binds as a comparison, so that only a negation needs the parenthesis.
    let expression = try Fixture.compile(
      text.split(separator: "!1 / 0 == 1", omittingEmptySubsequences: false)
        .joined(separator: "!(1 / 0 == 1)"))
    #expect(expression.isTrue(Values()) == holds)
    if holds == nil { #expect(expression.evaluate(Values()) == .error(.divisionByZero)) }
  }

  @Test
  func `the first of two errors is told`() throws {
    let values = Values(["ttl": .redacted])
    let expected = Evaluation.error(.redacted(Fixture.field("ttl")))
    for text in ["ttl > 0 && count > 0", "ttl > 0 || count > 0", "ttl * count > 0"] {
      #expect(try Fixture.evaluate(text, values) == expected)
    }
  }

  @Test(
    arguments: [
      (.missing, false), (.redacted, false), (.malformed, true), (.zoneless, true),
      (.instant(0), true),
    ] as [(Value, Bool)])
  func `a field is there if it has a value that the source did not hide`(
    value: Value, isThere: Bool
  ) throws {
    #expect(try Fixture.evaluate("has(at)", Values(["at": value])) == .value(.bool(isThere)))
  }

  @Test
  func `a role that no event took is told by has, and guards its fields`() throws {
    let guarded = try Fixture.compile("has(ok) && ok.ttl > 0", in: Fixture.check)
    let ttl = Reference.roleField(role: 0, field: Fixture.fields[5].number)
    #expect(guarded.isTrue(Values([.roleTaken(role: 0): .bool(false)])) == false)
    #expect(guarded.isTrue(Values([.roleTaken(role: 0): .bool(true)])) == nil)
    #expect(
      guarded.isTrue(Values([.roleTaken(role: 0): .bool(true), ttl: .duration(1)])) == true)
  }

  @Test
  func `every group of names reads its own reference`() throws {
    let texts: [(String, Reference, Value)] = [
      ("env.lowPower", .environment(.lowPower), .bool(true)),
      ("cycle.lead == 300s", .cycle(.leadSeconds), .duration(300_000_000)),
      ("derived.used == 2", .derived(.used), .int(2)),
      ("$tries == 3", .parameter(8), .int(3)),
      ("$wallet.tries == 3", .parameter(9), .int(3)),
      ("time == timestamp('1970-01-01T00:00:01Z')", .candidateTime, .instant(1_000_000)),
      ("ok.time == timestamp('1970-01-01T00:00:01Z')", .roleTime(role: 0), .instant(1_000_000)),
    ]
    for (text, reference, value) in texts {
      #expect(try Fixture.compile(text).isTrue(Values([reference: value])) == true, "\(text)")
    }
  }

  @Test
  func `a source that gives another type than it promised is an error, not a crash`() throws {
    let values = Values(["count": .string("1")])
    #expect(try Fixture.evaluate("count > 1", values) == .error(.invalid))
    #expect(try Fixture.evaluate("count == 1", values) == .error(.invalid))
  }

  @Test
  func `a damaged program is an error, not a crash`() {
    let programs: [[Instruction]] = [
      [], [.binary(.add)], [.unary(.not)], [.jump(to: 9)], [.push(.int(1)), .jump(to: 0)],
      [.push(.int(1)), .branch(otherwise: 0, end: 0)],
      Array(repeating: .push(.int(1)), count: 40) + [.binary(.add)],
    ]
    for code in programs {
      let result = Expression(type: .int, code: code, text: "").evaluate(Values())
      #expect(result == .error(.invalid) || result == .value(.int(1)))
    }
  }

  @Test
  func `a source may lend its bytes`() throws {
    let bytes: [UInt8] = [7]
    let source = LentSource(bytes.span)
    #expect(try Fixture.compile("count == 7").evaluate(source) == .value(.bool(true)))
  }
}

private struct LentSource: ReferenceSource, ~Copyable, ~Escapable {
  let bytes: Span<UInt8>

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  func value(of reference: Reference) -> Value { .int(Int64(bytes[0])) }
}
