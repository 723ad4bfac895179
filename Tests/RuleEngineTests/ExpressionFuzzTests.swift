import RuleEngine
import RuleLanguage
import Testing

@Suite struct ExpressionFuzzTests {
  static let words = [
    "phase", "count", "ratio", "flag", "at", "ttl", "time", "ok", "ok.ttl", "start", "env.lowPower",
    "cycle.lead", "derived.used", "$tries", "$", "has(", "count(", "size(", "abs(", "int(",
    "double(",
    "timestamp(", "duration(", "'2025-11-14T05:48:00Z'", "'30s'", "1", "0", "-",
    "9223372036854775808",
    "1.5", "1e9", "30s", "250ms", "0x", "'", "\"", "\\", "'a'", "(", ")", "[", "]", ",", ".", "?",
    ":",
    "&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "+", "*", "/", "%", " in ", "true", "false",
    "null", ".size()", ".contains(", ".lowerAscii()", " ", "\n", "//", "é", "😀", "\0", "{", "§",
  ]

  /// A value for every reference, of the type that the scope promises.
  static let values = Values(
    [
      .candidateTime: .instant(1), .roleTime(role: 0): .instant(.max),
      .roleTime(role: 1): .instant(.min), .roleTaken(role: 0): .bool(true),
      .roleTaken(role: 1): .bool(false), .roleCount(role: 0): .int(.max),
      .roleCount(role: 1): .int(0), .environment(.lowPower): .bool(true),
      .cycle(.leadSeconds): .duration(300_000_000), .derived(.used): .int(.max),
      .parameter(8): .int(-1),
    ].merging(
      zip(
        Fixture.fields.map { Reference.candidateField($0.number) },
        [.string("a"), .int(.min), .double(.nan), .bool(true), .instant(0), .duration(.min)]
      ), uniquingKeysWith: { first, _ in first }
    ).merging(
      [.roleField(role: 0, field: Fixture.fields[5].number): .redacted],
      uniquingKeysWith: { first, _ in first }))

  @Test
  func `twenty thousand texts of random words neither trap nor break the types`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...14, using: &random)
      let text = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined()
      check(text)
    }
  }

  @Test
  func `twenty thousand texts of random characters do not trap`() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let printable = bytes.map { $0 % 3 == 0 ? $0 : $0 % 95 + 32 }
      check(String(decoding: printable, as: UTF8.self))
    }
  }

  @Test
  func `well-typed texts compile, and come to their type or to an error`() throws {
    var random = SeededGenerator(seed: 3)
    var values = 0
    for _ in 0..<4_000 {
      let type = Generator.types.randomElement(using: &random) ?? .bool
      let text = Generator.text(of: type, depth: 4, &random)
      let error = Fixture.error(text, expecting: type)
      #expect(error == nil || error?.message == "the expression is nested too deeply", "\(text)")
      if check(text) { values += 1 }
    }
    // Errors such as overflow are frequent with these values, but must not be all there is.
    #expect(values > 1_000)
  }

  /// Compiles and runs a text; true if it has a value.
  @discardableResult
  private func check(_ text: String) -> Bool {
    guard let expression = try? Fixture.compile(text) else { return false }
    switch expression.evaluate(Self.values) {
    case .error(let error):
      #expect(error != .invalid, "\(text)")
      return false
    case .value(let value):
      #expect(fits(value, expression.type), "\(text)")
      return true
    }
  }

  private func fits(_ value: Value, _ type: ValueType) -> Bool {
    switch (value, type) {
    case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string): true
    case (.instant, .instant), (.duration, .duration): true
    case (.list(let elements), .list(let element)): elements.allSatisfy { fits($0, element) }
    case (.list(let elements), .emptyList): elements.isEmpty
    default: false
    }
  }
}

/// Writes random texts of a type.
private enum Generator {
  static let types: [ValueType] = [.bool, .int, .double, .string, .instant, .duration]

  static func text(of type: ValueType, depth: Int, _ random: inout SeededGenerator) -> String {
    func part(_ type: ValueType) -> String { text(of: type, depth: depth - 1, &random) }
    if depth == 0 { return leaf(type, &random) }
    switch (type, Int.random(in: 0..<7, using: &random)) {
    case (_, 0): return leaf(type, &random)
    case (_, 1): return "(\(part(.bool)) ? \(part(type)) : \(part(type)))"
    case (.bool, 2): return "(\(part(.bool)) && \(part(.bool)))"
    case (.bool, 3): return "(\(part(.bool)) || !\(part(.bool)))"
    case (.bool, 4): return "(\(part(.duration)) <= \(part(.duration)))"
    case (.bool, 5): return "(\(part(.string)) in [\(part(.string)), \(part(.string))])"
    case (.bool, _): return "(\(part(.int)) == \(part(.int)))"
    case (.int, 2): return "size(\(part(.string)))"
    case (.int, 3): return "(\(part(.int)) / \(part(.int)))"
    case (.int, _): return "(\(part(.int)) - \(part(.int)))"
    case (.double, 2): return "double(\(part(.int)))"
    case (.double, _): return "(\(part(.double)) / \(part(.double)))"
    case (.string, 2): return "\(part(.string)).lowerAscii()"
    case (.string, _): return "(\(part(.string)) + \(part(.string)))"
    case (.instant, _): return "(\(part(.instant)) - \(part(.duration)))"
    case (.duration, 2): return "(\(part(.instant)) - \(part(.instant)))"
    case (.duration, 3): return "abs(\(part(.duration)))"
    default: return "(\(part(.duration)) * \(part(.int)))"
    }
  }

  private static func leaf(_ type: ValueType, _ random: inout SeededGenerator) -> String {
    let leaves =
      switch type {
      case .bool: ["flag", "true", "false", "has(ok)", "has(ratio)", "env.lowPower"]
      case .int: ["count", "1", "-3", "0", "derived.used", "$tries"]
      case .double: ["ratio", "1.5", "-0.0"]
      case .string: ["phase", "'a'", "'prefetch'", "''"]
      case .instant: ["at", "time", "ok.time", "timestamp('2025-11-14T05:48:00Z')"]
      default: ["ttl", "ok.ttl", "30s", "duration('1h')", "cycle.lead"]
      }
    return leaves.randomElement(using: &random) ?? ""
  }
}
