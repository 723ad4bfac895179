internal import RuleLanguage

extension BinaryOperation {
  /// The result; an error of the left wins over one of the right.
  func applied(to left: Evaluation, _ right: Evaluation) -> Evaluation {
    switch self {
    case .and: return Self.joined(left, right, decisive: false)
    case .or: return Self.joined(left, right, decisive: true)
    default: break
    }
    guard case .value(let leftValue) = left else { return left }
    guard case .value(let rightValue) = right else { return right }
    return applied(leftValue, rightValue)
  }

  /// CEL's rule: one side that decides makes the other's error irrelevant.
  private static func joined(
    _ left: Evaluation, _ right: Evaluation, decisive: Bool
  ) -> Evaluation {
    switch (left, right) {
    case (.value(.bool(decisive)), _), (_, .value(.bool(decisive))): .value(.bool(decisive))
    case (.error, _): left
    case (_, .error): right
    case (.value(.bool), .value(.bool)): .value(.bool(!decisive))
    default: .error(.invalid)
    }
  }

  private func applied(_ left: Value, _ right: Value) -> Evaluation {
    switch (self, left, right) {
    case (.and, _, _), (.or, _, _): return .error(.invalid)
    case (.equal, _, _): return Self.equality(left, right, wanted: true)
    case (.notEqual, _, _): return Self.equality(left, right, wanted: false)
    case (.less, _, _):
      return Self.order(left, right) {
        $0 < $1
      } doubles: {
        $0 < $1
      }
    case (.lessOrEqual, _, _):
      return Self.order(left, right) {
        $0 <= $1
      } doubles: {
        $0 <= $1
      }
    case (.greater, _, _):
      return Self.order(left, right) {
        $0 > $1
      } doubles: {
        $0 > $1
      }
    case (.greaterOrEqual, _, _):
      return Self.order(left, right) {
        $0 >= $1
      } doubles: {
        $0 >= $1
      }
    case (.add, _, _): return Self.sum(left, right)
    case (.subtract, _, _): return Self.difference(left, right)
    case (.multiply, _, _): return Self.product(left, right)
    case (.divide, _, _): return Self.quotient(left, right)
    case (.remainder, .int(let a), .int(let b)):
      return b == 0
        ? .error(.divisionByZero)
        : Evaluation(a.remainderReportingOverflow(dividingBy: b), as: Value.int)
    case (.remainder, .duration(let a), .duration(let b)):
      return b == 0
        ? .error(.divisionByZero)
        : Evaluation(a.remainderReportingOverflow(dividingBy: b), as: Value.duration)
    case (.isIn, _, .list(let elements)):
      for element in elements where left.equals(element) == true { return .value(.bool(true)) }
      return .value(.bool(false))
    case (.startsWith, .string(let text), .string(let part)):
      return .value(.bool(text.utf8.starts(with: part.utf8)))
    case (.endsWith, .string(let text), .string(let part)):
      return .value(.bool(text.utf8.reversed().starts(with: part.utf8.reversed())))
    case (.contains, .string(let text), .string(let part)):
      return .value(.bool(text.containsBytes(of: part)))
    case (.containsAny, .string(let text), .list(let parts)):
      let isThere = parts.contains { part in
        if case .string(let part) = part { text.containsBytes(of: part) } else { false }
      }
      return .value(.bool(isThere))
    case (.satisfies, .string(let version), .string(let range)):
      guard let version = SemanticVersion(version), let range = VersionRange(range) else {
        return .error(.noVersion)
      }
      return .value(.bool(range.holds(version)))
    case (.append, .list(let elements), _): return .value(.list(elements + [right]))
    default: return .error(.invalid)
    }
  }

  private static func equality(_ left: Value, _ right: Value, wanted: Bool) -> Evaluation {
    guard let equal = left.equals(right) else { return .error(.invalid) }
    return .value(.bool(equal == wanted))
  }

  /// Strings are ordered by their bytes, which is the order of their code points.
  private static func order(
    _ left: Value, _ right: Value, _ holds: (Int64, Int64) -> Bool,
    doubles: (Double, Double) -> Bool
  ) -> Evaluation {
    switch (left, right) {
    case (.int(let a), .int(let b)), (.instant(let a), .instant(let b)),
      (.duration(let a), .duration(let b)):
      .value(.bool(holds(a, b)))
    case (.double(let a), .double(let b)): .value(.bool(doubles(a, b)))
    case (.string(let a), .string(let b)): .value(.bool(holds(a.byteOrder(b), 0)))
    default: .error(.invalid)
    }
  }

  private static func sum(_ left: Value, _ right: Value) -> Evaluation {
    switch (left, right) {
    case (.int(let a), .int(let b)): Evaluation(a.addingReportingOverflow(b), as: Value.int)
    case (.double(let a), .double(let b)): .value(.double(a + b))
    case (.string(let a), .string(let b)): .value(.string(a + b))
    case (.list(let a), .list(let b)): .value(.list(a + b))
    case (.duration(let a), .duration(let b)):
      Evaluation(a.addingReportingOverflow(b), as: Value.duration)
    case (.instant(let a), .duration(let b)), (.duration(let a), .instant(let b)):
      Evaluation(a.addingReportingOverflow(b), as: Value.instant)
    default: .error(.invalid)
    }
  }

  private static func difference(_ left: Value, _ right: Value) -> Evaluation {
    switch (left, right) {
    case (.int(let a), .int(let b)): Evaluation(a.subtractingReportingOverflow(b), as: Value.int)
    case (.double(let a), .double(let b)): .value(.double(a - b))
    case (.duration(let a), .duration(let b)), (.instant(let a), .instant(let b)):
      Evaluation(a.subtractingReportingOverflow(b), as: Value.duration)
    case (.instant(let a), .duration(let b)):
      Evaluation(a.subtractingReportingOverflow(b), as: Value.instant)
    default: .error(.invalid)
    }
  }

  private static func product(_ left: Value, _ right: Value) -> Evaluation {
    switch (left, right) {
    case (.int(let a), .int(let b)):
      Evaluation(a.multipliedReportingOverflow(by: b), as: Value.int)
    case (.double(let a), .double(let b)): .value(.double(a * b))
    case (.duration(let a), .int(let b)), (.int(let a), .duration(let b)):
      Evaluation(a.multipliedReportingOverflow(by: b), as: Value.duration)
    default: .error(.invalid)
    }
  }

  private static func quotient(_ left: Value, _ right: Value) -> Evaluation {
    switch (left, right) {
    case (.int, .int(0)), (.double, .double(0)): .error(.divisionByZero)
    case (.int(let a), .int(let b)):
      Evaluation(a.dividedReportingOverflow(by: b), as: Value.int)
    case (.double(let a), .double(let b)): .value(.double(a / b))
    default: .error(.invalid)
    }
  }
}
