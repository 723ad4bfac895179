import RuleEngine
import RuleLanguage

/// An expression as the program compiles and evaluates it.
///
/// All that the comparison with the reference evaluator needs of the program is in this file.
struct ExpressionUnderTest {
  private let compiled: Expression
  private let table: ConditionTable
  /// The root of its tree of tests; -1 where only the program knows it.
  private let root: Int32

  init(_ text: String) throws(ExpressionError) {
    compiled = try Fixture.compile(text)
    var layout = ConditionLayout { reference in
      switch reference {
      case .candidateField(let name), .roleField(_, let name):
        Fixture.fields.contains { $0.number == name && $0.type == .string }
      default: false
      }
    }
    root = layout.add(compiled)
    table = ConditionTable(layout)
  }

  var isLaidOut: Bool { root >= 0 }

  func result(_ bindings: [String: Stood]) -> PlainResult {
    switch compiled.evaluate(Values(bindings)) {
    case .value(let value): Plain(value).map(PlainResult.value) ?? .error(.other)
    case .error(let error): .error(PlainError(error))
    }
  }

  /// Whether it holds as a condition; nil if that is an error.
  func holds(_ bindings: [String: Stood]) -> Bool? { compiled.isTrue(Values(bindings)) }

  /// Whether the tree of tests comes to what the program comes to, errors without their reason.
  func isSameAsTests(_ bindings: [String: Stood]) -> Bool {
    guard root >= 0 else { return true }
    let values = Values(bindings)
    let expected: Scalar =
      switch compiled.evaluate(values) {
      case .value(let value): Scalar(of: value)
      case .error: Scalar(.unusable)
      }
    let scalar = table.scalar(root, values)
    let truth: Truth =
      switch compiled.isTrue(values) {
      case true?: .yes
      case false?: .no
      case nil: .error
      }
    let isSame = scalar == expected || !scalar.isUsable && !expected.isUsable
    return isSame && (compiled.type != .bool || table.truth(root, values) == truth)
  }

  /// The reference behind each name of the fixture.
  fileprivate static let references: [String: Reference] = {
    var references: [String: Reference] = [
      "time": .candidateTime, "ok.time": .roleTime(role: 0), "start.time": .roleTime(role: 1),
      "ok": .roleTaken(role: 0), "start": .roleTaken(role: 1),
      "env.lowPower": .environment(.lowPower), "cycle.lead": .cycle(.leadSeconds),
      "derived.used": .derived(.used), "$fetch_limit": .parameter(7), "$tries": .parameter(8),
      "isUTC(time)": .candidateTimeIsUTC,
    ]
    for field in Fixture.fields {
      references[field.name] = .candidateField(field.number)
      references["ok." + field.name] = .roleField(role: 0, field: field.number)
      if field.type == .instant {
        references["isUTC(\(field.name))"] = .candidateIsUTC(field.number)
      }
    }
    return references
  }()

  fileprivate static let names = Dictionary(uniqueKeysWithValues: references.map { ($1, $0) })
}

extension Values {
  fileprivate init(_ bindings: [String: Stood]) {
    self.init([Reference: Value]())
    for (name, stood) in bindings {
      guard let reference = ExpressionUnderTest.references[name] else { continue }
      values[reference] =
        switch stood {
        case .value(let plain): Value(plain)
        case .missing: .missing
        case .hidden: .redacted
        case .malformed: .malformed
        case .zoneless: .zoneless
        }
    }
  }
}

extension Value {
  fileprivate init(_ plain: Plain) {
    self =
      switch plain {
      case .bool(let it): .bool(it)
      case .int(let it): .int(Int64(it))
      case .double(let it): .double(it)
      case .text(let it):
        .string(it.reduce(into: "") { $0.unicodeScalars.append($1) })
      case .instant(let it): .instant(Int64(it))
      case .duration(let it): .duration(Int64(it))
      case .list(let it): .list(it.map(Value.init))
      }
  }
}

extension Plain {
  /// Nil where the program hands out what is no value.
  fileprivate init?(_ value: Value) {
    switch value {
    case .missing, .redacted, .malformed, .zoneless: return nil
    case .bool(let it): self = .bool(it)
    case .int(let it): self = .int(Int128(it))
    case .double(let it): self = .double(it)
    case .string(let it): self = .text(Array(it.unicodeScalars))
    case .instant(let it): self = .instant(Int128(it))
    case .duration(let it): self = .duration(Int128(it))
    case .list(let it): self = .list(it.compactMap(Plain.init))
    }
  }
}

extension PlainError {
  fileprivate init(_ error: EvaluationError) {
    func name(_ reference: Reference) -> String { ExpressionUnderTest.names[reference] ?? "?" }
    self =
      switch error {
      case .missing(let reference): .missing(name(reference))
      case .redacted(let reference): .hidden(name(reference))
      case .malformed(let reference): .malformed(name(reference))
      case .zoneless(let reference): .zoneless(name(reference))
      case .overflow: .overflow
      case .divisionByZero: .divisionByZero
      case .noVersion, .invalid: .other
      }
  }
}
