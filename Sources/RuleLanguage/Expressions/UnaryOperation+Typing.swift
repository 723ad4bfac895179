extension UnaryOperation {
  /// The type of the result; nil where the operation does not take that type.
  func result(_ operand: ValueType) -> ValueType? {
    switch (self, operand) {
    case (.not, .bool): .bool
    case (.negate, .int), (.negate, .double), (.negate, .duration): operand
    case (.absolute, .int), (.absolute, .double), (.absolute, .duration): operand
    case (.size, .string), (.size, .list), (.size, .emptyList): .int
    case (.lowerASCII, .string), (.sortedParameters, .string): .string
    case (.toInt, .int), (.toInt, .double): .int
    case (.toDouble, .int), (.toDouble, .double): .double
    case (.toInstant, .int): .instant
    case (.isVersionRange, .string): .bool
    default: nil
    }
  }
}
