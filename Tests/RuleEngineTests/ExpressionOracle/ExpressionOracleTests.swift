import Testing

/// The program and the reference evaluator work out the same made-up expressions.
///
/// `DNPLOG_ORACLE_SEED` chooses others, `DNPLOG_ORACLE_TIMES` so many times more of them.
struct ExpressionOracleTests {
  private static let seed = OracleSettings.number("DNPLOG_ORACLE_SEED", default: 1)
  private static let times = OracleSettings.number("DNPLOG_ORACLE_TIMES", default: 1)

  /// 12,000 expressions over 5 sets of values each: sixty thousand results.
  @Test(arguments: 0..<4)
  func `an expression comes to what the documentation says`(part: Int) throws {
    var words: [String: Int] = [:]
    var outcomes: [String: Int] = [:]
    for number in 0..<(3_000 * Self.times) {
      let stream = UInt64(part) << 32 | UInt64(number)
      var random = SeededGenerator(seed: UInt64(Self.seed) &* 0x9E37_79B9 ^ stream)
      let tree = RandomExpression.make(&random)
      let program = try ExpressionUnderTest(tree.text(&random))
      for word in tree.words { words[word, default: 0] += 1 }
      for _ in 0..<5 {
        let bindings = RandomExpression.bindings(&random)
        let expected = ReferenceEvaluator(bindings: bindings).result(tree)
        outcomes[Self.kind(expected), default: 0] += 1
        if Self.agrees(program, expected, bindings) { continue }
        let shortest = try Self.shortest(tree, bindings, &random) ?? tree
        Issue.record(
          "seed \(Self.seed), stream \(stream)\n\(try Self.report(shortest, bindings, &random))")
        return
      }
    }
    // Otherwise the comparison would be of little.
    for word in Self.words { #expect(words[word, default: 0] > 50, "\(word) is hardly tried") }
    for kind in Self.kinds { #expect(outcomes[kind, default: 0] > 50, "\(kind) is hardly met") }
  }

  private static let words =
    Array(ExpressionTree.binding.keys) + [
      "unary -", "unary !", "?:", "[]", "has", "absent", "isUTC", "size", "abs", "int", "double",
      "timestamp", "startsWith", "endsWith", "contains", "containsAny", "lowerAscii",
    ]

  private static let kinds = [
    "true", "false", "value", "missing", "hidden", "malformed", "zoneless", "overflow",
    "divisionByZero",
  ]

  private static func kind(_ result: PlainResult) -> String {
    switch result {
    case .value(.bool(let it)): "\(it)"
    case .value: "value"
    case .error(let error): String("\(error)".prefix { $0 != "(" })
    }
  }

  private static func agrees(
    _ program: ExpressionUnderTest, _ expected: PlainResult, _ bindings: [String: Stood]
  ) -> Bool {
    var condition: Bool?
    if case .value(.bool(let it)) = expected { condition = it }
    return program.result(bindings) == expected && program.holds(bindings) == condition
  }

  /// The smallest part of an expression that shows a difference by itself.
  private static func shortest(
    _ tree: ExpressionTree, _ bindings: [String: Stood], _ random: inout SeededGenerator
  ) throws -> ExpressionTree? {
    for part in tree.parts {
      if let shorter = try shortest(part, bindings, &random) { return shorter }
    }
    let program = try ExpressionUnderTest(tree.text(&random))
    let expected = ReferenceEvaluator(bindings: bindings).result(tree)
    return agrees(program, expected, bindings) ? nil : tree
  }

  private static func report(
    _ tree: ExpressionTree, _ bindings: [String: Stood], _ random: inout SeededGenerator
  ) throws -> String {
    let text = tree.text(&random)
    let names = bindings.filter { text.contains($0.key) }.map { "\($0.key): \($0.value)" }
    return """
      \(text)
      is \(try ExpressionUnderTest(text).result(bindings))
      and should be \(ReferenceEvaluator(bindings: bindings).result(tree))
      \(names.sorted().joined(separator: "\n"))
      """
  }
}
