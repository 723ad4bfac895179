extension ExpressionParser {
  /// Returns the type of two operands with an operator between; their programs are written.
  ///
  /// A literal zero beside a duration in a comparison becomes a duration, since zero is the same in
  /// every unit.
  mutating func joined(
    _ left: Operand, _ operation: BinaryOperation, _ right: Operand, leftEnd: Int, at place: Int
  ) throws(ExpressionError) -> ValueType {
    if operation == .and || operation == .or {
      try require(left, .bool, as: "the left side of '\(operation.symbol)'")
      try require(right, .bool, as: "the right side of '\(operation.symbol)'")
      return .bool
    }
    var leftType = left.type
    var rightType = right.type
    if operation.isComparison {
      if leftType == .duration, isZero(right.start, end: code.count) {
        code[right.start] = .push(.duration(0))
        rightType = .duration
      } else if rightType == .duration, isZero(left.start, end: leftEnd) {
        code[left.start] = .push(.duration(0))
        leftType = .duration
      }
    }
    if let type = operation.result(leftType, rightType) { return type }
    throw ExpressionError(
      Self.complaint(leftType, operation, rightType),
      advice: Self.advice(leftType, operation, rightType), at: place)
  }

  func require(
    _ operand: Operand, _ type: ValueType, as part: String
  ) throws(ExpressionError) {
    if operand.type.unified(with: type) != nil { return }
    throw ExpressionError(
      "\(part) is \(operand.type.description), and \(type.description) is needed",
      at: operand.offset)
  }

  private func isZero(_ start: Int, end: Int) -> Bool {
    end == start + 1 && code[start] == .push(.int(0))
  }

  private static func complaint(
    _ left: ValueType, _ operation: BinaryOperation, _ right: ValueType
  ) -> String {
    if operation == .isIn {
      return right.isList
        ? "\(left.description) cannot be in \(right.description)"
        : "'in' needs a list on its right side, and this is \(right.description)"
    }
    if operation.isComparison, left.unified(with: right) == nil {
      return "\(left.description) cannot be compared with \(right.description)"
    }
    if operation.isComparison { return "'\(operation.symbol)' does not order \(left.plural)" }
    return
      "'\(operation.symbol)' does not take \(left.description) and \(right.description)"
  }

  private static func advice(
    _ left: ValueType, _ operation: BinaryOperation, _ right: ValueType
  ) -> String {
    let types = [left, right]
    if types.contains(.duration), types.contains(.int) || types.contains(.double) {
      return operation == .multiply
        ? "multiply a duration by an int" : "give the number a unit, as in 30s"
    }
    if types.contains(.int), types.contains(.double) {
      return "convert one side with double() or int()"
    }
    if types.contains(.instant), types.contains(.string) {
      return "write an instant as timestamp(\"2025-11-14T05:48:00Z\")"
    }
    if types.contains(.string), types.contains(.bool) {
      return "bools are true and false, without quotes"
    }
    return ""
  }
}
