import RuleEngine
import RuleLanguage
import YAMLReading

/// A scope with a field of every type, and the values that stand behind it.
enum Fixture {
  static let fields = [
    NameScope.Field(name: "phase", number: FieldName(rawValue: 0), type: .string),
    NameScope.Field(name: "count", number: FieldName(rawValue: 1), type: .int),
    NameScope.Field(name: "ratio", number: FieldName(rawValue: 2), type: .double),
    NameScope.Field(name: "flag", number: FieldName(rawValue: 3), type: .bool),
    NameScope.Field(name: "at", number: FieldName(rawValue: 4), type: .instant),
    NameScope.Field(name: "ttl", number: FieldName(rawValue: 5), type: .duration),
  ]

  /// The scope of a `where`: a candidate, an earlier role `ok` and one role without fields.
  static let pattern = NameScope(
    candidate: fields,
    roles: [
      NameScope.Role(name: "ok", number: 0, fields: fields),
      NameScope.Role(name: "start", number: 1, fields: []),
    ],
    parameters: [
      NameScope.Parameter(name: "fetch_limit", number: 7, type: .duration),
      NameScope.Parameter(name: "tries", number: 8, type: .int),
      NameScope.Parameter(name: "wallet.tries", number: 9, type: .int),
    ])

  /// The scope of a `check`: no candidate.
  static let check = NameScope(roles: pattern.roles, parameters: pattern.parameters)

  static func compile(
    _ text: String, in scope: NameScope = pattern, expecting: ValueType? = nil
  ) throws(ExpressionError) -> Expression {
    try ExpressionCompiler(scope: scope).compile(
      text, expecting: expecting, at: SourceLocation(path: "rules/x.yaml", line: 3, column: 10))
  }

  static func evaluate(_ text: String, _ values: Values = Values()) throws -> Evaluation {
    try compile(text).evaluate(values)
  }

  static func error(
    _ text: String, in scope: NameScope = pattern, expecting: ValueType? = nil
  ) -> ExpressionError? {
    do throws(ExpressionError) {
      _ = try compile(text, in: scope, expecting: expecting)
      return nil
    } catch {
      return error
    }
  }

  static func field(_ name: String) -> Reference {
    .candidateField(fields.first { $0.name == name }?.number ?? FieldName(rawValue: 99))
  }
}

extension ExpressionError {
  /// The mistake as one of its file.
  var sourceError: SourceError { SourceError(message, advice: advice, at: location) }
}

/// References and their values; what is not listed is missing.
struct Values: ReferenceSource {
  var values: [Reference: Value] = [:]

  init(_ values: [Reference: Value] = [:]) { self.values = values }

  /// Fields of the candidate.
  init(_ fields: [String: Value]) {
    for (name, value) in fields { values[Fixture.field(name)] = value }
  }

  func value(of reference: Reference) -> Value { values[reference] ?? .missing }
}

/// A generator with a seed, so that a failure can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
