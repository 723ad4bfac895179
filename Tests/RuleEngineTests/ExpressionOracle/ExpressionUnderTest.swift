import RuleEngine
import RuleLanguage

/// An expression as the program compiles and evaluates it.
///
/// All that the comparison with the reference evaluator needs of the program is in this file.
struct ExpressionUnderTest {
  private let compiled: Expression

  init(_ text: String) throws(ExpressionError) {
    compiled = try Fixture.compile(text)
  }

  func result(_ bindings: [String: Stood]) -> PlainResult {
    switch compiled.evaluate(Values(bindings)) {
    case .value(let value): Plain(value).map(PlainResult.value) ?? .error(.other)
    case .error(let error): .error(PlainError(error))
    }
  }

  /// Whether it holds as a condition; nil if that is an error.
  func holds(_ bindings: [String: Stood]) -> Bool? { compiled.isTrue(Values(bindings)) }

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
