import RuleEngine
import RuleLanguage
import Testing

@Suite struct ExpressionParsingTests {
  @Test(
    arguments: [
      ("2 + 3 * 4", .int(14)), ("(2 + 3) * 4", .int(20)), ("20 - 3 - 4", .int(13)),
      ("100 / 10 / 5", .int(2)), ("17 % 10 * 2", .int(14)), ("2 * -3", .int(-6)),
      ("- - 3", .int(3)), ("-7 / 2", .int(-3)), ("-7 % 3", .int(-1)),
      ("1 + 1 == 2", .bool(true)), ("1 < 2 == true", .bool(true)),
      ("true || false && false", .bool(true)), ("(true || false) && false", .bool(false)),
      ("!true || true", .bool(true)), ("!(true || true)", .bool(false)), ("!!true", .bool(true)),
      ("1 == 2 || 3 == 3", .bool(true)), ("1 + 1 in [2]", .bool(true)),
      ("!(1 in [2])", .bool(true)), ("true ? 1 : 2 + 5", .int(1)), ("false ? 1 : 2 + 5", .int(7)),
      ("true || true ? 1 : 2", .int(1)), ("false ? 1 : true ? 2 : 3", .int(2)),
      ("(true ? false : true) ? 1 : 2", .int(2)), ("size('abc') + 1", .int(4)),
      ("'a' + 'b' == 'ab'", .bool(true)), ("-'abc'.size()", .int(-3)),
      ("1 // a comment\n + 1 // and more", .int(2)), ("\t1\r\n+ 1", .int(2)),
    ] as [(String, Value)])
  func `operators bind as in CEL`(text: String, value: Value) throws {
    #expect(try Fixture.evaluate(text) == .value(value))
  }

  @Test(
    arguments: [
      ("0", .int(0)), ("0x1F", .int(31)), ("0XfF", .int(255)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("1.5", .double(1.5)), (".5", .double(0.5)), ("1e3", .double(1000)),
      ("2.5E-1", .double(0.25)), ("-1.5", .double(-1.5)), ("true", .bool(true)),
      ("'it''s'.size() == 3", nil),
      (#"'a"b'"#, .string("a\"b")), (#""a'b""#, .string("a'b")),
      (#"'\\\'\"\`\?'"#, .string("\\'\"`?")),
      (#"'\a\b\f\n\r\t\v'"#, .string("\u{7}\u{8}\u{C}\n\r\t\u{B}")),
      (#"'\x41\u00e9\U0001F600\101'"#, .string("Aé😀A")), ("'é😀'", .string("é😀")),
      ("[1, -2, 3,]", .list([.int(1), .int(-2), .int(3)])), ("[]", .list([])),
      ("[[1], []]", .list([.list([.int(1)]), .list([])])),
    ] as [(String, Value?)])
  func `literals read as their type`(text: String, value: Value?) throws {
    guard let value else {
      #expect(Fixture.error(text) != nil)
      return
    }
    #expect(try Fixture.evaluate(text) == .value(value))
  }

  @Test
  func `a list of constants is one instruction, and is no constant with a field in it`() throws {
    let constant = try Fixture.compile("[1, -2, 3]")
    #expect(constant.code == [.push(.list([.int(1), .int(-2), .int(3)]))])
    #expect(constant.isConstant)
    #expect(constant.constant == .value(.list([.int(1), .int(-2), .int(3)])))
    let open = try Fixture.compile("[1, count]")
    #expect(open.type == .list(.int))
    #expect(!open.isConstant)
    #expect(open.constant == nil)
    #expect(
      open.evaluate(Values(["count": .int(2)])) == .value(.list([.int(1), .int(2)])))
  }

  @Test
  func `references are listed once each, in the order of the text`() throws {
    let expression = try Fixture.compile(
      "has(ok.ttl) && ok.ttl > $fetch_limit || ok.ttl > 1s && has(start) && time > ok.time")
    #expect(
      expression.references == [
        .roleField(role: 0, field: Fixture.fields[5].number), .parameter(7),
        .roleTaken(role: 1), .candidateTime, .roleTime(role: 0),
      ])
  }

  @Test
  func `chains as long as the text allows compile and run`() throws {
    let sum = "0" + String(repeating: "+1", count: 2000)
    #expect(try Fixture.evaluate(sum) == .value(.int(2000)))
    let conjunction = "true" + String(repeating: "&&flag", count: 500)
    #expect(try Fixture.evaluate(conjunction, Values(["flag": .bool(true)])) == .value(.bool(true)))
    let list = "count in [" + String(repeating: "1,", count: 1500) + "2]"
    #expect(try Fixture.evaluate(list, Values(["count": .int(2)])) == .value(.bool(true)))
  }

  @Test(arguments: ["(", "[", "!", "-", "size(", "1 + (", "true ? 1 : ", "'a'.contains(", "has("])
  func `nesting beyond the limit is an error, not a crash`(opening: String) {
    #expect(Fixture.error(String(repeating: opening, count: 4000 / opening.count)) != nil)
  }

  @Test
  func `thirty parentheses are fine`() throws {
    let text = String(repeating: "(", count: 30) + "1" + String(repeating: ")", count: 30)
    #expect(try Fixture.evaluate(text) == .value(.int(1)))
  }

  @Test
  func `a program that needs too many values at once is refused`() throws {
    func sum(_ depth: Int) -> String {
      String(repeating: "1+(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    #expect(try Fixture.evaluate(sum(15)) == .value(.int(16)))
    #expect(Fixture.error(sum(16))?.message == "the expression is nested too deeply")
  }
}
