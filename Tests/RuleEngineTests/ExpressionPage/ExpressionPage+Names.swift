import Foundation
import RuleEngine
import RuleLanguage
import YAMLReading

/// The names that the examples of docs/expressions.md read, as its first table gives them.
extension ExpressionPage {
  struct Names {
    var scope = NameScope(candidate: [])
    var values = Values()

    func compile(_ text: String) throws(ExpressionError) -> RuleLanguage.Expression {
      try ExpressionCompiler(scope: scope).compile(
        text, expecting: nil, at: SourceLocation(path: "rules/prefetch.yaml", line: 12, column: 14))
    }

    /// What an expression comes to, in the words of the page.
    func outcome(_ text: String) -> Outcome {
      do throws(ExpressionError) {
        return .evaluated(try compile(text).evaluate(values))
      } catch {
        return .refused(error.advice.isEmpty ? error.message : "\(error.message): \(error.advice)")
      }
    }
  }

  enum Outcome: Equatable {
    case evaluated(Evaluation)
    case refused(String)
  }

  /// How the page names an error.
  static func word(_ error: EvaluationError) -> String {
    switch error {
    case .missing: "missing"
    case .redacted: "hidden"
    case .malformed: "malformed"
    case .zoneless: "no zone"
    case .overflow: "overflow"
    case .divisionByZero: "division by zero"
    case .noVersion: "no version"
    case .invalid: "invalid"
    }
  }

  static let names: Names = {
    var names = Names()
    var fields: [(field: NameScope.Field, value: Value)] = []
    for row in table("name", "is")?.rows ?? [] {
      guard let name = row.code(0).first else { continue }
      let meaning = row.cells[1]
      if meaning.hasPrefix("a role") {
        let number = UInt8(names.scope.roles.count)
        names.scope.roles.append(
          NameScope.Role(name: name, number: number, fields: fields.map(\.field)))
        let isTaken = !meaning.contains("no event took")
        names.values.values[.roleTaken(role: number)] = .bool(isTaken)
        names.values.values[.roleCount(role: number)] = .int(isTaken ? 1 : 0)
        for (field, value) in fields where isTaken {
          names.values.values[.roleField(role: number, field: field.number)] = value
        }
        if isTaken {
          names.values.values[.roleTime(role: number)] = names.values.values[.candidateTime]
        }
        continue
      }
      let (type, value) = standing(row)
      if let reference = reference(name, type, &names.scope) {
        names.values.values[reference] = value
      } else {
        let number = FieldName(rawValue: UInt16(fields.count))
        let field = NameScope.Field(name: name, number: number, type: type)
        fields.append((field, value))
        names.scope.candidate?.append(field)
        names.values.values[.candidateField(number)] = value
        // Whether it is written in UTC is as unknown as the instant itself.
        if type == .instant {
          names.values.values[.candidateIsUTC(number)] = value == .zoneless ? value : .bool(true)
        }
      }
    }
    names.values.values[.candidateTimeIsUTC] = .bool(true)
    return names
  }()

  /// The type and the value behind a name: a constant, or the words for one that is not there.
  private static func standing(_ row: Row) -> (ValueType, Value) {
    if let text = row.code(1).first, let constant = try? Names().compile(text),
      case .value(let value)? = constant.constant
    {
      return (constant.type, value)
    }
    let words = row.cells[1].split(separator: " ").map(String.init)
    let type = words.dropFirst().first.flatMap { types[$0] } ?? .bool
    return switch words.last {
    case "hidden": (type, .redacted)
    case "malformed": (type, .malformed)
    case "zone": (type, .zoneless)
    default: (type, .missing)
    }
  }

  static let types: [String: ValueType] = [
    "bool": .bool, "int": .int, "double": .double, "string": .string, "instant": .instant,
    "duration": .duration,
  ]

  /// What a name that is no field stands for.
  private static func reference(
    _ name: String, _ type: ValueType, _ scope: inout NameScope
  ) -> Reference? {
    if name == "time" { return .candidateTime }
    if name.hasPrefix("$") {
      let number = UInt16(scope.parameters.count)
      scope.parameters.append(
        NameScope.Parameter(name: String(name.dropFirst()), number: number, type: type))
      return .parameter(number)
    }
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "env":
      return EnvironmentKey.allCases.first { $0.name == parts[1] }.map(Reference.environment)
    case "cycle": return CycleValue.allCases.first { $0.name == parts[1] }.map(Reference.cycle)
    default: return CounterKey.allCases.first { $0.name == parts[1] }.map(Reference.derived)
    }
  }
}
