extension BinaryOperation {
  /// The type of the result; nil where the operation does not take those types.
  func result(_ left: ValueType, _ right: ValueType) -> ValueType? {
    switch self {
    case .and, .or: left == .bool && right == .bool ? .bool : nil
    case .equal, .notEqual: left.unified(with: right) == nil ? nil : .bool
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      left == right && left.isOrdered ? .bool : nil
    case .add: left.sum(right)
    case .subtract: left.difference(right)
    case .multiply: left.product(right)
    case .divide: left == right && (left == .int || left == .double) ? left : nil
    case .remainder: left == right && (left == .int || left == .duration) ? left : nil
    case .isIn: ValueType.list(left).unified(with: right) == nil ? nil : .bool
    case .startsWith, .endsWith, .contains, .satisfies:
      left == .string && right == .string ? .bool : nil
    case .containsAny:
      left == .string && ValueType.list(.string).unified(with: right) != nil ? .bool : nil
    case .append: left.unified(with: .list(right))
    }
  }

  /// The operator in an expression's text.
  var symbol: String {
    switch self {
    case .and: "&&"
    case .or: "||"
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    case .isIn: "in"
    case .startsWith: "startsWith"
    case .endsWith: "endsWith"
    case .contains: "contains"
    case .containsAny: "containsAny"
    case .append: "[]"
    case .satisfies: "satisfies"
    }
  }

  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

extension ValueType {
  fileprivate var isOrdered: Bool {
    switch self {
    case .int, .double, .string, .instant, .duration: true
    case .bool, .list, .emptyList: false
    }
  }

  fileprivate func sum(_ other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.int, .int), (.double, .double), (.string, .string), (.duration, .duration): self
    case (.instant, .duration), (.duration, .instant): .instant
    case (.list, _), (.emptyList, _): unified(with: other)
    default: nil
    }
  }

  fileprivate func difference(_ other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.int, .int), (.double, .double), (.duration, .duration): self
    case (.instant, .duration): .instant
    case (.instant, .instant): .duration
    default: nil
    }
  }

  fileprivate func product(_ other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.int, .int), (.double, .double): self
    case (.duration, .int), (.int, .duration): .duration
    default: nil
    }
  }
}
