import RuleEngine
import Testing

@Suite struct ExpressionTypingTests {
  /// An operand of each type.
  static let operands: [(name: String, text: String, type: ValueType)] = [
    ("bool", "flag", .bool), ("int", "count", .int), ("double", "ratio", .double),
    ("string", "phase", .string), ("instant", "at", .instant), ("duration", "ttl", .duration),
    ("list", "[count]", .list(.int)), ("empty", "[]", .emptyList),
  ]

  static let same = [
    "bool bool", "int int", "double double", "string string", "instant instant",
    "duration duration", "list list", "list empty", "empty list", "empty empty",
  ]
  static let ordered = [
    "int int", "double double", "string string", "instant instant", "duration duration",
  ]

  /// What each operator takes, and the result; every pair that is not here must not compile.
  static let table: [(symbol: String, pairs: [String: String])] = [
    ("||", ["bool bool": "bool"]), ("&&", ["bool bool": "bool"]),
    ("==", bools(same)), ("!=", bools(same)),
    ("<", bools(ordered)), ("<=", bools(ordered)), (">", bools(ordered)), (">=", bools(ordered)),
    (
      "in",
      bools([
        "int list", "bool empty", "int empty", "double empty", "string empty",
        "instant empty", "duration empty", "list empty", "empty empty",
      ])
    ),
    (
      "+",
      [
        "int int": "int", "double double": "double", "string string": "string",
        "duration duration": "duration", "instant duration": "instant",
        "duration instant": "instant", "list list": "list", "list empty": "list",
        "empty list": "list", "empty empty": "empty",
      ]
    ),
    (
      "-",
      [
        "int int": "int", "double double": "double", "duration duration": "duration",
        "instant duration": "instant", "instant instant": "duration",
      ]
    ),
    (
      "*",
      [
        "int int": "int", "double double": "double", "duration int": "duration",
        "int duration": "duration",
      ]
    ),
    ("/", ["int int": "int", "double double": "double"]),
    ("%", ["int int": "int", "duration duration": "duration"]),
  ]

  static func bools(_ pairs: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: pairs.map { ($0, "bool") })
  }

  @Test("Each operator takes exactly its pairs of types", arguments: table.map(\.symbol))
  func binary(symbol: String) throws {
    let pairs = try #require(Self.table.first { $0.symbol == symbol }).pairs
    for left in Self.operands {
      for right in Self.operands {
        let result = try? Fixture.compile("\(left.text) \(symbol) \(right.text)").type
        let expected = pairs["\(left.name) \(right.name)"].flatMap { name in
          Self.operands.first { $0.name == name }?.type
        }
        #expect(result == expected, "\(left.name) \(symbol) \(right.name)")
      }
    }
  }

  @Test(
    "Each function takes exactly its types",
    arguments: [
      ("!X", ["bool": "bool"]),
      ("-X", ["int": "int", "double": "double", "duration": "duration"]),
      ("abs(X)", ["int": "int", "double": "double", "duration": "duration"]),
      ("size(X)", ["string": "int", "list": "int", "empty": "int"]),
      ("X.size()", ["string": "int", "list": "int", "empty": "int"]),
      ("X.lowerAscii()", ["string": "string"]),
      ("int(X)", ["int": "int", "double": "int"]),
      ("double(X)", ["int": "double", "double": "double"]),
      ("X.startsWith('a')", ["string": "bool"]), ("'a'.endsWith(X)", ["string": "bool"]),
      ("X.contains('a')", ["string": "bool"]), ("X.satisfies('>=1.0')", ["string": "bool"]),
      ("X ? 1 : 2", ["bool": "int"]),
      (
        "true ? X : X",
        [
          "bool": "bool", "int": "int", "double": "double", "string": "string",
          "instant": "instant", "duration": "duration", "list": "list", "empty": "empty",
        ]
      ),
      ("true ? X : []", ["list": "list", "empty": "empty"]),
    ])
  func unary(form: String, types: [String: String]) {
    for operand in Self.operands {
      let text = form.split(separator: "X", omittingEmptySubsequences: false)
        .joined(separator: operand.text)
      let result = try? Fixture.compile(text).type
      let expected = Self.operands.first { $0.name == types[operand.name] }?.type
      #expect(result == expected, "\(text)")
    }
  }

  @Test(
    "A literal zero compares with a duration, on either side",
    arguments: [
      ("ttl > 0", true), ("0 < ttl", true), ("ttl == 0", false), ("(0) != ttl", true),
      ("ttl >= -0", true), ("ok.ttl > 0", true), ("ttl * 2 > 0", true),
    ])
  func zero(text: String, value: Bool) throws {
    let values = Values([
      Fixture.field("ttl"): .duration(1),
      .roleField(role: 0, field: Fixture.fields[5].number): .duration(5),
    ])
    #expect(try Fixture.evaluate(text, values) == .value(.bool(value)))
  }

  @Test(
    "Zero is an exception for literals in comparisons only",
    arguments: ["ttl > 1", "ttl > 0 + 0", "ttl + 0 > 1s", "ttl > 0.0", "at > 0", "ttl in [0]"])
  func notZero(text: String) {
    #expect(Fixture.error(text) != nil)
  }
}
