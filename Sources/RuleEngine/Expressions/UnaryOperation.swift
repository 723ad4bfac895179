extension UnaryOperation {
  /// The type of the result; nil where the operation does not take that type.
  func result(_ operand: ValueType) -> ValueType? {
    switch (self, operand) {
    case (.not, .bool): .bool
    case (.negate, .int), (.negate, .double), (.negate, .duration): operand
    case (.absolute, .int), (.absolute, .double), (.absolute, .duration): operand
    case (.size, .string), (.size, .list), (.size, .emptyList): .int
    case (.lowerASCII, .string): .string
    case (.toInt, .int), (.toInt, .double): .int
    case (.toDouble, .int), (.toDouble, .double): .double
    case (.toInstant, .int): .instant
    case (.isVersionRange, .string): .bool
    default: nil
    }
  }

  /// The result; an error stays what it is.
  func applied(to operand: Evaluation) -> Evaluation {
    guard case .value(let value) = operand else { return operand }
    switch (self, value) {
    case (.not, .bool(let it)): return .value(.bool(!it))
    case (.negate, .int(let it)):
      return Evaluation(Int64(0).subtractingReportingOverflow(it), as: Value.int)
    case (.negate, .duration(let it)):
      return Evaluation(Int64(0).subtractingReportingOverflow(it), as: Value.duration)
    case (.negate, .double(let it)): return .value(.double(-it))
    case (.absolute, .int(let it)), (.absolute, .duration(let it)):
      return it < 0 ? UnaryOperation.negate.applied(to: operand) : operand
    case (.absolute, .double(let it)): return .value(.double(it.magnitude))
    case (.size, .string(let it)): return .value(.int(Int64(it.unicodeScalars.count)))
    case (.size, .list(let it)): return .value(.int(Int64(it.count)))
    case (.lowerASCII, .string(let it)): return .value(.string(it.loweringASCII))
    case (.toInt, .int), (.toDouble, .double): return operand
    case (.toInt, .double(let it)):
      // The bounds are powers of two and so exact; the upper one is already outside.
      guard it > -0x1p63, it < 0x1p63 else { return .error(.overflow) }
      return .value(.int(Int64(it)))
    case (.toDouble, .int(let it)): return .value(.double(Double(it)))
    case (.toInstant, .int(let it)):
      return Evaluation(it.multipliedReportingOverflow(by: 1_000_000), as: Value.instant)
    case (.isVersionRange, .string(let it)): return .value(.bool(VersionRange(it) != nil))
    default: return .error(.invalid)
    }
  }
}

extension String {
  fileprivate var loweringASCII: String {
    var lowered = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      lowered.append(
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
    }
    return String(lowered)
  }
}
